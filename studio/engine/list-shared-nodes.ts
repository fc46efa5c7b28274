// The merged graph of solvers as a list of nodes, each with the solvers that need it.

import { layoutOf } from '../../src/language/dialects.ts'
import { nameOfKey } from '../../src/language/names.ts'
import { printCalls } from '../../src/language/python/print-python.ts'
import type { Program } from '../../src/language/program.ts'
import { type Graph, type Source, mergePrograms } from '../../src/plan/graph.ts'
import type { SharedNode } from './study-messages.ts'

const MAX_NODES = 5000

/** The nodes of all programs; of many, the most shared ones. */
export function listSharedNodes(programs: readonly Program[]): {
  readonly nodes: readonly SharedNode[]
  readonly nodeCount: number
} {
  const nodes: SharedNode[] = []
  for (const layout of ['a', 't'] as const) {
    const own = [...programs.keys()].filter((k) => layoutOf(programs[k]!.dialect) === layout)
    if (own.length > 0) addNodes(nodes, mergePrograms(own.map((k) => programs[k]!)), own)
  }
  return { nodes: nodes.length > MAX_NODES ? keepMostShared(nodes) : nodes, nodeCount: nodes.length }
}

/** Adds the nodes of a graph; `indexes` are the places of its programs among all. */
function addNodes(nodes: SharedNode[], graph: Graph, indexes: readonly number[]): void {
  const first = nodes.length
  const count = graph.nodes.length
  const calls: string[] = []
  const solvers: Set<number>[] = Array.from({ length: count }, () => new Set<number>())
  for (const [p, { program, nodes: own, statements }] of graph.programs.entries()) {
    const texts = printCalls(program)
    for (const [k, node] of own.entries()) {
      solvers[node]!.add(indexes[p]!)
      calls[node] ??= texts[statements[k]!]!
    }
  }
  const levels = new Int32Array(count)
  for (const [id, { callee, args, rows }] of graph.nodes.entries()) {
    const uses = [callee, ...args].flatMap((source) => (source.kind === 'node' ? [source.id] : []))
    const level = uses.reduce((most, used) => Math.max(most, levels[used]! + 1), 0)
    levels[id] = level
    nodes.push({
      call: calls[id]!,
      callee: spellCallee(callee, calls[id]!),
      solvers: [...solvers[id]!],
      uses: [...new Set(uses)].map((used) => used + first),
      level,
      rows,
    })
  }
}

/** The primitive, or the variable that holds the called function. */
function spellCallee(callee: Source, call: string): string {
  return callee.kind === 'primitive' ? nameOfKey(callee.key) : call.slice(0, call.indexOf('('))
}

function keepMostShared(nodes: readonly SharedNode[]): SharedNode[] {
  const kept = [...nodes.keys()]
    .sort((x, y) => nodes[y]!.solvers.length - nodes[x]!.solvers.length || x - y)
    .slice(0, MAX_NODES)
    .sort((x, y) => x - y)
  const places = new Map(kept.map((id, place) => [id, place]))
  return kept.map((id) => ({
    ...nodes[id]!,
    uses: nodes[id]!.uses.flatMap((used) => places.get(used) ?? []),
  }))
}
