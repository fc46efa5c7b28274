// Families about the boxes around objects: rings, corners, centres.

import { type Family, fails, partly, wrong } from './family.ts'
import { drawScene, drawShapes } from './scene.ts'
import { type Spot } from './sheet.ts'
import { drawBlob, rectangle, ring } from './shapes.ts'

const rings: Family = {
  id: 'outrings',
  title: 'Around each object a ring of its own colour is drawn.',
  draw(random) {
    const shapes = drawShapes(random.between(2, 4), () => drawBlob(random, random.between(1, 6), 3))
    const colors = random.oneIn(3) ? random.colors(1).flatMap((color) => shapes.map(() => color)) : undefined
    const scene = drawScene(random, shapes, { sides: [12, 22], gap: 2, ...(colors && { colors }) })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width, color } of scene.objects)
      output.paint(ring(height + 2, width + 2, top - 1, left - 1), color)
    return { input: scene.sheet, output }
  },
  solver: `
def solve_outrings(I):
    x1 = objects(I, T, F, T)
    x2 = fork(recolor, color, outbox)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O
`,
  others: [
    partly(`
def solve_onecolor_outrings(I):
    x1 = objects(I, T, F, T)
    x2 = first(x1)
    x3 = color(x2)
    x4 = mapply(outbox, x1)
    O = underfill(I, x3, x4)
    return O
`),
    wrong(`
def solve_box_outrings(I):
    x1 = objects(I, T, F, T)
    x2 = fork(recolor, color, box)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O
`),
    fails(`
def solve_uncolored_outrings(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(outbox, x1)
    O = paint(I, x2)
    return O
`),
  ],
}

const insideRings: Family = {
  id: 'inrings1',
  title: 'Each block gets a ring and a middle point of the background; of several middles the lower right one.',
  draw(random) {
    const shapes = drawShapes(random.between(1, 3), () => rectangle(random.between(5, 8), random.between(5, 8)))
    const scene = drawScene(random, shapes, { sides: [14, 26] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width } of scene.objects) {
      output.paint(ring(height - 2, width - 2, top + 1, left + 1), scene.background)
      output.set(top + (height >> 1), left + (width >> 1), scene.background)
    }
    return { input: scene.sheet, output }
  },
  solver: `
def solve_inrings1(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    x3 = apply(center, x1)
    x4 = combine(x2, x3)
    x5 = mostcolor(I)
    O = fill(I, x5, x4)
    return O
`,
  others: [
    partly(`
def solve_mass_inrings1(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    x3 = apply(centerofmass, x1)
    x4 = combine(x2, x3)
    O = cover(I, x4)
    return O
`),
    wrong(`
def solve_twofold_inrings1(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    x3 = compose(inbox, inbox)
    x4 = mapply(x3, x1)
    x5 = combine(x2, x4)
    x6 = mapply(box, x1)
    O = cover(I, x6)
    return O
`),
  ],
}

const corners: Family = {
  id: 'fourcorn',
  title: 'The corners of the box around each object are marked: blue and red above, green and yellow below.',
  draw(random) {
    const plus: Spot[] = [
      [0, 1],
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 1],
    ]
    const isPlus = random.oneIn(3)
    const shapes = drawShapes(random.between(2, 4), () => (isPlus ? plus : drawBlob(random, random.between(4, 9))))
    const scene = drawScene(random, shapes, { without: [1, 2, 3, 4] })
    if (scene === undefined || scene.objects.some(({ height, width }) => height < 2 || width < 2)) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width } of scene.objects) {
      const [bottom, right] = [top + height - 1, left + width - 1]
      output.set(top, left, 1).set(top, right, 2).set(bottom, left, 3).set(bottom, right, 4)
    }
    return { input: scene.sheet, output }
  },
  solver: `
def solve_fourcorn(I):
    x1 = objects(I, T, F, T)
    x2 = apply(ulcorner, x1)
    x3 = apply(urcorner, x1)
    x4 = apply(llcorner, x1)
    x5 = apply(lrcorner, x1)
    x6 = fill(I, ONE, x2)
    x7 = fill(x6, TWO, x3)
    x8 = fill(x7, THREE, x4)
    O = fill(x8, FOUR, x5)
    return O
`,
  others: [
    partly(`
def solve_under_fourcorn(I):
    x1 = objects(I, T, F, T)
    x2 = underfill(I, ONE, apply(ulcorner, x1))
    x3 = underfill(x2, TWO, apply(urcorner, x1))
    x4 = underfill(x3, THREE, apply(llcorner, x1))
    return underfill(x4, FOUR, apply(lrcorner, x1))
`),
    wrong(`
def solve_alike_fourcorn(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(corners, x1)
    O = fill(I, ONE, x2)
    return O
`),
  ],
}

const freeCorners: Family = {
  id: 'cornmark',
  title: 'The corners of the box around each object turn gray where they are free.',
  draw(random) {
    const shapes = drawShapes(random.between(2, 5), () => drawBlob(random, random.between(3, 7)))
    const scene = drawScene(random, shapes, { without: [5] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width } of scene.objects) {
      const [bottom, right] = [top + height - 1, left + width - 1]
      const spots: Spot[] = [
        [top, left],
        [top, right],
        [bottom, left],
        [bottom, right],
      ]
      output.paintUnder(spots, 5, scene.background)
    }
    return scene.sheet.equals(output) ? undefined : { input: scene.sheet, output }
  },
  solver: `
def solve_cornmark(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(corners, x1)
    O = underfill(I, FIVE, x2)
    return O
`,
  others: [
    partly(`
def solve_delta_cornmark(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    O = fill(I, FIVE, x2)
    return O
`),
    partly(`
def solve_three_cornmark(I):
    x1 = objects(I, T, F, T)
    x2 = insert(llcorner, insert(urcorner, initset(ulcorner)))
    x3 = mapply(lbind(rapply, x2), x1)
    O = underfill(I, FIVE, x3)
    return O
`),
  ],
}

const middles: Family = {
  id: 'massmark',
  title: 'The centre of mass of each object, rounded up and left, is marked black; the background is never black.',
  draw(random) {
    const shapes = drawShapes(random.between(1, 4), () => drawBlob(random, random.between(4, 12), 5))
    const scene = drawScene(random, shapes, { sides: [12, 20], without: [0] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { spots } of scene.objects) {
      const rows = spots.reduce((sum, [i]) => sum + i, 0)
      const columns = spots.reduce((sum, [, j]) => sum + j, 0)
      output.set(Math.floor(rows / spots.length), Math.floor(columns / spots.length), 0)
    }
    return { input: scene.sheet, output }
  },
  solver: `
def solve_massmark(I):
    x1 = objects(I, T, F, T)
    x2 = apply(centerofmass, x1)
    O = fill(I, ZERO, x2)
    return O
`,
  others: [
    partly(`
def solve_center_massmark(I):
    x1 = objects(I, T, F, T)
    x2 = apply(center, x1)
    O = fill(I, ZERO, x2)
    return O
`),
    wrong(`
def solve_covered_massmark(I):
    x1 = objects(I, T, F, T)
    x2 = apply(centerofmass, x1)
    O = cover(I, x2)
    return O
`),
  ],
}

const fullBoxes: Family = {
  id: 'boxfull1',
  title: 'Each object grows to the full box around it.',
  draw(random) {
    const shapes = drawShapes(random.between(2, 5), () => drawBlob(random, random.between(2, 8)))
    const scene = drawScene(random, shapes, { sides: [10, 20] })
    if (scene === undefined) return undefined
    const output = scene.sheet.copy()
    for (const { top, left, height, width, color } of scene.objects)
      output.paint(rectangle(height, width, top, left), color)
    return { input: scene.sheet, output }
  },
  solver: `
def solve_boxfull1(I):
    x1 = objects(I, T, F, T)
    x2 = fork(recolor, color, backdrop)
    x3 = mapply(x2, x1)
    O = underpaint(I, x3)
    return O
`,
  others: [
    partly(`
def solve_border_boxfull1(I):
    x1 = objects(I, T, F, T)
    x2 = fork(recolor, color, box)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O
`),
    partly(`
def solve_bycolor_boxfull1(I):
    x1 = fgpartition(I)
    x2 = fork(recolor, color, backdrop)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O
`),
  ],
}

const growth: Family = {
  id: 'bloated1',
  title: 'Each object swells to a full box two cells wider on every side, where the background lets it.',
  draw(random) {
    const shapes = drawShapes(random.between(1, 3), () => drawBlob(random, random.between(1, 4), 2))
    const scene = drawScene(random, shapes, { sides: [14, 24], gap: 4 })
    if (scene === undefined) return undefined
    const { sheet, background, objects } = scene
    const output = sheet.copy()
    for (const { top, left, height, width, color } of objects)
      output.paintUnder(rectangle(height + 4, width + 4, top - 2, left - 2), color, background)
    return { input: sheet, output }
  },
  solver: `
def solve_bloated1(I):
    x1 = objects(I, T, T, T)
    x2 = compose(backdrop, outbox)
    x3 = power(x2, TWO)
    x4 = fork(recolor, color, x3)
    x5 = mapply(x4, x1)
    O = underpaint(I, x5)
    return O
`,
  others: [
    wrong(`
def solve_once_bloated1(I):
    x1 = objects(I, T, T, T)
    x2 = compose(backdrop, outbox)
    x3 = power(x2, ONE)
    x4 = fork(recolor, color, x3)
    x5 = mapply(x4, x1)
    O = underpaint(I, x5)
    return O
`),
    wrong(`
def solve_rings_bloated1(I):
    x1 = objects(I, T, T, T)
    x2 = power(outbox, TWO)
    x3 = fork(recolor, color, x2)
    x4 = mapply(x3, x1)
    O = underpaint(I, x4)
    return O
`),
    partly(`
def solve_first_bloated1(I):
    x1 = objects(I, T, T, T)
    x2 = first(x1)
    x3 = backdrop(outbox(backdrop(outbox(x2))))
    x4 = recolor(color(x2), x3)
    return underpaint(I, x4)
`),
  ],
}

export const boxFamilies: readonly Family[] = [rings, insideRings, corners, freeCorners, middles, fullBoxes, growth]
