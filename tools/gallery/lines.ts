// Families in which lines are drawn: between cells, from a cell on, or across the whole grid.

import type { Family } from './family.ts'
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
}

export const lineFamilies: readonly Family[] = [joinPairs, rays, crosses, towards, bridges, crossings]
