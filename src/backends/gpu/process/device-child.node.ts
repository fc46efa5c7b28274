// The program of a process that has a device to itself: opens it, runs the images that it is sent, one after the other.

import { LocalDevice } from '../chunk/chunk-device.ts'
import { openNumberedDevice } from '../device/device.node.ts'
import type { MessageFromDevice, MessageToDevice, OpenMessage, RunMessage } from './device-messages.ts'
import { packError } from './sent-error.ts'

let device: LocalDevice | undefined
let last = Promise.resolve()

// At a terminal it reaches this process, too; what is to come of it is for the parent to say.
process.on('SIGINT', () => undefined)
// Nobody is left to answer. Not by `exit`, which would wait for a driver that hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: MessageToDevice) => {
  last = last.then(() => follow(message))
})

async function follow(message: MessageToDevice): Promise<void> {
  switch (message.kind) {
    case 'open':
      return open(message)
    case 'run':
      return run(message)
    case 'close':
      await device?.close()
      return process.exit()
  }
  message satisfies never
}

// Where it fails the process waits to be ended: the message would be lost if it ended by itself.
async function open({ adapter, bytes }: OpenMessage): Promise<void> {
  try {
    device = new LocalDevice(await openNumberedDevice(adapter), bytes)
    send({ kind: 'opened', facts: device.facts })
  } catch (error) {
    send({ kind: 'refused', error: packError(error) })
  }
}

async function run({ run: number, image, budget, options }: RunMessage): Promise<void> {
  const onCompile = (done: number, total: number) => send({ kind: 'compiled', run: number, done, total })
  const { work } = device!
  try {
    const words = await device!.run({ ...image, columns: [] }, budget, { ...options, onCompile })
    send({ kind: 'answer', run: number, words, work })
  } catch (error) {
    send({ kind: 'failed', run: number, error: packError(error), work })
  }
}

function send(message: MessageFromDevice): void {
  // A parent that is gone is noticed by `disconnect`; the error of sending to it would end this process with a fuss.
  process.send!(message, undefined, undefined, () => undefined)
}
