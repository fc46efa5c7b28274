// Families in which a grid consists of parts that are compared, chosen or exchanged.

import { type Family, fails, noGrid, partly, wrong } from './family.ts'
import { onlyMost } from './shapes.ts'
import { Sheet } from './sheet.ts'

const inBoth: Family = {
  id: 'inboth01',
  title: 'Green where both the left half has blue and the right half has red; a gray line is between them.',
  draw(random) {
    const [height, width] = [random.between(3, 12), random.between(3, 12)]
    const left = Sheet.noise(random, height, width, [0, 1])
    const isAlike = random.oneIn(5)
    const right = Sheet.from(height, width, (i, j) => (isAlike ? 2 * left.at(i, j) : 2 * random.below(2)))
    const input = new Sheet(height, 2 * width + 1, 5).place(left, 0, 0).place(right, 0, width + 1)
    const output = Sheet.from(height, width, (i, j) => (left.at(i, j) === 1 && right.at(i, j) === 2 ? 3 : 0))
    return { input, output }
  },
  solver: `
def solve_inboth01(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, ONE)
    x4 = ofcolor(x2, TWO)
    x5 = intersection(x3, x4)
    x6 = shape(x1)
    x7 = canvas(ZERO, x6)
    O = fill(x7, THREE, x5)
    return O
`,
  others: [
    partly(`
def solve_inany_inboth01(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, ONE)
    x4 = ofcolor(x2, TWO)
    x5 = combine(x3, x4)
    x6 = shape(x1)
    x7 = canvas(ZERO, x6)
    O = fill(x7, THREE, x5)
    return O
`),
    wrong(`
def solve_inone_inboth01(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, ONE)
    x4 = ofcolor(x2, TWO)
    x5 = difference(x3, x4)
    x6 = difference(x4, x3)
    x7 = combine(x5, x6)
    x8 = fill(x1, FOUR, x7)
    O = replace(x8, ONE, FOUR)
    return O
`),
    fails(`
def solve_tuples_inboth01(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = intersection(x1, x2)
    O = fill(x1, THREE, x3)
    return O
`),
  ],
}

const agreeing: Family = {
  id: 'agreeing',
  title: 'What the upper and the lower half agree on stays, everything else is black.',
  draw(random) {
    const [height, width] = [random.between(3, 13), random.between(3, 20)]
    const colors = random.colors(random.between(2, 4), 0)
    const upper = Sheet.noise(random, height, width, colors)
    const noise = Sheet.noise(random, height, width, colors)
    const symmetric = Sheet.from(height, width, (i, j) => noise.at(Math.min(i, height - 1 - i), j))
    const lower = random.pick([upper, symmetric, noise, noise, noise])
    const input = new Sheet(2 * height, width).place(upper, 0, 0).place(lower, height, 0)
    const output = Sheet.from(height, width, (i, j) => (upper.at(i, j) === lower.at(i, j) ? upper.at(i, j) : 0))
    return { input, output }
  },
  solver: `
def solve_agreeing(I):
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    O = cellwise(x1, x2, ZERO)
    return O
`,
  others: [
    partly(`
def solve_upper_agreeing(I):
    O = tophalf(I)
    return O
`),
    partly(`
def solve_mirrored_agreeing(I):
    x1 = tophalf(I)
    x2 = hmirror(bottomhalf(I))
    O = cellwise(x1, x2, ZERO)
    return O
`),
    fails(`
def solve_whole_agreeing(I):
    x1 = bottomhalf(I)
    O = cellwise(I, x1, ZERO)
    return O
`),
  ],
}

const reddest: Family = {
  id: 'redpanel',
  title: 'Of three panels side by side, the one with the most red.',
  draw(random) {
    const [height, width] = [random.between(3, 12), random.between(3, 8)]
    const colors = [2, ...random.colors(random.between(1, 3), 2)]
    const panels = [0, 1, 2].map(() => Sheet.noise(random, height, width, colors))
    const most = onlyMost(panels, (panel) => panel.counts()[2]!)
    const input = new Sheet(height, 3 * width + 2, random.color(...colors))
    for (const [k, panel] of panels.entries()) input.place(panel, 0, k * (width + 1))
    return most && { input, output: most }
  },
  solver: `
def solve_redpanel(I):
    x1 = hsplit(I, THREE)
    x2 = rbind(colorcount, TWO)
    O = argmax(x1, x2)
    return O
`,
  others: [
    partly(`
def solve_first_redpanel(I):
    x1 = hsplit(I, THREE)
    O = first(x1)
    return O
`),
    wrong(`
def solve_leastred_redpanel(I):
    x1 = hsplit(I, THREE)
    O = argmin(x1, lambda panel: colorcount(panel, 2))
    return O
`),
    noGrid(`
def solve_howred_redpanel(I):
    x1 = hsplit(I, THREE)
    x2 = rbind(colorcount, TWO)
    O = valmax(x1, x2)
    return O
`),
  ],
}

const oddPanel: Family = {
  id: 'oddpanel',
  title: 'Square panels lie on top of each other; the one that is not like the others.',
  draw(random) {
    const count = random.between(3, 5)
    const side = random.between(2, 6)
    const colors = random.colors(random.between(2, 4))
    const usual = Sheet.noise(random, side, side, colors)
    const odd = Sheet.noise(random, side, side, colors)
    if (usual.equals(odd)) return undefined
    const input = new Sheet(count * side, side)
    const place = random.below(count)
    for (let k = 0; k < count; k++) input.place(k === place ? odd : usual, k * side, 0)
    return { input, output: odd }
  },
  solver: `
def solve_oddpanel(I):
    x1 = height(I)
    x2 = width(I)
    x3 = divide(x1, x2)
    x4 = vsplit(I, x3)
    O = leastcommon(x4)
    return O
`,
  others: [
    partly(`
def solve_three_oddpanel(I):
    x1 = vsplit(I, THREE)
    O = leastcommon(x1)
    return O
`),
    fails(`
def solve_upended_oddpanel(I):
    x1 = height(I)
    x2 = width(I)
    x3 = divide(x2, x1)
    x4 = vsplit(I, x3)
    O = leastcommon(x4)
    return O
`),
    wrong(`
def solve_usual_oddpanel(I):
    x1 = height(I)
    x2 = width(I)
    x3 = divide(x1, x2)
    x4 = vsplit(I, x3)
    O = mostcommon(x4)
    return O
`),
  ],
}

const richQuarter: Family = {
  id: 'richquad',
  title: 'The quarter with the most colours.',
  draw(random) {
    const [height, width] = [random.between(3, 9), random.between(3, 9)]
    const quarters = [0, 1, 2, 3].map(() => Sheet.noise(random, height, width, random.colors(random.between(2, 7))))
    const richest = onlyMost(quarters, (quarter) => quarter.colors().length)
    const input = new Sheet(2 * height, 2 * width)
    for (const [k, quarter] of quarters.entries()) input.place(quarter, (k >> 1) * height, (k & 1) * width)
    return richest && { input, output: richest }
  },
  solver: `
def solve_richquad(I):
    x1 = hsplit(I, TWO)
    x2 = rbind(vsplit, TWO)
    x3 = mapply(x2, x1)
    O = argmax(x3, numcolors)
    return O
`,
  others: [
    partly(`
def solve_corner_richquad(I):
    x1 = lefthalf(I)
    O = tophalf(x1)
    return O
`),
    wrong(`
def solve_half_richquad(I):
    x1 = hsplit(I, TWO)
    O = argmax(x1, numcolors)
    return O
`),
    noGrid(`
def solve_all_richquad(I):
    x1 = hsplit(I, TWO)
    x2 = rbind(vsplit, TWO)
    x3 = mapply(x2, x1)
    O = order(x3, numcolors)
    return O
`),
  ],
}

const swapHalves: Family = {
  id: 'swaphalf',
  title: 'The left and the right half change places, and so do the upper and the lower one of a square.',
  draw(random) {
    const height = 2 * random.between(2, 10)
    const width = random.oneIn(2) ? height : 2 * random.between(2, 10)
    const input = Sheet.noise(random, height, width, random.colors(random.between(3, 6)))
    const down = height === width ? height / 2 : 0
    const output = Sheet.from(height, width, (i, j) => input.at((i + down) % height, (j + width / 2) % width))
    return { input, output }
  },
  solver: `
def solve_swaphalf(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = hconcat(x2, x1)
    x4 = tophalf(x3)
    x5 = bottomhalf(x3)
    x6 = vconcat(x5, x4)
    x7 = square(I)
    O = branch(x7, x6, x3)
    return O
`,
  others: [
    partly(`
def solve_sideways_swaphalf(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    O = hconcat(x2, x1)
    return O
`),
    wrong(`
def solve_upright_swaphalf(I):
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    O = vconcat(x2, x1)
    return O
`),
  ],
}

export const panelFamilies: readonly Family[] = [inBoth, agreeing, reddest, oddPanel, richQuarter, swapHalves]
