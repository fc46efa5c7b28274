// Families in which something is counted, sorted, or left out when it was there before.

import type { Family } from './family.ts'
import { drawScene, drawShapes } from './scene.ts'
import { drawBlob, onlyMost } from './shapes.ts'
import { Sheet } from './sheet.ts'

const sizeList: Family = {
  id: 'sizelist',
  title: 'The colours of the objects as a row, from the smallest object to the largest.',
  draw(random) {
    const sizes = random.shuffle([1, 2, 3, 4, 5, 6, 7, 8]).slice(0, random.between(2, 6))
    const scene = drawScene(
      random,
      sizes.map((size) => drawBlob(random, size)),
      { sides: [10, 20] },
    )
    if (scene === undefined) return undefined
    const sorted = [...scene.objects].sort((a, b) => a.spots.length - b.spots.length)
    return { input: scene.sheet, output: Sheet.from(1, sorted.length, (_, j) => sorted[j]!.color) }
  },
}

const sizeGap: Family = {
  id: 'sizegap1',
  title: 'A column in the colour of the largest object, as high as it has more cells than the smallest one.',
  draw(random) {
    const shapes = drawShapes(random.between(2, 5), () => drawBlob(random, random.between(1, 16), 5))
    const scene = drawScene(random, shapes, { sides: [12, 24] })
    const largest = scene && onlyMost(scene.objects, ({ spots }) => spots.length)
    if (scene === undefined || largest === undefined) return undefined
    const least = Math.min(...scene.objects.map(({ spots }) => spots.length))
    return { input: scene.sheet, output: new Sheet(largest.spots.length - least, 1, largest.color) }
  },
}

const sortBars: Family = {
  id: 'sortbars',
  title: 'The bars that stand on the floor are sorted, the lowest first.',
  draw(random) {
    const count = random.between(3, 10)
    const height = random.between(count, 20)
    const heights = random.shuffle(Array.from({ length: height }, (_, k) => k + 1)).slice(0, count)
    const bars = heights.map((length) => ({ length, color: random.color(0) }))
    const drawBars = (list: typeof bars) =>
      Sheet.from(height, count, (i, j) => (i >= height - list[j]!.length ? list[j]!.color : 0))
    const sorted = [...bars].sort((a, b) => a.length - b.length)
    return { input: drawBars(bars), output: drawBars(sorted) }
  },
}

const noRepeats: Family = {
  id: 'norepeat',
  title: 'Rows, and then columns, that were there before are left out.',
  draw(random) {
    const colors = random.colors(random.between(2, 4))
    const small = Sheet.noise(random, random.between(2, 6), random.between(2, 6), colors)
    const pickLines = (side: number, count: number) => Array.from({ length: count }, () => random.below(side))
    const rows = pickLines(small.height, random.between(5, 12))
    const columns = random.oneIn(3)
      ? Array.from({ length: small.width }, (_, j) => j)
      : pickLines(small.width, random.between(5, 12))
    const input = Sheet.from(rows.length, columns.length, (i, j) => small.at(rows[i]!, columns[j]!))
    return { input, output: dropRepeats(dropRepeats(input).transposed()).transposed() }
  },
}

function dropRepeats(sheet: Sheet): Sheet {
  const rows: Sheet[] = []
  for (let i = 0; i < sheet.height; i++) {
    const row = sheet.crop(i, 0, 1, sheet.width)
    if (!rows.some((other) => other.equals(row))) rows.push(row)
  }
  return Sheet.from(rows.length, sheet.width, (i, j) => rows[i]!.at(0, j))
}

export const countingFamilies: readonly Family[] = [sizeList, sizeGap, sortBars, noRepeats]
