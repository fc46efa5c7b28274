// Shapes and where they lie: grown, boxed, and scattered over a grid without touching.

import type { Random } from '../../src/data/random.ts'
import type { Sheet, Spot } from './sheet.ts'

/** Places whose least row and least column are 0, in ascending order. */
export type Shape = readonly Spot[]

/** A shape that has got its place. */
export interface Placed {
  readonly spots: readonly Spot[]
  readonly top: number
  readonly left: number
  readonly height: number
  readonly width: number
}

/** All places of a rectangle. */
export function rectangle(height: number, width: number, top = 0, left = 0): Spot[] {
  const spots: Spot[] = []
  for (let i = 0; i < height; i++) for (let j = 0; j < width; j++) spots.push([top + i, left + j])
  return spots
}

/** The border of a rectangle. */
export function ring(height: number, width: number, top = 0, left = 0): Spot[] {
  return rectangle(height, width, top, left).filter(
    ([i, j]) => i === top || i === top + height - 1 || j === left || j === left + width - 1,
  )
}

/** A rectangle with sides between the two, each drawn by itself. */
export function drawRectangle(random: Random, low: number, high: number): Spot[] {
  return rectangle(random.between(low, high), random.between(low, high))
}

const SIDES: readonly Spot[] = [
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, 0],
]
const CORNERS: readonly Spot[] = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
]

/** The four places beside one. */
export function besideOf([row, column]: Spot): Spot[] {
  return SIDES.map(([i, j]) => [row + i, column + j])
}

/** The four places at the corners of one. */
export function cornersOf([row, column]: Spot): Spot[] {
  return CORNERS.map(([i, j]) => [row + i, column + j])
}

/** A connected shape with a number of cells in a box of this side; with `loose`, cells may hang together by a corner only. */
export function drawBlob(random: Random, count: number, side = 4, loose = false): Spot[] {
  const taken = new Uint8Array(side * side)
  const spots: Spot[] = [[random.below(side), random.below(side)]]
  taken[spots[0]![0] * side + spots[0]![1]] = 1
  while (spots.length < Math.min(count, side * side)) {
    const from = random.pick(spots)
    const step = random.pick(loose && random.oneIn(2) ? CORNERS : SIDES)
    const [i, j] = [from[0] + step[0], from[1] + step[1]]
    if (i < 0 || j < 0 || i >= side || j >= side || taken[i * side + j] === 1) continue
    taken[i * side + j] = 1
    spots.push([i, j])
  }
  return moveToOrigin(spots)
}

/** The shape that these places have. */
export function moveToOrigin(spots: readonly Spot[]): Spot[] {
  let [top, left] = spots[0]!
  for (const [i, j] of spots) {
    top = Math.min(top, i)
    left = Math.min(left, j)
  }
  const moved = spots.map(([i, j]): Spot => [i - top, j - left])
  return moved.sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

export function isSameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every(([i, j], k) => b[k]![0] === i && b[k]![1] === j)
}

/** A shape with its upper left corner at a place. */
export function placeShape(shape: Shape, top: number, left: number): Placed {
  let [height, width] = [1, 1]
  for (const [i, j] of shape) {
    height = Math.max(height, i + 1)
    width = Math.max(width, j + 1)
  }
  return { spots: shape.map(([i, j]) => [top + i, left + j]), top, left, height, width }
}

/** Room that is kept: between the boxes of any two shapes (1 unless said), and along the border of the grid (none). */
export interface Room {
  readonly gap?: number
  readonly margin?: number
}

const PLACES_TRIED = 30

/** Finds a place for every shape, in the order given; nothing when one of them does not fit in. */
export function scatter(
  random: Random,
  { height, width }: { readonly height: number; readonly width: number },
  shapes: readonly Shape[],
  { gap = 1, margin = 0 }: Room = {},
): Placed[] | undefined {
  const placed: Placed[] = []
  for (const shape of shapes) {
    const size = placeShape(shape, 0, 0)
    const rows = height - size.height - 2 * margin + 1
    const columns = width - size.width - 2 * margin + 1
    if (rows < 1 || columns < 1) return undefined
    let tries = 0
    for (;;) {
      const next = { ...size, top: margin + random.below(rows), left: margin + random.below(columns) }
      if (placed.every((other) => !isNear(next, other, gap))) {
        placed.push(placeShape(shape, next.top, next.left))
        break
      }
      if (++tries === PLACES_TRIED) return undefined
    }
  }
  return placed
}

type Box = Omit<Placed, 'spots'>

function isNear(a: Box, b: Box, gap: number): boolean {
  const apart = a.top + a.height + gap <= b.top || b.top + b.height + gap <= a.top
  return !apart && a.left + a.width + gap > b.left && b.left + b.width + gap > a.left
}

/** The least number of steps up, down, left and right between places of the two. */
export function stepsBetween(a: readonly Spot[], b: readonly Spot[]): number {
  let least = Infinity
  for (const [i, j] of a) for (const [k, l] of b) least = Math.min(least, Math.abs(i - k) + Math.abs(j - l))
  return least
}

/** The part of a sheet under the box of a shape. */
export function cutOut(sheet: Sheet, { top, left, height, width }: Placed): Sheet {
  return sheet.crop(top, left, height, width)
}

/** The only element with the greatest number; nothing when several have it. */
export function onlyMost<T>(items: readonly T[], measure: (item: T) => number): T | undefined {
  const most = Math.max(...items.map(measure))
  const found = items.filter((item) => measure(item) === most)
  return found.length === 1 ? found[0] : undefined
}

/** The only element with the least number; nothing when several have it. */
export function onlyLeast<T>(items: readonly T[], measure: (item: T) => number): T | undefined {
  return onlyMost(items, (item) => -measure(item))
}
