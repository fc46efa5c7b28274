// Families about patterns: found, taken out, repeated.

import { type Family, fails, noGrid, partly, wrong } from './family.ts'
import { drawShapes } from './scene.ts'
import { rectangle, scatter } from './shapes.ts'
import { Sheet, type Spot } from './sheet.ts'

function repeatTile(tile: Sheet, height: number, width: number): Sheet {
  return Sheet.from(height, width, (i, j) => tile.at(i % tile.height, j % tile.width))
}

/** Whether every cell equals the cell at a distance of rows up, or columns to the left. */
function repeatsAfter(sheet: Sheet, down: number, across: number): boolean {
  for (let i = down; i < sheet.height; i++)
    for (let j = across; j < sheet.width; j++) if (sheet.at(i, j) !== sheet.at(i - down, j - across)) return false
  return true
}

const oneTile: Family = {
  id: 'onetile1',
  title: 'The smallest tile that makes the wallpaper.',
  draw(random) {
    const colors = random.colors(random.between(2, 5))
    const tile = Sheet.noise(random, random.between(2, 4), random.between(2, 5), colors)
    const input = repeatTile(tile, random.between(2 * tile.height, 18), random.between(2 * tile.width, 18))
    for (let down = 1; down < tile.height; down++) if (repeatsAfter(input, down, 0)) return undefined
    for (let across = 1; across < tile.width; across++) if (repeatsAfter(input, 0, across)) return undefined
    return { input, output: tile }
  },
  solver: `
def solve_onetile1(I):
    x1 = asobject(I)
    x2 = hperiod(x1)
    x3 = vperiod(x1)
    x4 = astuple(x3, x2)
    O = crop(I, ORIGIN, x4)
    return O
`,
  others: [
    partly(`
def solve_transposed_onetile1(I):
    x1 = asobject(I)
    x2 = hperiod(x1)
    x3 = vperiod(x1)
    x4 = astuple(x2, x3)
    O = crop(I, ORIGIN, x4)
    return O
`),
    partly(`
def solve_threes_onetile1(I):
    O = crop(I, ORIGIN, THREE_BY_THREE)
    return O
`),
    fails(`
def solve_indices_onetile1(I):
    x1 = asindices(I)
    x2 = hperiod(x1)
    x3 = vperiod(x1)
    x4 = astuple(x3, x2)
    O = crop(I, ORIGIN, x4)
    return O
`),
  ],
}

const wallpaper: Family = {
  id: 'tilefull',
  title: 'The tile in the upper left corner is repeated over the whole grid.',
  draw(random) {
    const tile = Sheet.noise(random, random.between(2, 4), random.between(2, 4), random.colors(random.between(2, 4), 0))
    const [height, width] = [random.between(2 * tile.height, 16), random.between(2 * tile.width, 16)]
    const input = new Sheet(height, width).place(tile, 0, 0)
    return { input, output: repeatTile(tile, height, width) }
  },
  solver: `
def solve_tilefull(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = shape(x2)
    x4 = interval(ZERO, NINE, ONE)
    x5 = product(x4, x4)
    x6 = lbind(multiply, x3)
    x7 = apply(x6, x5)
    x8 = lbind(shift, x2)
    x9 = mapply(x8, x7)
    O = paint(I, x9)
    return O
`,
  others: [
    wrong(`
def solve_diagonal_tilefull(I):
    x1 = first(objects(I, F, F, T))
    x2 = shape(x1)
    x3 = interval(ZERO, NINE, ONE)
    x4 = apply(lbind(multiply, x2), x3)
    x5 = mapply(lbind(shift, x1), x4)
    O = paint(I, x5)
    return O
`),
    partly(`
def solve_bytwo_tilefull(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = interval(ZERO, TEN, ONE)
    x4 = product(x3, x3)
    x5 = lbind(multiply, TWO_BY_TWO)
    x6 = apply(x5, x4)
    x7 = lbind(shift, x2)
    x8 = mapply(x7, x6)
    O = paint(I, x8)
    return O
`),
    partly(`
def solve_onecolor_tilefull(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = shape(x2)
    x4 = product(interval(0, 5, 1), interval(0, 5, 1))
    x5 = mapply(lambda step: shift(x2, multiply(x3, step)), x4)
    return paint(I, x5)
`),
  ],
}

const findPairs: Family = {
  id: 'findpair',
  title: 'Wherever a red cell is right beside a blue one, both turn cyan.',
  draw(random) {
    const colors = [1, 2, random.color(1, 2, 8), random.color(1, 2, 8)]
    const input = Sheet.noise(random, random.between(5, 16), random.between(5, 20), colors)
    const output = input.copy()
    for (const [i, j] of input.spotsOf(1)) {
      if (input.has(i, j + 1) && input.at(i, j + 1) === 2) output.set(i, j, 8).set(i, j + 1, 8)
    }
    return input.equals(output) ? undefined : { input, output }
  },
  solver: `
def solve_findpair(I):
    x1 = astuple(ONE, ORIGIN)
    x2 = astuple(TWO, RIGHT)
    x3 = initset(x1)
    x4 = insert(x2, x3)
    x5 = occurrences(I, x4)
    x6 = toindices(x4)
    x7 = lbind(shift, x6)
    x8 = mapply(x7, x5)
    O = fill(I, EIGHT, x8)
    return O
`,
  others: [
    wrong(`
def solve_below_findpair(I):
    x1 = frozenset({(1, (0, 0)), (2, (1, 0))})
    x2 = occurrences(I, x1)
    x3 = mapply(lbind(shift, toindices(x1)), x2)
    O = fill(I, EIGHT, x3)
    return O
`),
    partly(`
def solve_bothways_findpair(I):
    x1 = frozenset({(1, (0, 0)), (2, (0, 1))})
    x2 = vmirror(x1)
    x3 = mapply(lbind(shift, toindices(x1)), occurrences(I, x1))
    x4 = mapply(lbind(shift, toindices(x2)), occurrences(I, x2))
    O = fill(I, EIGHT, combine(x3, x4))
    return O
`),
    noGrid(`
def solve_places_findpair(I):
    x1 = insert((2, (0, 1)), initset((1, (0, 0))))
    O = occurrences(I, x1)
    return O
`),
  ],
}

const JUMPS: readonly Spot[] = [
  [1, 2],
  [1, -2],
  [-1, 2],
  [-1, -2],
  [2, 1],
  [2, -1],
  [-2, 1],
  [-2, -1],
]

const knights: Family = {
  id: 'knights1',
  title: "Yellow marks where the cyan knight's next move may lead; other pieces are taken.",
  draw(random) {
    const [background, piece] = random.colors(2, 4, 8)
    const input = new Sheet(random.between(5, 14), random.between(5, 14), background)
    const places = scatter(
      random,
      input,
      drawShapes(random.between(1, 8), () => [[0, 0]]),
      { gap: 0 },
    )
    if (places === undefined) return undefined
    for (const { spots } of places) input.paint(spots, piece!)
    const [row, column] = places[0]!.spots[0]!
    input.set(row, column, 8)
    const output = input.copy().paint(
      JUMPS.map(([i, j]) => [row + i, column + j]),
      4,
    )
    return { input, output }
  },
  solver: `
def solve_knights1(I):
    x1 = (ONE, NEG_ONE)
    x2 = (TWO, NEG_TWO)
    x3 = product(x1, x2)
    x4 = product(x2, x1)
    x5 = combine(x3, x4)
    x6 = ofcolor(I, EIGHT)
    x7 = first(x6)
    x8 = shift(x5, x7)
    O = fill(I, FOUR, x8)
    return O
`,
  others: [
    partly(`
def solve_freeonly_knights1(I):
    x1 = (1, -1)
    x2 = (2, -2)
    x3 = combine(product(x1, x2), product(x2, x1))
    x4 = shift(x3, first(ofcolor(I, 8)))
    return underfill(I, 4, x4)
`),
    wrong(`
def solve_king_knights1(I):
    x1 = ofcolor(I, EIGHT)
    x2 = first(x1)
    x3 = neighbors(x2)
    O = fill(I, FOUR, x3)
    return O
`),
    partly(`
def solve_downward_knights1(I):
    x1 = ofcolor(I, EIGHT)
    x2 = first(x1)
    x3 = add(x2, (1, 2))
    x4 = add(x2, (1, -2))
    x5 = add(x2, (2, 1))
    x6 = add(x2, (2, -1))
    x7 = insert(x6, insert(x5, insert(x4, initset(x3))))
    O = fill(I, FOUR, x7)
    return O
`),
  ],
}

const doubleFrame: Family = {
  id: 'dropfram',
  title: 'What lies inside the largest frame, and nothing else.',
  draw(random) {
    const [background, frame, ...colors] = random.colors(5)
    const frames = drawShapes(random.between(2, 3), () => rectangle(random.between(4, 9), random.between(4, 9)))
    const input = new Sheet(random.between(14, 24), random.between(14, 24), background)
    const placed = scatter(random, input, frames)
    if (placed === undefined) return undefined
    const sorted = placed.sort((a, b) => a.spots.length - b.spots.length)
    if (sorted.at(-1)!.spots.length === sorted.at(-2)!.spots.length) return undefined
    const insides = sorted.map(({ top, left, height, width, spots }) => {
      const inside = Sheet.noise(random, height - 2, width - 2, [background!, ...colors])
      input.paint(spots, frame!).place(inside, top + 1, left + 1)
      return inside
    })
    // A frame is found by its box, so the longest one must be the largest one, too.
    const lengths = sorted.map(({ height, width }) => height + width)
    if (lengths.slice(0, -1).some((length) => length >= lengths.at(-1)!)) return undefined
    return { input, output: insides.at(-1)! }
  },
  solver: `
def solve_dropfram(I):
    x1 = objects(I, T, F, F)
    x2 = fork(equality, toindices, box)
    x3 = rbind(greater, THREE)
    x4 = compose(x3, height)
    x5 = fork(both, x4, x2)
    x6 = sfilter(x1, x5)
    x7 = argmax(x6, size)
    x8 = subgrid(x7, I)
    O = trim(x8)
    return O
`,
  others: [
    wrong(`
def solve_framed_dropfram(I):
    x1 = objects(I, T, F, F)
    x2 = fork(equality, toindices, box)
    x3 = sfilter(x1, x2)
    x4 = argmax(x3, size)
    O = subgrid(x4, I)
    return O
`),
    partly(`
def solve_first_dropfram(I):
    x1 = objects(I, T, F, F)
    x2 = fork(equality, toindices, box)
    x3 = extract(x1, fork(both, x2, compose(rbind(greater, THREE), width)))
    O = trim(subgrid(x3, I))
    return O
`),
  ],
}

export const patternFamilies: readonly Family[] = [oneTile, wallpaper, findPairs, knights, doubleFrame]
