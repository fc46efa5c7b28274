// Families in which something is counted, sorted, or left out when it was there before.

import { type Family, fails, noGrid, partly, wrong } from './family.ts'
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
  solver: `
def solve_sizelist(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = apply(color, x2)
    O = repeat(x3, ONE)
    return O
`,
  others: [
    partly(`
def solve_topdown_sizelist(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, uppermost)
    x3 = apply(color, x2)
    O = repeat(x3, ONE)
    return O
`),
    partly(`
def solve_once_sizelist(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = apply(color, x2)
    x4 = dedupe(x3)
    O = repeat(x4, ONE)
    return O
`),
    noGrid(`
def solve_flat_sizelist(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    O = apply(color, x2)
    return O
`),
  ],
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
  solver: `
def solve_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = apply(size, x1)
    x3 = maximum(x2)
    x4 = minimum(x2)
    x5 = subtract(x3, x4)
    x6 = argmax(x1, size)
    x7 = color(x6)
    x8 = astuple(x5, ONE)
    O = canvas(x7, x8)
    return O
`,
  others: [
    wrong(`
def solve_inclusive_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = valmax(x1, size)
    x3 = valmin(x1, size)
    x4 = subtract(x2, x3)
    x5 = increment(x4)
    x6 = color(argmax(x1, size))
    O = canvas(x6, astuple(x5, ONE))
    return O
`),
    wrong(`
def solve_whole_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = valmax(x1, size)
    x3 = argmax(x1, size)
    x4 = color(x3)
    x5 = astuple(x2, ONE)
    O = canvas(x4, x5)
    return O
`),
    partly(`
def solve_next_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = subtract(size(x2), valmax(x3, size))
    return canvas(color(x2), (x4, 1))
`),
    noGrid(`
def solve_number_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = apply(size, x1)
    x3 = maximum(x2)
    x4 = minimum(x2)
    O = subtract(x3, x4)
    return O
`),
  ],
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
  solver: `
def solve_sortbars(I):
    x1 = dmirror(I)
    x2 = lbind(remove, ZERO)
    x3 = compose(size, x2)
    x4 = order(x1, x3)
    O = dmirror(x4)
    return O
`,
  others: [
    wrong(`
def solve_turned_sortbars(I):
    x1 = rot270(I)
    x2 = lbind(remove, ZERO)
    x3 = compose(size, x2)
    x4 = order(x1, x3)
    O = rot270(x4)
    return O
`),
    partly(`
def solve_ascolors_sortbars(I):
    x1 = dmirror(I)
    x2 = order(x1, last)
    O = dmirror(x2)
    return O
`),
    wrong(`
def solve_falling_sortbars(I):
    x1 = dmirror(I)
    x2 = lbind(remove, ZERO)
    x3 = chain(invert, size, x2)
    x4 = order(x1, x3)
    O = dmirror(x4)
    return O
`),
  ],
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
  solver: `
def solve_norepeat(I):
    x1 = dedupe(I)
    x2 = dmirror(x1)
    x3 = dedupe(x2)
    O = dmirror(x3)
    return O
`,
  others: [
    partly(`
def solve_rows_norepeat(I):
    O = dedupe(I)
    return O
`),
    partly(`
def solve_fromright_norepeat(I):
    x1 = dedupe(I)
    x2 = cmirror(x1)
    x3 = dedupe(x2)
    O = cmirror(x3)
    return O
`),
    fails(`
def solve_asset_norepeat(I):
    x1 = asobject(I)
    x2 = dedupe(x1)
    O = paint(I, x2)
    return O
`),
  ],
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
