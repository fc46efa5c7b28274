// Families about mirrors and turns.

import type { Family } from './family.ts'
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
}

export const symmetryFamilies: readonly Family[] = [mosaic, turnOrFlip, repair, lostPatch, images, fourMirrored]
