// Patterns: groups of nodes that recur in programs. Some are planned as one unit of work; `megabatt plan` reports them all.

import { primitiveOfKey } from '../language/names.ts'
import { type Graph, type Source, spellSource } from './graph.ts'
import { findLabellings } from './labellings.ts'

/**
 * - `samples`: the inputs of the demo pairs, their outputs, and the colours of each, once per task;
 * - `labelling`: the objects of one grid with different selectors, labelled in one pass;
 * - `maps`: functions applied to each element of one container;
 * - `shared`: a call that several programs make, made once.
 */
export type PatternKind = 'samples' | 'labelling' | 'maps' | 'shared'

/** A group of nodes of a graph. */
export interface Pattern {
  readonly kind: PatternKind
  /** Ascending. */
  readonly nodes: readonly number[]
}

/** All patterns of a graph; a node may belong to several of different kinds. */
export function findPatterns(graph: Graph): Pattern[] {
  const nodes = Int32Array.from(graph.nodes.keys())
  return [
    ...findSamples(graph),
    ...findLabellings(graph, nodes).map(({ calls }): Pattern => ({
      kind: 'labelling',
      nodes: calls.map(({ node }) => node),
    })),
    ...findMaps(graph),
    ...findShared(graph),
  ]
}

/** The calls that take the demo pairs apart. */
function findSamples({ nodes }: Graph): Pattern[] {
  const members: number[] = []
  const sides = new Set<number>()
  for (const [id, { callee, args }] of nodes.entries()) {
    if (callee.kind !== 'primitive' || args.length !== 2) continue
    const [fn, container] = args as [Source, Source]
    if (fn.kind !== 'primitive') continue
    const isSide = container.kind === 'input' && container.name === 'S' && SIDES.has(nameOf(fn.key))
    const isPalette = container.kind === 'node' && sides.has(container.id) && PALETTES.has(nameOf(fn.key))
    if (!MAPS.has(nameOf(callee.key)) || (!isSide && !isPalette)) continue
    if (isSide) sides.add(id)
    members.push(id)
  }
  return members.length > 1 ? [{ kind: 'samples', nodes: members }] : []
}

const SIDES: ReadonlySet<string> = new Set(['first', 'second', 'last', 'get_nth_t'])
const PALETTES: ReadonlySet<string> = new Set(['palette', 'p_g'])
const MAPS: ReadonlySet<string> = new Set(['apply', 'mapply'])

/** The calls of higher-order primitives on one container that is not constant. */
function findMaps({ nodes }: Graph): Pattern[] {
  const byContainer = new Map<string, number[]>()
  for (const [id, { callee, args }] of nodes.entries()) {
    const container = containerOf(callee, args)
    if (container === undefined || container.kind === 'constant' || container.kind === 'primitive') continue
    const key = spellSource(container)
    const known = byContainer.get(key)
    if (known === undefined) byContainer.set(key, [id])
    else known.push(id)
  }
  return [...byContainer.values()].filter((ids) => ids.length > 1).map((ids) => ({ kind: 'maps', nodes: ids }))
}

function containerOf(callee: Source, args: readonly Source[]): Source | undefined {
  if (callee.kind !== 'primitive') return undefined
  const primitive = primitiveOfKey(callee.key)
  if (primitive?.sort !== 'higher-order') return undefined
  const place = primitive.parameters.findIndex(({ name }) => name === 'container')
  return args[place]
}

/** The calls that more than one program makes. */
function findShared({ programs }: Graph): Pattern[] {
  const users = new Map<number, number>()
  for (const { nodes } of programs) for (const id of new Set(nodes)) users.set(id, (users.get(id) ?? 0) + 1)
  const shared = [...users.keys()].filter((id) => users.get(id)! > 1).toSorted((a, b) => a - b)
  return shared.length > 0 ? [{ kind: 'shared', nodes: shared }] : []
}

function nameOf(key: string): string {
  return key.split('@', 1)[0]!
}
