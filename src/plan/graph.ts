// The graph: equal calls of all programs are one node, and each node knows which rows of data it needs.

import { type CellLayout, layoutOf } from '../language/dialects.ts'
import { BugError } from '../language/errors.ts'
import { LiveStatements } from '../language/live-statements.ts'
import { primitives } from '../language/names.ts'
import type { InputName, Operand, Program } from '../language/program.ts'
import { type Notation, spellNotation } from '../language/values/value-notation.ts'
import { CallTable, ROWS_ORDER } from './call-table.ts'
import { ConstantTable } from './constant-table.ts'
import { NodeHashes } from './node-hashes.ts'
import { calleeCodes, operandCodes } from './primitive-codes.ts'
import { SlotColumns } from './slot-table.ts'
import {
  CONSTANT,
  FIXED,
  GUARDED_NODE,
  INPUTS,
  INPUT_COUNT,
  NODE,
  codeOf,
  codeOfInput,
  idOf,
  kindOf,
} from './source-codes.ts'
import { WordSlab } from './word-slab.ts'

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
  readonly statements: Int32Array
  readonly nodes: Int32Array
  /** The codes of the result and of the outputs; `Graph.sourceOf` tells their sources. */
  readonly result: number | undefined
  readonly outputs: Int32Array
}

export interface MergeOptions {
  /** Also runs the statements that nothing depends on. A strict program then fails where one of these does. */
  readonly keepUnused?: boolean
}

const NO_OUTPUTS = new Int32Array()

/** All programs merged; nodes come after the nodes that they use. A graph can be kept: adding a program costs its statements. */
export class Graph {
  /** The layout of the cells of all programs. */
  readonly layout: CellLayout
  readonly programs: MergedProgram[] = []
  /** The calls and constants by number, for those that read many of them; `nodes` has the same as objects. */
  readonly calls = new CallTable()
  readonly constants = new ConstantTable()
  readonly hashes: NodeHashes
  /** For the plans that are made of this graph. */
  readonly slotColumns = new SlotColumns()
  readonly slab = new WordSlab()
  readonly #keepUnused: boolean
  readonly #nodes: Node[] = []
  // Of the program that is being added: most programs have a few statements, and each array takes as long as a statement.
  readonly #liveStatements = new LiveStatements()
  #nodeOf = new Int32Array(64)
  #own = new Int32Array(64)

  constructor(layout: CellLayout, { keepUnused = false }: MergeOptions = {}) {
    this.layout = layout
    this.hashes = new NodeHashes(this)
    this.#keepUnused = keepUnused
  }

  /** Merges one more program. */
  add(program: Program): MergedProgram {
    if (layoutOf(program.dialect) !== this.layout)
      throw new BugError('mixed-layouts', 'Programs of two cell layouts were merged')
    const { calls } = this
    const { statements } = program
    const isLive = this.#keepUnused ? undefined : this.#liveStatements.find(program)
    if (this.#nodeOf.length < statements.length) {
      this.#nodeOf = new Int32Array(2 * statements.length)
      this.#own = new Int32Array(2 * statements.length)
    }
    const nodeOf = this.#nodeOf
    const own = this.#own
    let count = 0
    for (let k = 0; k < statements.length; k++) {
      if (isLive !== undefined && isLive[k] === 0) continue
      const { callee, args } = statements[k]!
      // Primitives that differ only in their names are the same callee; as values they are different functions.
      const isNamed = callee.kind === 'primitive'
      calls.push(isNamed ? calleeCodes[this.layout].of(callee.key) : this.#codeOf(callee, nodeOf, program))
      for (let j = 0; j < args.length; j++) calls.push(this.#codeOf(args[j]!, nodeOf, program))
      const node = calls.endCall()
      nodeOf[k] = node
      own[count++] = node
    }
    const { result, outputs } = program
    const merged = {
      program,
      statements: count === statements.length ? countUp(count) : listLive(isLive!, this.slab.take(count)),
      nodes: this.slab.copy(own, count),
      result: result === undefined ? undefined : this.#codeOf(result, nodeOf, program),
      outputs: outputs.length === 0 ? NO_OUTPUTS : this.#codesOf(outputs, nodeOf, program),
    }
    this.programs.push(merged)
    return merged
  }

  /** The nodes as objects. */
  get nodes(): readonly Node[] {
    const { calls } = this
    for (let id = this.#nodes.length; id < calls.count; id++) this.#nodes.push(new NodeView(this, id))
    return this.#nodes
  }

  /** The source with a code of this graph. */
  sourceOf(code: number): Source {
    const id = idOf(code)
    switch (kindOf(code)) {
      case CONSTANT:
        return { kind: 'constant', value: this.constants.values[id]! }
      case FIXED:
        if (id < INPUT_COUNT) return { kind: 'input', name: INPUTS[id]! }
        return { kind: 'primitive', key: primitives[id - INPUT_COUNT]!.key }
      default:
        return { kind: 'node', id, guarded: kindOf(code) === GUARDED_NODE }
    }
  }

  #codesOf(outputs: Program['outputs'], nodeOf: Int32Array, program: Program): Int32Array {
    const codes = new Int32Array(outputs.length)
    for (let k = 0; k < codes.length; k++) codes[k] = this.#codeOf(outputs[k]!.value, nodeOf, program)
    return codes
  }

  /** The code of an operand in terms of the nodes that its program's statements have become. */
  #codeOf(operand: Operand, nodeOf: Int32Array, { mode, statements }: Program): number {
    switch (operand.kind) {
      case 'statement': {
        const isGuarded = mode === 'guarded' && statements[operand.index]!.inner !== true
        return codeOf(isGuarded ? GUARDED_NODE : NODE, nodeOf[operand.index]!)
      }
      case 'constant':
        return codeOf(CONSTANT, this.constants.idOf(operand.value))
      case 'input':
        return codeOfInput(operand.name)
      case 'primitive':
        return operandCodes.of(operand.key)
    }
    return operand satisfies never
  }
}

/** The numbers from 0 on; short programs of one length share them. */
function countUp(count: number): Int32Array {
  return countings[count] ?? newCounting(count)
}

const countings = Array.from({ length: 64 }, (_, count) => newCounting(count))

function newCounting(count: number): Int32Array {
  return new Int32Array(count).map((_, k) => k)
}

/** Fills a list with the first numbers that are live. */
function listLive(isLive: Uint8Array, list: Int32Array): Int32Array {
  for (let k = 0, end = 0; end < list.length; k++) if (isLive[k] === 1) list[end++] = k
  return list
}

/** Merges programs: calls that mean the same become one node, whatever their variables and constants are called. */
export function mergePrograms(programs: readonly Program[], options: MergeOptions = {}): Graph {
  const graph = new Graph(layoutOf(programs[0]?.dialect ?? 'a'), options)
  for (const program of programs) graph.add(program)
  return graph
}

/** A node of a graph, whose parts are made when they are asked for: most graphs are only lowered. */
class NodeView implements Node {
  readonly rows: Rows
  readonly #graph: Graph
  readonly #id: number
  #sources: readonly Source[] | undefined

  constructor(graph: Graph, id: number) {
    this.#graph = graph
    this.#id = id
    this.rows = ROWS_ORDER[graph.calls.rows[id]!]!
  }

  get hash(): string {
    return this.#graph.hashes.spell(this.#id)
  }

  get callee(): Source {
    return this.#allSources()[0]!
  }

  get args(): readonly Source[] {
    return this.#allSources().slice(1)
  }

  #allSources(): readonly Source[] {
    const { codes, starts } = this.#graph.calls
    const id = this.#id
    return (this.#sources ??= Array.from(codes.subarray(starts[id], starts[id + 1]), (code) =>
      this.#graph.sourceOf(code),
    ))
  }
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
