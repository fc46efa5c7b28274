// Families about the boxes around objects: rings, corners, centres.

import type { Family } from './family.ts'
import { drawScene, drawShapes } from './scene.ts'
import { type Spot } from './sheet.ts'
import { drawBlob, rectangle, ring } from './shapes.ts'

const rings: Family = {
  id: 'outrings',
  title: 'Around each object a ring of its own colour is drawn.',
  draw(random) {
    const shapes = drawShapes(random.between(2, 4), () => drawBlob(random, random.between(1, 6), 3))
    const colors = random.oneIn(3) ? random.colors(1).flatMap((color) => shapes.map(() => color)) : undefined
    const scene = drawScene(random, shapes, { sides: [12, 22], gap: 2, ...(colors && { colors }) })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width, color } of scene.objects)
      output.paint(ring(height + 2, width + 2, top - 1, left - 1), color)
    return { input: scene.sheet, output }
  },
}

const insideRings: Family = {
  id: 'inrings1',
  title: 'Each block gets a ring and a middle point of the background; of several middles the lower right one.',
  draw(random) {
    const shapes = drawShapes(random.between(1, 3), () => rectangle(random.between(5, 8), random.between(5, 8)))
    const scene = drawScene(random, shapes, { sides: [14, 26] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width } of scene.objects) {
      output.paint(ring(height - 2, width - 2, top + 1, left + 1), scene.background)
      output.set(top + (height >> 1), left + (width >> 1), scene.background)
    }
    return { input: scene.sheet, output }
  },
}

const corners: Family = {
  id: 'fourcorn',
  title: 'The corners of the box around each object are marked: blue and red above, green and yellow below.',
  draw(random) {
    const plus: Spot[] = [
      [0, 1],
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 1],
    ]
    const isPlus = random.oneIn(3)
    const shapes = drawShapes(random.between(2, 4), () => (isPlus ? plus : drawBlob(random, random.between(4, 9))))
    const scene = drawScene(random, shapes, { without: [1, 2, 3, 4] })
    if (scene === undefined || scene.objects.some(({ height, width }) => height < 2 || width < 2)) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width } of scene.objects) {
      const [bottom, right] = [top + height - 1, left + width - 1]
      output.set(top, left, 1).set(top, right, 2).set(bottom, left, 3).set(bottom, right, 4)
    }
    return { input: scene.sheet, output }
  },
}

const freeCorners: Family = {
  id: 'cornmark',
  title: 'The corners of the box around each object turn gray where they are free.',
  draw(random) {
    const shapes = drawShapes(random.between(2, 5), () => drawBlob(random, random.between(3, 7)))
    const scene = drawScene(random, shapes, { without: [5] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width } of scene.objects) {
      const [bottom, right] = [top + height - 1, left + width - 1]
      const spots: Spot[] = [
        [top, left],
        [top, right],
        [bottom, left],
        [bottom, right],
      ]
      output.paintUnder(spots, 5, scene.background)
    }
    return scene.sheet.equals(output) ? undefined : { input: scene.sheet, output }
  },
}

const middles: Family = {
  id: 'massmark',
  title: 'The centre of mass of each object, rounded up and left, is marked black; the background is never black.',
  draw(random) {
    const shapes = drawShapes(random.between(1, 4), () => drawBlob(random, random.between(4, 12), 5))
    const scene = drawScene(random, shapes, { sides: [12, 20], without: [0] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { spots } of scene.objects) {
      const rows = spots.reduce((sum, [i]) => sum + i, 0)
      const columns = spots.reduce((sum, [, j]) => sum + j, 0)
      output.set(Math.floor(rows / spots.length), Math.floor(columns / spots.length), 0)
    }
    return { input: scene.sheet, output }
  },
}

const fullBoxes: Family = {
  id: 'boxfull1',
  title: 'Each object grows to the full box around it.',
  draw(random) {
    const shapes = drawShapes(random.between(2, 5), () => drawBlob(random, random.between(2, 8)))
    const scene = drawScene(random, shapes, { sides: [10, 20] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width, color } of scene.objects)
      output.paint(rectangle(height, width, top, left), color)
    return { input: scene.sheet, output }
  },
}

const growth: Family = {
  id: 'bloated1',
  title: 'Each object swells to a full box two cells wider on every side, where the background lets it.',
  draw(random) {
    const shapes = drawShapes(random.between(1, 3), () => drawBlob(random, random.between(1, 4), 2))
    const scene = drawScene(random, shapes, { sides: [14, 24], gap: 4 })
    if (scene === undefined) return undefined
    const { sheet, background, objects } = scene
    const output = sheet.copy()
    for (const { top, left, height, width, color } of objects)
      output.paintUnder(rectangle(height + 4, width + 4, top - 2, left - 2), color, background)
    return { input: sheet, output }
  },
}

export const boxFamilies: readonly Family[] = [rings, insideRings, corners, freeCorners, middles, fullBoxes, growth]
