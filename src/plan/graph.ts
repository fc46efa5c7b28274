// The graph: equal calls of all programs are one node, and each node knows which rows of data it needs.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type CellLayout, layoutOf } from '../language/dialects.ts'
import { BugError } from '../language/errors.ts'
import { findLiveStatements } from '../language/live-statements.ts'
import type { InputName, Operand, Program } from '../language/program.ts'
import { meaningOf } from './meaning.ts'
import { type Notation, spellNotation } from '../language/values/value-notation.ts'

/** The data that a node depends on: none, the task's demo pairs, the sample's input, or the grid to compare with. */
export type Rows = 'constant' | 'task' | 'sample' | 'candidate'

/** A callee or an argument. A guarded reference to a node that fails stands for the safe default. */
export type Source =
  | { readonly kind: 'node'; readonly id: number; readonly guarded: boolean }
  | { readonly kind: 'input'; readonly name: InputName }
  /** In the place of a callee, the first primitive of the layout that means the same. */
  | { readonly kind: 'primitive'; readonly key: string }
  | { readonly kind: 'constant'; readonly value: Notation }

/** One call, made once for each of its rows however many programs ask for it. */
export interface Node {
  /** A hash of what is called with what, down to inputs and constants: the same for equal calls in every graph. */
  readonly hash: string
  readonly callee: Source
  readonly args: readonly Source[]
  readonly rows: Rows
}

/** A program in terms of the graph. */
export interface MergedProgram {
  readonly program: Program
  /** The statements that are run, as indexes into the program's, and the node of each. */
  readonly statements: readonly number[]
  readonly nodes: readonly number[]
  readonly result: Source | undefined
  readonly outputs: readonly Source[]
}

/** All programs merged; nodes come after the nodes that they use. */
export interface Graph {
  /** The layout of the cells of all programs. */
  readonly layout: CellLayout
  readonly nodes: readonly Node[]
  readonly programs: readonly MergedProgram[]
}

export interface MergeOptions {
  /** Also runs the statements that nothing depends on. A strict program then fails where one of these does. */
  readonly keepUnused?: boolean
}

/** 128 bits: two different calls with one hash cannot be found. */
const HASH_BYTES = 16

const ORDER: readonly Rows[] = ['constant', 'task', 'sample', 'candidate']
const ROWS_OF_INPUT: Readonly<Record<InputName, Rows>> = { S: 'task', I: 'sample', C: 'candidate' }

/** Merges programs: calls that mean the same become one node, whatever their variables and constants are called. */
export function mergePrograms(programs: readonly Program[], { keepUnused = false }: MergeOptions = {}): Graph {
  const layout = layoutOfAll(programs)
  const nodes: Node[] = []
  /** By the calls' spelling in this graph, which is shorter than their content: hashing takes longer than looking up. */
  const byKey = new Map<string, number>()
  const addNode = (sources: readonly Source[]) => {
    const key = sources.map(spellSource).join(',')
    let id = byKey.get(key)
    if (id === undefined) {
      id = nodes.length
      const hash = hashCall(layout, sources, nodes)
      nodes.push({ hash, callee: sources[0]!, args: sources.slice(1), rows: rowsOf(sources, nodes) })
      byKey.set(key, id)
    }
    return id
  }
  const mergeProgram = (program: Program): MergedProgram => {
    const isLive = keepUnused ? undefined : findLiveStatements(program)
    const statements: number[] = []
    const own: number[] = []
    const nodeOf: number[] = []
    const toSource = (operand: Operand) => sourceOf(operand, nodeOf, program)
    for (const [k, { callee, args }] of program.statements.entries()) {
      if (isLive?.[k] === false) continue
      nodeOf[k] = addNode([calleeSource(toSource(callee), layout), ...args.map(toSource)])
      statements.push(k)
      own.push(nodeOf[k])
    }
    const result = program.result === undefined ? undefined : toSource(program.result)
    return { program, statements, nodes: own, result, outputs: program.outputs.map(({ value }) => toSource(value)) }
  }
  return { layout, programs: programs.map(mergeProgram), nodes }
}

function layoutOfAll(programs: readonly Program[]): CellLayout {
  const layouts = new Set(programs.map(({ dialect }) => layoutOf(dialect)))
  if (layouts.size > 1) throw new BugError('mixed-layouts', 'Programs of two cell layouts were merged')
  const [layout = 'a'] = layouts
  return layout
}

/** Primitives that differ only in their names are the same callee; as values they are different functions. */
function calleeSource(source: Source, layout: CellLayout): Source {
  return source.kind === 'primitive' ? { kind: 'primitive', key: meaningOf(source.key, layout) } : source
}

/** An operand in terms of the nodes that its program's statements have become. */
function sourceOf(operand: Operand, nodeOf: readonly number[], { mode, statements }: Program): Source {
  switch (operand.kind) {
    case 'statement': {
      const guarded = mode === 'guarded' && statements[operand.index]!.inner !== true
      return { kind: 'node', id: nodeOf[operand.index]!, guarded }
    }
    case 'constant':
      return { kind: 'constant', value: operand.value }
    case 'input':
    case 'primitive':
      return operand
  }
  return operand satisfies never
}

/** The hash of a call: of its layout and its sources, nodes by their own hashes. */
function hashCall(layout: CellLayout, sources: readonly Source[], nodes: readonly Node[]): string {
  const content = sources.map((source) =>
    source.kind === 'node' ? `${source.guarded ? 'g' : 'n'}${nodes[source.id]!.hash}` : spellSource(source),
  )
  return bytesToHex(sha256(utf8ToBytes(`${layout}:${content.join(',')}`)).subarray(0, HASH_BYTES))
}

/** The spelling of a source in its graph; sources that mean the same are spelled the same. */
export function spellSource(source: Source): string {
  switch (source.kind) {
    case 'node':
      return `${source.guarded ? 'g' : 'n'}${source.id}`
    case 'input':
      return source.name
    case 'primitive':
      return `p:${source.key}`
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
