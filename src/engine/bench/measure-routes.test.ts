// Routes are measured at every size, in turns, and a wrong result is counted, whichever pass it is in.

import { expect, test } from 'vitest'
import { type Backend, CORRECT, type Evaluations, WRONG } from '../../backends/backend.ts'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { type MeasureRequest, measureRoutes } from './measure-routes.ts'

const grid = gridFromRows([[1, 2]])
const TASKS = [{ id: 'a1', train: [{ input: grid, output: gridFromRows([[2, 1]]) }], test: [{ input: grid }] }]
const { programs } = readPrograms(
  `def solve_a1(I):
    return vmirror(I)

def solve_b_a1(I):
    return I

def batt_a1(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = vmirror(I)
    t2 = first(t1)
    t3 = add(t2, ONE)
    o.append((1, False, 'flips', t1))
    s.append((2, 'None', 'sizes', t3))
    return o, s
`,
  'p.py',
)
const base: Omit<MeasureRequest, 'routes'> = {
  programs,
  tasks: TASKS,
  pairing: 'own',
  settings: {},
  keepUnused: false,
  sizes: [1, 5],
  passes: 4,
  predict: async ({ samples }) => ({ sequential: 10 * samples }),
}

/** A backend that changes what the CPU gives. */
class ChangedBackend extends CpuBackend implements Backend {
  readonly #change: (evaluations: Evaluations, isHashed: boolean) => void

  constructor(change: (evaluations: Evaluations, isHashed: boolean) => void) {
    super()
    this.#change = change
  }

  override async *run(...args: Parameters<CpuBackend['run']>): AsyncGenerator<Evaluations> {
    for await (const evaluations of super.run(...args)) {
      this.#change(evaluations, args[2].outputs === 'hash')
      yield evaluations
    }
  }
}

const measure = async (other: Backend) => {
  const { measured } = await measureRoutes({
    ...base,
    routes: [
      { route: 'sequential', backend: new CpuBackend(), openMs: 1 },
      { route: 'auto', backend: other, openMs: 2 },
    ],
  })
  return measured
}

test('every route has all passes at every size, and equal results', async () => {
  const measured = await measure(new CpuBackend())
  expect(measured.map(({ route, openMs }) => [route, openMs])).toEqual([
    ['sequential', 1],
    ['auto', 2],
  ])
  for (const { results, firstMs } of measured) {
    expect(firstMs).toBeGreaterThan(0)
    expect(results.map(({ samples, evaluations, correct }) => [samples, evaluations, correct])).toEqual([
      [1, 3, { count: 3, of: 3 }],
      [5, 15, { count: 15, of: 15 }],
    ])
    for (const result of results) {
      expect(result.passesMs).toHaveLength(4)
      expect(result.ms.fastest).toBe(Math.min(...result.passesMs))
      expect(result.evaluationsPerSecond).toBeCloseTo((1000 * result.evaluations) / result.ms.median, 6)
      expect(result.ratio).toBeGreaterThan(0)
      expect(result).toMatchObject({ gpuShare: 0, dispatches: 0, upload: { count: 0 } })
    }
  }
  expect(measured[0]!.results.map(({ ratio, predictedMs }) => [ratio, predictedMs])).toEqual([
    [1, 10],
    [1, 50],
  ])
  expect(measured[1]!.results.map(({ predictedMs }) => predictedMs)).toEqual([null, null])
  const [sequential, auto] = measured.map(({ results }) => results[1]!.ms.median)
  expect(measured[1]!.results[1]!.ratio).toBeCloseTo(sequential! / auto!, 9)
})

test.each<[string, (evaluations: Evaluations, isHashed: boolean) => void, readonly number[]]>([
  ['a verdict', ({ verdicts }) => (verdicts[0] = verdicts[0] === CORRECT ? WRONG : CORRECT), [2, 14]],
  ['a value', ({ hashes }) => hashes !== undefined && (hashes[1]![0]! ^= 1), [2, 14]],
  ['a verdict in passes that count only', ({ verdicts }, isHashed) => !isHashed && (verdicts[0] = WRONG), [2, 14]],
  // A default belongs to the batt as a whole.
  ['a default', ({ defaults }) => defaults[2] !== undefined && defaults[2][0]!++, [2, 10]],
])('%s that differs is counted', async (_, change, counts) => {
  const [sequential, changed] = await measure(new ChangedBackend(change))
  expect(sequential!.results.every(({ correct }) => correct.count === correct.of)).toBe(true)
  expect(changed!.results.map(({ correct }) => correct.count)).toEqual(counts)
})

test('progress reaches its total', async () => {
  const shown: string[] = []
  await measureRoutes({
    ...base,
    routes: [{ route: 'sequential', backend: new CpuBackend(), openMs: 0 }],
    onProgress: ({ done, total }) => shown.push(`${done}/${total}`),
  })
  expect([shown[0], shown.at(-1), shown.length]).toEqual(['1/10', '10/10', 10])
})

test('a batch that does not fit into memory is refused', async () => {
  const routes = [{ route: 'sequential', backend: new CpuBackend(), openMs: 0 } as const]
  await expect(measureRoutes({ ...base, routes, sizes: [4_000_000] })).rejects.toThrow('12000000 evaluations')
})
