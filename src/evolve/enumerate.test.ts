// The enumeration of short programs, the constants that it uses, and what the engine's evaluator counts.

import { describe, expect, test } from 'vitest'
import { flipped, summed, taskOf } from '../../test/evolve/small-tasks.ts'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import { Random } from '../data/random.ts'
import { gridFromRows } from '../data/grid-rows.ts'
import type { Task } from '../data/task.ts'
import { ReuseCache } from '../engine/reuse/reuse-cache.ts'
import { DEFAULT_ALLOWANCE } from '../kernel/heap-growth.ts'
import { dialectOf } from '../language/dialects.ts'
import { printOperand } from '../language/python/print-python.ts'
import { readPrograms } from '../language/python/read-python.ts'
import { EngineEvaluator, demosOf } from './engine-evaluator.ts'
import { enumerateValues } from './enumerate.ts'
import { CELLS_ERROR, FAILURE_ERROR, NO_GRID_ERROR, type ProgramEvaluator, SIZE_ERROR } from './evaluate.ts'
import { JointEvaluator } from './joint-evaluator.ts'
import { sizeOf, spellProgram } from './program-parts.ts'
import { simplifyProgram } from './simplify.ts'
import { TaskConstants } from './task-constants.ts'

const engineOf = (reuse?: ReuseCache) =>
  new EngineEvaluator({ backend: new CpuBackend(), budget: 1 << 16, allowance: DEFAULT_ALLOWANCE, reuse })
const evaluatorOf = (engine = engineOf()) => ({
  evaluate: async (request: Parameters<EngineEvaluator['evaluateAll']>[0][number]) =>
    (await engine.evaluateAll([request]))[0]!,
  measure: engine.measure.bind(engine),
})
const read = (text: string) => readPrograms(text, 'x.py').programs
const flip = demosOf(taskOf('flip', flipped))
const sums = demosOf(taskOf('sums', summed))

async function enumerate(task: Task, calls: number, maxValues = 5000) {
  const tasks = [task]
  const constants = new TaskConstants(tasks, dialectOf('a'))
  const isEnough = (work: { calls: number }) => work.calls >= calls
  return enumerateValues({ tasks, dialect: 'a', constants, random: new Random(1), isEnough, maxValues }, evaluatorOf())
}

describe('enumeration', () => {
  test('finds a short program early; no two values behave alike, and none fails', async () => {
    const { values, work } = await enumerate(flip, 5000)
    const found = values.findIndex(({ judgement }) => judgement.errors.every((error) => error === 0))
    expect(spellProgram(values[found]!.program)).toBe('p:hmirror,I>n0'.replace('n0', 'g0'))
    expect(found).toBeLessThan(60)
    expect(new Set(values.map(({ judgement }) => judgement.behaviour)).size).toBe(values.length)
    expect(values.every(({ judgement }) => judgement.errors.every((error) => error < FAILURE_ERROR))).toBe(true)
    expect(values.some(({ program }) => sizeOf(program) >= 3)).toBe(true)
    expect(work.calls).toBeGreaterThanOrEqual(5000)
    // A batch at most is more than enough.
    expect(work.evaluations).toBeLessThan(5000 + 3 * 1024)
  })

  test('keeps no more values than wanted', async () => {
    expect((await enumerate(flip, 1e9, 50)).values.length).toBe(50)
  })
})

describe('constants', () => {
  const grid = (height: number, width: number, ...colors: number[]) =>
    gridFromRows(
      Array.from({ length: height }, (_, i) =>
        Array.from({ length: width }, (__, j) => colors[(i + j) % colors.length]!),
      ),
    )
  const demo = (k: number) => ({ input: grid(k, k, 0, 4), output: grid(3 * k, 2, 7, 0) })
  const constants = new TaskConstants([{ id: 'x', train: [demo(2), demo(5)], test: [] }], dialectOf('a'))
  const named = (type: string) => constants.of(type).map(({ operand }) => printOperand(operand, []))

  test('are the colours of the demos, those of outputs first', () => {
    expect(named('C_')).toEqual(['BLACK', 'ORANGE', 'YELLOW'])
  })

  test('are ratios and sides that all demos share', () => {
    expect(named('Integer').slice(0, 2)).toEqual(['THREE', 'TWO'])
    expect(new Set(named('Integer')).size).toBe(named('Integer').length)
    expect(constants.sizeChange).toBeUndefined()
    expect(new TaskConstants([flip], dialectOf('a')).sizeChange).toBe('same')
    expect(new TaskConstants([flip], dialectOf('a')).of('IntegerTuple')[0]!.operand).toEqual({
      kind: 'constant',
      value: { t: [3, 4] },
    })
  })

  test('have no place where a type has none', () => {
    expect([constants.of('Grid'), constants.of('Any')]).toEqual([[], []])
    expect(named('Boolean')).toEqual(['T', 'F'])
  })
})

const JUDGED = read(
  'def solve_right(I):\n    return hmirror(I)\n\n\ndef solve_size(I):\n    return tophalf(I)\n\n\ndef solve_none(I):\n    return height(I)\n\n\n' +
    'def solve_fails(I):\n    return first(ZERO)\n\n\ndef solve_cells(I):\n    x1 = hmirror(I)\n    return switch(x1, ZERO, SEVEN)\n',
)

describe('the evaluator', () => {
  test('tells right outputs, wrong cells, sizes, other values and failures apart', async () => {
    const { judgements, work } = await evaluatorOf().evaluate({ tasks: [flip], programs: JUDGED })
    const [right, size, none, fails, cells] = judgements.map(({ errors }) => [...errors])
    expect([right, size, none, fails]).toEqual(
      [0, SIZE_ERROR, NO_GRID_ERROR, FAILURE_ERROR].map((error) => [error, error, error]),
    )
    const black = flip.train.map(({ input }) =>
      Math.ceil((CELLS_ERROR * input.cells.filter((color) => color === 0).length) / 12),
    )
    expect(cells).toEqual(black)
    expect(judgements[3]!.outputs).toEqual(Int32Array.of(0, 0, 0))
    // Five calls a demo, of which one is shared, and one that depends on nothing.
    expect(work).toEqual({ evaluations: 15, calls: 4 * 3 + 1 })
  })

  test('counts the same work where results are known', async () => {
    const engine = engineOf(new ReuseCache())
    const request = { tasks: [flip], programs: JUDGED }
    const [first, second] = [await evaluatorOf(engine).evaluate(request), await evaluatorOf(engine).evaluate(request)]
    expect(second).toEqual(first)
  })

  test('answers several requests in one run like each alone, those without programs too', async () => {
    const requests = [
      { tasks: [flip], programs: JUDGED },
      { tasks: [{ ...sums, id: 'empty' }], programs: [] },
      { tasks: [sums], programs: JUDGED.slice(2) },
    ]
    const together = await engineOf().evaluateAll(requests)
    const alone = await Promise.all(requests.map((request) => evaluatorOf().evaluate(request)))
    expect(together).toEqual(alone)
    // All tasks of a request are in one judgement.
    const both = await evaluatorOf().evaluate({ tasks: [flip, sums], programs: JUDGED.slice(2) })
    expect(both.judgements.map(({ errors }) => [...errors])).toEqual(
      alone[2]!.judgements.map(({ errors }, k) => [...alone[0]!.judgements[k + 2]!.errors, ...errors]),
    )
  })

  test('measures outputs by differs', async () => {
    const [differ] = read(
      'def differ_height(S, I, C):\n    x1 = height(I)\n    x2 = height(C)\n    return subtract(x1, x2)\n',
    )
    const { measures, work } = await engineOf().measure({ tasks: [flip], programs: JUDGED.slice(0, 4) }, [
      differ!,
      differ!,
    ])
    expect(measures.map((own) => [...own])).toEqual(
      [0, 2, 10_000, 10_000].map((value) => Array.from({ length: 6 }, () => value)),
    )
    expect(work.evaluations).toBe(24)
  })

  test('of several searches passes an error on to all that wait', async () => {
    const evaluateAll = () => Promise.reject(new Error('no engine'))
    const joint = new JointEvaluator({ evaluateAll, measure: evaluateAll })
    let answered = 0
    const step = async (evaluator: Parameters<Parameters<JointEvaluator['runAll']>[0][number]>[0]) => {
      await evaluator.evaluate({ tasks: [flip], programs: JUDGED })
      answered++
    }
    await expect(joint.runAll([step, step])).rejects.toThrow('no engine')
    expect(answered).toBe(0)
  })
})

describe('simplifying', () => {
  /** Simplifies a program; counts the requests that it takes. */
  const simplify = async (text: string) => {
    const { evaluate, measure } = evaluatorOf()
    let requests = 0
    const counting: ProgramEvaluator = { evaluate: (request) => (requests++, evaluate(request)), measure }
    return { ...(await simplifyProgram(read(text)[0]!, [flip], counting)), requests }
  }

  test('removes calls without effect on the demos, as many as it can at once', async () => {
    const { program, requests } = await simplify(
      'def solve(I):\n    x1 = replace(I, NINE, ONE)\n    x2 = hmirror(x1)\n    x3 = ofcolor(I, EIGHT)\n    x4 = fill(x2, RED, x3)\n    x5 = rot180(x4)\n    return rot180(x5)\n',
    )
    expect(spellProgram(program)).toBe('p:hmirror,I>g0')
    expect(requests).toBe(3)
  })

  test('keeps what has an effect', async () => {
    const text = 'def solve(I):\n    x1 = ofcolor(I, ONE)\n    x2 = fill(I, TWO, x1)\n    return hmirror(x2)\n'
    const { program, requests } = await simplify(text)
    expect([spellProgram(program), requests]).toEqual([spellProgram(read(text)[0]!), 1])
  })
})
