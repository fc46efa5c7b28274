// Labellings: calls of `objects` on one grid with different selectors, which a backend can make in one pass.

import type { Graph } from './graph.ts'
import { operandCodes } from './primitive-codes.ts'
import { CONSTANT, idOf, kindOf } from './source-codes.ts'

/** A call of `objects` as one labelling of a grid: the sum of 4 (of one colour), 2 (corners touch) and 1 (no background). */
export interface LabellingCall {
  readonly node: number
  readonly selector: number
}

/** The calls of one grid's labellings, at least two, in the order of their nodes. */
export interface Labelling {
  /** The code of the grid. */
  readonly grid: number
  readonly calls: readonly LabellingCall[]
}

const NO_SELECTOR = -1
const OBJECTS = operandCodes.of('objects')
const OBJECTS_BY_SELECTOR = operandCodes.of('o_g')

/** The grids of which several labellings are asked for, by the first `nodeCount` of some nodes of a graph. */
export function findLabellings(graph: Graph, nodes: Int32Array, nodeCount = nodes.length): readonly Labelling[] {
  const { codes, starts } = graph.calls
  let count = 0
  for (let k = 0; k < nodeCount; k++) if (isLabelling(codes[starts[nodes[k]!]!]!)) count++
  // Most programs label once.
  if (count < 2) return NONE
  const found = nodes.subarray(0, nodeCount).filter((node) => isLabelling(codes[starts[node]!]!))
  const byGrid = new Map<number, LabellingCall[]>()
  for (const node of found) {
    const selector = selectorOf(graph, node)
    if (selector === NO_SELECTOR) continue
    const grid = codes[starts[node]! + 1]!
    const known = byGrid.get(grid)
    if (known === undefined) byGrid.set(grid, [{ node, selector }])
    else known.push({ node, selector })
  }
  return Array.from(byGrid, ([grid, calls]) => ({ grid, calls })).filter(({ calls }) => calls.length > 1)
}

const NONE: readonly Labelling[] = []

function isLabelling(callee: number): boolean {
  return callee === OBJECTS || callee === OBJECTS_BY_SELECTOR
}

/** The selector of a call of `objects` or `o_g` with constant flags. */
function selectorOf(graph: Graph, node: number): number {
  const { codes, starts } = graph.calls
  const [callee, , ...args] = codes.subarray(starts[node], starts[node + 1])
  const flags = args.map((code) => flagOf(graph, code))
  if (flags.includes(NaN)) return NO_SELECTOR
  if (callee === OBJECTS_BY_SELECTOR)
    return flags.length === 1 && flags[0]! >= 0 && flags[0]! < 8 ? flags[0]! : NO_SELECTOR
  if (flags.length !== 3) return NO_SELECTOR
  const [univalued, diagonal, withoutBackground] = flags.map((flag) => (flag === 0 ? 0 : 1))
  return 4 * univalued! + 2 * diagonal! + withoutBackground!
}

/** A constant integer or Boolean as a number; NaN for anything else. */
function flagOf({ constants }: Graph, code: number): number {
  if (kindOf(code) !== CONSTANT) return NaN
  const value = constants.values[idOf(code)]!
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : NaN
}
