// Everything that needs all kernels on a device: the conformance data and the gallery resident there, generated calls
// against the CPU word by word, calls at the edge of the budget, and word soup. One file and one device, since compiling
// the kernels takes minutes.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { openNodeDevice } from '../../src/backends/gpu/device/device.node.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { GpuEvaluator } from '../../src/backends/gpu/stepwise/gpu-evaluator.ts'
import { Pipelines } from '../../src/backends/gpu/device/pipelines.ts'
import type { Verify } from '../../src/backends/gpu/verify-rows.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { galleryPrograms, galleryTasks } from '../../src/data/gallery.ts'
import { BackendEvaluator } from '../../src/engine/conform/backend-evaluator.ts'
import { runForValues } from '../../src/engine/conform/backend-values.ts'
import { conform } from '../../src/engine/conform/conform.ts'
import { conformPrograms } from '../../src/engine/conform/conform-programs.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { readProgramVectors } from '../../src/engine/conform/program-vectors.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { cellsAt, gridCols, gridRows } from '../../src/kernel/blocks.ts'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import type { Heap } from '../../src/kernel/heap.ts'
import { PRIMITIVE_BASE, type Word, isError } from '../../src/kernel/words.ts'
import { describeError } from '../../src/language/values/error-words.ts'
import { decodeNotation, encodeNotation } from '../../src/language/values/value-notation.ts'
import type { Primitive } from '../../src/primitives/primitive.ts'
import { findDifference } from '../generators/canonical.ts'
import { drawArguments, encodeCall } from '../generators/encode-calls.ts'
import { findFlaw } from '../generators/forms.ts'
import { newHeap, primitivesOf } from '../generators/layouts.ts'
import { SEED } from '../generators/seed.ts'
import { newSoup } from '../generators/word-soup.ts'
import { compareRandomPrograms } from '../gpu/random-programs.ts'
import { readVectors } from './vectors.ts'

const MINUTES = 60_000
/** The cell layout whose kernels are compiled: those of both would take twice as long. */
const LAYOUT: CellLayout = process.env['MEGABATT_LAYOUT'] === 't' ? 't' : 'a'
// Enough for all the conformance data; small enough for runaway calls to be common and to end soon.
const BUDGET = 1 << 17
const CALLS_A_PRIMITIVE = 200
const EDGES = [3, 20, 90]
const CALLS_AT_AN_EDGE = 25
const SOUP_CALLS = 64
// More with MEGABATT_RANDOM_PROGRAMS.
const RANDOM_PROGRAMS = Number(process.env.MEGABATT_RANDOM_PROGRAMS ?? 1000)

const own = primitivesOf(LAYOUT)
const cpu = new CpuEvaluator(BUDGET)
let device: GpuDevice
let gpu: GpuEvaluator
let resident: LocalDevice

beforeAll(async () => {
  device = await openNodeDevice()
  const pipelines = new Pipelines(device)
  gpu = new GpuEvaluator(device, BUDGET, pipelines)
  resident = new LocalDevice(device, undefined, pipelines)
  // A few calls of each: their kernels are asked for together.
  const started = performance.now()
  await compare(
    own.flatMap(([, primitive, dialect]) => drawArguments(primitive, 3, dialect).map((args) => ({ primitive, args }))),
  )
  console.log(`seed ${SEED}; kernels compiled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}, 20 * MINUTES)

afterAll(async () => {
  gpu?.destroy()
  await resident?.close()
})

/** A backend on the one device, counting from nothing. */
function newBackend(verify: Verify = 'off'): GpuBackend {
  return new GpuBackend({ open: [async () => resident], verify })
}

type Drawn = ReturnType<typeof drawArguments>[number]

/** The calls whose results differ between CPU and GPU, and how. */
async function compare(calls: readonly { primitive: Primitive; args: Drawn }[]): Promise<unknown[]> {
  const [onCpu, onGpu] = [newHeap(LAYOUT, 1 << 18), newHeap(LAYOUT, 1 << 18)]
  const encode = (heap: Heap) => calls.map(({ primitive, args }) => encodeCall(heap, primitive, args))
  const expected = await cpu.evaluate(onCpu, encode(onCpu))
  const got = await gpu.evaluate(onGpu, encode(onGpu))
  return calls.flatMap(({ primitive, args }, k) => {
    const [a, b] = [expected.results[k]!, got.results[k]!]
    const difference = findDifference(onCpu, a, onGpu, b) ?? (isError(a) ? undefined : findFlaw(onGpu, b))
    if (difference === undefined) return []
    return [{ call: k, name: primitive.name, ...args, difference, cpu: show(onCpu, a), gpu: show(onGpu, b) }]
  })
}

test(
  'the conformance data of primitives, resident: nothing failed, nothing ran on the CPU',
  async () => {
    const { vectors, lines } = readVectors(LAYOUT)
    const backend = newBackend()
    const report = await conform(new BackendEvaluator(backend), vectors, lines, LAYOUT)
    expect(report.failures).toEqual([])
    expect(report).toMatchObject({ total: vectors.length, failed: 0, backend: 'gpu', work: { onCpu: 0 } })
    expect(report.byTier.typed).toMatchObject({ deviations: 0, failed: 0 })
    expect(report.total).toBeGreaterThanOrEqual(
      (LAYOUT === 't' ? 40 : 60) * own.filter(([, , dialect]) => dialect === LAYOUT).length,
    )
    // Equal calls of the data are made once.
    expect(report.work.onGpu).toBeGreaterThanOrEqual(0.9 * report.total)
    expectOneCrossingAChunk(backend)
  },
  20 * MINUTES,
)

test.runIf(LAYOUT === 'a')(
  'the conformance data of programs, resident: nothing failed, nothing ran on the CPU',
  async () => {
    const text = readFileSync(new URL('data/programs.jsonl', import.meta.url), 'utf8')
    const { vectors, lines } = readProgramVectors(text, 'programs.jsonl')
    const backend = newBackend()
    const values = await runForValues(backend, vectors)
    const report = conformPrograms(vectors, lines, { name: backend.name, values, work: backend.work })
    expect(report.failures).toEqual([])
    expect(report).toMatchObject({ programs: 300, failed: 0, work: { onCpu: 0 } })
    expect(report.total).toBeGreaterThan(20_000)
    expect(backend.gpu.fallbacks).toEqual([])
    expectOneCrossingAChunk(backend)
    console.log(`programs.jsonl: ${JSON.stringify({ ...backend.work, rounds: backend.gpu.rounds })}`)
  },
  20 * MINUTES,
)

test.runIf(LAYOUT === 'a').each(['none', 'hash'] as const)(
  'the gallery, every statement verified, outputs %s: the CPU’s results',
  async (outputs) => {
    const request = {
      programs: galleryPrograms(),
      dataset: makeDataset(galleryTasks({ seed: 3, samples: 3 })),
      settings: { outputs },
    }
    const backend = newBackend('full')
    const [onGpu, onCpu] = [[] as PairResult[], [] as PairResult[]]
    const report = await runPrograms({ ...request, backend, onPair: (pair) => onGpu.push(pair) })
    await runPrograms({ ...request, onPair: (pair) => onCpu.push(pair) })
    expect(onGpu).toEqual(onCpu)
    expect(report).toMatchObject({ work: { onCpu: 0 }, gpu: { fallbacks: [] } })
    expect(report.gpu!.verified).toBe(report.samples)
    expectOneCrossingAChunk(backend)
  },
  10 * MINUTES,
)

test.runIf(LAYOUT === 'a')(
  `${RANDOM_PROGRAMS} random programs, every statement compared with the CPU`,
  async () => {
    const backend = newBackend('full')
    const compared = await compareRandomPrograms({ backend, count: RANDOM_PROGRAMS, seed: SEED })
    console.log(
      `random programs: ${JSON.stringify({ ...compared, ...backend.work, fallbacks: backend.gpu.fallbacks })}`,
    )
    expect(compared.difference).toBeUndefined()
    // The device did it, to the end.
    expect(backend.gpu.devices).toEqual([expect.not.objectContaining({ fate: expect.anything() })])
    // With budgets as small as these, some maps are the CPU's, and with them all programs of their samples.
    expect(backend.work.onGpu).toBeGreaterThan(10 * backend.work.onCpu)
    expect(backend.gpu.fallbacks.every(({ reason }) => reason === 'work' || reason === 'data-chosen')).toBe(true)
    expect(compared.programs).toBe(RANDOM_PROGRAMS)
    expect(compared.statements).toBeGreaterThan(5 * RANDOM_PROGRAMS)
  },
  20 * MINUTES,
)

/** What the claim is: up once and down once a chunk, whatever is in it. */
function expectOneCrossingAChunk({ work, gpu: report }: GpuBackend): void {
  expect(work.upload.count).toBe(work.chunks + report.repeats)
  expect(work.download.count).toBe(work.chunks + report.repeats)
}

describe('CPU and GPU give the same words for generated arguments', () => {
  test.each(own)(
    '%s',
    async (_, primitive, dialect) => {
      const calls = drawArguments(primitive, CALLS_A_PRIMITIVE, dialect).map((args) => ({ primitive, args }))
      expect((await compare(calls)).slice(0, 3)).toEqual([])
    },
    5 * MINUTES,
  )
})

test.each(EDGES)(
  'CPU and GPU fail alike at a budget of %i',
  async (budget) => {
    cpu.budget = budget
    gpu.budget = budget
    const calls = own.flatMap(([, primitive, dialect]) =>
      drawArguments(primitive, CALLS_AT_AN_EDGE, dialect).map((args) => ({ primitive, args })),
    )
    const differences = await compare(calls)
    cpu.budget = BUDGET
    gpu.budget = BUDGET
    expect(differences.slice(0, 3)).toEqual([])
  },
  5 * MINUTES,
)

test(
  'word soup: every kernel ends with a word, and what was on the heap stays as it was',
  async () => {
    const { heap, grid, word } = newSoup(SEED, 12, 30, LAYOUT)
    const before = heap.words.slice(0, heap.top)
    const firstOrder = own.filter(([, { sort }]) => sort === 'first-order')
    const calls = firstOrder.flatMap(([, primitive]) =>
      Array.from({ length: SOUP_CALLS }, () => ({
        fn: PRIMITIVE_BASE + primitive.id,
        args: primitive.parameters.map(word),
      })),
    )
    // Reads the soup back from the device, in the wave after the one that all the others run in.
    const witness = {
      fn: encodeNotation(heap, { call: 'compose', args: [{ f: 'rot180' }, { f: 'identity' }] }),
      args: [grid],
    }
    gpu.budget = 1 << 12
    const { results } = await gpu.evaluate(heap, [...calls, witness])
    gpu.budget = BUDGET
    expect(results.length).toBe(calls.length + 1)
    expect(Array.from(heap.words.slice(0, before.length))).toEqual(Array.from(before))
    expect(rowsFromLast(heap, results.at(-1)!)).toEqual(rowsFromFirst(heap, grid))
  },
  10 * MINUTES,
)

function show(h: Heap, w: number): unknown {
  return isError(w) ? describeError(w) : decodeNotation(h, w)
}

function rowsFromFirst(h: Heap, grid: Word): number[][] {
  const [rows, cols, from] = [gridRows(h, grid), gridCols(h, grid), cellsAt(grid)]
  return Array.from({ length: rows }, (_, i) => [...h.words.subarray(from + i * cols, from + (i + 1) * cols)])
}

function rowsFromLast(h: Heap, grid: Word): number[][] {
  return rowsFromFirst(h, grid)
    .toReversed()
    .map((row) => row.toReversed())
}
