// A grid that is being drawn on, and the few things that drawing needs: no primitive of the DSL is used for it.

import type { GridData } from '../../src/data/task.ts'
import type { Random } from '../../src/data/random.ts'

/** A place in a grid. */
export type Spot = readonly [row: number, column: number]

/** A grid with colours that can still be set; it begins with one colour everywhere. */
export class Sheet implements GridData {
  readonly height: number
  readonly width: number
  readonly cells: Uint8Array

  constructor(height: number, width: number, color = 0) {
    this.height = height
    this.width = width
    this.cells = new Uint8Array(height * width).fill(color)
  }

  /** A sheet with the colour that is said for each place. */
  static from(height: number, width: number, colorAt: (row: number, column: number) => number): Sheet {
    const sheet = new Sheet(height, width)
    for (let i = 0; i < height; i++) for (let j = 0; j < width; j++) sheet.cells[i * width + j] = colorAt(i, j)
    return sheet
  }

  /** Each cell one of the colours, as it comes. */
  static noise(random: Random, height: number, width: number, colors: readonly number[]): Sheet {
    return Sheet.from(height, width, () => random.pick(colors))
  }

  has(row: number, column: number): boolean {
    return row >= 0 && row < this.height && column >= 0 && column < this.width
  }

  /** The colour of a place, which must lie within. */
  at(row: number, column: number): number {
    return this.cells[row * this.width + column]!
  }

  /** Sets a cell; a place outside is left out. */
  set(row: number, column: number, color: number): this {
    if (this.has(row, column)) this.cells[row * this.width + column] = color
    return this
  }

  /** Sets all places to one colour; those outside are left out. */
  paint(spots: readonly Spot[], color: number): this {
    for (const [row, column] of spots) this.set(row, column, color)
    return this
  }

  /** As `paint`, but only where the sheet has the colour `under`. */
  paintUnder(spots: readonly Spot[], color: number, under: number): this {
    for (const [row, column] of spots)
      if (this.has(row, column) && this.at(row, column) === under) this.set(row, column, color)
    return this
  }

  /** Copies another sheet onto this one, its upper left corner at a place. */
  place(other: Sheet, top: number, left: number): this {
    for (let i = 0; i < other.height; i++)
      for (let j = 0; j < other.width; j++) this.set(top + i, left + j, other.at(i, j))
    return this
  }

  copy(): Sheet {
    const copy = new Sheet(this.height, this.width)
    copy.cells.set(this.cells)
    return copy
  }

  crop(top: number, left: number, height: number, width: number): Sheet {
    const part = new Sheet(height, width)
    for (let i = 0; i < height; i++) {
      const start = (top + i) * this.width + left
      part.cells.set(this.cells.subarray(start, start + width), i * width)
    }
    return part
  }

  upsideDown(): Sheet {
    return Sheet.from(this.height, this.width, (i, j) => this.at(this.height - 1 - i, j))
  }

  leftToRight(): Sheet {
    return Sheet.from(this.height, this.width, (i, j) => this.at(i, this.width - 1 - j))
  }

  /** Rows become columns. */
  transposed(): Sheet {
    return Sheet.from(this.width, this.height, (i, j) => this.at(j, i))
  }

  /** All places that have one of the colours, row by row. */
  spotsOf(...colors: readonly number[]): Spot[] {
    const spots: Spot[] = []
    for (let i = 0; i < this.height; i++)
      for (let j = 0; j < this.width; j++) if (colors.includes(this.at(i, j))) spots.push([i, j])
    return spots
  }

  /** How often each colour occurs, by colour. */
  counts(): number[] {
    const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    for (const color of this.cells) counts[color]!++
    return counts
  }

  /** The colours that occur, ascending. */
  colors(): number[] {
    return [...this.counts().entries()].filter(([, count]) => count > 0).map(([color]) => color)
  }

  /** Whether no other colour occurs as often. */
  isMostly(color: number): boolean {
    const counts = this.counts()
    return counts.every((count, other) => other === color || count < counts[color]!)
  }

  /** Whether a row, or a column, has only one colour. */
  hasPlainLine(): boolean {
    return this.#hasPlainRow() || this.transposed().#hasPlainRow()
  }

  #hasPlainRow(): boolean {
    for (let i = 0; i < this.height; i++) {
      let j = 1
      while (j < this.width && this.at(i, j) === this.at(i, 0)) j++
      if (j === this.width) return true
    }
    return false
  }

  equals(other: Sheet): boolean {
    if (this.height !== other.height || this.width !== other.width) return false
    return this.cells.every((color, k) => color === other.cells[k])
  }
}
