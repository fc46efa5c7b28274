// Single calls on a backend that runs plans: each call becomes a program of one statement or two.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Backend, Unit } from '../../backends/backend.ts'
import type { Call, Evaluation, Evaluator } from '../../backends/evaluator.ts'
import { Heap } from '../../kernel/heap.ts'
import type { Word } from '../../kernel/words.ts'
import type { DialectId } from '../../language/dialects.ts'
import type { Operand, Program, Statement } from '../../language/program.ts'
import { decodeNotation, encodeNotation } from '../../language/values/value-notation.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import { settleSettings } from '../run/run-pass.ts'

/** A task to run on for programs that look at none. */
const ANY_GRID = { height: 1, width: 1, cells: new Uint8Array(1) }
const ANY_UNIT: Unit = { plan: 0, task: { id: 'none', train: [], test: [{ input: ANY_GRID }] }, from: 0, to: 1 }

/** Evaluates calls by running plans. */
export class BackendEvaluator implements Evaluator {
  readonly #backend: Backend
  readonly #dialect: DialectId

  constructor(backend: Backend, dialect: DialectId = 'a') {
    this.#backend = backend
    this.#dialect = dialect
  }

  get name(): string {
    return this.#backend.name
  }

  get work(): Backend['work'] {
    return this.#backend.work
  }

  newHeap(layout: CellLayout = 'a'): Heap {
    return new Heap(1 << 20, undefined, layout)
  }

  async evaluate(heap: Heap, calls: readonly Call[]): Promise<Evaluation> {
    const plan = lowerGraph(mergePrograms(calls.map((call) => toProgram(heap, call, this.#dialect))))
    const settings = settleSettings({ measure: false, outputs: 'value' })
    const results: Word[] = []
    for await (const { errors, values } of this.#backend.run([plan], [ANY_UNIT], settings)) {
      for (const [k] of calls.entries())
        results.push(errors[k] === 0 ? encodeNotation(heap, values![k]![0]) : errors[k]!)
    }
    return { heap, results }
  }
}

function toProgram(heap: Heap, { fn, args, then }: Call, dialect: DialectId): Program {
  const constant = (word: Word): Operand => ({ kind: 'constant', value: decodeNotation(heap, word) })
  const place = { line: 1, column: 1 }
  const statements: Statement[] = [{ name: 'x1', callee: constant(fn), args: args.map(constant), place }]
  if (then !== undefined)
    statements.push({ name: 'x2', callee: { kind: 'statement', index: 0 }, args: then.map(constant), place })
  const result: Operand = { kind: 'statement', index: statements.length - 1 }
  return { name: 'call', mode: 'strict', dialect, file: '', statements, result, outputs: [] }
}
