// Families in which an object acts on what is near it, or in line with it.

import type { Family } from './family.ts'
import type { Random } from '../../src/data/random.ts'
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
}

export const nearbyFamilies: readonly Family[] = [shadows, halos, nearest, inLine, touching]
