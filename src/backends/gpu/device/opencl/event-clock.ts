// Times dispatches by the events of their commands.

import type { DispatchTimes } from '../device.ts'
import type { OpenCl } from './functions.ts'

const COMMAND_START = 0x1282
const COMMAND_END = 0x1283
const BYTES = 8

/** The clock of one submission. */
export class EventClock {
  readonly #cl: OpenCl
  readonly #events: { readonly name: string; readonly event: BigUint64Array }[] = []

  constructor(cl: OpenCl) {
    this.#cl = cl
  }

  /** Memory for the event of the next dispatch. */
  next(name: string): BigUint64Array {
    const event = new BigUint64Array(1)
    this.#events.push({ name, event })
    return event
  }

  /** Sums the times after the end of all dispatches, and frees the events. */
  read(): DispatchTimes {
    const byName = new Map<string, { dispatches: number; ns: number }>()
    for (const { name, event } of this.#events.splice(0)) {
      const [handle] = event
      if (handle === 0n) continue
      const own = byName.get(name) ?? { dispatches: 0, ns: 0 }
      own.dispatches++
      own.ns += Math.max(0, Number(this.#read(handle!, COMMAND_END) - this.#read(handle!, COMMAND_START)))
      byName.set(name, own)
      this.#cl.clReleaseEvent(handle!)
    }
    return byName
  }

  #read(event: bigint, key: number): bigint {
    const time = new BigUint64Array(1)
    return this.#cl.clGetEventProfilingInfo(event, key, BYTES, time, null) === 0 ? time[0]! : 0n
  }
}
