// The words of tables while they are printed: one memory for all chunks, since lists of numbers would be most of a host's garbage.

const FIRST_SIZE = 1 << 14

export class TableWords {
  length = 0
  #words = new Int32Array(FIRST_SIZE)

  clear(): void {
    this.length = 0
  }

  push(word: number): void {
    if (this.length === this.#words.length) this.#grow(this.length + 1)
    this.#words[this.length++] = word
  }

  /** Appends this number of zeros; returns the index of the first. */
  take(count: number): number {
    const first = this.length
    if (first + count > this.#words.length) this.#grow(first + count)
    this.length += count
    this.#words.fill(0, first, this.length)
    return first
  }

  set(at: number, word: number): void {
    this.#words[at] = word
  }

  pushAll(words: ArrayLike<number>): void {
    const first = this.take(words.length)
    this.#words.set(words, first)
  }

  /** Appends all words of another list. */
  pushTable(other: TableWords): void {
    this.pushAll(other.#words.subarray(0, other.length))
  }

  /** Copies words that are there already. */
  copyWithin(to: number, from: number, count: number): void {
    this.#words.copyWithin(to, from, from + count)
  }

  /** A copy of all words. */
  copy(): Int32Array<ArrayBuffer> {
    return this.#words.slice(0, this.length)
  }

  #grow(count: number): void {
    const words = new Int32Array(Math.max(count, 2 * this.#words.length))
    words.set(this.#words)
    this.#words = words
  }
}
