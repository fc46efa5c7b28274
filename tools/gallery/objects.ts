// Families in which objects are told apart by size, shape or number, and one is chosen.

import type { Family } from './family.ts'
import { drawScene, drawShapes } from './scene.ts'
import { cutOut, drawBlob, isSameShape, onlyLeast, onlyMost, placeShape } from './shapes.ts'
import { Sheet } from './sheet.ts'

const keepLargest: Family = {
  id: 'keepbig1',
  title: 'Only the largest object stays; cells that meet at a corner belong together.',
  draw(random) {
    const loose = random.oneIn(2)
    const shapes = drawShapes(random.between(3, 5), () => drawBlob(random, random.between(2, 9), 4, loose))
    const scene = drawScene(random, shapes)
    const largest = scene && onlyMost(scene.objects, ({ spots }) => spots.length)
    if (scene === undefined || largest === undefined) return undefined
    const { height, width } = scene.sheet
    return {
      input: scene.sheet,
      output: new Sheet(height, width, scene.background).paint(largest.spots, largest.color),
    }
  },
}

const cutSmallest: Family = {
  id: 'cutsmall',
  title: 'The smallest object is cut out.',
  draw(random) {
    const shapes = drawShapes(random.between(3, 5), () => drawBlob(random, random.between(2, 9)))
    const scene = drawScene(random, shapes, { sides: [12, 20] })
    const smallest = scene && onlyLeast(scene.objects, ({ spots }) => spots.length)
    return smallest && { input: scene.sheet, output: cutOut(scene.sheet, smallest) }
  },
}

const commonest: Family = {
  id: 'commonob',
  title: 'The object that occurs most often is cut out.',
  draw(random) {
    const kinds = drawShapes(3, () => drawBlob(random, random.between(3, 6), 3))
    const colors = random.colors(3)
    const counts = random.shuffle(
      random.pick([
        [3, 1, 1],
        [3, 2, 1],
        [2, 1, 1],
      ]),
    )
    const chosen = counts.flatMap((count, kind) => Array.from({ length: count }, () => kind))
    const shapes = chosen.map((kind) => kinds[kind]!)
    const scene = drawScene(random, shapes, { sides: [12, 20], colors: chosen.map((kind) => colors[kind]!) })
    if (scene === undefined) return undefined
    const winner = counts.indexOf(Math.max(...counts))
    const { height, width, spots } = placeShape(kinds[winner]!, 0, 0)
    return { input: scene.sheet, output: new Sheet(height, width, scene.background).paint(spots, colors[winner]!) }
  },
}

const oddShape: Family = {
  id: 'oddshape',
  title: 'The object whose form no other one has is cut out; colours do not count.',
  draw(random) {
    const usual = drawBlob(random, random.between(3, 6), 3)
    const odd = drawBlob(random, random.between(3, 6), 3)
    if (isSameShape(usual, odd)) return undefined
    const place = random.below(4)
    const shapes = drawShapes(random.between(4, 5), (k) => (k === place ? odd : usual))
    const scene = drawScene(random, shapes, { sides: [12, 22] })
    return scene && { input: scene.sheet, output: cutOut(scene.sheet, scene.objects[place]!) }
  },
}

const dropSpecks: Family = {
  id: 'nospecks',
  title: 'Single cells are specks of dust and vanish.',
  draw(random) {
    const blobs = random.between(2, 3)
    const specks = random.between(2, 6)
    const shapes = drawShapes(blobs + specks, (k) => drawBlob(random, k < blobs ? random.between(2, 10) : 1, 5))
    const scene = drawScene(random, shapes, { sides: [10, 24] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { spots } of scene.objects.slice(blobs)) output.paint(spots, scene.background)
    return { input: scene.sheet, output }
  },
}

const leaveBorder: Family = {
  id: 'atborder',
  title: 'Objects that lie at the border of the grid vanish.',
  draw(random) {
    const shapes = drawShapes(random.between(4, 7), () => drawBlob(random, random.between(1, 7)))
    const scene = drawScene(random, shapes, { sides: [10, 16] })
    if (scene === undefined) return undefined
    const { sheet, background, objects } = scene
    const gone = objects.filter(
      ({ top, left, height, width }) =>
        top === 0 || left === 0 || top + height === sheet.height || left + width === sheet.width,
    )
    if (gone.length === 0 || gone.length === objects.length) return undefined
    const output = sheet.copy()
    for (const { spots } of gone) output.paint(spots, background)
    return { input: sheet, output }
  },
}

export const objectFamilies: readonly Family[] = [
  keepLargest,
  cutSmallest,
  commonest,
  oddShape,
  dropSpecks,
  leaveBorder,
]
