// Families in which grids and objects grow and shrink.

import type { Family } from './family.ts'
import { drawScene, drawShapes } from './scene.ts'
import { besideOf, drawBlob, drawRectangle, onlyLeast, onlyMost, placeShape, rectangle } from './shapes.ts'
import { Sheet } from './sheet.ts'

function enlarge(sheet: Sheet, down: number, across: number): Sheet {
  const { height, width } = sheet
  return Sheet.from(height * down, width * across, (i, j) => sheet.at(Math.floor(i / down), Math.floor(j / across)))
}

const byColors: Family = {
  id: 'scalecol',
  title: 'Every cell becomes a square, its side the number of colours.',
  draw(random) {
    const [height, width] = [random.between(2, 7), random.between(2, 7)]
    const input = Sheet.noise(random, height, width, random.colors(random.between(2, 4)))
    const factor = input.colors().length
    return factor < 2 ? undefined : { input, output: enlarge(input, factor, factor) }
  },
}

const stretch: Family = {
  id: 'stretch1',
  title: 'A grid that is higher than wide becomes twice as wide, any other one three times as high.',
  draw(random) {
    const [height, width] = [random.between(2, 10), random.between(2, 10)]
    const input = Sheet.noise(random, height, width, random.colors(random.between(3, 5)))
    return { input, output: height > width ? enlarge(input, 1, 2) : enlarge(input, 3, 1) }
  },
}

const shrink: Family = {
  id: 'shrinkto',
  title: 'A picture made of equal squares is shrunk until each square is a cell.',
  draw(random) {
    const factor = random.between(2, 4)
    const most = Math.floor(28 / factor)
    const small = Sheet.noise(
      random,
      random.between(3, most),
      random.between(3, most),
      random.colors(random.between(3, 5)),
    )
    // The program finds the factor from a square that has no neighbour of its own colour.
    const hasSingle = rectangle(small.height, small.width).some(([i, j]) =>
      besideOf([i, j]).every(([k, l]) => !small.has(k, l) || small.at(k, l) !== small.at(i, j)),
    )
    return hasSingle ? { input: enlarge(small, factor, factor), output: small } : undefined
  },
}

const growObject: Family = {
  id: 'growobj1',
  title: 'The object becomes twice as large; its upper left corner stays.',
  draw(random) {
    const background = random.color()
    const shape = random.oneIn(3) ? drawRectangle(random, 1, 3) : drawBlob(random, random.between(3, 8))
    const { height, width } = placeShape(shape, 0, 0)
    const [top, left] = [random.below(4), random.below(4)]
    const input = new Sheet(
      top + 2 * height + random.between(2, 6),
      left + 2 * width + random.between(2, 6),
      background,
    )
    const output = input.copy()
    const colors = random.colors(2, background)
    for (const [i, j] of shape) {
      const color = random.pick(colors)
      input.set(top + i, left + j, color)
      for (let k = 0; k < 4; k++) output.set(top + 2 * i + (k >> 1), left + 2 * j + (k & 1), color)
    }
    return input.isMostly(background) ? { input, output } : undefined
  },
}

const widestSquare: Family = {
  id: 'widesqua',
  title: 'A square in the colour of the widest object, and as wide as it.',
  draw(random) {
    const shapes = drawShapes(random.between(3, 5), () => drawBlob(random, random.between(2, 9), 6))
    const scene = drawScene(random, shapes, { sides: [14, 24] })
    const widest = scene && onlyMost(scene.objects, ({ width }) => width)
    return widest && { input: scene.sheet, output: new Sheet(widest.width, widest.width, widest.color) }
  },
}

const lowerRight: Family = {
  id: 'lowright',
  title: 'The grid in the lower right quarter of one twice as large, which has its rarest colour.',
  draw(random) {
    const colors = random.colors(random.between(2, 4))
    const input = Sheet.noise(random, random.between(3, 12), random.between(3, 12), colors)
    const counts = input.counts()
    const rarest = onlyLeast(input.colors(), (color) => counts[color]!)
    const { height, width } = input
    if (rarest === undefined) return undefined
    return { input, output: new Sheet(2 * height, 2 * width, rarest).place(input, height, width) }
  },
}

const edges: Family = {
  id: 'edgework',
  title:
    'A grid higher than wide loses its first row and column; any other one gets a red row above and column before it.',
  draw(random) {
    const input = Sheet.noise(random, random.between(3, 18), random.between(3, 18), random.colors(random.between(2, 5)))
    const { height, width } = input
    const output =
      height > width ? input.crop(1, 1, height - 1, width - 1) : new Sheet(height + 1, width + 1, 2).place(input, 1, 1)
    return { input, output }
  },
}

export const scalingFamilies: readonly Family[] = [
  byColors,
  stretch,
  shrink,
  growObject,
  widestSquare,
  lowerRight,
  edges,
]
