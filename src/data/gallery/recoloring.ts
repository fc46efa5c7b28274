// Families in which objects get other colours by what they are like.

import { type Family, fails, noGrid, partly, wrong } from './family.ts'
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
  solver: `
def solve_rankcol1(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = first(x2)
    x4 = last(x2)
    x5 = merge(x1)
    x6 = fill(I, FIVE, x5)
    x7 = fill(x6, ONE, x3)
    O = fill(x7, TWO, x4)
    return O
`,
  others: [
    wrong(`
def solve_reversed_rankcol1(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = first(x2)
    x4 = last(x2)
    x5 = merge(x1)
    x6 = fill(I, FIVE, x5)
    x7 = fill(x6, TWO, x3)
    O = fill(x7, ONE, x4)
    return O
`),
    partly(`
def solve_height_rankcol1(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, height)
    x3 = argmax(x1, height)
    x4 = merge(x1)
    x5 = fill(I, FIVE, x4)
    x6 = fill(x5, ONE, x2)
    O = fill(x6, TWO, x3)
    return O
`),
    noGrid(`
def solve_sorted_rankcol1(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    O = apply(size, x2)
    return O
`),
  ],
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
  solver: `
def solve_squares1(I):
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, square)
    x3 = difference(x1, x2)
    x4 = merge(x2)
    x5 = merge(x3)
    x6 = fill(I, TWO, x4)
    O = fill(x6, ONE, x5)
    return O
`,
  others: [
    partly(`
def solve_tall_squares1(I):
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, portrait)
    x3 = difference(x1, x2)
    x4 = merge(x2)
    x5 = merge(x3)
    x6 = fill(I, ONE, x4)
    O = fill(x6, TWO, x5)
    return O
`),
    wrong(`
def solve_swapped_squares1(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, square)
    x3 = compose(flip, square)
    x4 = mfilter(x1, x3)
    x5 = fill(I, ONE, x2)
    O = fill(x5, TWO, x4)
    return O
`),
  ],
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
  solver: `
def solve_barsways(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, vline)
    x3 = mfilter(x1, hline)
    x4 = fill(I, THREE, x2)
    O = fill(x4, FOUR, x3)
    return O
`,
  others: [
    wrong(`
def solve_crossed_barsways(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, vline)
    x3 = mfilter(x1, hline)
    x4 = fill(I, FOUR, x2)
    O = fill(x4, THREE, x3)
    return O
`),
    partly(`
def solve_portrait_barsways(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, portrait)
    x3 = mfilter(x1, hline)
    x4 = fill(I, THREE, x2)
    O = fill(x4, FOUR, x3)
    return O
`),
  ],
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
  solver: `
def solve_evenodds(I):
    x1 = objects(I, T, F, T)
    x2 = chain(flip, even, size)
    x3 = mfilter(x1, x2)
    x4 = merge(x1)
    x5 = fill(I, EIGHT, x4)
    O = fill(x5, THREE, x3)
    return O
`,
  others: [
    partly(`
def solve_height_evenodds(I):
    x1 = objects(I, T, F, T)
    x2 = compose(even, height)
    x3 = mfilter(x1, x2)
    x4 = merge(x1)
    x5 = fill(I, THREE, x4)
    O = fill(x5, EIGHT, x3)
    return O
`),
    fails(`
def solve_unmeasured_evenodds(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, even)
    x3 = merge(x1)
    x4 = fill(I, THREE, x3)
    O = fill(x4, EIGHT, x2)
    return O
`),
  ],
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
  solver: `
def solve_redtall1(I):
    x1 = objects(I, F, F, T)
    x2 = lbind(contained, TWO)
    x3 = compose(x2, palette)
    x4 = rbind(greater, TWO)
    x5 = compose(x4, height)
    x6 = fork(both, x3, x5)
    x7 = mfilter(x1, x6)
    O = fill(I, THREE, x7)
    return O
`,
  others: [
    partly(`
def solve_either_redtall1(I):
    x1 = objects(I, F, F, T)
    x2 = lbind(contained, TWO)
    x3 = compose(x2, palette)
    x4 = rbind(greater, TWO)
    x5 = compose(x4, height)
    x6 = fork(either, x3, x5)
    x7 = mfilter(x1, x6)
    O = fill(I, THREE, x7)
    return O
`),
    partly(`
def solve_redonly_redtall1(I):
    x1 = objects(I, F, F, T)
    x2 = mfilter(x1, lambda obj: contained(2, palette(obj)))
    return fill(I, 3, x2)
`),
    fails(`
def solve_first_redtall1(I):
    x1 = objects(I, F, F, T)
    x2 = lbind(contained, TWO)
    x3 = compose(x2, palette)
    x4 = extract(x1, x3)
    O = fill(I, THREE, x4)
    return O
`),
  ],
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
  solver: `
def solve_hollows1(I):
    x1 = objects(I, T, F, T)
    x2 = fork(equality, height, width)
    x3 = sfilter(x1, x2)
    x4 = difference(x1, x3)
    x5 = mapply(delta, x3)
    x6 = mapply(delta, x4)
    x7 = fill(I, TWO, x5)
    O = fill(x7, FOUR, x6)
    return O
`,
  others: [
    partly(`
def solve_yellow_hollows1(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    O = fill(I, FOUR, x2)
    return O
`),
    partly(`
def solve_full_hollows1(I):
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, square)
    x3 = difference(x1, x2)
    x4 = mapply(delta, x2)
    x5 = mapply(delta, x3)
    x6 = fill(I, TWO, x4)
    O = fill(x6, FOUR, x5)
    return O
`),
    noGrid(`
def solve_inside_hollows1(I):
    x1 = objects(I, T, F, T)
    O = mapply(delta, x1)
    return O
`),
  ],
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
  solver: `
def solve_extremes(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, lowermost)
    x3 = argmin(x1, uppermost)
    x4 = argmin(x1, leftmost)
    x5 = argmax(x1, rightmost)
    x6 = fill(I, TWO, x2)
    x7 = fill(x6, THREE, x3)
    x8 = fill(x7, FOUR, x4)
    O = fill(x8, ONE, x5)
    return O
`,
  others: [
    partly(`
def solve_otherway_extremes(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, lowermost)
    x3 = argmin(x1, uppermost)
    x4 = argmin(x1, leftmost)
    x5 = argmax(x1, rightmost)
    x6 = fill(I, ONE, x5)
    x7 = fill(x6, FOUR, x4)
    x8 = fill(x7, THREE, x3)
    O = fill(x8, TWO, x2)
    return O
`),
    fails(`
def solve_swapped_extremes(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(lowermost, x1)
    x3 = argmin(uppermost, x1)
    x4 = fill(I, TWO, x2)
    O = fill(x4, THREE, x3)
    return O
`),
  ],
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
