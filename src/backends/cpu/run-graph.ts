// Runs a graph on the CPU: constant nodes once, a task's nodes once a task, the rest once a sample; the heap is reused.

import { type Heap, push, resetHeap, scratchTop } from '../../kernel/heap.ts'
import { finishTuple, tuple2 } from '../../kernel/tuples.ts'
import { EMPTY_ERROR } from '../../kernel/errors.ts'
import { type Word, isError } from '../../kernel/words.ts'
import { primitiveWord } from '../../language/names.ts'
import { safeDefaultOf } from '../../language/safe-default.ts'
import { type Notation, encodeNotation } from '../../language/value-notation.ts'
import type { Graph, Node, Rows, Source } from '../../plan/graph.ts'
import type { CpuEvaluator } from './cpu-evaluator.ts'

/** One sample: the input, and the grid to compare with where there is one. */
export interface Sample {
  readonly input: Notation
  readonly candidate?: Notation
}

/** A task's demo pairs and the samples to run on. */
export interface TaskData {
  readonly pairs: readonly { readonly input: Notation; readonly output: Notation }[]
  readonly samples: readonly Sample[]
}

/** The values of all nodes for one sample, to be read before the next one is run. */
export interface RowValues {
  readonly heap: Heap
  /** What each node gave: a value, or an error word. */
  readonly words: Int32Array
  /** The value of a source, the default in the place of a failed node where the source is guarded. */
  valueOf(source: Source): Word
}

/** Calls `visit` for every sample of every task, in order. */
export function runGraph(
  evaluator: CpuEvaluator,
  heap: Heap,
  graph: Graph,
  tasks: readonly TaskData[],
  visit: (task: number, sample: number, values: RowValues) => void,
): void {
  const run = new GraphRun(evaluator, heap, graph)
  resetHeap(heap)
  run.evaluate('constant')
  const constantTop = heap.top
  for (const [t, task] of tasks.entries()) {
    heap.top = constantTop
    run.inputs.S = encodePairs(heap, task)
    run.evaluate('task')
    const taskTop = heap.top
    for (const [s, sample] of task.samples.entries()) {
      heap.top = taskTop
      run.inputs.I = encodeNotation(heap, sample.input)
      // Without a grid to compare with, every statement that needs it fails.
      run.inputs.C = sample.candidate === undefined ? EMPTY_ERROR : encodeNotation(heap, sample.candidate)
      run.evaluate('sample')
      run.evaluate('candidate')
      visit(t, s, run)
    }
  }
}

class GraphRun implements RowValues {
  readonly heap: Heap
  readonly words: Int32Array
  readonly inputs: { S: Word; I: Word; C: Word } = { S: EMPTY_ERROR, I: EMPTY_ERROR, C: EMPTY_ERROR }
  readonly #evaluator: CpuEvaluator
  readonly #graph: Graph
  readonly #byRows: Readonly<Record<Rows, number[]>> = { constant: [], task: [], sample: [], candidate: [] }
  readonly #constants = new Map<Source, Word>()

  constructor(evaluator: CpuEvaluator, heap: Heap, graph: Graph) {
    this.heap = heap
    this.words = new Int32Array(graph.nodes.length)
    this.#evaluator = evaluator
    this.#graph = graph
    for (const [id, { rows }] of graph.nodes.entries()) this.#byRows[rows].push(id)
  }

  /** Evaluates the nodes of these rows; what they use has been evaluated before. */
  evaluate(rows: Rows): void {
    if (rows === 'constant') for (const node of this.#graph.nodes) this.#encodeConstants(node)
    for (const id of this.#byRows[rows]) {
      const { callee, args } = this.#graph.nodes[id]!
      const fn = this.valueOf(callee)
      this.words[id] = isError(fn)
        ? fn
        : this.#evaluator.call(this.heap, { fn, args: args.map((arg) => this.valueOf(arg)) })
    }
  }

  valueOf(source: Source): Word {
    switch (source.kind) {
      case 'node': {
        const word = this.words[source.id]!
        if (!source.guarded || !isError(word)) return word
        return safeDefaultOf(this.valueOf(this.#graph.nodes[source.id]!.callee))
      }
      case 'input':
        return this.inputs[source.name]
      case 'primitive':
        return primitiveWord(source.name)
      case 'constant': {
        const known = this.#constants.get(source)
        if (known !== undefined) return known
        const word = encodeNotation(this.heap, source.value)
        this.#constants.set(source, word)
        return word
      }
    }
    return source satisfies never
  }

  /** Constants are put below everything that is forgotten between tasks. */
  #encodeConstants({ callee, args }: Node): void {
    for (const source of [callee, ...args]) if (source.kind === 'constant') this.valueOf(source)
  }
}

function encodePairs(heap: Heap, { pairs }: TaskData): Word {
  const list = scratchTop(heap)
  for (const { input, output } of pairs) {
    const first = encodeNotation(heap, input)
    const second = encodeNotation(heap, output)
    push(heap, tuple2(heap, first, second))
  }
  return finishTuple(heap, list)
}
