// The programs that a server holds, by id.

import { UserError } from '../language/errors.ts'
import { formatCount } from '../language/format-count.ts'
import type { Program } from '../language/program.ts'
import { type ServeLimits, storeFull } from './limits.ts'

interface Held {
  readonly program: Program
  readonly bytes: number
}

/** Ids count from 1 and are never given twice. */
export class ProgramStore {
  readonly #limits: ServeLimits
  readonly #held = new Map<number, Held>()
  #nextId = 1
  bytes = 0

  constructor(limits: ServeLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#held.size
  }

  /** Refuses programs for which there is no room, before any of them is held. */
  checkRoom(count: number, bytes: number): void {
    const { programs, programBytes } = this.#limits
    if (this.count + count > programs) throw storeFull('programs', `${formatCount(programs)} programs`)
    if (this.bytes + bytes > programBytes) throw storeFull('programs', `${formatCount(programBytes)} bytes of programs`)
  }

  /** Holds a program and returns its id; `bytes` is the length of its text. */
  add(program: Program, bytes: number): number {
    const id = this.#nextId++
    this.#held.set(id, { program, bytes })
    this.bytes += bytes
    return id
  }

  /** The programs with these ids, or all; each id at most once. */
  select(ids: readonly number[] | undefined): {
    readonly ids: readonly number[]
    readonly programs: readonly Program[]
  } {
    const wanted = ids === undefined ? [...this.#held.keys()] : [...new Set(ids)]
    return { ids: wanted, programs: wanted.map((id) => this.get(id)) }
  }

  /** The program with this id. */
  get(id: number): Program {
    const held = this.#held.get(id)
    if (held !== undefined) return held.program
    const advice = 'Ids are those that addPrograms returned, and are gone after removePrograms.'
    throw new UserError('unknown-id', `There is no program ${id} here`, { advice })
  }

  /** Removes programs, or all; ids that are not held are ignored. Returns the number of programs that are gone. */
  remove(ids: Iterable<number> = [...this.#held.keys()]): number {
    let count = 0
    for (const id of ids) {
      const held = this.#held.get(id)
      if (held === undefined) continue
      this.#held.delete(id)
      this.bytes -= held.bytes
      count++
    }
    return count
  }
}
