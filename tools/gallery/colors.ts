// Families about the colours of a grid.

import type { Family } from './family.ts'
import { drawScene, drawShapes } from './scene.ts'
import { drawBlob, onlyLeast, ring, scatter } from './shapes.ts'
import { Sheet } from './sheet.ts'

const frameOff: Family = {
  id: 'frameoff',
  title: 'The frame comes off, and the rarest colour inside takes on its colour.',
  draw(random) {
    const [frame, ...colors] = random.colors(random.between(3, 5))
    const inside = Sheet.noise(random, random.between(3, 16), random.between(3, 16), colors)
    const counts = inside.counts()
    const rarest = onlyLeast(inside.colors(), (color) => counts[color]!)
    if (rarest === undefined || rarest === onlyColor(inside)) return undefined
    const input = new Sheet(inside.height + 2, inside.width + 2, frame).place(inside, 1, 1)
    const output = Sheet.from(inside.height, inside.width, (i, j) =>
      inside.at(i, j) === rarest ? frame! : inside.at(i, j),
    )
    return { input, output }
  },
}

function onlyColor(sheet: Sheet): number | undefined {
  const colors = sheet.colors()
  return colors.length === 1 ? colors[0] : undefined
}

const negative: Family = {
  id: 'negative',
  title: 'The two colours of the grid change places.',
  draw(random) {
    const [a, b] = random.oneIn(3) ? [0, random.color(0)] : random.colors(2)
    const input = Sheet.noise(random, random.between(5, 20), random.between(5, 20), [a!, b!])
    if (input.colors().length < 2) return undefined
    return { input, output: Sheet.from(input.height, input.width, (i, j) => (input.at(i, j) === a ? b! : a!)) }
  },
}

const colorColumn: Family = {
  id: 'colorcol',
  title: 'The colours of the objects as a column, in ascending order.',
  draw(random) {
    const shapes = drawShapes(random.between(1, 7), () => drawBlob(random, random.between(1, 6)))
    const scene = drawScene(random, shapes)
    if (scene === undefined) return undefined
    const colors = scene.sheet.colors().filter((color) => color !== scene.background)
    return { input: scene.sheet, output: Sheet.from(colors.length, 1, (i) => colors[i]!) }
  },
}

const byFrequency: Family = {
  id: 'rarefreq',
  title: 'All colours of the grid as a row, from the rarest to the most frequent.',
  draw(random) {
    const colors = random.colors(random.between(2, 6))
    const input = Sheet.from(
      random.between(5, 18),
      random.between(5, 18),
      () => colors[Math.min(random.below(6), random.below(6)) % colors.length]!,
    )
    const counts = input.counts()
    const sorted = input.colors().sort((a, b) => counts[a]! - counts[b]!)
    if (sorted.some((color, k) => k > 0 && counts[color] === counts[sorted[k - 1]!])) return undefined
    return { input, output: Sheet.from(1, sorted.length, (_, j) => sorted[j]!) }
  },
}

const legend: Family = {
  id: 'legendrw',
  title: 'The gray objects, from left to right, get the colours of the first row in its order.',
  draw(random) {
    const count = random.between(2, 4)
    const colors = random.colors(count, 0, 5)
    const width = random.between(12, 24)
    const input = new Sheet(random.between(9, 16), width)
    const columns = random.shuffle(Array.from({ length: width }, (_, j) => j)).slice(0, count)
    columns.sort((a, b) => a - b)
    for (const [k, column] of columns.entries()) input.set(0, column, colors[k]!)
    const shapes = drawShapes(count, () => drawBlob(random, random.between(2, 7)))
    const placed = scatter(random, { height: input.height - 2, width }, shapes)
    if (placed === undefined) return undefined
    const sorted = placed.sort((a, b) => a.left - b.left)
    if (sorted.some(({ left }, k) => k > 0 && left === sorted[k - 1]!.left)) return undefined
    const output = input.copy()
    for (const [k, { spots }] of sorted.entries()) {
      const lower = spots.map(([i, j]) => [i + 2, j] as const)
      input.paint(lower, 5)
      output.paint(lower, colors[k]!)
    }
    return { input, output }
  },
}

const checkers: Family = {
  id: 'checkers',
  title: 'The background becomes a chessboard: gray where row and column add up to an even number.',
  draw(random) {
    const shapes = drawShapes(random.between(1, 4), () => drawBlob(random, random.between(2, 8)))
    const scene = drawScene(random, shapes, { sides: [8, 18], without: [5] })
    if (scene === undefined) return undefined
    const { sheet, background } = scene
    const output = Sheet.from(sheet.height, sheet.width, (i, j) =>
      sheet.at(i, j) === background && (i + j) % 2 === 0 ? 5 : sheet.at(i, j),
    )
    return { input: sheet, output }
  },
}

const majority: Family = {
  id: 'majority',
  title: 'A small square: blue where blue cells outnumber red ones, red where it is the other way round.',
  draw(random) {
    const color = random.color(1, 2)
    const input = Sheet.noise(random, random.between(5, 20), random.between(5, 20), [1, 2, color])
    if (random.oneIn(3)) input.paint(ring(input.height, input.width), color)
    const [, blue, red] = input.counts()
    return blue === red ? undefined : { input, output: new Sheet(3, 3, blue! > red! ? 1 : 2) }
  },
}

export const colorFamilies: readonly Family[] = [
  frameOff,
  negative,
  colorColumn,
  byFrequency,
  legend,
  checkers,
  majority,
]
