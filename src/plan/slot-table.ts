// The slots of a plan: inputs, then constants, primitives, results of steps, and results or their safe defaults.

import { primitives } from '../language/names.ts'
import type { Notation } from '../language/values/value-notation.ts'
import type { Graph, MergedProgram } from './graph.ts'
import { CONSTANT, FIXED, GUARDED_NODE, INPUT_COUNT, NODE, idOf, kindOf } from './source-codes.ts'
import { NO_SLOT } from './step-layout.ts'

/** Slots by the number of a constant, primitive or node, NO_SLOT if there is none; a graph keeps them between plans. */
export class SlotColumns {
  constants = new Int32Array(0)
  raw = new Int32Array(0)
  safe = new Int32Array(0)
  readonly primitives = new Int32Array(INPUT_COUNT + primitives.length).fill(NO_SLOT)

  /** Makes room; a plan then costs its own values, however many others the graph has. */
  reserve(nodeCount: number, constantCount: number): void {
    if (this.constants.length < constantCount) this.constants = new Int32Array(2 * constantCount).fill(NO_SLOT)
    if (this.raw.length >= nodeCount) return
    this.raw = new Int32Array(2 * nodeCount).fill(NO_SLOT)
    this.safe = new Int32Array(2 * nodeCount).fill(NO_SLOT)
  }
}

/** Numbers the values of some programs of a graph in the order in which the programs name them; to be released at the end. */
export class SlotTable {
  /** The nodes of the programs, each once, in the order of their first statements: after the nodes that they use. */
  readonly nodes: Int32Array
  readonly constants: Notation[] = []
  /** The primitives, by their numbers in the registry. */
  readonly primitives: number[] = []
  slotCount = INPUT_COUNT
  readonly #columns: SlotColumns
  readonly #codes: Int32Array

  constructor(graph: Graph, programs: readonly MergedProgram[]) {
    const columns = graph.slotColumns
    columns.reserve(graph.calls.count, graph.constants.values.length)
    this.#columns = columns
    this.nodes = this.#listNodes(programs)
    const codes = listCodes(graph, this.nodes, programs)
    this.#codes = codes
    this.#addConstants(graph.constants.values)
    this.#addPrimitives()
    const { raw, safe } = columns
    for (let k = 0; k < this.nodes.length; k++) raw[this.nodes[k]!] = this.slotCount++
    for (let k = 0; k < codes.length; k++) {
      const id = idOf(codes[k]!)
      if (kindOf(codes[k]!) === GUARDED_NODE && safe[id] === NO_SLOT) safe[id] = this.slotCount++
    }
  }

  /** Clears the columns of the graph for the next plan. */
  release(): void {
    const { constants, primitives: own, raw, safe } = this.#columns
    for (const code of this.#codes) {
      if (kindOf(code) === CONSTANT) constants[idOf(code)] = NO_SLOT
      if (kindOf(code) === FIXED) own[idOf(code)] = NO_SLOT
    }
    for (const node of this.nodes) raw[node] = safe[node] = NO_SLOT
  }

  /** The slot of the result of a node, a value or an error. */
  rawSlotOf(node: number): number {
    return this.#columns.raw[node]!
  }

  /** The slot of the result of a node or its safe default; NO_SLOT if no program reads it. */
  safeSlotOf(node: number): number {
    return this.#columns.safe[node]!
  }

  /** The slot of a source. */
  slotOf(code: number): number {
    const id = idOf(code)
    switch (kindOf(code)) {
      case NODE:
        return this.#columns.raw[id]!
      case GUARDED_NODE:
        return this.#columns.safe[id]!
      case CONSTANT:
        return this.#columns.constants[id]!
      default:
        return id < INPUT_COUNT ? id : this.#columns.primitives[id]!
    }
  }

  #listNodes(programs: readonly MergedProgram[]): Int32Array {
    const { raw } = this.#columns
    let length = 0
    for (const { nodes } of programs) length += nodes.length
    const list = new Int32Array(length)
    let count = 0
    for (const { nodes } of programs) {
      for (let k = 0; k < nodes.length; k++) {
        const node = nodes[k]!
        if (raw[node] !== NO_SLOT) continue
        raw[node] = 0
        list[count++] = node
      }
    }
    return count === length ? list : list.subarray(0, count)
  }

  #addConstants(values: readonly Notation[]): void {
    const { constants } = this.#columns
    for (let k = 0; k < this.#codes.length; k++) {
      const id = idOf(this.#codes[k]!)
      if (kindOf(this.#codes[k]!) !== CONSTANT || constants[id] !== NO_SLOT) continue
      constants[id] = this.slotCount++
      this.constants.push(values[id]!)
    }
  }

  #addPrimitives(): void {
    const { primitives: own } = this.#columns
    for (let k = 0; k < this.#codes.length; k++) {
      const id = idOf(this.#codes[k]!)
      if (kindOf(this.#codes[k]!) !== FIXED || id < INPUT_COUNT || own[id] !== NO_SLOT) continue
      own[id] = this.slotCount++
      this.primitives.push(id - INPUT_COUNT)
    }
  }
}

/** The sources of nodes, and the results and outputs of programs. */
function listCodes({ calls }: Graph, nodes: Int32Array, programs: readonly MergedProgram[]): Int32Array {
  const { codes, starts } = calls
  let length = 0
  for (const node of nodes) length += starts[node + 1]! - starts[node]!
  for (const { result, outputs } of programs) length += outputs.length + (result === undefined ? 0 : 1)
  const list = new Int32Array(length)
  let end = 0
  for (const node of nodes) for (let k = starts[node]!; k < starts[node + 1]!; k++) list[end++] = codes[k]!
  for (const { result, outputs } of programs) {
    if (result !== undefined) list[end++] = result
    for (let k = 0; k < outputs.length; k++) list[end++] = outputs[k]!
  }
  return list
}
