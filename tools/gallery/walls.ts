// Families in which an object moves along the way between it and a wall.

import type { Family } from './family.ts'
import type { Random } from '../../src/data/random.ts'
import { type Placed, drawBlob, placeShape, rectangle } from './shapes.ts'
import { Sheet, type Spot } from './sheet.ts'

interface Wall {
  readonly sheet: Sheet
  readonly background: number
  readonly object: Placed
  readonly color: number
  /** One step towards the wall, and how many of them there is room for. */
  readonly step: Spot
  readonly stepCount: number
}

/** An object, and a wall along one side of the grid, with room for a number of steps between them. */
function drawWall(random: Random, color: number, wallColor: number, stepCount: number): Wall {
  const background = random.color(color, wallColor)
  const shape = drawBlob(random, random.between(2, 7), 3)
  const { height, width } = placeShape(shape, 0, 0)
  const [rows, columns] = [height + stepCount + random.between(3, 8), width + stepCount + random.between(3, 8)]
  const sheet = new Sheet(rows, columns, background)
  const side = random.below(4)
  const top = [1 + stepCount, rows - 1 - stepCount - height][side] ?? random.between(1, rows - height - 1)
  const left = [0, 0, 1 + stepCount, columns - 1 - stepCount - width][side]!
  const object = placeShape(shape, top, side < 2 ? random.between(1, columns - width - 1) : left)
  const wall = [
    rectangle(1, columns),
    rectangle(1, columns, rows - 1),
    rectangle(rows, 1),
    rectangle(rows, 1, 0, columns - 1),
  ]
  sheet.paint(wall[side]!, wallColor).paint(object.spots, color)
  const steps: Spot[] = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ]
  return { sheet, background, object, color, step: steps[side]!, stepCount }
}

function moveObject({ sheet, background, object, color, step }: Wall, count: number): Sheet {
  const moved = object.spots.map(([i, j]): Spot => [i + step[0] * count, j + step[1] * count])
  return sheet.copy().paint(object.spots, background).paint(moved, color)
}

const toTheWall: Family = {
  id: 'towall01',
  title: 'The object moves until it touches the wall.',
  draw(random) {
    const [color, wallColor] = random.colors(2)
    const wall = drawWall(random, color!, wallColor!, random.between(1, 7))
    return wall.sheet.isMostly(wall.background)
      ? { input: wall.sheet, output: moveObject(wall, wall.stepCount) }
      : undefined
  },
}

const halfTheWay: Family = {
  id: 'halfway1',
  title: 'The red object goes half of its way to the blue wall.',
  draw(random) {
    const half = random.between(1, 4)
    const wall = drawWall(random, 2, 1, 2 * half)
    return wall.sheet.isMostly(wall.background) ? { input: wall.sheet, output: moveObject(wall, half) } : undefined
  },
}

const stepAway: Family = {
  id: 'stepaway',
  title: 'The red object makes one step away from the blue wall.',
  draw(random) {
    const wall = drawWall(random, 2, 1, random.between(1, 6))
    return wall.sheet.isMostly(wall.background) ? { input: wall.sheet, output: moveObject(wall, -1) } : undefined
  },
}

const intoTheWall: Family = {
  id: 'intowall',
  title: 'The object moves on until it is one cell deep in the wall.',
  draw(random) {
    const [color, wallColor] = random.colors(2)
    const wall = drawWall(random, color!, wallColor!, random.between(1, 7))
    return wall.sheet.isMostly(wall.background)
      ? { input: wall.sheet, output: moveObject(wall, wall.stepCount + 1) }
      : undefined
  },
}

export const wallFamilies: readonly Family[] = [toTheWall, halfTheWay, stepAway, intoTheWall]
