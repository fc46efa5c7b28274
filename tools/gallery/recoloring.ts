// Families in which objects get other colours by what they are like.

import type { Family } from './family.ts'
import { drawScene, drawShapes } from './scene.ts'
import { drawBlob, drawRectangle, onlyLeast, onlyMost, rectangle, ring } from './shapes.ts'

const rankBySize: Family = {
  id: 'rankcol1',
  title: 'The largest object turns red, the smallest blue, all others gray.',
  draw(random) {
    const count = random.between(3, 5)
    const color = random.color(1, 2, 5)
    const shapes = drawShapes(count, () => drawBlob(random, random.between(1, 10)))
    const scene = drawScene(random, shapes, { without: [1, 2, 5], colors: shapes.map(() => color) })
    const largest = scene && onlyMost(scene.objects, ({ spots }) => spots.length)
    const smallest = scene && onlyLeast(scene.objects, ({ spots }) => spots.length)
    if (scene === undefined || largest === undefined || smallest === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { spots } of scene.objects) output.paint(spots, 5)
    return { input: scene.sheet, output: output.paint(largest.spots, 2).paint(smallest.spots, 1) }
  },
}

const squares: Family = {
  id: 'squares1',
  title: 'Squares turn red, other rectangles blue.',
  draw(random) {
    const shapes = drawShapes(random.between(3, 6), () => drawRectangle(random, 1, 5))
    const scene = drawScene(random, shapes, { sides: [12, 22], without: [1, 2] })
    if (scene === undefined) return undefined
    const square = scene.objects.filter(({ height, width }) => height === width)
    if (square.length === 0 || square.length === scene.objects.length) return undefined
    const output = scene.sheet.copy()
    for (const { spots, height, width } of scene.objects) output.paint(spots, height === width ? 2 : 1)
    return { input: scene.sheet, output }
  },
}

const bars: Family = {
  id: 'barsways',
  title: 'Upright bars turn green, lying bars yellow; blocks stay as they are.',
  draw(random) {
    const kinds = drawShapes(random.between(4, 7), () => {
      const length = random.between(2, 6)
      const blocks = [rectangle(length, 1), rectangle(1, length), rectangle(random.between(2, 4), random.between(2, 4))]
      return random.pick(blocks)
    })
    const scene = drawScene(random, kinds, { sides: [12, 24], without: [3, 4] })
    if (scene === undefined || !kinds.some((shape) => shape.every(([, j]) => j === 0))) return undefined
    if (!kinds.some((shape) => shape.every(([i]) => i === 0))) return undefined
    const output = scene.sheet.copy()
    for (const { spots, height, width } of scene.objects) {
      if (width === 1) output.paint(spots, 3)
      else if (height === 1) output.paint(spots, 4)
    }
    return { input: scene.sheet, output }
  },
}

const evenSizes: Family = {
  id: 'evenodds',
  title: 'Objects with an even number of cells turn cyan, those with an odd number green.',
  draw(random) {
    const shapes = drawShapes(random.between(2, 6), () => drawBlob(random, random.between(1, 8)))
    const scene = drawScene(random, shapes, { without: [3, 8] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { spots } of scene.objects) output.paint(spots, spots.length % 2 === 0 ? 8 : 3)
    return { input: scene.sheet, output }
  },
}

const redAndTall: Family = {
  id: 'redtall1',
  title: 'Objects that have a red cell and are higher than two cells turn green.',
  draw(random) {
    const shapes = drawShapes(random.between(3, 5), () => drawBlob(random, random.between(3, 8)))
    const scene = drawScene(random, shapes, { sides: [12, 18], without: [2, 3] })
    if (scene === undefined) return undefined
    const { sheet, objects } = scene
    const red = objects.filter(() => random.oneIn(2))
    for (const { spots } of red) sheet.paint([random.pick(spots)], 2)
    const output = sheet.copy()
    for (const { spots, height } of red) if (height > 2) output.paint(spots, 3)
    return { input: sheet, output }
  },
}

const hollow: Family = {
  id: 'hollows1',
  title: 'Hollow squares are filled with red, other hollow rectangles with yellow.',
  draw(random) {
    const shapes = drawShapes(random.between(2, 5), () => {
      const [height, width] = [random.between(3, 6), random.between(3, 6)]
      return random.oneIn(4) ? rectangle(height, width) : ring(height, random.oneIn(3) ? height : width)
    })
    const scene = drawScene(random, shapes, { sides: [14, 24], without: [2, 4] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { spots, top, left, height, width } of scene.objects) {
      if (spots.length === height * width) continue
      output.paint(rectangle(height - 2, width - 2, top + 1, left + 1), height === width ? 2 : 4)
    }
    return { input: scene.sheet, output }
  },
}

const extremes: Family = {
  id: 'extremes',
  title: 'The lowest object turns red, then the highest green, the leftmost yellow and the rightmost blue.',
  draw(random) {
    const shapes = drawShapes(random.between(3, 6), () => drawBlob(random, random.between(2, 7)))
    const scene = drawScene(random, shapes, { sides: [12, 20], without: [1, 2, 3, 4] })
    if (scene === undefined) return undefined
    const lowest = onlyMost(scene.objects, ({ top, height }) => top + height)
    const highest = onlyLeast(scene.objects, ({ top }) => top)
    const leftmost = onlyLeast(scene.objects, ({ left }) => left)
    const rightmost = onlyMost(scene.objects, ({ left, width }) => left + width)
    if (!lowest || !highest || !leftmost || !rightmost) return undefined
    const output = scene.sheet.copy().paint(lowest.spots, 2).paint(highest.spots, 3)
    return { input: scene.sheet, output: output.paint(leftmost.spots, 4).paint(rightmost.spots, 1) }
  },
}

export const recoloringFamilies: readonly Family[] = [
  rankBySize,
  squares,
  bars,
  evenSizes,
  redAndTall,
  hollow,
  extremes,
]
