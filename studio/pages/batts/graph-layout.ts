// Places the nodes of the shared graph: a column for each level, few crossings within.

import type { SharedNode } from '../../engine/study-messages.ts'

/** A node with its place: its index in the study, its column, and its row in the column. */
export interface PlacedNode {
  readonly index: number
  readonly column: number
  readonly row: number
}

const MAX_DRAWN = 160
const SWEEPS = 4

/** The nodes to draw: all of them, or the most shared ones and those of the marked solver. */
export function chooseNodes(nodes: readonly SharedNode[], marked: number | undefined): number[] {
  const all = [...nodes.keys()]
  if (all.length <= MAX_DRAWN) return all
  const rank = (k: number) =>
    marked !== undefined && nodes[k]!.solvers.includes(marked) ? 1e9 : nodes[k]!.solvers.length
  return all
    .sort((x, y) => rank(y) - rank(x) || x - y)
    .slice(0, MAX_DRAWN)
    .sort((x, y) => x - y)
}

/** Places nodes; within a column each stands near the middle of the nodes that it uses and of those that use it. */
export function placeNodes(nodes: readonly SharedNode[], chosen: readonly number[]): PlacedNode[] {
  const isChosen = new Set(chosen)
  const levels = [...new Set(chosen.map((k) => nodes[k]!.level))].sort((x, y) => x - y)
  const columns = levels.map((level) => chosen.filter((k) => nodes[k]!.level === level))
  const neighbours = new Map<number, number[]>(chosen.map((k) => [k, []]))
  for (const k of chosen) {
    for (const used of nodes[k]!.uses) {
      if (!isChosen.has(used)) continue
      neighbours.get(k)!.push(used)
      neighbours.get(used)!.push(k)
    }
  }
  const rows = new Map<number, number>()
  const settle = () => {
    for (const column of columns) for (const [row, k] of column.entries()) rows.set(k, row - column.length / 2)
  }
  settle()
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const column of columns) {
      const middles = new Map(column.map((k) => [k, middleOf(neighbours.get(k)!, rows) ?? rows.get(k)!]))
      column.sort((x, y) => middles.get(x)! - middles.get(y)! || x - y)
    }
    settle()
  }
  return columns.flatMap((own, column) => own.map((index, row) => ({ index, column, row })))
}

function middleOf(indexes: readonly number[], rows: ReadonlyMap<number, number>): number | undefined {
  if (indexes.length === 0) return undefined
  return indexes.reduce((sum, k) => sum + rows.get(k)!, 0) / indexes.length
}
