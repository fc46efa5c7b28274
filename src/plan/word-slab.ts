// Memory for many short arrays of words: most have a few words, and memory of its own takes each of them longer than its words.

const NO_WORDS = new Int32Array()
/** The words that arrays share. An array keeps all of them in memory, so there are few. */
const SLAB_WORDS = 1 << 12

/** Makes arrays of zeros. */
export class WordSlab {
  #buffer = new ArrayBuffer(0)
  #end = 0

  /** A new array. All arrays without words are the same. */
  take(length: number): Int32Array {
    if (length === 0) return NO_WORDS
    if (length > SLAB_WORDS >> 3) return new Int32Array(length)
    const byteLength = 4 * length
    if (this.#end + byteLength > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(4 * SLAB_WORDS)
      this.#end = 0
    }
    const words = new Int32Array(this.#buffer, this.#end, length)
    this.#end += byteLength
    return words
  }

  /** A copy of the first words of a list. */
  copy(list: Int32Array, length: number): Int32Array {
    const words = this.take(length)
    for (let k = 0; k < length; k++) words[k] = list[k]!
    return words
  }
}
