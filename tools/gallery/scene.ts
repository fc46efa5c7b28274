// A scene: objects of one colour each, scattered over a background that is the most frequent colour.

import type { Random } from '../../src/data/random.ts'
import { type Placed, type Room, type Shape, scatter } from './shapes.ts'
import { Sheet } from './sheet.ts'

/** A shape with its place and colour. */
export interface SceneObject extends Placed {
  readonly color: number
}

/** What was drawn, and what of. */
export interface Scene {
  readonly sheet: Sheet
  readonly background: number
  readonly objects: readonly SceneObject[]
}

export interface SceneOptions extends Room {
  /** The least and the greatest side of the grid; 10 to 18 unless said. */
  readonly sides?: readonly [number, number]
  /** Colours that neither the background nor an object has. */
  readonly without?: readonly number[]
  /** The colours of the objects, one for each; drawn at random unless said. */
  readonly colors?: readonly number[]
}

/** Scatters shapes; nothing when they do not fit in. */
export function drawScene(random: Random, shapes: readonly Shape[], options: SceneOptions = {}): Scene | undefined {
  const { sides: [low, high] = [10, 18], without = [], colors } = options
  const background =
    random.oneIn(2) && !without.includes(0) && !colors?.includes(0) ? 0 : random.color(...without, ...(colors ?? []))
  const sheet = new Sheet(random.between(low, high), random.between(low, high), background)
  const placed = scatter(random, sheet, shapes, options)
  if (placed === undefined) return undefined
  const objects = placed.map((object, k) => ({ ...object, color: colors?.[k] ?? random.color(background, ...without) }))
  for (const { spots, color } of objects) sheet.paint(spots, color)
  return sheet.isMostly(background) ? { sheet, background, objects } : undefined
}

/** So many shapes, each drawn by itself. */
export function drawShapes(count: number, draw: (k: number) => Shape): Shape[] {
  return Array.from({ length: count }, (_, k) => draw(k))
}
