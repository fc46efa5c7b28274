// Families in which lines are drawn: between cells, from a cell on, or across the whole grid.

import { type Family, fails, noGrid, partly, wrong } from './family.ts'
import { rectangle } from './shapes.ts'
import { Sheet, type Spot } from './sheet.ts'

const joinPairs: Family = {
  id: 'joinpair',
  title: 'Two cells of a colour are joined by a straight line.',
  draw(random) {
    const colors = random.colors(random.between(3, 5))
    const background = colors.pop()!
    const input = new Sheet(random.between(10, 20), random.between(10, 20), background)
    const output = input.copy()
    const isLying = random.oneIn(3)
    for (const color of colors) {
      const length = random.between(3, 8)
      const [tall, wide] = isLying || random.oneIn(2) ? [1, length] : [length, 1]
      const line = rectangle(tall, wide, random.below(input.height - tall + 1), random.below(input.width - wide + 1))
      if (line.some(([i, j]) => output.at(i, j) !== background)) return undefined
      input.paint([line[0]!, line.at(-1)!], color)
      output.paint(line, color)
    }
    return { input, output }
  },
  solver: `
def solve_joinpair(I):
    x1 = fgpartition(I)
    x2 = fork(connect, ulcorner, lrcorner)
    x3 = fork(recolor, color, x2)
    x4 = mapply(x3, x1)
    O = paint(I, x4)
    return O
`,
  others: [
    partly(`
def solve_lying_joinpair(I):
    x1 = fgpartition(I)
    x2 = sfilter(x1, compose(rbind(greater, ONE), width))
    x3 = fork(recolor, color, backdrop)
    x4 = mapply(x3, x2)
    O = paint(I, x4)
    return O
`),
    fails(`
def solve_crossed_joinpair(I):
    x1 = fgpartition(I)
    x2 = fork(connect, ulcorner, lrcorner)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O
`),
  ],
}

const rays: Family = {
  id: 'rayright',
  title: 'Red cells send red rays to the right, which pass under everything else.',
  draw(random) {
    const background = random.color(2)
    const input = new Sheet(random.between(8, 20), random.between(8, 24), background)
    const color = random.color(2, background)
    const obstacles = random.oneIn(3) ? 0 : random.between(2, 12)
    for (let k = 0; k < obstacles; k++) input.set(random.below(input.height), random.below(input.width), color)
    const sources = random.between(1, 4)
    for (let k = 0; k < sources; k++) input.set(random.below(input.height), random.between(1, input.width - 2), 2)
    const output = input.copy()
    for (const [i, j] of input.spotsOf(2)) output.paintUnder(rectangle(1, input.width - j, i, j), 2, background)
    return input.isMostly(background) ? { input, output } : undefined
  },
  solver: `
def solve_rayright(I):
    x1 = ofcolor(I, TWO)
    x2 = rbind(shoot, RIGHT)
    x3 = mapply(x2, x1)
    O = underfill(I, TWO, x3)
    return O
`,
  others: [
    partly(`
def solve_through_rayright(I):
    x1 = ofcolor(I, TWO)
    x2 = rbind(shoot, RIGHT)
    x3 = mapply(x2, x1)
    O = fill(I, TWO, x3)
    return O
`),
    wrong(`
def solve_left_rayright(I):
    x1 = ofcolor(I, TWO)
    x2 = rbind(shoot, LEFT)
    x3 = mapply(x2, x1)
    O = underfill(I, TWO, x3)
    return O
`),
    noGrid(`
def solve_places_rayright(I):
    x1 = ofcolor(I, TWO)
    x2 = rbind(shoot, RIGHT)
    O = mapply(x2, x1)
    return O
`),
  ],
}

const crosses: Family = {
  id: 'crossbar',
  title: 'The row and the column of each single cell turn green; the cells stay.',
  draw(random) {
    const [background, color] = random.colors(2, 3)
    const input = new Sheet(random.between(8, 24), random.between(8, 24), background)
    const count = random.between(1, 3)
    for (let k = 0; k < count; k++) input.set(random.below(input.height), random.below(input.width), color!)
    const output = input.copy()
    for (const [i, j] of input.spotsOf(color!)) {
      output.paintUnder(rectangle(1, input.width, i), 3, background!)
      output.paintUnder(rectangle(input.height, 1, 0, j), 3, background!)
    }
    return { input, output }
  },
  solver: `
def solve_crossbar(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = mapply(hfrontier, x2)
    x4 = mapply(vfrontier, x2)
    x5 = combine(x3, x4)
    O = underfill(I, THREE, x5)
    return O
`,
  others: [
    partly(`
def solve_first_crossbar(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = first(x2)
    x4 = combine(hfrontier(x3), vfrontier(x3))
    return underfill(I, THREE, x4)
`),
    wrong(`
def solve_over_crossbar(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = mapply(hfrontier, x2)
    x4 = mapply(vfrontier, x2)
    x5 = combine(x3, x4)
    O = fill(I, THREE, x5)
    return O
`),
  ],
}

const towards: Family = {
  id: 'raytoblk',
  title: 'The single cell sends a ray towards the block, straight or diagonally, that goes on behind it.',
  draw(random) {
    const [background, blockColor, dotColor] = random.colors(3)
    const input = new Sheet(random.between(10, 20), random.between(10, 20), background)
    const [row, column] = [random.between(1, input.height - 2), random.between(1, input.width - 2)]
    const [down, across] = random.pick([
      [-1, -1],
      [-1, 0],
      [-1, 1],
      [0, -1],
      [0, 1],
      [1, -1],
      [1, 0],
      [1, 1],
    ])
    const steps = random.between(3, 7)
    const [top, left] = [row - down * steps, column - across * steps]
    if (!input.has(top, left)) return undefined
    input.paint(rectangle(3, 3, row - 1, column - 1), blockColor!).set(top, left, dotColor!)
    const ray = Array.from({ length: 30 }, (_, k): Spot => [top + down * k, left + across * k])
    return { input, output: input.copy().paintUnder(ray, dotColor!, background!) }
  },
  solver: `
def solve_raytoblk(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = argmax(x1, size)
    x4 = position(x2, x3)
    x5 = center(x2)
    x6 = shoot(x5, x4)
    x7 = color(x2)
    O = underfill(I, x7, x6)
    return O
`,
  others: [
    partly(`
def solve_right_raytoblk(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = center(x2)
    x4 = shoot(x3, RIGHT)
    x5 = color(x2)
    O = underfill(I, x5, x4)
    return O
`),
    wrong(`
def solve_stopped_raytoblk(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = argmax(x1, size)
    x4 = center(x2)
    x5 = center(x3)
    x6 = connect(x4, x5)
    x7 = color(x2)
    O = fill(I, x7, x6)
    return O
`),
    partly(`
def solve_tocenter_raytoblk(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = argmax(x1, size)
    x4 = connect(center(x2), center(x3))
    x5 = position(x2, x3)
    x6 = shift(x4, double(x5))
    x7 = combine(x4, x6)
    O = underfill(I, color(x2), x7)
    return O
`),
  ],
}

const bridges: Family = {
  id: 'bridges1',
  title: 'Each red cell is joined by a green line to the blue cell in its row.',
  draw(random) {
    const background = random.color(1, 2, 3)
    const input = new Sheet(random.between(6, 16), random.between(8, 24), background)
    const output = input.copy()
    const rows = random.shuffle(Array.from({ length: input.height }, (_, i) => i)).slice(0, random.between(1, 5))
    for (const row of rows) {
      const [left, right] = [random.below(input.width >> 1), random.between(2 + (input.width >> 1), input.width - 1)]
      const [red, blue] = random.oneIn(2) ? [left, right] : [right, left]
      input.set(row, red, 2).set(row, blue, 1)
      output
        .paint(rectangle(1, right - left + 1, row, left), 3)
        .set(row, red, 2)
        .set(row, blue, 1)
    }
    return { input, output }
  },
  solver: `
def solve_bridges1(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = order(x1, first)
    x4 = order(x2, first)
    x5 = papply(connect, x3, x4)
    x6 = merge(x5)
    O = underfill(I, THREE, x6)
    return O
`,
  others: [
    partly(`
def solve_everyway_bridges1(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = prapply(connect, x1, x2)
    x4 = merge(x3)
    O = underfill(I, THREE, x4)
    return O
`),
    partly(`
def solve_bycolumn_bridges1(I):
    x1 = order(ofcolor(I, TWO), last)
    x2 = order(ofcolor(I, ONE), last)
    x3 = mpapply(connect, x1, x2)
    O = underfill(I, THREE, x3)
    return O
`),
    wrong(`
def solve_over_bridges1(I):
    x1 = order(ofcolor(I, TWO), first)
    x2 = order(ofcolor(I, ONE), first)
    x3 = mpapply(connect, x1, x2)
    O = fill(I, THREE, x3)
    return O
`),
  ],
}

const crossings: Family = {
  id: 'crossing',
  title: 'Yellow marks where the rows of the red cells and the columns of the blue cells cross.',
  draw(random) {
    const background = random.color(1, 2, 4)
    const input = new Sheet(random.between(6, 20), random.between(6, 20), background)
    const pickLines = (side: number) =>
      random.shuffle(Array.from({ length: side - 1 }, (_, k) => k + 1)).slice(0, random.between(1, 4))
    const rows = pickLines(input.height)
    const isAlike = random.oneIn(5) && rows.every((row) => row < input.width)
    const columns = isAlike ? rows : pickLines(input.width)
    for (const row of rows) input.set(row, 0, 2)
    for (const column of columns) input.set(0, column, 1)
    const output = input.copy()
    for (const row of rows) for (const column of columns) output.set(row, column, 4)
    return { input, output }
  },
  solver: `
def solve_crossing(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = apply(first, x1)
    x4 = apply(last, x2)
    x5 = prapply(astuple, x3, x4)
    O = fill(I, FOUR, x5)
    return O
`,
  others: [
    partly(`
def solve_inturn_crossing(I):
    x1 = apply(first, ofcolor(I, TWO))
    x2 = apply(last, ofcolor(I, ONE))
    x3 = papply(astuple, totuple(x1), totuple(x2))
    O = fill(I, FOUR, x3)
    return O
`),
    partly(`
def solve_transposed_crossing(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = product(apply(last, x2), apply(first, x1))
    O = fill(I, FOUR, x3)
    return O
`),
    noGrid(`
def solve_places_crossing(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = apply(first, x1)
    x4 = apply(last, x2)
    O = product(x3, x4)
    return O
`),
  ],
}

export const lineFamilies: readonly Family[] = [joinPairs, rays, crosses, towards, bridges, crossings]
