// The behaviours that a search has seen, up to a bound: programs that repeat one do not enter the population.

/** Forgets the oldest behaviours. */
export class NoveltyArchive {
  readonly #seen: Set<string>
  readonly #bound: number

  constructor(bound: number, seen: readonly string[] = []) {
    this.#bound = bound
    this.#seen = new Set(seen)
  }

  /** Whether a behaviour is new; it is not the next time. */
  add(behaviour: string): boolean {
    if (this.#seen.has(behaviour)) return false
    this.#seen.add(behaviour)
    if (this.#seen.size > this.#bound) {
      const [oldest] = this.#seen
      this.#seen.delete(oldest!)
    }
    return true
  }

  /** The behaviours, oldest first. */
  list(): string[] {
    return [...this.#seen]
  }

  get size(): number {
    return this.#seen.size
  }
}
