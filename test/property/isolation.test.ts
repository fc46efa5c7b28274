// Isolation: merged programs give exactly what each gives alone, also where programs fill the memory. Runs the built workers.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { WasmHeap } from '../../src/backends/cpu/wasm-heap.ts'
import type { WorkersBackend as Workers } from '../../src/backends/workers/workers-backend.node.ts'
import { galleryPrograms } from '../../src/data/gallery.ts'
import type { Dataset, GridData, Task } from '../../src/data/task.ts'
import type { CandidateResult, PairResult } from '../../src/engine/run/pair-result.ts'
import { DEFAULT_BUDGET } from '../../src/kernel/heap.ts'
import { countSamples, failuresOf } from '../../src/engine/run/sample-result.ts'
import { type RunRequest, runPrograms } from '../../src/engine/run/run-programs.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { Heap } from '../../src/kernel/heap.ts'
import type { Program } from '../../src/language/program.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import { SEED, newRandom } from '../generators/seed.ts'
import { typedProgram } from '../generators/typed-programs.ts'

const built = new URL('../../dist/backends/workers/workers-backend.node.js', import.meta.url).href
const { WorkersBackend } = (await import(built)) as typeof import('../../src/backends/workers/workers-backend.node.ts')

function read(text: string): Program[] {
  const { programs, diagnostics } = readProgramFile(text, 'isolation.py')
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return [...programs]
}

function drawGrid(random: () => number, side: number): GridData {
  return { height: side, width: side, cells: Uint8Array.from({ length: side * side }, () => random() % 10) }
}

function datasetOf(random: () => number, side: number, tasks = 1): Dataset {
  const draw = (k: number): Task => {
    const pair = () => ({ input: drawGrid(random, side), output: drawGrid(random, side) })
    return { id: `task${k}`, train: [pair(), pair()], test: [pair()] }
  }
  return { tasks: Array.from({ length: tasks }, (_, k) => draw(k)), hash: '' }
}

interface Outcome {
  readonly report: RunReport
  readonly byName: ReadonlyMap<string, PairResult>
}

async function run(request: RunRequest): Promise<Outcome> {
  const byName = new Map<string, PairResult>()
  const report = await runPrograms({
    pairing: 'all',
    ...request,
    // The budget must not end what is to fill the memory.
    settings: { outputs: 'hash', budget: DEFAULT_BUDGET, ...request.settings },
    onPair: (result) => byName.set(`${result.program} on ${result.task}`, result),
  })
  return { report, byName }
}

/** The results of each program, run alone. */
async function runAlone(request: RunRequest): Promise<ReadonlyMap<string, PairResult>> {
  const all = new Map<string, PairResult>()
  const backend = new CpuBackend()
  for (const program of request.programs) {
    const { byName } = await run({ ...request, backend, programs: [program] })
    for (const [name, result] of byName) all.set(name, result)
  }
  return all
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled = [...items]
  for (let k = shuffled.length - 1; k > 0; k--) {
    const other = random() % (k + 1)
    ;[shuffled[k], shuffled[other]] = [shuffled[other]!, shuffled[k]!]
  }
  return shuffled
}

describe('programs that together fill the heap of a sample', () => {
  const random = newRandom(SEED)
  const dataset = datasetOf(random, 30)
  const hogs = read(
    Array.from({ length: 132 }, (_, k) => `def hog_${133 - k}(I):\n    return upscale(I, ${133 - k})\n`).join('\n'),
  )
  const solvers = galleryPrograms()
    .filter(({ mode }) => mode === 'strict')
    .slice(0, 66)

  test('132 upscalings beside 66 solvers: all results are those of the programs alone', async () => {
    const request = {
      programs: [...hogs, ...solvers],
      dataset: { ...dataset, tasks: [{ ...dataset.tasks[0]!, train: [] }] },
      // Hashing the hogs' gigabytes would take most of the time.
      settings: { outputs: 'none' as const },
    }
    const alone = await runAlone(request)
    const { byName, report } = await run(request)
    expect(byName).toEqual(alone)
    expect(report.work.splits).toBeGreaterThan(0)
    expect(report.limits).toBe([...alone.values()].reduce((sum, { samples }) => sum + countSamples(samples).limits, 0))
    // A grid of 3,990 × 3,990 cells is within the budget of a statement and the allowance of a program.
    expect(alone.get('hog_133 on task0')).toMatchObject({ verdict: 'wrong', samples: [{ mismatch: 'size' }] })
  })

  test.each(['first', 'last'])(
    'a batt that comes %s and fills the heap changes none of its 60 neighbours',
    async (where) => {
      const lines = Array.from(
        { length: 40 },
        (_, k) => `    t${k + 2} = upscale(I, ${20 + k})\n    o.append((${k + 2}, False, 's${k}', t${k + 2}))\n`,
      )
      const [batt] = read(
        `def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    t1 = identity(I)\n${lines.join('')}    return o, s\n`,
      )
      const others = solvers.slice(0, 60)
      const programs = where === 'first' ? [batt!, ...others] : [...others, batt!]
      const request = {
        programs,
        dataset: { ...dataset, tasks: [{ ...dataset.tasks[0]!, train: [] }] },
        settings: { outputs: 'none' as const },
      }
      const backend = new CpuBackend({ heapWords: 1 << 23 })
      const { byName, report } = await run({ ...request, backend })
      expect(byName).toEqual(await runAlone(request))
      expect(report.work.splits).toBeGreaterThan(0)
    },
  )
})

describe('the memory allowance', () => {
  const dataset = datasetOf(newRandom(SEED), 10)
  const programs = read(`
def solve_small(I):
    x1 = upscale(I, TWO)
    return x1

def solve_sum(I):
    x1 = upscale(I, TWO)
    x2 = upscale(I, THREE)
    x3 = upscale(I, FOUR)
    x4 = equality(x1, x2)
    x5 = equality(x3, x4)
    return x5

def solve_large(I):
    x1 = upscale(I, FOUR)
    return x1

def solve_early(I):
    x1 = first(ZERO)
    x2 = upscale(I, TEN)
    x3 = combine(x1, x2)
    return x3
`)
  // A grid is its header, its width and its cells.
  const words = (side: number) => 2 + side * side

  test('is exact: the words of all statements together, at the statement that exceeds them', async () => {
    const sum = words(20) + words(30) + words(40)
    const outcome = async (allowance: number) => {
      const { byName } = await run({ programs, dataset, settings: { allowance } })
      return [...byName.values()].map(
        (result) => failuresOf(result).map(({ statement, kind }) => `${kind} ${statement}`)[0],
      )
    }
    expect(await outcome(sum)).toEqual([undefined, undefined, undefined, 'type x1'])
    expect(await outcome(sum - 1)).toEqual([undefined, 'room x3', undefined, 'type x1'])
    expect(await outcome(words(40))).toEqual([undefined, 'room x3', undefined, 'type x1'])
    expect(await outcome(words(40) - 1)).toEqual([undefined, 'room x3', 'room x1', 'type x1'])
    expect(await outcome(words(20) + words(30) - 1)).toEqual([undefined, 'room x2', 'room x1', 'type x1'])
    expect(await outcome(words(30))).toEqual([undefined, 'room x2', 'room x1', 'type x1'])
    expect(await outcome(words(20) - 1)).toEqual(['room x1', 'room x1', 'room x1', 'type x1'])
  })

  test('is per output of a batt: the others keep their values, and unreached statements count no default', async () => {
    const batts = read(`
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = upscale(I, TWO)
    o.append((1, False, 'small', t1))
    t2 = upscale(t1, THREE)
    t3 = first(ZERO)
    t4 = combine(t3, t2)
    o.append((4, False, 'large', t4))
    t5 = upscale(I, ZERO)
    o.append((5, False, 'empty', t5))
    return o, s
`)
    const settings = { allowance: words(60) - 1 }
    const { byName, report } = await run({ programs: batts, dataset, settings })
    const [result] = byName.values()
    const [small, large, empty] = result!.battOutputs as readonly CandidateResult[]
    expect(failuresOf(small!)).toEqual([])
    expect(result!.outputs![1]).toEqual([null, null, null])
    const failures = failuresOf(large!)
    expect(failures.map(({ statement, kind, verdict }) => [statement, kind, verdict])).toEqual(
      Array.from({ length: 3 }, () => ['t2', 'room', 'limit']),
    )
    expect(failuresOf(empty!)).toEqual([])
    expect(result!.outputs![0]).not.toContain(null)
    expect(result!.defaults).toEqual([])
    expect(report.work.splits).toBe(0)
    const free = await run({ programs: batts, dataset })
    expect([...free.byName.values()][0]!.defaults).toEqual([{ statement: 't3', count: 3 }])
  })
})

describe('any set of programs, memory hogs included, in any order', () => {
  const random = newRandom(SEED)
  const workers: Workers[] = []
  const dataset = datasetOf(random, 6, 2)
  let programs: Program[]

  beforeAll(() => {
    const hogs = read(
      Array.from({ length: 12 }, (_, k) => {
        const size = 2 + (random() % 12)
        return `def hog_${k}(I):\n    x1 = upscale(I, ${size})\n    x2 = asindices(x1)\n    x3 = product(x2, x2)\n    x4 = upscale(I, ${size + 1})\n    return x4\n`
      }).join('\n'),
    )
    const drawn = fc.sample(typedProgram(), { numRuns: 150, seed: SEED })
    programs = [...hogs, ...drawn].map((program, k) => ({ ...program, name: `${program.name}_${k}` }))
  })
  afterAll(async () => {
    for (const backend of workers) await backend.close()
  })

  test.each([
    [40, 1 << 24],
    [300, 1 << 24],
    [3000, 1 << 24],
    [3000, 500],
    [100_000, 1 << 24],
  ])('an allowance of %i words and a budget of %i', async (allowance, budget) => {
    const settings = { allowance, budget, measure: random() % 2 === 0 }
    const alone = await runAlone({ programs, dataset, settings })
    const failures = [...alone.values()].flatMap((result) => [
      ...failuresOf(result),
      ...(result.battOutputs ?? []).flatMap((output) =>
        output.kind === 'o' ? failuresOf(output) : (output.limits ?? []),
      ),
    ])
    const isTight = allowance < 100_000 && budget > 500
    expect(failures.some(({ kind }) => kind === 'room')).toBe(isTight)
    // Growing throws beyond the ceiling; the first memory of a module in WebAssembly is about 16,000 words.
    const tight = (heap: Heap): Heap =>
      Object.assign(heap, { ceiling: Math.max(heap.words.length, 2 * allowance + 4000) })
    const backends: [string, () => Backend][] = [
      ['JavaScript, little memory', () => new CpuBackend({ heaps: [tight(new Heap(1 << 12))] })],
      ['WebAssembly, little memory', () => new CpuBackend({ heaps: [tight(new WasmHeap(1 << 10))] })],
      ['WebAssembly', () => new CpuBackend()],
      [
        'workers',
        () => {
          const backend = new WorkersBackend({ workers: 2, batchEvaluations: 500, heapWords: 2 * allowance + 4000 })
          workers.push(backend)
          return backend
        },
      ],
    ]
    let splits = 0
    for (const [name, open] of backends) {
      const { byName, report } = await run({ programs: shuffle(programs, random), dataset, settings, backend: open() })
      expect({ name, byName }).toEqual({ name, byName: alone })
      splits += report.work.splits
    }
    // A plan takes memory itself: it may be split where the values would fit.
    expect(splits > 0 || !isTight).toBe(true)
  })
})
