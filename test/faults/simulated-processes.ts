// Processes that own locks in tests: each simulated process has an identity of its own and lives until it is ended.

import type { LockOwner, OwnerState, Processes } from '../../src/cli/results/lock-owner.ts'

/** The processes of a simulated machine. */
export class SimulatedProcesses {
  readonly #alive = new Set<number>()
  #last = 0

  /** Starts a process: the view that it has of all processes, and a function that ends it. */
  start(): Processes & { readonly end: () => void } {
    const pid = ++this.#last
    this.#alive.add(pid)
    return {
      describeOwn: (): LockOwner => ({ id: `p${pid}`, pid, host: 'here', boot: '', space: '', start: '' }),
      stateOf: (owner): OwnerState =>
        owner.host !== 'here' ? 'unknown' : this.#alive.has(owner.pid) ? 'alive' : 'dead',
      end: () => this.#alive.delete(pid),
    }
  }
}
