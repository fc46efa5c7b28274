// Faults of worker threads, injected at every event in turn: deaths, lost answers, refused memory. The results stay the same, and
// a sample that kills every thread is named with its programs. Runs the built files: threads need them.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Evaluations, Unit } from '../../src/backends/backend.ts'
import type { StartMessage, WorkerFault } from '../../src/backends/workers/messages.ts'
import { batchesOf, takeBatch } from '../../src/backends/workers/schedule.ts'
import type { WorkersBackend as Workers } from '../../src/backends/workers/workers-backend.node.ts'
import { type Dataset, type Task, spellSample } from '../../src/data/task.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { failuresOf } from '../../src/engine/run/sample-result.ts'
import { DEFAULT_BUDGET } from '../../src/kernel/heap.ts'
import { settleSettings } from '../../src/engine/run/run-pass.ts'
import { type RunRequest, runPrograms } from '../../src/engine/run/run-programs.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { countSteps, lowerGraph } from '../../src/plan/plan.ts'
import { isAll } from '../amount.ts'

const built = new URL('../../dist/backends/workers/workers-backend.node.js', import.meta.url).href
const { WorkersBackend } = (await import(built)) as typeof import('../../src/backends/workers/workers-backend.node.ts')

const open: Workers[] = []
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close()
})

function start(options: ConstructorParameters<typeof Workers>[0]): Workers {
  const backend = new WorkersBackend(options)
  open.push(backend)
  return backend
}

function read(text: string) {
  return readProgramFile(text, 'faults.py').programs
}

function taskOf(id: string, color: number, samples = 3): Task {
  const grid = (k: number) => ({ height: 20, width: 20, cells: new Uint8Array(400).fill((color + k) % 10) })
  const pair = (k: number) => ({ input: grid(k), output: grid(k + 1) })
  return { id, train: [pair(0)], test: Array.from({ length: samples - 1 }, (_, k) => pair(k + 1)) }
}

const PROGRAMS = read(`
def solve_shared(S, I):
    x1 = add(ONE, TWO)
    x2 = size(S)
    x3 = canvas(x2, (4, 4))
    return x3

def solve_large(I):
    x1 = upscale(I, 60)
    x2 = upscale(I, 61)
    x3 = equality(x1, x2)
    x4 = canvas(x3, (2, 2))
    return x4

def solve_own(I):
    x1 = replace(I, ZERO, FIVE)
    return x1
`)
const DATASET: Dataset = { tasks: [taskOf('one', 0), taskOf('two', 4)], hash: '' }

interface Outcome {
  readonly pairs: readonly PairResult[]
  readonly report: RunReport
}

async function run(request: Partial<RunRequest> = {}): Promise<Outcome> {
  const pairs: PairResult[] = []
  const report = await runPrograms({
    programs: PROGRAMS,
    dataset: DATASET,
    pairing: 'all',
    // As large as the values that fill the memory.
    settings: { outputs: 'hash', budget: DEFAULT_BUDGET },
    onPair: (result) => pairs.push(result),
    ...request,
  })
  return { pairs, report }
}

describe('every event of a thread in turn', () => {
  const stepCount = countSteps(lowerGraph(mergePrograms(PROGRAMS)))
  const all = [
    ...Array.from({ length: stepCount + 1 }, (_, at) => ({ event: 'step', at, how: 'exit' }) as const),
    ...[0, 1, 2, 3, 4, 5].flatMap((at) =>
      (['exit-before', 'exit-after', 'throw'] as const).map((how) => ({ event: 'message', at, how }) as const),
    ),
    ...[0, 1].flatMap((at) => (['refuse', 'exit'] as const).map((how) => ({ event: 'grow', at, how }) as const)),
  ] satisfies WorkerFault[]
  const faults = all.filter(({ event }, k) => isAll || event === 'grow' || k % 4 === 0)

  test(`${faults.length} faults leave the results as they are`, async () => {
    const wanted = (await run()).pairs
    let splits = 0
    for (const fault of faults) {
      const backend = start({ workers: 1, batchEvaluations: 1, faults: [fault] })
      const { pairs, report } = await run({ backend, unitSamples: 1 })
      expect({ fault, pairs }).toEqual({ fault, pairs: wanted })
      expect(report.crashes).toEqual([])
      splits += report.work.splits
      await backend.close()
    }
    // Refused memory splits the plan; nothing else does.
    expect(splits).toBe(2)
  })
})

describe('samples that kill every thread', () => {
  const dyingAt = (samples: readonly number[], plan?: number) =>
    Array.from({ length: 40 }, () => ({
      event: 'sample' as const,
      task: 0,
      samples,
      how: 'exit' as const,
      ...(plan === undefined ? {} : { plan }),
    }))

  test('two of them in one batch are both left out, and the rest is done', async () => {
    const wanted = (await run()).pairs
    const { pairs, report } = await run({ backend: start({ workers: 1, faults: dyingAt([0, 2]) }) })
    expect(report.crashes.map(({ task, ...sample }) => [task, spellSample(sample)])).toEqual([
      ['one', 'demo 1'],
      ['one', 'test 2'],
    ])
    for (const [k, pair] of pairs.entries()) {
      const { task, program, outputs } = pair
      const isHit = task === 'one'
      expect({ program, failed: failuresOf(pair).map(spellSample) }).toEqual({
        program,
        failed: isHit ? ['demo 1', 'test 2'] : [],
      })
      expect(outputs![0]![1]).toBe(wanted[k]!.outputs![0]![1])
    }
  })

  test('a step that kills its thread is named by its programs; one that all samples share costs the unit', async () => {
    // The first step is a constant's: solve_shared's x1, which x2 does not use but keepUnused keeps.
    const always = (at: number) => Array.from({ length: 40 }, () => ({ event: 'step', at, how: 'exit' }) as const)
    const shared = await run({ backend: start({ workers: 1, faults: always(0) }), keepUnused: true })
    expect(shared.report.crashes.map(({ programs, ...sample }) => [programs, spellSample(sample)])).toEqual([
      [['solve_shared'], 'demo 1'],
      [['solve_shared'], 'demo 1'],
    ])
    for (const pair of shared.pairs) expect(failuresOf(pair)).toHaveLength(3)
    const { steps } = lowerGraph(mergePrograms(PROGRAMS))
    const first = steps.constant.length / 8 + steps.task.length / 8
    const own = await run({ backend: start({ workers: 1, faults: always(first) }) })
    expect(own.report.crashes[0]).toMatchObject({ programs: ['solve_large'], task: 'one', set: 'demo', number: 1 })
  })

  test('with several plans on one task the plan that died is blamed', async () => {
    const plans = [PROGRAMS[0]!, PROGRAMS[2]!].map((program) => lowerGraph(mergePrograms([program])))
    const [task] = DATASET.tasks
    const units: Unit[] = [0, 1].map((plan) => ({ plan, task: task!, from: 0, to: 3 }))
    const backend = start({ workers: 1, batchEvaluations: 1000, faults: dyingAt([1], 1) })
    const results: Evaluations[] = []
    for await (const evaluations of backend.run(plans, units, settleSettings())) results.push(evaluations)
    expect(backend.crashes.map(({ plan, sample }) => [plan, sample])).toEqual([[1, 1]])
    expect(results.map(({ errors }) => Array.from(errors, (error) => error !== 0))).toEqual([
      [false, false, false],
      [false, true, false],
    ])
  })

  test('an answer that kills every thread costs its sample, not the run', async () => {
    const faults = Array.from({ length: 10 }, () => ({ event: 'message', at: 0, how: 'exit-before' }) as const)
    // The thread dies on its first answer, and every one after it as well: then the sample is left out.
    const { report } = await run({ backend: start({ workers: 1, faults }), unitSamples: 1 })
    expect(report.crashes.length).toBeGreaterThan(0)
  })
})

describe('threads that are used again', () => {
  test('other programs on the same tasks, and other tasks for the same programs', async () => {
    const backend = start({ workers: 2 })
    const other = read('def solve_other(I):\n    x1 = rot90(I)\n    return x1\n')
    const dataset = { tasks: [taskOf('three', 7), taskOf('four', 2)], hash: '' }
    for (const request of [{}, { programs: other }, {}, { dataset }, { dataset, programs: other }, {}]) {
      expect((await run({ ...request, backend })).pairs).toEqual((await run(request)).pairs)
    }
  })

  test('the task of another run with the same number', async () => {
    const backend = start({ workers: 1 })
    for (const task of [taskOf('one', 0), taskOf('three', 7)]) {
      const request = { dataset: { tasks: [task], hash: '' } }
      expect((await run({ ...request, backend })).pairs).toEqual((await run(request)).pairs)
    }
  })
})

describe('threads that are started early', () => {
  test('are those that the run uses', async () => {
    const dying = Array.from({ length: 40 }, () => ({ event: 'step', at: 0, how: 'exit' }) as const)
    const backend = start({ workers: 2, batchEvaluations: 1, faults: [undefined, undefined, ...dying] })
    backend.startThreads()
    const { pairs, report } = await run({ backend, unitSamples: 1 })
    expect(pairs).toEqual((await run()).pairs)
    expect(report.crashes).toEqual([])
  })

  test('are not used if they die before the run', async () => {
    const backend = start({ workers: 1 })
    const thread = backend.takeThread()
    backend.giveThread(thread)
    await thread.worker.terminate()
    expect((await run({ backend })).pairs).toEqual((await run()).pairs)
  })
})

test('a thread that dies while it leaves a stopped run is not used again', async () => {
  const backend = start({ workers: 1 })
  const thread = backend.takeThread()
  backend.pauseThread(thread)
  await thread.worker.terminate()
  expect((await run({ backend })).pairs).toEqual((await run()).pairs)
})

test('heaps of several layouts share the memory of the thread of the caller', () => {
  const backend = start({ workers: 1, withHost: true, heapWords: 1 << 20 })
  expect([1, 2].map((layoutCount) => backend.hostHeap('a', layoutCount).ceiling)).toEqual([1 << 20, 1 << 19])
})

test('no more batches are run ahead than may wait', async () => {
  const backend = start({ workers: 1, batchEvaluations: 1 })
  const thread = backend.takeThread()
  backend.giveThread(thread)
  const posted = vi.spyOn(thread.worker, 'postMessage')
  const plan = lowerGraph(mergePrograms([PROGRAMS[2]!]))
  const units: Unit[] = Array.from({ length: 100 }, () => ({ plan: 0, task: DATASET.tasks[0]!, from: 0, to: 1 }))
  const results = backend.run([plan], units, settleSettings())
  await results.next()
  while (backend.work.chunks < 7) await sleep(1)
  const { schedule, thread: number } = posted.mock.calls[0]![0] as StartMessage
  // Neither the thread nor anyone else may take another one.
  expect([takeBatch(schedule, number + 1, false), batchesOf(schedule, number)]).toEqual([-1, [0, 1, 2, 3, 4, 5, 6]])
  let left = 0
  for await (const _ of results) left++
  expect(left).toBe(99)
})

test('a program that needs more memory than the machine gives ends the run, and is no result', async () => {
  const backend = start({ workers: 2, heapWords: 1 << 20 })
  const failing = run({ backend })
  await expect(failing).rejects.toMatchObject({ code: 'out-of-memory', exitCode: 3 })
})
