// Families about patterns: found, taken out, repeated.

import type { Family } from './family.ts'
import { drawShapes } from './scene.ts'
import { rectangle, scatter } from './shapes.ts'
import { Sheet, type Spot } from './sheet.ts'

function repeatTile(tile: Sheet, height: number, width: number): Sheet {
  return Sheet.from(height, width, (i, j) => tile.at(i % tile.height, j % tile.width))
}

/** Whether every cell equals the cell at a distance of rows up, or columns to the left. */
function repeatsAfter(sheet: Sheet, down: number, across: number): boolean {
  for (let i = down; i < sheet.height; i++)
    for (let j = across; j < sheet.width; j++) if (sheet.at(i, j) !== sheet.at(i - down, j - across)) return false
  return true
}

const oneTile: Family = {
  id: 'onetile1',
  title: 'The smallest tile that makes the wallpaper.',
  draw(random) {
    const colors = random.colors(random.between(2, 5))
    const tile = Sheet.noise(random, random.between(2, 4), random.between(2, 5), colors)
    const input = repeatTile(tile, random.between(2 * tile.height, 18), random.between(2 * tile.width, 18))
    for (let down = 1; down < tile.height; down++) if (repeatsAfter(input, down, 0)) return undefined
    for (let across = 1; across < tile.width; across++) if (repeatsAfter(input, 0, across)) return undefined
    return { input, output: tile }
  },
}

const wallpaper: Family = {
  id: 'tilefull',
  title: 'The tile in the upper left corner is repeated over the whole grid.',
  draw(random) {
    const tile = Sheet.noise(random, random.between(2, 4), random.between(2, 4), random.colors(random.between(2, 4), 0))
    const [height, width] = [random.between(2 * tile.height, 16), random.between(2 * tile.width, 16)]
    const input = new Sheet(height, width).place(tile, 0, 0)
    return { input, output: repeatTile(tile, height, width) }
  },
}

const findPairs: Family = {
  id: 'findpair',
  title: 'Wherever a red cell is right beside a blue one, both turn cyan.',
  draw(random) {
    const colors = [1, 2, random.color(1, 2, 8), random.color(1, 2, 8)]
    const input = Sheet.noise(random, random.between(5, 16), random.between(5, 20), colors)
    const output = input.copy()
    for (const [i, j] of input.spotsOf(1)) {
      if (input.has(i, j + 1) && input.at(i, j + 1) === 2) output.set(i, j, 8).set(i, j + 1, 8)
    }
    return input.equals(output) ? undefined : { input, output }
  },
}

const JUMPS: readonly Spot[] = [
  [1, 2],
  [1, -2],
  [-1, 2],
  [-1, -2],
  [2, 1],
  [2, -1],
  [-2, 1],
  [-2, -1],
]

const knights: Family = {
  id: 'knights1',
  title: "Yellow marks where the cyan knight's next move may lead; other pieces are taken.",
  draw(random) {
    const [background, piece] = random.colors(2, 4, 8)
    const input = new Sheet(random.between(5, 14), random.between(5, 14), background)
    const places = scatter(
      random,
      input,
      drawShapes(random.between(1, 8), () => [[0, 0]]),
      { gap: 0 },
    )
    if (places === undefined) return undefined
    for (const { spots } of places) input.paint(spots, piece!)
    const [row, column] = places[0]!.spots[0]!
    input.set(row, column, 8)
    const output = input.copy().paint(
      JUMPS.map(([i, j]) => [row + i, column + j]),
      4,
    )
    return { input, output }
  },
}

const doubleFrame: Family = {
  id: 'dropfram',
  title: 'What lies inside the largest frame, and nothing else.',
  draw(random) {
    const [background, frame, ...colors] = random.colors(5)
    const frames = drawShapes(random.between(2, 3), () => rectangle(random.between(4, 9), random.between(4, 9)))
    const input = new Sheet(random.between(14, 24), random.between(14, 24), background)
    const placed = scatter(random, input, frames)
    if (placed === undefined) return undefined
    const sorted = placed.sort((a, b) => a.spots.length - b.spots.length)
    if (sorted.at(-1)!.spots.length === sorted.at(-2)!.spots.length) return undefined
    const insides = sorted.map(({ top, left, height, width, spots }) => {
      const inside = Sheet.noise(random, height - 2, width - 2, [background!, ...colors])
      input.paint(spots, frame!).place(inside, top + 1, left + 1)
      return inside
    })
    // A frame is found by its box, so the longest one must be the largest one, too.
    const lengths = sorted.map(({ height, width }) => height + width)
    if (lengths.slice(0, -1).some((length) => length >= lengths.at(-1)!)) return undefined
    return { input, output: insides.at(-1)! }
  },
}

export const patternFamilies: readonly Family[] = [oneTile, wallpaper, findPairs, knights, doubleFrame]
