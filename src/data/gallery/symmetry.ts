// Families about mirrors and turns.

import { type Family, fails, noGrid, partly, wrong } from './family.ts'
import { drawBlob, placeShape, rectangle } from './shapes.ts'
import { Sheet } from './sheet.ts'

const mosaic: Family = {
  id: 'mosaic41',
  title: 'The grid and three mirror images of it make a picture that is symmetric both ways.',
  draw(random) {
    const colors = random.colors(random.between(2, 4))
    let input = Sheet.noise(random, random.between(3, 10), random.between(3, 10), colors)
    if (random.oneIn(4)) {
      const half = input
      input = Sheet.from(half.height, half.width, (i, j) => half.at(Math.min(i, half.height - 1 - i), j))
    }
    const { height, width } = input
    const output = new Sheet(2 * height, 2 * width)
    const [below, beside] = [input.upsideDown(), input.leftToRight()]
    output.place(input, 0, 0).place(beside, 0, width).place(below, height, 0).place(beside.upsideDown(), height, width)
    return { input, output }
  },
  solver: `
def solve_mosaic41(I):
    x1 = vmirror(I)
    x2 = hconcat(I, x1)
    x3 = hmirror(x2)
    O = vconcat(x2, x3)
    return O
`,
  others: [
    partly(`
def solve_turned_mosaic41(I):
    x1 = rot180(I)
    x2 = hconcat(I, x1)
    x3 = hmirror(x2)
    O = vconcat(x2, x3)
    return O
`),
    partly(`
def solve_repeated_mosaic41(I):
    x1 = vmirror(I)
    x2 = hconcat(I, x1)
    O = vconcat(x2, x2)
    return O
`),
    wrong(`
def solve_halfdone_mosaic41(I):
    x1 = vmirror(I)
    O = hconcat(I, x1)
    return O
`),
  ],
}

const turnOrFlip: Family = {
  id: 'turnflip',
  title: 'A grid that is higher than wide is turned a quarter clockwise, any other one upside down.',
  draw(random) {
    const input = Sheet.noise(random, random.between(3, 16), random.between(3, 16), random.colors(random.between(3, 6)))
    const { height, width } = input
    const output =
      height > width
        ? Sheet.from(width, height, (i, j) => input.at(height - 1 - j, i))
        : Sheet.from(height, width, (i, j) => input.at(height - 1 - i, width - 1 - j))
    return { input, output }
  },
  solver: `
def solve_turnflip(I):
    x1 = portrait(I)
    x2 = branch(x1, rot90, rot180)
    O = x2(I)
    return O
`,
  others: [
    partly(`
def solve_counter_turnflip(I):
    x1 = portrait(I)
    x2 = branch(x1, rot270, rot180)
    O = x2(I)
    return O
`),
    partly(`
def solve_square_turnflip(I):
    x1 = square(I)
    x2 = rot180(I)
    x3 = rot90(I)
    O = branch(x1, x2, x3)
    return O
`),
    fails(`
def solve_called_turnflip(I):
    x1 = portrait(I)
    x2 = rot90(I)
    x3 = rot180(I)
    x4 = branch(x1, x2, x3)
    O = x4(I)
    return O
`),
  ],
}

const repair: Family = {
  id: 'repairlr',
  title: 'A picture that is symmetric left to right has lost a black patch, which is mended.',
  draw(random) {
    const [height, width] = [random.between(6, 20), random.between(8, 24)]
    const noise = Sheet.noise(random, height, width, random.colors(random.between(3, 6), 0))
    const isDouble = random.oneIn(3)
    const output = Sheet.from(height, width, (i, j) =>
      noise.at(isDouble ? Math.min(i, height - 1 - i) : i, Math.min(j, width - 1 - j)),
    )
    const [tall, wide] = [random.between(2, 3), random.between(2, 3)]
    const left = random.below((width >> 1) - wide + 1)
    const patch = rectangle(tall, wide, random.below(height - tall + 1), random.oneIn(2) ? left : width - wide - left)
    return { input: output.copy().paint(patch, 0), output }
  },
  solver: `
def solve_repairlr(I):
    x1 = vmirror(I)
    x2 = ofcolor(I, ZERO)
    x3 = toobject(x2, x1)
    O = paint(I, x3)
    return O
`,
  others: [
    partly(`
def solve_updown_repairlr(I):
    x1 = hmirror(I)
    x2 = ofcolor(I, ZERO)
    x3 = toobject(x2, x1)
    O = paint(I, x3)
    return O
`),
    wrong(`
def solve_unmirrored_repairlr(I):
    x1 = ofcolor(I, ZERO)
    x2 = toobject(x1, I)
    O = paint(I, x2)
    return O
`),
    fails(`
def solve_indices_repairlr(I):
    x1 = vmirror(I)
    x2 = ofcolor(I, ZERO)
    O = paint(x1, x2)
    return O
`),
  ],
}

const lostPatch: Family = {
  id: 'lostpart',
  title: 'A square picture, symmetric along its falling diagonal, has lost a black patch: this patch.',
  draw(random) {
    const side = random.between(8, 20)
    const noise = Sheet.noise(random, side, side, random.colors(random.between(3, 7), 0))
    const isDouble = random.oneIn(3)
    const whole = Sheet.from(side, side, (i, j) => {
      const [low, high] = [Math.min(i, j), Math.max(i, j)]
      const isBeyond = isDouble && low + high >= side
      return isBeyond ? noise.at(side - 1 - high, side - 1 - low) : noise.at(low, high)
    })
    const [tall, wide] = [random.between(2, 3), random.between(2, 4)]
    const [top, left] = [random.below(side - tall + 1), random.below(side - wide + 1)]
    const crossesDiagonal = top < left + wide && left < top + tall
    if (crossesDiagonal) return undefined
    const input = whole.copy().paint(rectangle(tall, wide, top, left), 0)
    return { input, output: whole.crop(top, left, tall, wide) }
  },
  solver: `
def solve_lostpart(I):
    x1 = dmirror(I)
    x2 = ofcolor(I, ZERO)
    O = subgrid(x2, x1)
    return O
`,
  others: [
    partly(`
def solve_rising_lostpart(I):
    x1 = cmirror(I)
    x2 = ofcolor(I, ZERO)
    O = subgrid(x2, x1)
    return O
`),
    wrong(`
def solve_black_lostpart(I):
    x1 = ofcolor(I, ZERO)
    O = subgrid(x1, I)
    return O
`),
    noGrid(`
def solve_cells_lostpart(I):
    x1 = dmirror(I)
    x2 = ofcolor(I, ZERO)
    O = toobject(x2, x1)
    return O
`),
  ],
}

const images: Family = {
  id: 'twoimage',
  title: 'The object gets a mirror image at its right side and one below it.',
  draw(random) {
    const background = random.color()
    const shape = random.oneIn(4)
      ? rectangle(random.between(2, 4), random.between(2, 4))
      : drawBlob(random, random.between(4, 10))
    const { height, width } = placeShape(shape, 0, 0)
    const colors = random.colors(random.between(1, 3), background)
    const cells = shape.map((spot) => ({ spot, color: random.pick(colors) }))
    const [top, left] = [random.below(4), random.below(4)]
    const rows = top + 2 * height + random.below(5)
    const input = new Sheet(rows, left + 2 * width + random.below(5), background)
    for (const { spot, color } of cells) input.set(top + spot[0], left + spot[1], color)
    if (!input.isMostly(background)) return undefined
    const output = input.copy()
    for (const {
      spot: [i, j],
      color,
    } of cells) {
      output.set(top + i, left + 2 * width - 1 - j, color)
      output.set(top + 2 * height - 1 - i, left + j, color)
    }
    return { input, output }
  },
  solver: `
def solve_twoimage(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = vmirror(x2)
    x4 = width(x2)
    x5 = tojvec(x4)
    x6 = shift(x3, x5)
    x7 = hmirror(x2)
    x8 = height(x2)
    x9 = toivec(x8)
    x10 = shift(x7, x9)
    x11 = combine(x6, x10)
    O = paint(I, x11)
    return O
`,
  others: [
    partly(`
def solve_copies_twoimage(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = tojvec(width(x2))
    x4 = toivec(height(x2))
    x5 = combine(shift(x2, x3), shift(x2, x4))
    return paint(I, x5)
`),
    wrong(`
def solve_fixed_twoimage(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = vmirror(x2)
    x4 = shift(x3, RIGHT)
    O = paint(I, x4)
    return O
`),
    partly(`
def solve_onecolor_twoimage(I):
    x1 = objects(I, T, F, T)
    x2 = first(x1)
    x3 = vmirror(x2)
    x4 = tojvec(width(x2))
    x5 = shift(x3, x4)
    x6 = hmirror(x2)
    x7 = toivec(height(x2))
    x8 = shift(x6, x7)
    x9 = combine(x5, x8)
    O = paint(I, x9)
    return O
`),
  ],
}

const fourMirrored: Family = {
  id: 'fourturn',
  title: 'The object in all four mirrored positions, one in each quarter: as it is, left to right, upside down, both.',
  draw(random) {
    const side = random.between(2, 4)
    const shape = drawBlob(random, random.between(2, side * side - 1), side)
    const { height, width } = placeShape(shape, 0, 0)
    const [background, color] = random.colors(2)
    const input = new Sheet(random.between(8, 14), random.between(8, 14), background)
    const [top, left] = [random.below(input.height - height), random.below(input.width - width)]
    input.paint(
      shape.map(([i, j]) => [top + i, left + j]),
      color!,
    )
    const piece = input.crop(top, left, height, width)
    const output = new Sheet(2 * height, 2 * width)
    output.place(piece, 0, 0).place(piece.leftToRight(), 0, width).place(piece.upsideDown(), height, 0)
    return { input, output: output.place(piece.upsideDown().leftToRight(), height, width) }
  },
  solver: `
def solve_fourturn(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = subgrid(x2, I)
    x4 = (identity, vmirror)
    x5 = rapply(x4, x3)
    x6 = first(x5)
    x7 = last(x5)
    x8 = hconcat(x6, x7)
    x9 = hmirror(x8)
    O = vconcat(x8, x9)
    return O
`,
  others: [
    partly(`
def solve_plain_fourturn(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = subgrid(x2, I)
    x4 = hconcat(x3, x3)
    O = vconcat(x4, x4)
    return O
`),
    partly(`
def solve_quarters_fourturn(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = subgrid(x2, I)
    x4 = hconcat(x3, rot90(x3))
    x5 = hconcat(rot270(x3), rot180(x3))
    O = vconcat(x4, x5)
    return O
`),
  ],
}

export const symmetryFamilies: readonly Family[] = [mosaic, turnOrFlip, repair, lostPatch, images, fourMirrored]
