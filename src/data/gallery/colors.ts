// Families about the colours of a grid.

import { type Family, fails, noGrid, partly, wrong } from './family.ts'
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
  solver: `
def solve_frameoff(I):
    x1 = trim(I)
    x2 = index(I, ORIGIN)
    x3 = leastcolor(x1)
    O = replace(x1, x3, x2)
    return O
`,
  others: [
    partly(`
def solve_overall_frameoff(I):
    x1 = leastcolor(I)
    x2 = index(I, ORIGIN)
    x3 = replace(I, x1, x2)
    O = trim(x3)
    return O
`),
    wrong(`
def solve_offbyone_frameoff(I):
    x1 = shape(I)
    x2 = decrement(x1)
    x3 = crop(I, UNITY, x2)
    x4 = index(I, ORIGIN)
    x5 = leastcolor(x3)
    O = replace(x3, x5, x4)
    return O
`),
    noGrid(`
def solve_outside_frameoff(I):
    x1 = trim(I)
    x2 = shape(I)
    x3 = index(I, x2)
    x4 = leastcolor(x1)
    O = replace(x1, x4, x3)
    return O
`),
  ],
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
  solver: `
def solve_negative(I):
    x1 = palette(I)
    x2 = index(I, ORIGIN)
    x3 = other(x1, x2)
    x4 = shape(I)
    x5 = canvas(x3, x4)
    x6 = ofcolor(I, x3)
    O = fill(x5, x2, x6)
    return O
`,
  others: [
    partly(`
def solve_black_negative(I):
    x1 = palette(I)
    x2 = other(x1, ZERO)
    O = switch(I, ZERO, x2)
    return O
`),
    wrong(`
def solve_halved_negative(I):
    x1 = palette(I)
    x2 = first(x1)
    x3 = last(x1)
    O = replace(I, x2, x3)
    return O
`),
  ],
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
  solver: `
def solve_colorcol(I):
    x1 = palette(I)
    x2 = mostcolor(I)
    x3 = remove(x2, x1)
    x4 = order(x3, identity)
    x5 = rbind(repeat, ONE)
    O = apply(x5, x4)
    return O
`,
  others: [
    partly(`
def solve_noblack_colorcol(I):
    x1 = palette(I)
    x2 = remove(ZERO, x1)
    x3 = totuple(x2)
    x4 = rbind(repeat, ONE)
    O = apply(x4, x3)
    return O
`),
    partly(`
def solve_lying_colorcol(I):
    x1 = palette(I)
    x2 = mostcolor(I)
    x3 = remove(x2, x1)
    x4 = totuple(x3)
    O = repeat(x4, ONE)
    return O
`),
    noGrid(`
def solve_set_colorcol(I):
    x1 = palette(I)
    x2 = mostcolor(I)
    O = remove(x2, x1)
    return O
`),
  ],
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
  solver: `
def solve_rarefreq(I):
    x1 = partition(I)
    x2 = order(x1, size)
    x3 = apply(color, x2)
    O = repeat(x3, ONE)
    return O
`,
  others: [
    partly(`
def solve_ascending_rarefreq(I):
    x1 = partition(I)
    x2 = apply(color, x1)
    x3 = totuple(x2)
    O = repeat(x3, ONE)
    return O
`),
    wrong(`
def solve_reversed_rarefreq(I):
    x1 = partition(I)
    x2 = compose(invert, size)
    x3 = order(x1, x2)
    x4 = apply(color, x3)
    O = repeat(x4, ONE)
    return O
`),
    noGrid(`
def solve_flat_rarefreq(I):
    x1 = partition(I)
    x2 = order(x1, size)
    O = apply(color, x2)
    return O
`),
  ],
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
  solver: `
def solve_legendrw(I):
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, FIVE)
    x3 = order(x2, leftmost)
    x4 = first(I)
    x5 = remove(ZERO, x4)
    x6 = mpapply(recolor, x5, x3)
    O = paint(I, x6)
    return O
`,
  others: [
    partly(`
def solve_bysize_legendrw(I):
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, FIVE)
    x3 = order(x2, size)
    x4 = first(I)
    x5 = remove(ZERO, x4)
    x6 = mpapply(recolor, x5, x3)
    O = paint(I, x6)
    return O
`),
    partly(`
def solve_ascending_legendrw(I):
    x1 = objects(I, T, F, T)
    x2 = order(colorfilter(x1, 5), leftmost)
    x3 = order(dedupe(remove(0, first(I))), identity)
    return paint(I, mpapply(recolor, x3, x2))
`),
    fails(`
def solve_unmerged_legendrw(I):
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, FIVE)
    x3 = order(x2, leftmost)
    x4 = first(I)
    x5 = remove(ZERO, x4)
    x6 = papply(recolor, x5, x3)
    O = paint(I, x6)
    return O
`),
  ],
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
  solver: `
def solve_checkers(I):
    x1 = asindices(I)
    x2 = sfilter(x1, lambda place: even(add(first(place), last(place))))
    O = underfill(I, 5, x2)
    return O
`,
  others: [
    wrong(`
def solve_rows_checkers(I):
    x1 = asindices(I)
    x2 = compose(even, first)
    x3 = sfilter(x1, x2)
    O = underfill(I, FIVE, x3)
    return O
`),
    wrong(`
def solve_odd_checkers(I):
    x1 = asindices(I)
    x2 = fork(add, first, last)
    x3 = chain(flip, even, x2)
    x4 = sfilter(x1, x3)
    O = underfill(I, FIVE, x4)
    return O
`),
    partly(`
def solve_black_checkers(I):
    x1 = ofcolor(I, ZERO)
    x2 = fork(add, first, last)
    x3 = compose(even, x2)
    x4 = sfilter(x1, x3)
    O = fill(I, FIVE, x4)
    return O
`),
  ],
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
  solver: `
def solve_majority(I):
    x1 = colorcount(I, ONE)
    x2 = colorcount(I, TWO)
    x3 = subtract(x1, x2)
    x4 = positive(x3)
    x5 = branch(x4, ONE, TWO)
    O = canvas(x5, THREE_BY_THREE)
    return O
`,
  others: [
    partly(`
def solve_overall_majority(I):
    x1 = mostcolor(I)
    O = canvas(x1, THREE_BY_THREE)
    return O
`),
    wrong(`
def solve_minority_majority(I):
    x1 = colorcount(I, ONE)
    x2 = colorcount(I, TWO)
    x3 = greater(x1, x2)
    x4 = branch(x3, TWO, ONE)
    O = canvas(x4, THREE_BY_THREE)
    return O
`),
    partly(`
def solve_always_majority(I):
    O = canvas(BLUE, (3, 3))
    return O
`),
  ],
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
