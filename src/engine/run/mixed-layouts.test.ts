// Programs of two cell layouts in one run: two plans a group, and the results, values and counts of one.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDataset } from '../../data/dataset-hash.ts'
import { galleryTasks } from '../../data/gallery.ts'
import type { DialectId } from '../../language/dialects.ts'
import type { Program } from '../../language/program.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import '../../../test/generators/seed.ts'
import type { PairResult } from './pair-result.ts'
import type { Pairing } from './pair-programs.ts'
import { planGroups } from './plan-groups.ts'
import type { OutputValue } from './run-pass.ts'
import { type RunRequest, runPrograms } from './run-programs.ts'
import type { RunReport } from './run-report.ts'

const dataset = makeDataset(galleryTasks({ samples: 2 }).slice(0, 3))
const [first, second] = dataset.tasks.map(({ id }) => id)

// Calls that mean the same in both layouts: no cell is looked at.
const TEXT = `
def solve_${first}(I):
    x1 = rot90(I)
    return x1

def solve_b_${first}(I):
    x1 = rot90(I)
    x2 = tophalf(ONE)
    return x2

def batt_${first}(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot90(I)
    t2 = tophalf(C)
    o.append((1, False, 'a', t1))
    s.append((2, 'None', 'd', t2))
    return o, s

def solve_${second}(I):
    return rot90(rot90(I))

def solve_e_${second}(I):
    return I
`
const { programs } = readPrograms(TEXT, 'a.py')

interface Outcome {
  readonly report: RunReport
  readonly pairs: readonly [PairResult, number][]
  readonly values: readonly OutputValue[]
}

async function run(dialects: readonly DialectId[], others: Partial<RunRequest>): Promise<Outcome> {
  const own = programs.map((program, p): Program => ({ ...program, dialect: dialects[p]! }))
  const pairs: [PairResult, number][] = []
  const values: OutputValue[] = []
  const report = await runPrograms({
    programs: own,
    dataset,
    settings: { outputs: 'value' },
    onPair: (...pair) => pairs.push(pair),
    onValue: (value) => values.push(value),
    ...others,
  })
  return { report: { ...report, time: { readMs: 0, planMs: 0, runMs: 0, totalMs: 0 } }, pairs, values }
}

const anyDialects = fc.array(fc.constantFrom<DialectId>('a', 't', 'r'), {
  minLength: programs.length,
  maxLength: programs.length,
})

test('dialects change neither the order nor the results of programs that look at no cells', async () => {
  const expected = new Map<Pairing, Outcome>()
  for (const pairing of ['own', 'all'] as const)
    expected.set(
      pairing,
      await run(
        programs.map(() => 'a'),
        { pairing },
      ),
    )
  await fc.assert(
    fc.asyncProperty(
      anyDialects,
      fc.constantFrom<Pairing>('own', 'all'),
      fc.constantFrom(1, 2, 100),
      async (dialects, pairing, unitSamples) => {
        const whole = expected.get(pairing)!
        const { report, pairs, values } = await run(dialects, { pairing, unitSamples })
        expect(pairs).toEqual(whole.pairs)
        expect(values).toEqual(whole.values)
        expect({ ...report, work: 0 }).toEqual({ ...whole.report, work: 0 })
        expect(report.work.statements).toBe(whole.report.work.statements)
      },
    ),
    { numRuns: 40 },
  )
})

test('a run of two layouts goes on after any number of pairs', async () => {
  const dialects: DialectId[] = ['t', 'a', 't', 'a', 't']
  const whole = await run(dialects, { pairing: 'all' })
  for (let count = 0; count <= whole.pairs.length; count++) {
    const earlier = whole.report.results.slice(0, count)
    const { report, pairs, values } = await run(dialects, { pairing: 'all', earlier })
    expect({ ...report, work: 0 }).toEqual({ ...whole.report, work: 0 })
    expect(pairs).toEqual(whole.pairs.slice(count))
    expect(values).toEqual(whole.values.filter(({ pair }) => pair >= count))
  }
})

test('programs of one layout are one plan, a and r among them', () => {
  const layoutsOf = (dialects: DialectId[]) => {
    const own = programs.map((program, p): Program => ({ ...program, dialect: dialects[p]! }))
    return planGroups({ programs: own, dataset, pairing: 'all' }).map(({ parts }) =>
      parts.map(({ plan, positions }) => [plan.layout, ...positions]),
    )
  }
  expect(layoutsOf(['a', 'r', 'a', 'r', 'a'])).toEqual([[['a', 0, 1, 2, 3, 4]]])
  expect(layoutsOf(['t', 't', 't', 't', 't'])).toEqual([[['t', 0, 1, 2, 3, 4]]])
  expect(layoutsOf(['a', 't', 'r', 't', 'a'])).toEqual([
    [
      ['a', 0, 2, 4],
      ['t', 1, 3],
    ],
  ])
})
