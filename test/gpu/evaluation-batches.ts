// Batches whose evaluations a device makes itself: every verdict, errors of every sort, twins, batts with defaults and limits, rows that
// the host has to finish. Few kernels, so that they compile quickly.

import type { Task } from '../../src/data/task.ts'
import { type Batch, VALUES, batchOf, drawTask, solver } from './small-batch.ts'

/** Squares of these sides; the expected output of every other one is not known, the others are right, turned or of another size. */
function squares(id: string, ...sides: number[]): Task {
  const grid = (side: number, first = 1) => ({
    height: side,
    width: side,
    cells: Uint8Array.from({ length: side * side }, (_, k) => (k === 0 ? first : 2)),
  })
  const outputs = [(side: number) => grid(side), (side: number) => grid(side, 3), (side: number) => grid(side + 1)]
  return {
    id,
    train: [{ input: grid(2), output: grid(2) }],
    test: sides.map((side, k) => ({ input: grid(side), ...(k % 4 === 3 ? {} : { output: outputs[k % 3]!(side) }) })),
  }
}

/** Strict programs: inputs returned as they are, errors at the first, at the last and at no statement, and equal programs. */
const STRICT = `def solve_input(I):
    return I

def solve_candidate(S, I, C):
    return C

${solver('same', 'identity(I)')}${solver('twin', 'identity(I)')}${solver('number', 'height(I)')}${solver(
  'fails',
  'height(I)',
  'identity(x1)',
  'first(x1)',
)}${solver('fails_at_once', 'first(1)', 'identity(x1)')}${solver('sometimes', 'height(I)', 'equality(x1, 2)', 'branch(x2, first, identity)', 'x3(x1)')}`

/** A guarded program: defaults, an inner call that fails, candidates that are inputs, and statements that exceed a budget. */
const BATT = `def batt(S, I, C):
    s = []
    o = []
    x1 = height(I)
    x2 = first(x1)
    x3 = identity(first(x1))
    x4 = identity(I)
    x5 = interval(0, multiply(x1, x1), 1)
    x6 = identity(x5)
    s.append((1, 'a', 'b', x6))
    s.append((2, 'a', 'c', x3))
    o.append((1, False, 'd', x4))
    o.append((2, False, 'e', x2))
    o.append((3, False, 'f', I))
    o.append((4, False, 'g', C))
    return s, o
`

/** One of eight cells differs, which is near, and one of seven, which is not. */
const NEAR: Task = {
  id: 'near',
  train: [8, 7].map((width) => {
    const cells = new Uint8Array(width).fill(2)
    return { input: { height: 1, width, cells }, output: { height: 1, width, cells: cells.with(0, 3) } }
  }),
  test: [],
}

const TASKS: readonly Task[] = [squares('squares', 1, 2, 3, 4, 5, 6, 7, 8), drawTask('drawn', 3), squares('none'), NEAR]

/** By name the batches; `callLimit` is the most work of a call on the device. */
export const EVALUATION_BATCHES: readonly {
  readonly name: string
  readonly batch: Batch
  readonly callLimit?: number
}[] = [
  { name: 'strict programs', batch: evaluated([STRICT], TASKS) },
  { name: 'batts and strict programs', batch: evaluated([BATT + STRICT, STRICT], TASKS) },
  { name: 'C is the expected output', batch: evaluated([BATT + STRICT], TASKS, { measure: true }) },
  { name: 'limits in batts', batch: evaluated([STRICT + BATT], TASKS, { budget: 30 }) },
  { name: 'calls that are left to the host', batch: evaluated([STRICT + BATT], TASKS), callLimit: 30 },
  { name: 'rows over the allowance', batch: evaluated([STRICT + BATT], TASKS, { allowance: 20 }) },
]

function evaluated(texts: readonly string[], tasks: readonly Task[], settings: Partial<Batch['settings']> = {}): Batch {
  const batch = batchOf(texts, tasks, { ...VALUES, outputs: 'none', measure: false, ...settings })
  // The samples of a task are in two units.
  const units = batch.units.flatMap((unit) =>
    unit.to < 4
      ? [unit]
      : [
          { ...unit, to: 3 },
          { ...unit, from: 3 },
        ],
  )
  return { ...batch, units }
}
