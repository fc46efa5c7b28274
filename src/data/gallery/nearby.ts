// Families in which an object acts on what is near it, or in line with it.

import { type Family, noGrid, partly, wrong } from './family.ts'
import type { Random } from './random.ts'
import { type Scene, drawScene, drawShapes } from './scene.ts'
import { besideOf, cornersOf, drawBlob, onlyLeast, rectangle, stepsBetween } from './shapes.ts'
import { Sheet, type Spot } from './sheet.ts'

const shadows: Family = {
  id: 'shadows1',
  title: 'Each object casts a gray shadow, one cell down and to the right.',
  draw(random) {
    const largest = random.oneIn(3) ? 1 : 7
    const shapes = drawShapes(random.between(2, 6), () => drawBlob(random, random.between(1, largest)))
    const scene = drawScene(random, shapes, { sides: [10, 20], without: [5] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { spots } of scene.objects)
      output.paintUnder(
        spots.map(([i, j]) => [i + 1, j + 1]),
        5,
        scene.background,
      )
    return { input: scene.sheet, output }
  },
  solver: `
def solve_shadows1(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = shift(x2, UNITY)
    x4 = recolor(FIVE, x3)
    O = underpaint(I, x4)
    return O
`,
  others: [
    partly(`
def solve_above_shadows1(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = shift(x2, UNITY)
    x4 = recolor(FIVE, x3)
    O = paint(I, x4)
    return O
`),
    wrong(`
def solve_morning_shadows1(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = shift(x2, NEG_UNITY)
    O = underfill(I, FIVE, x3)
    return O
`),
    noGrid(`
def solve_loose_shadows1(I):
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = shift(x2, UNITY)
    O = recolor(FIVE, x3)
    return O
`),
  ],
}

const halos: Family = {
  id: 'halos123',
  title:
    'Blue cells get orange neighbours at their sides, red ones yellow at their corners, green ones gray all around.',
  draw(random) {
    const shapes = drawShapes(random.between(3, 6), (): Spot[] => [[0, 0]])
    const kinds = shapes.map(() => (random.oneIn(4) ? 3 : random.between(1, 2)))
    const scene = drawScene(random, shapes, { gap: 2, colors: kinds, without: [1, 2, 3, 4, 5, 7] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const {
      spots: [spot],
      color,
    } of scene.objects) {
      if (color === 1) output.paint(besideOf(spot!), 7)
      else if (color === 2) output.paint(cornersOf(spot!), 4)
      else output.paint([...besideOf(spot!), ...cornersOf(spot!)], 5)
    }
    return { input: scene.sheet, output }
  },
  solver: `
def solve_halos123(I):
    x1 = ofcolor(I, ONE)
    x2 = ofcolor(I, TWO)
    x3 = ofcolor(I, THREE)
    x4 = mapply(dneighbors, x1)
    x5 = mapply(ineighbors, x2)
    x6 = mapply(neighbors, x3)
    x7 = fill(I, SEVEN, x4)
    x8 = fill(x7, FOUR, x5)
    O = fill(x8, FIVE, x6)
    return O
`,
  others: [
    partly(`
def solve_nogreen_halos123(I):
    x1 = mapply(dneighbors, ofcolor(I, 1))
    x2 = mapply(ineighbors, ofcolor(I, 2))
    return fill(fill(I, 7, x1), 4, x2)
`),
    wrong(`
def solve_swapped_halos123(I):
    x1 = mapply(ineighbors, ofcolor(I, 1))
    x2 = mapply(dneighbors, ofcolor(I, 2))
    x3 = mapply(neighbors, ofcolor(I, 3))
    x4 = fill(fill(I, 7, x1), 4, x2)
    return fill(x4, 7, x3)
`),
  ],
}

/** A block, and single cells around it. */
function drawBlockAndDots(random: Random): Scene | undefined {
  const shapes = drawShapes(random.between(4, 8), (k) =>
    k === 0 ? rectangle(random.between(2, 4), random.between(2, 4)) : [[0, 0]],
  )
  const [block, dots] = random.colors(2)
  return drawScene(random, shapes, { colors: shapes.map((_, k) => (k === 0 ? block! : dots!)) })
}

const nearest: Family = {
  id: 'nearest1',
  title: 'The single cell with the shortest way to the block takes on its colour.',
  draw(random) {
    const scene = drawBlockAndDots(random)
    if (scene === undefined) return undefined
    const [block, ...dots] = scene.objects
    const nearestDot = onlyLeast(dots, ({ spots }) => stepsBetween(spots, block!.spots))
    return nearestDot && { input: scene.sheet, output: scene.sheet.copy().paint(nearestDot.spots, block!.color) }
  },
  solver: `
def solve_nearest1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(manhattan, x2)
    x5 = argmin(x3, x4)
    x6 = color(x2)
    O = fill(I, x6, x5)
    return O
`,
  others: [
    wrong(`
def solve_farthest_nearest1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(manhattan, x2)
    x5 = argmax(x3, x4)
    x6 = color(x2)
    O = fill(I, x6, x5)
    return O
`),
    partly(`
def solve_leftmost_nearest1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = argmin(x3, leftmost)
    x5 = color(x2)
    O = fill(I, x5, x4)
    return O
`),
    noGrid(`
def solve_distance_nearest1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(manhattan, x2)
    O = valmin(x3, x4)
    return O
`),
  ],
}

const inLine: Family = {
  id: 'rowmates',
  title: 'Single cells in the rows and columns of the block take on its colour.',
  draw(random) {
    const scene = drawBlockAndDots(random)
    if (scene === undefined) return undefined
    const [block, ...dots] = scene.objects
    const mates = dots.filter(({ top, left }) => {
      const sharesRow = top >= block!.top && top < block!.top + block!.height
      return sharesRow || (left >= block!.left && left < block!.left + block!.width)
    })
    if (mates.length === 0 || mates.length === dots.length) return undefined
    const output = scene.sheet.copy()
    for (const { spots } of mates) output.paint(spots, block!.color)
    return { input: scene.sheet, output }
  },
  solver: `
def solve_rowmates(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = lbind(hmatching, x2)
    x4 = lbind(vmatching, x2)
    x5 = fork(either, x3, x4)
    x6 = mfilter(x1, x5)
    x7 = color(x2)
    O = fill(I, x7, x6)
    return O
`,
  others: [
    partly(`
def solve_rowsonly_rowmates(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = lbind(hmatching, x2)
    x4 = mfilter(x1, x3)
    x5 = color(x2)
    O = fill(I, x5, x4)
    return O
`),
    wrong(`
def solve_both_rowmates(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = lbind(hmatching, x2)
    x4 = lbind(vmatching, x2)
    x5 = fork(both, x3, x4)
    x6 = mfilter(x1, x5)
    x7 = color(x2)
    O = fill(I, x7, x6)
    return O
`),
  ],
}

const touching: Family = {
  id: 'touching',
  title: 'Single cells that touch the block with a side vanish.',
  draw(random) {
    const [background, blockColor, dotColor] = random.colors(3)
    const sheet = new Sheet(random.between(9, 16), random.between(9, 16), background)
    const [height, width] = [random.between(2, 4), random.between(3, 5)]
    const block = rectangle(
      height,
      width,
      random.between(2, sheet.height - height - 2),
      random.between(2, sheet.width - width - 2),
    )
    sheet.paint(block, blockColor!)
    const output = sheet.copy()
    const dots: Spot[] = []
    for (let tries = 0; tries < 40 && dots.length < 7; tries++) {
      const near = random.pick(block)
      const dot: Spot = [near[0] + random.between(-2, 2), near[1] + random.between(-2, 2)]
      const steps = stepsBetween([dot], block)
      if (!sheet.has(...dot) || steps === 0 || stepsBetween([dot], dots) === 1) continue
      dots.push(dot)
      sheet.paint([dot], dotColor!)
      if (steps > 1) output.paint([dot], dotColor!)
    }
    return sheet.isMostly(background!) && !sheet.equals(output) ? { input: sheet, output } : undefined
  },
  solver: `
def solve_touching(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(adjacent, x2)
    x5 = mfilter(x3, x4)
    O = cover(I, x5)
    return O
`,
  others: [
    partly(`
def solve_around_touching(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = outbox(x2)
    O = cover(I, x3)
    return O
`),
    partly(`
def solve_onlyone_touching(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(adjacent, x2)
    x5 = extract(x3, x4)
    O = cover(I, x5)
    return O
`),
  ],
}

export const nearbyFamilies: readonly Family[] = [shadows, halos, nearest, inLine, touching]
