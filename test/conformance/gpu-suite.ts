// Everything that needs many kernels on a device, for one cell layout: the conformance data and the gallery resident there, generated calls
// against the CPU word by word, calls at the edge of the budget, and word soup. One file and one device, since compiling
// the kernels takes minutes.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunSettings } from '../../src/backends/backend.ts'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
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
import type { Statement } from '../../src/language/program.ts'
import type { DialectId, Primitive } from '../../src/primitives/primitive.ts'
import { amount } from '../amount.ts'
import { findDifference } from '../generators/canonical.ts'
import { drawArguments, encodeCall } from '../generators/encode-calls.ts'
import { findFlaw } from '../generators/forms.ts'
import { newHeap } from '../generators/layouts.ts'
import { SEED } from '../generators/seed.ts'
import { newSoup } from '../generators/word-soup.ts'
import { compareRandomPrograms } from '../gpu/random-programs.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, solver } from '../gpu/small-batch.ts'
import type { TestDevice } from '../gpu/test-devices.ts'
import { keptStatements } from '../browser/choose-kernels.ts'
import { hasAllKernels, namesOnly, sharedPrimitives } from './kernel-share.ts'
import { readVectors } from './vectors.ts'

const MINUTES = 60_000
// All kernels of a layout take about ten minutes on two idle cores, and several times as long on busy ones.
const COMPILE_TIMEOUT = 300 * MINUTES
// Enough for all the conformance data; small enough for runaway calls to be common and to end soon.
const BUDGET = 1 << 17
const CALLS_A_PRIMITIVE = amount(60, 120)
const EDGES = [3, 20, 90]
const CALLS_AT_AN_EDGE = 25
const SOUP_CALLS = 64
// PoCL runs them many times as fast as the software device of WebGPU.
const RANDOM_PROGRAMS = { webgpu: amount(30, 300), opencl: amount(100, 1000) } as const

/** Calls that a workgroup makes, small ones that it leaves, and ones that fail. */
const GRIDS = [
  solver('large', 'canvas(3, (20, 20))', 'vconcat(x1, x1)', 'vconcat(x2, x2)'),
  solver('small', 'canvas(3, (2, 3))', 'vconcat(x1, x1)', 'vconcat(x2, x1)'),
  solver('either', 'vconcat(I, I)', 'vconcat(x1, x1)', 'vconcat(x2, x2)', 'vconcat(x3, x3)', 'vconcat(x4, x4)'),
  solver('fails', 'vconcat((1, 2), I)', 'canvas(I, (2, 2))'),
].join('')

type Drawn = ReturnType<typeof drawArguments>[number]

/** Defines the tests of a layout on a device; each has its own process. */
export function describeGpu(layout: CellLayout, { api, open }: TestDevice): void {
  const own = sharedPrimitives(layout, api)
  const keys = new Set(own.map(([key]) => key))
  const names = new Set(own.map(([, { declarations }, dialect]) => declarations[dialect]!.name))
  const cpu = new CpuEvaluator(BUDGET)
  let device: GpuDevice
  let gpu: GpuEvaluator
  let resident: LocalDevice

  beforeAll(async () => {
    device = await open()
    const pipelines = new Pipelines(device)
    gpu = new GpuEvaluator(device, BUDGET, pipelines)
    resident = new LocalDevice(device, undefined, pipelines)
    // A few calls of each: their kernels are asked for together.
    const started = performance.now()
    await compare(own.flatMap(([, primitive, dialect]) => draw(primitive, 3, dialect)))
    console.log(
      `seed ${SEED}; kernels on ${device.name} compiled in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    )
  }, COMPILE_TIMEOUT)

  afterAll(async () => {
    await resident?.close()
  })

  /** A backend on the one device, counting from nothing. */
  function newBackend(verify: Verify = 'off'): GpuBackend {
    return new GpuBackend({ open: [async () => resident], verify })
  }

  /** Calls whose arguments name only functions that are compiled. */
  function draw(primitive: Primitive, count: number, dialect: DialectId): { primitive: Primitive; args: Drawn }[] {
    const drawn = drawArguments(primitive, count, dialect).filter((args) => namesOnly(args, keys))
    return drawn.map((args) => ({ primitive, args }))
  }

  /** The calls whose results differ between CPU and GPU, and how. */
  async function compare(calls: readonly { primitive: Primitive; args: Drawn }[]): Promise<unknown[]> {
    const [onCpu, onGpu] = [newHeap(layout, 1 << 18), newHeap(layout, 1 << 18)]
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
      const file = readVectors(layout)
      const kept = file.vectors.map((vector) => names.has(vector.fn) && namesOnly(vector, keys))
      const vectors = file.vectors.filter((_, k) => kept[k])
      const lines = file.lines.filter((_, k) => kept[k])
      const backend = newBackend()
      const report = await conform(new BackendEvaluator(backend, layout), vectors, lines, layout)
      expect(report.failures).toEqual([])
      expect(report).toMatchObject({ total: vectors.length, failed: 0, backend: 'gpu', work: { onCpu: 0 } })
      expect(report.byTier.typed).toMatchObject({ deviations: 0, failed: 0 })
      expect(report.total).toBeGreaterThanOrEqual(20 * own.length)
      // Equal calls of the data are made once.
      expect(report.work.onGpu).toBeGreaterThanOrEqual(0.9 * report.total)
      expectOneCrossingAChunk(backend)
    },
    20 * MINUTES,
  )

  test(
    'the conformance data of programs, resident: nothing failed, nothing ran on the CPU',
    async () => {
      const name = layout === 't' ? 'programs-t.jsonl' : 'programs.jsonl'
      const text = readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')
      const { vectors: all, lines } = readProgramVectors(text, name)
      const vectors = all.map((vector) => keptStatements(vector, keys))
      const backend = newBackend()
      const values = await runForValues(backend, vectors)
      const report = conformPrograms(vectors, lines, { name: backend.name, values, work: backend.work })
      expect(report.failures).toEqual([])
      expect(report).toMatchObject({ programs: all.length, failed: 0, work: { onCpu: 0 } })
      // Few in some shares of dialect t: a statement stays only if all kernels it needs are compiled.
      expect(report.total).toBeGreaterThan(hasAllKernels ? 15_000 : 10)
      expect(backend.gpu.fallbacks).toEqual([])
      expectOneCrossingAChunk(backend)
      console.log(`${name}: ${JSON.stringify({ ...backend.work, rounds: backend.gpu.rounds })}`)
    },
    20 * MINUTES,
  )

  test.each(layout === 'a' ? (['none', 'hash'] as const) : [])(
    'the gallery, every statement verified, outputs %s: the CPU’s results',
    async (outputs) => {
      const request = {
        programs: galleryPrograms().filter(({ statements }) => statements.every((call) => usesOnly(call, keys))),
        dataset: makeDataset(galleryTasks({ samples: 3 })),
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

  test.each([RANDOM_PROGRAMS[api]])(
    '%i random programs, every statement compared with the CPU',
    async (count) => {
      const backend = newBackend('full')
      const compared = await compareRandomPrograms({
        backend,
        count,
        seed: SEED,
        dialect: layout,
        primitives: [...keys],
      })
      console.log(
        `random programs: ${JSON.stringify({ ...compared, ...backend.work, fallbacks: backend.gpu.fallbacks })}`,
      )
      expect(compared.difference).toBeUndefined()
      // The device did it, to the end.
      expect(backend.gpu.devices).toEqual([expect.not.objectContaining({ fate: expect.anything() })])
      // With budgets as small as these, some maps are the CPU's, and with them all programs of their samples.
      expect(backend.work.onGpu).toBeGreaterThan(backend.work.onCpu)
      expect(backend.gpu.fallbacks.every(({ reason }) => ['work', 'data-chosen', 'memory'].includes(reason))).toBe(true)
      expect(compared.programs).toBe(count)
      expect(compared.statements).toBeGreaterThan(3 * count)
    },
    20 * MINUTES,
  )

  // Not on PoCL, which compiles them wrongly: see docs/decisions/0012-tuned-kernels.md.
  test.each(layout === 'a' && api === 'webgpu' ? [['canvas', 'vconcat']] : [])(
    'tuned %s and %s leave calls to ordinary kernels, in rounds of one submission',
    async (...kernels) => {
      const batch = (settings: Partial<RunSettings>) =>
        batchOf([GRIDS], [drawTask('one', 6), drawTask('two', 4, 5)], { ...VALUES, ...settings })
      const reports = []
      // Every call, and long ones only.
      for (const tunedCalls of ['all', 'long'] as const) {
        const open = [async () => resident]
        const backend = new GpuBackend({ open, tuned: new Set(kernels), tunedCalls, verify: 'full' })
        await expectCpuResults(backend, batch({ outputs: 'hash' }))
        expect(backend.work.onCpu).toBe(0)
        expect(backend.gpu.fallbacks).toEqual([])
        reports.push(structuredClone(backend.gpu.calls))
        await expectCpuResults(backend, batch({ budget: 500, outputs: 'none' }))
      }
      // Calls count for their kernel in either queue.
      expect(reports[1]).toEqual(reports[0])
      expect(reports[0]).toMatchObject({ vconcat: expect.any(Number) })
    },
    10 * MINUTES,
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
        const calls = draw(primitive, CALLS_A_PRIMITIVE, dialect)
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
      const calls = own.flatMap(([, primitive, dialect]) => draw(primitive, CALLS_AT_AN_EDGE, dialect))
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
      const { heap, grid, word } = newSoup(SEED, 12, 30, layout)
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
}

function usesOnly({ callee, args }: Statement, keys: ReadonlySet<string>): boolean {
  return [callee, ...args].every((operand) => operand.kind !== 'primitive' || keys.has(operand.key))
}

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
