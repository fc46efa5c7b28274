// An example of a primitive as pictures and texts, before it is drawn in the terminal or on a page.

import { type Example, runExamples } from '../../engine/reference/run-examples.ts'
import { type DialectId, layoutOf } from '../../language/dialects.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import type { Declaration, Primitive } from '../../primitives/primitive.ts'
import type { Picture } from '../show/draw-picture.ts'
import { gridPicture, pictureOf } from '../show/draw-value.ts'
import { spellValue } from '../show/spell-value.ts'

/** A value: a picture, a tuple with pictures in it, or a text. */
export type Drawn =
  | { readonly kind: 'picture'; readonly picture: Picture }
  | { readonly kind: 'tuple'; readonly items: readonly Drawn[] }
  | { readonly kind: 'text'; readonly text: string }

/** A value and the name of its parameter. */
export interface DrawnArgument {
  readonly name: string
  readonly value: Drawn
}

/** A call and its result; with `then`, the result of the call is a function that is called with these. */
export interface DrawnExample {
  readonly name: string
  readonly args: readonly DrawnArgument[]
  readonly then?: readonly Drawn[]
  readonly result: Drawn
}

/** The examples of a primitive; those that look alike in several dialects, but for names of parameters, once. */
export function drawExamples(primitive: Primitive): { drawn: DrawnExample; dialects: DialectId[] }[] {
  const groups = new Map<string, { drawn: DrawnExample; dialects: DialectId[] }>()
  for (const example of runExamples(primitive)) {
    const drawn = drawExample(example, primitive.declarations[example.dialect]!)
    const look = JSON.stringify([drawn.args.map(({ value }) => value), drawn.then, drawn.result])
    const group = groups.get(look) ?? { drawn, dialects: [] }
    group.dialects.push(example.dialect)
    groups.set(look, group)
  }
  return [...groups.values()]
}

/** Draws an example. All patches of a call are drawn on a grid of the same size, so that one sees what has moved. */
function drawExample({ dialect, call, result }: Example, declaration: Declaration): DrawnExample {
  const values = [...call.args, ...(call.then ?? []), result]
  const drawing = { grid: emptyGrid(values.map((value) => extentOf(value))), layout: layoutOf(dialect) }
  const draw = (value: Notation) => drawValue(value, drawing)
  const args = call.args.map((value, k) => ({ name: declaration.parameters[k]!.name, value: draw(value) }))
  const then = call.then === undefined ? {} : { then: call.then.map(draw) }
  return { name: call.name, args, ...then, result: draw(typedResult(result, declaration.returns)) }
}

type Drawing = Parameters<typeof pictureOf>[1]

function drawValue(value: Notation, drawing: Drawing): Drawn {
  const text = { kind: 'text', text: spellValue(value, Infinity) } as const
  if (typeof value !== 'object' || value === null || 'f' in value || 'call' in value) return text
  if ('t' in value) {
    // Tuples of integers are grids to the engine; here only what is written as a grid is drawn.
    const items = value.t.map((item) => drawValue(item, drawing))
    return items.some(({ kind }) => kind !== 'text') ? { kind: 'tuple', items } : text
  }
  const picture = 'g' in value ? gridPicture(value) : pictureOf(value, drawing)
  return picture === undefined ? text : { kind: 'picture', picture }
}

/** A result in the form that its declared type suggests: True for 1, and a tuple of pairs instead of a grid. */
function typedResult(value: Notation, type: string): Notation {
  if (type === 'Boolean' && (value === 0 || value === 1)) return value === 1
  if (type !== 'TupleTuple' || typeof value !== 'object' || value === null || !('g' in value)) return value
  return { t: value.g.map((row) => ({ t: Array.from(row, Number) })) }
}

interface Extent {
  readonly height: number
  readonly width: number
}

// A longer line, such as that of `shoot`, is cut; a note counts the rest.
const MAX_SIDE = 10
const CUT_SIDE = 7

function emptyGrid(extents: readonly Extent[]): number[][] | undefined {
  const cut = (side: number) => (side > MAX_SIDE ? CUT_SIDE : side)
  const height = cut(Math.max(...extents.map((extent) => extent.height)))
  const width = cut(Math.max(...extents.map((extent) => extent.width)))
  return height === 0 ? undefined : Array.from({ length: height }, () => Array.from({ length: width }, () => 0))
}

/** The rows and columns that the grids and patches of a value take; a cell is a tuple of two or three numbers in a set. */
function extentOf(value: Notation, isInSet = false): Extent {
  if (typeof value !== 'object' || value === null || 'f' in value || 'call' in value) return { height: 0, width: 0 }
  if ('g' in value) return { height: value.g.length, width: value.g[0]!.length }
  const place = isInSet && 't' in value ? placeOf(value.t) : undefined
  if (place !== undefined) return { height: place[0] + 1, width: place[1] + 1 }
  const parts = 's' in value ? value.s.map((item) => extentOf(item, true)) : value.t.map((item) => extentOf(item))
  return {
    height: Math.max(0, ...parts.map(({ height }) => height)),
    width: Math.max(0, ...parts.map(({ width }) => width)),
  }
}

/** Row and column of an index (row, column) or a cell (colour, (row, column)) or (row, column, colour). */
function placeOf(items: readonly Notation[]): [number, number] | undefined {
  const [first, second] = items
  if (typeof first !== 'number') return undefined
  if (typeof second === 'number') return [first, second]
  if (typeof second !== 'object' || second === null || !('t' in second)) return undefined
  const [row, column] = second.t
  return typeof row === 'number' && typeof column === 'number' ? [row, column] : undefined
}
