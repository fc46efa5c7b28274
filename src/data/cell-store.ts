// Storage for the cells of many grids, packed into large buffers: a buffer for each grid would take twice its size.

const PIECE_BYTES = 1 << 18

let piece = new Uint8Array()
let used = 0

/** An array of `count` cells, all 0. It is freed together with its neighbours, so it is meant for grids that are kept together. */
export function newCells(count: number): Uint8Array {
  if (count > PIECE_BYTES) return new Uint8Array(count)
  if (used + count > piece.length) {
    piece = new Uint8Array(PIECE_BYTES)
    used = 0
  }
  used += count
  return piece.subarray(used - count, used)
}

/** A copy of cells, stored with those of other grids. */
export function keepCells(cells: Uint8Array): Uint8Array {
  const kept = newCells(cells.length)
  kept.set(cells)
  return kept
}
