// Finds programs whose verdicts on a task are the same. Of a population most are wrong or fail alike, so few of them have to be looked
// at sample by sample.

/** The different lines among those of brief evaluations; each call of `find` replaces what the one before found. */
export class VerdictLines {
  /** The number of different lines. */
  count = 0
  /** By line the first program that has it, and the number of programs that do. */
  firstOf = new Int32Array()
  timesOf = new Int32Array()
  /** By program its line. */
  lineOf = new Int32Array()
  /** A hash table: each place has a line number plus 1, or 0 if it is empty. It has twice as many places as there are programs. */
  #places = new Int32Array()

  /** Finds the different ones of `programCount` lines of `width` words each; the first begins at word `from`. */
  find(words: Int32Array, from: number, width: number, programCount: number): void {
    if (this.lineOf.length < programCount) this.#grow(programCount)
    const { firstOf, timesOf, lineOf } = this
    const places = this.#places
    const mask = places.length - 1
    places.fill(0)
    let count = 0
    for (let p = 0, at = from; p < programCount; p++, at += width) {
      // Programs that stand together are often alike.
      if (p > 0 && isEqual(words, at - width, at, width)) {
        const line = lineOf[p - 1]!
        timesOf[line]!++
        lineOf[p] = line
        continue
      }
      let hash = 0
      for (let k = at; k < at + width; k++) {
        hash = Math.imul(hash ^ words[k]!, 0x9e3779b1)
        hash ^= hash >>> 15
      }
      let place = hash & mask
      while (places[place]! > 0 && !isEqual(words, from + firstOf[places[place]! - 1]! * width, at, width))
        place = (place + 1) & mask
      let line = places[place]! - 1
      if (line < 0) {
        line = count++
        places[place] = count
        firstOf[line] = p
        timesOf[line] = 0
      }
      timesOf[line]!++
      lineOf[p] = line
    }
    this.count = count
  }

  #grow(programCount: number): void {
    const size = 2 ** Math.ceil(Math.log2(programCount))
    this.firstOf = new Int32Array(size)
    this.timesOf = new Int32Array(size)
    this.lineOf = new Int32Array(size)
    this.#places = new Int32Array(2 * size)
  }
}

function isEqual(words: Int32Array, a: number, b: number, width: number): boolean {
  for (let k = 0; k < width; k++) if (words[a + k] !== words[b + k]) return false
  return true
}
