// Worker threads give exactly what one thread gives, also when some of them die. Runs the built files: threads need them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../src/backends/backend.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import type { RunRequest } from '../../src/engine/run/run-programs.ts'
import { drawTasks } from '../../tools/gallery/draw.ts'
import { type Dataset, nameSample } from '../../src/data/task.ts'
import type { Program } from '../../src/language/program.ts'
import type { WorkersBackend as Workers } from '../../src/backends/workers/workers-backend.node.ts'

const dist = async <T>(path: string) => (await import(new URL(`../../dist/${path}.js`, import.meta.url).href)) as T
const { WorkersBackend } = await dist<typeof import('../../src/backends/workers/workers-backend.node.ts')>(
  'backends/workers/workers-backend.node',
)
const { runPrograms } = await dist<typeof import('../../src/engine/run/run-programs.ts')>('engine/run/run-programs')
const { galleryPrograms, galleryTasks } = await dist<typeof import('../../src/data/gallery.ts')>('data/gallery')

interface Outcome {
  readonly report: RunReport
  readonly pairs: readonly PairResult[]
}

let programs: readonly Program[]
let dataset: Dataset
let longTasks: Dataset['tasks']
let alone: Outcome
const open: Workers[] = []

async function run(backend: Backend | undefined, more: Partial<RunRequest> = {}): Promise<Outcome> {
  const pairs: PairResult[] = []
  const report = await runPrograms({
    programs,
    dataset,
    ...(backend === undefined ? {} : { backend }),
    settings: { outputs: 'hash' },
    onPair: (result) => pairs.push(result),
    ...more,
  })
  return { report, pairs }
}

function start(options: ConstructorParameters<typeof Workers>[0]): Workers {
  const backend = new WorkersBackend(options)
  open.push(backend)
  return backend
}

const counts = ({ report }: Outcome) => ({ ...report, time: 0, work: 0, backend: '' })

beforeAll(async () => {
  programs = galleryPrograms()
  dataset = { tasks: galleryTasks({ samples: 4 }), hash: 'gallery' }
  longTasks = drawTasks({ samples: 297 })
  alone = await run(undefined)
})
afterAll(async () => {
  for (const backend of open) await backend.close()
})

describe('the same results, whatever the number of workers and the cut', () => {
  test.each([
    [1, undefined],
    [2, undefined],
    [3, 1],
    [4, 7],
    [5, 100],
    [8, 1_000_000],
  ])('%i workers, %s evaluations at a time', async (workers, batchEvaluations) => {
    const outcome = await run(start({ workers, batchEvaluations }), { unitSamples: workers })
    expect(outcome.pairs).toEqual(alone.pairs)
    expect(counts(outcome)).toEqual(counts(alone))
  })

  test.each([1, 2, 3])('%i workers, one of them the caller, twice with the same threads', async (workers) => {
    const backend = start({ workers, withHost: true })
    for (let pass = 0; pass < 2; pass++) {
      const outcome = await run(backend)
      expect(outcome.pairs).toEqual(alone.pairs)
      expect(counts(outcome)).toEqual(counts(alone))
    }
  })

  test(
    'every program on every task, as one merged graph, twice with the same threads',
    { tags: ['long'] },
    async () => {
      const some = { pairing: 'all', programs: programs.slice(0, 60) } as const
      const backend = start({ workers: 2 })
      const wanted = await run(undefined, some)
      for (let pass = 0; pass < 2; pass++) expect((await run(backend, some)).pairs).toEqual(wanted.pairs)
    },
  )
})

test.each([2, 3])('long units, which %i workers share', async (workers) => {
  const some = { programs: programs.filter((_, p) => p % 40 === 0), dataset: { ...dataset, tasks: longTasks } }
  const wanted = await run(undefined, some)
  const backend = start({ workers })
  for (const unitSamples of [256, 100]) {
    const outcome = await run(backend, { ...some, unitSamples })
    expect(outcome.pairs).toEqual(wanted.pairs)
    expect(counts(outcome)).toEqual(counts(wanted))
    expect(outcome.report.work.chunks).toBe(Math.ceil(300 / unitSamples) * outcome.report.tasks)
  }
})

test('programs of two cell layouts, on the same threads as before', async () => {
  const gridOnly = programs.filter(({ statements }) =>
    statements.every(
      ({ callee }) => callee.kind === 'primitive' && /^(?:rot|[hv]concat|(?:top|left)half)/.test(callee.key),
    ),
  )
  expect(gridOnly.length).toBeGreaterThan(1)
  const mixed = gridOnly.map((program, p): Program => ({ ...program, dialect: p % 2 === 0 ? 't' : 'a' }))
  const some = { pairing: 'all', programs: mixed } as const
  const wanted = await run(undefined, some)
  expect((await run(undefined, { pairing: 'all', programs: gridOnly })).pairs).toEqual(wanted.pairs)
  const backend = start({ workers: 2, batchEvaluations: 5 })
  for (let pass = 0; pass < 2; pass++) {
    expect((await run(backend, some)).pairs).toEqual(wanted.pairs)
    expect((await run(backend)).pairs).toEqual(alone.pairs)
  }
})

describe('deaths', () => {
  test.each(['exit', 'throw'] as const)('a worker that dies by %s is replaced and its chunk redone', async (how) => {
    const faults = [{ event: 'sample', task: 2, samples: [1], how } as const]
    const outcome = await run(start({ workers: 1, faults }))
    expect(outcome.pairs).toEqual(alone.pairs)
    expect(outcome.report.crashes).toEqual([])
  })

  test.each(['exit', 'throw'] as const)('what dies by %s every time is named, and the rest finishes', async (how) => {
    const [task, sample] = [3, 2]
    const faults = Array.from({ length: 50 }, () => ({ event: 'sample', task, samples: [sample], how }) as const)
    const outcome = await run(start({ workers: 2, faults }))
    const { id } = dataset.tasks[task]!
    const name = nameSample(dataset.tasks[task]!, sample)
    expect(outcome.report.crashes).toEqual([
      {
        task: id,
        ...name,
        reason: expect.stringMatching(how === 'exit' ? /ended/ : /injected fault/),
        programs: [],
      },
    ])
    const isHit = ({ task: name }: PairResult) => name === id
    expect(outcome.pairs.filter((pair) => !isHit(pair))).toEqual(alone.pairs.filter((pair) => !isHit(pair)))
    const hits = outcome.pairs.filter(isHit).map(({ samples }) => samples[sample])
    expect(hits.length).toBeGreaterThan(0)
    for (const hit of hits) expect(hit).toMatchObject({ ...name, verdict: 'limit', kind: 'bounds' })
  })
})

test('a run that is stopped keeps what is done, in order', async () => {
  const stop = new AbortController()
  const outcome = await run(start({ workers: 2, batchEvaluations: 1 }), {
    signal: stop.signal,
    onProgress: ({ done, total }) => {
      if (done > total / 3) stop.abort()
    },
  })
  expect(outcome.pairs.length).toBeGreaterThan(0)
  expect(outcome.pairs.length).toBeLessThan(alone.pairs.length)
  expect(outcome.pairs).toEqual(alone.pairs.slice(0, outcome.pairs.length))
})
