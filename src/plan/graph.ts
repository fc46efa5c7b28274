// The graph: equal calls of all programs are one node, and each node knows which rows of data it needs.

import type { InputName, Operand, Program } from '../language/program.ts'
import { type Notation, spellNotation } from '../language/value-notation.ts'

/** What a node's value depends on: nothing, the task's demo pairs, the sample's input, or the grid to compare with. */
export type Rows = 'constant' | 'task' | 'sample' | 'candidate'

/** What a node calls or is given. A guarded reference stands for the safe default where the node it refers to fails. */
export type Source =
  | { readonly kind: 'node'; readonly id: number; readonly guarded: boolean }
  | { readonly kind: 'input'; readonly name: InputName }
  | { readonly kind: 'primitive'; readonly name: string }
  | { readonly kind: 'constant'; readonly value: Notation }

/** One call, made once for each of its rows however many programs ask for it. */
export interface Node {
  readonly callee: Source
  readonly args: readonly Source[]
  readonly rows: Rows
}

/** All programs merged. `nodesOf[p][k]` is the node of statement `k` of program `p`; nodes come after what they use. */
export interface Graph {
  readonly programs: readonly Program[]
  readonly nodes: readonly Node[]
  readonly nodesOf: readonly (readonly number[])[]
}

const ORDER: readonly Rows[] = ['constant', 'task', 'sample', 'candidate']
const ROWS_OF_INPUT: Readonly<Record<InputName, Rows>> = { S: 'task', I: 'sample', C: 'candidate' }

/** Merges programs: calls that mean the same become one node, whatever their variables and constants are called. */
export function mergePrograms(programs: readonly Program[]): Graph {
  const nodes: Node[] = []
  const byKey = new Map<string, number>()
  const nodesOf = programs.map((program) => {
    const own: number[] = []
    for (const { callee, args } of program.statements) {
      const sources = [callee, ...args].map((operand) => toSource(operand, own, program.mode === 'guarded'))
      const key = sources.map(spellSource).join(',')
      let id = byKey.get(key)
      if (id === undefined) {
        id = nodes.length
        nodes.push({ callee: sources[0]!, args: sources.slice(1), rows: rowsOf(sources, nodes) })
        byKey.set(key, id)
      }
      own.push(id)
    }
    return own
  })
  return { programs, nodes, nodesOf }
}

/** An operand of a program, in terms of the nodes that its statements have become. */
export function toSource(operand: Operand, nodesOfProgram: readonly number[], guarded: boolean): Source {
  switch (operand.kind) {
    case 'statement':
      return { kind: 'node', id: nodesOfProgram[operand.index]!, guarded }
    case 'constant':
      return { kind: 'constant', value: operand.value }
    case 'input':
    case 'primitive':
      return operand
  }
  return operand satisfies never
}

function spellSource(source: Source): string {
  switch (source.kind) {
    case 'node':
      return `${source.guarded ? 'g' : 'n'}${source.id}`
    case 'input':
      return source.name
    case 'primitive':
      return `p:${source.name}`
    case 'constant':
      return `c:${spellNotation(source.value)}`
  }
  return source satisfies never
}

function rowsOf(sources: readonly Source[], nodes: readonly Node[]): Rows {
  let most = 0
  for (const source of sources) {
    let rows: Rows = 'constant'
    if (source.kind === 'node') rows = nodes[source.id]!.rows
    else if (source.kind === 'input') rows = ROWS_OF_INPUT[source.name]
    most = Math.max(most, ORDER.indexOf(rows))
  }
  return ORDER[most]!
}
