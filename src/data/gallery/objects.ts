// Families in which objects are told apart by size, shape or number, and one is chosen.

import { type Family, fails, noGrid, partly, wrong } from './family.ts'
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
  solver: `
def solve_keepbig1(I):
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = merge(x3)
    O = cover(I, x4)
    return O
`,
  others: [
    partly(`
def solve_sides_keepbig1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = merge(x3)
    O = cover(I, x4)
    return O
`),
    wrong(`
def solve_smallest_keepbig1(I):
    x1 = objects(I, T, T, T)
    x2 = argmin(x1, size)
    x3 = remove(x2, x1)
    x4 = merge(x3)
    O = cover(I, x4)
    return O
`),
    fails(`
def solve_ten_keepbig1(I):
    x1 = objects(I, T, T, T)
    x2 = sizefilter(x1, TEN)
    x3 = argmax(x2, size)
    x4 = remove(x3, x1)
    x5 = merge(x4)
    O = cover(I, x5)
    return O
`),
  ],
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
  solver: `
def solve_cutsmall(I):
    x1 = objects(grid=I, univalued=True, diagonal=False, without_bg=True)
    x2 = argmin(container=x1, compfunc=size)
    O = subgrid(patch=x2, grid=I)
    return O
`,
  others: [
    partly(`
def solve_thinnest_cutsmall(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, width)
    O = subgrid(x2, I)
    return O
`),
    wrong(`
def solve_biggest_cutsmall(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O
`),
    noGrid(`
def solve_object_cutsmall(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    O = first(x2)
    return O
`),
  ],
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
  solver: `
def solve_commonob(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(normalize, x2)
    x4 = mostcommon(x3)
    x5 = shape(x4)
    x6 = mostcolor(I)
    x7 = canvas(x6, x5)
    O = paint(x7, x4)
    return O
`,
  others: [
    wrong(`
def solve_rarest_commonob(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(normalize, x2)
    x4 = leastcommon(x3)
    x5 = shape(x4)
    x6 = mostcolor(I)
    x7 = canvas(x6, x5)
    O = paint(x7, x4)
    return O
`),
    partly(`
def solve_largest_commonob(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O
`),
    fails(`
def solve_uncounted_commonob(I):
    x1 = objects(I, T, F, T)
    x2 = apply(normalize, x1)
    x3 = mostcommon(x2)
    x4 = shape(x3)
    x5 = canvas(ZERO, x4)
    O = paint(x5, x3)
    return O
`),
  ],
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
  solver: `
def solve_oddshape(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = compose(normalize, toindices)
    x4 = apply(x3, x2)
    x5 = leastcommon(x4)
    x6 = matcher(x3, x5)
    x7 = extract(x1, x6)
    O = subgrid(x7, I)
    return O
`,
  others: [
    partly(`
def solve_colored_oddshape(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(normalize, x2)
    x4 = leastcommon(x3)
    x5 = matcher(normalize, x4)
    x6 = extract(x1, x5)
    O = subgrid(x6, I)
    return O
`),
    fails(`
def solve_three_oddshape(I):
    x1 = objects(I, T, F, T)
    x2 = extract(x1, lambda obj: equality(size(obj), 3))
    O = subgrid(x2, I)
    return O
`),
  ],
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
  solver: `
def solve_nospecks(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    O = cover(I, x3)
    return O
`,
  others: [
    partly(`
def solve_black_nospecks(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    O = fill(I, ZERO, x3)
    return O
`),
    wrong(`
def solve_reversed_nospecks(I):
    x1 = objects(I, T, F, T)
    x2 = matcher(size, ONE)
    x3 = compose(flip, x2)
    x4 = mfilter(x1, x3)
    O = cover(I, x4)
    return O
`),
    noGrid(`
def solve_specks_nospecks(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    O = merge(x2)
    return O
`),
  ],
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
  solver: `
def solve_atborder(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(bordering, I)
    x3 = mfilter(x1, x2)
    O = cover(I, x3)
    return O
`,
  others: [
    wrong(`
def solve_inner_atborder(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(bordering, I)
    x3 = compose(flip, x2)
    x4 = mfilter(x1, x3)
    O = cover(I, x4)
    return O
`),
    partly(`
def solve_upper_atborder(I):
    x1 = objects(I, T, F, T)
    x2 = matcher(uppermost, ZERO)
    x3 = matcher(leftmost, ZERO)
    x4 = fork(either, x2, x3)
    x5 = mfilter(x1, x4)
    O = cover(I, x5)
    return O
`),
  ],
}

export const objectFamilies: readonly Family[] = [
  keepLargest,
  cutSmallest,
  commonest,
  oddShape,
  dropSpecks,
  leaveBorder,
]
