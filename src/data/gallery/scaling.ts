// Families in which grids and objects grow and shrink.

import { type Family, fails, noGrid, partly, wrong } from './family.ts'
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
  solver: `
def solve_scalecol(I):
    x1 = numcolors(I)
    O = upscale(I, x1)
    return O
`,
  others: [
    partly(`
def solve_twofold_scalecol(I):
    O = upscale(I, TWO)
    return O
`),
    wrong(`
def solve_across_scalecol(I):
    x1 = numcolors(I)
    O = hupscale(I, x1)
    return O
`),
    fails(`
def solve_palette_scalecol(I):
    x1 = palette(I)
    O = upscale(I, x1)
    return O
`),
  ],
}

const stretch: Family = {
  id: 'stretch1',
  title: 'A grid that is higher than wide becomes twice as wide, any other one three times as high.',
  draw(random) {
    const [height, width] = [random.between(2, 10), random.between(2, 10)]
    const input = Sheet.noise(random, height, width, random.colors(random.between(3, 5)))
    return { input, output: height > width ? enlarge(input, 1, 2) : enlarge(input, 3, 1) }
  },
  solver: `
def solve_stretch1(I):
    x1 = portrait(I)
    x2 = hupscale(I, TWO)
    x3 = vupscale(I, THREE)
    O = branch(x1, x2, x3)
    return O
`,
  others: [
    partly(`
def solve_wide_stretch1(I):
    O = hupscale(I, TWO)
    return O
`),
    partly(`
def solve_double_stretch1(I):
    x1 = portrait(I)
    x2 = branch(x1, hupscale, vupscale)
    O = x2(I, TWO)
    return O
`),
  ],
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
  solver: `
def solve_shrinkto(I):
    x1 = objects(I, T, F, F)
    x2 = valmin(x1, width)
    O = downscale(I, x2)
    return O
`,
  others: [
    partly(`
def solve_half_shrinkto(I):
    O = downscale(I, TWO)
    return O
`),
    wrong(`
def solve_toofar_shrinkto(I):
    x1 = objects(I, T, F, F)
    x2 = valmin(x1, width)
    x3 = double(x2)
    O = downscale(I, x3)
    return O
`),
    fails(`
def solve_divided_shrinkto(I):
    x1 = objects(I, T, F, F)
    x2 = valmin(x1, width)
    x3 = shape(I)
    x4 = divide(x3, x2)
    O = downscale(I, x4)
    return O
`),
  ],
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
  solver: `
def solve_growobj1(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = upscale(x2, TWO)
    x4 = cover(I, x2)
    O = paint(x4, x3)
    return O
`,
  others: [
    partly(`
def solve_uncovered_growobj1(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = upscale(x2, TWO)
    O = paint(I, x3)
    return O
`),
    wrong(`
def solve_threefold_growobj1(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = upscale(x2, THREE)
    x4 = cover(I, x2)
    O = paint(x4, x3)
    return O
`),
    fails(`
def solve_indices_growobj1(I):
    x1 = objects(I, F, F, T)
    x2 = toindices(first(x1))
    x3 = upscale(x2, TWO)
    O = fill(I, TWO, x3)
    return O
`),
  ],
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
  solver: `
def solve_widesqua(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, width)
    x3 = color(x2)
    x4 = valmax(x1, width)
    x5 = astuple(x4, x4)
    O = canvas(x3, x5)
    return O
`,
  others: [
    partly(`
def solve_largest_widesqua(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = color(x2)
    x4 = width(x2)
    x5 = astuple(x4, x4)
    O = canvas(x3, x5)
    return O
`),
    noGrid(`
def solve_side_widesqua(I):
    x1 = objects(I, T, F, T)
    x2 = valmax(x1, width)
    O = repeat(x2, x2)
    return O
`),
  ],
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
  solver: `
def solve_lowright(I):
    x1 = shape(I)
    x2 = double(x1)
    x3 = leastcolor(I)
    x4 = canvas(x3, x2)
    x5 = asobject(I)
    x6 = shift(x5, x1)
    O = paint(x4, x6)
    return O
`,
  others: [
    wrong(`
def solve_upperleft_lowright(I):
    x1 = shape(I)
    x2 = double(x1)
    x3 = leastcolor(I)
    x4 = canvas(x3, x2)
    x5 = asobject(I)
    O = paint(x4, x5)
    return O
`),
    partly(`
def solve_black_lowright(I):
    x1 = canvas(ZERO, double(shape(I)))
    x2 = shift(asobject(I), shape(I))
    O = paint(x1, x2)
    return O
`),
    noGrid(`
def solve_moved_lowright(I):
    x1 = asobject(I)
    x2 = shape(I)
    O = shift(x1, x2)
    return O
`),
  ],
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
  solver: `
def solve_edgework(I):
    x1 = shape(I)
    x2 = decrement(x1)
    x3 = crop(I, UNITY, x2)
    x4 = increment(x1)
    x5 = canvas(TWO, x4)
    x6 = shift(asobject(I), UNITY)
    x7 = paint(x5, x6)
    x8 = portrait(I)
    O = branch(x8, x3, x7)
    return O
`,
  others: [
    partly(`
def solve_lastones_edgework(I):
    x1 = shape(I)
    x2 = crop(I, ORIGIN, decrement(x1))
    x3 = canvas(TWO, increment(x1))
    x4 = paint(x3, shift(asobject(I), UNITY))
    O = branch(portrait(I), x2, x4)
    return O
`),
    partly(`
def solve_cut_edgework(I):
    x1 = decrement(shape(I))
    O = crop(I, UNITY, x1)
    return O
`),
  ],
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
