// The slots of a plan: inputs, then constants, primitives, results of steps, and results or their safe defaults.

import { primitives } from '../language/names.ts'
import type { Notation } from '../language/values/value-notation.ts'
import type { Graph, MergedProgram } from './graph.ts'
import { CONSTANT, GUARDED_NODE, INPUT_COUNT, NODE, codeOfInput, idOf, kindOf } from './source-codes.ts'
import { NO_SLOT } from './step-layout.ts'

const FIRST_WORDS = 64

/**
 * Columns by the number of a constant, primitive or node: its place among those of the plan, NO_SLOT if it is not there. And the
 * constants, primitives and nodes of the plan in the order of these places. A graph keeps them between plans.
 */
export class SlotColumns {
  constants = new Int32Array(0)
  raw = new Int32Array(0)
  safe = new Int32Array(0)
  readonly primitives = new Int32Array(INPUT_COUNT + primitives.length).fill(NO_SLOT)
  readonly primitiveList = new Int32Array(primitives.length)
  constantList = new Int32Array(FIRST_WORDS)
  nodeList = new Int32Array(FIRST_WORDS)

  /** Makes room; a plan then costs its own values, however many others the graph has. */
  reserve({ calls, constants }: Graph, listedNodes: number): void {
    if (this.nodeList.length < listedNodes) this.nodeList = new Int32Array(2 * listedNodes)
    if (this.constants.length < constants.values.length) {
      this.constants = new Int32Array(2 * constants.values.length).fill(NO_SLOT)
      this.constantList = new Int32Array(this.constants.length)
    }
    if (this.raw.length >= calls.count) return
    this.raw = new Int32Array(2 * calls.count).fill(NO_SLOT)
    this.safe = new Int32Array(2 * calls.count).fill(NO_SLOT)
  }
}

/** Numbers the values of some programs of a graph in the order in which the programs name them; to be released at the end. */
export class SlotTable {
  readonly constants: Notation[] = []
  readonly slotCount: number
  /** The slot of the result of the first node; those of the other nodes follow. */
  readonly firstRaw: number
  /** Whether S is a source. */
  readsSamples = false
  nodeCount = 0
  primitiveCount = 0
  readonly #columns: SlotColumns
  readonly #values: readonly Notation[]
  #safeCount = 0
  // The slots of the first primitive, and of the first result or default.
  readonly #firstPrimitive: number
  readonly #firstSafe: number

  constructor(graph: Graph, programs: readonly MergedProgram[]) {
    const columns = graph.slotColumns
    this.#columns = columns
    this.#values = graph.constants.values
    let listedNodes = 0
    for (let p = 0; p < programs.length; p++) listedNodes += programs[p]!.nodes.length
    columns.reserve(graph, listedNodes)
    for (let p = 0; p < programs.length; p++) this.#addNodes(programs[p]!.nodes)
    const { codes, starts } = graph.calls
    const { nodeList } = columns
    for (let k = 0; k < this.nodeCount; k++) {
      const node = nodeList[k]!
      for (let at = starts[node]!; at < starts[node + 1]!; at++) this.#addSource(codes[at]!)
    }
    for (let p = 0; p < programs.length; p++) {
      const { result, outputs } = programs[p]!
      if (result !== undefined) this.#addSource(result)
      for (let k = 0; k < outputs.length; k++) this.#addSource(outputs[k]!)
    }
    this.#firstPrimitive = INPUT_COUNT + this.constants.length
    this.firstRaw = this.#firstPrimitive + this.primitiveCount
    this.#firstSafe = this.firstRaw + this.nodeCount
    this.slotCount = this.#firstSafe + this.#safeCount
  }

  /** The first `nodeCount` words are the nodes of the programs, each once, in the order of their first statements: after the nodes that they use. */
  get nodes(): Int32Array {
    return this.#columns.nodeList
  }

  /** The first `primitiveCount` words are the primitives, by their numbers in the registry. */
  get primitives(): Int32Array {
    return this.#columns.primitiveList
  }

  /** Clears the columns of the graph for the next plan. */
  release(): void {
    const { constants, constantList, primitives: own, primitiveList, raw, safe, nodeList } = this.#columns
    for (let k = 0; k < this.constants.length; k++) constants[constantList[k]!] = NO_SLOT
    for (let k = 0; k < this.primitiveCount; k++) own[INPUT_COUNT + primitiveList[k]!] = NO_SLOT
    for (let k = 0; k < this.nodeCount; k++) raw[nodeList[k]!] = safe[nodeList[k]!] = NO_SLOT
  }

  /** The slot of the result of a node, a value or an error. */
  rawSlotOf(node: number): number {
    return this.firstRaw + this.#columns.raw[node]!
  }

  /** The slot of the result of a node or its safe default; NO_SLOT if no program reads it. */
  safeSlotOf(node: number): number {
    const place = this.#columns.safe[node]!
    return place === NO_SLOT ? NO_SLOT : this.#firstSafe + place
  }

  /** The slot of a source. */
  slotOf(code: number): number {
    const id = idOf(code)
    switch (kindOf(code)) {
      case NODE:
        return this.firstRaw + this.#columns.raw[id]!
      case GUARDED_NODE:
        return this.#firstSafe + this.#columns.safe[id]!
      case CONSTANT:
        return INPUT_COUNT + this.#columns.constants[id]!
      default:
        return id < INPUT_COUNT ? id : this.#firstPrimitive + this.#columns.primitives[id]!
    }
  }

  #addNodes(nodes: Int32Array): void {
    const { raw, nodeList } = this.#columns
    for (let k = 0; k < nodes.length; k++) {
      const node = nodes[k]!
      if (raw[node] !== NO_SLOT) continue
      nodeList[this.nodeCount] = node
      raw[node] = this.nodeCount++
    }
  }

  #addSource(code: number): void {
    const id = idOf(code)
    const { constants, constantList, primitives: own, primitiveList, safe } = this.#columns
    switch (kindOf(code)) {
      case NODE:
        return
      case GUARDED_NODE:
        if (safe[id] === NO_SLOT) safe[id] = this.#safeCount++
        return
      case CONSTANT:
        if (constants[id] !== NO_SLOT) return
        constantList[this.constants.length] = id
        constants[id] = this.constants.length
        this.constants.push(this.#values[id]!)
        return
      default:
        if (code === SAMPLES) this.readsSamples = true
        if (id < INPUT_COUNT || own[id] !== NO_SLOT) return
        primitiveList[this.primitiveCount] = id - INPUT_COUNT
        own[id] = this.primitiveCount++
    }
  }
}

const SAMPLES = codeOfInput('S')
