// Outputs that a device has not finished are the CPU's, and no others; results are always those of the CPU.

import { describe, expect, test } from 'vitest'
import { InterpretedDevice, type InterpretedDeviceOptions } from '../../../../test/gpu/interpreted-device.ts'
import { compareRandomPrograms } from '../../../../test/gpu/random-programs.ts'
import { VALUES, batchOf, compareWithCpu, expectCpuResults, solver } from '../../../../test/gpu/small-batch.ts'
import { SEED } from '../../../../test/generators/seed.ts'
import type { Task } from '../../../data/task.ts'
import type { RunSettings } from '../../backend.ts'
import { newGpuReport } from '../../gpu-report.ts'
import { GpuBackend, type GpuBackendOptions } from '../gpu-backend.ts'
import { schedulePlan } from '../schedule/schedule.ts'
import { ChunkCollector } from './chunk-collector.ts'
import { ImageBuilder } from './chunk-image.ts'
import { makeChunk } from './chunk.ts'
import { UnitBook } from './unit-book.ts'

const OUTPUTS = ['none', 'hash', 'value'] as const

/** Grids of one side each; the expected output is the input upside down, or not known. */
function taskOf(sides: readonly number[], isKnown = true): Task {
  const pairs = sides.map((side) => {
    const cells = Uint8Array.from({ length: side * side }, (_, k) => Math.floor(k / side) % 9)
    const input = { height: side, width: side, cells }
    return isKnown ? { input, output: { ...input, cells: cells.toReversed() } } : { input }
  })
  return { id: 'squares', train: [], test: pairs }
}

function backendOn(device: InterpretedDeviceOptions, options: Partial<GpuBackendOptions> = {}): GpuBackend {
  return new GpuBackend({ open: [async () => new InterpretedDevice(device)], ...options })
}

/** Runs a text with a limit for single calls; returns how many kernels the CPU ran. */
async function kernelsOnCpu(text: string, outputs: RunSettings['outputs'], callLimit: number, task: Task) {
  const backend = backendOn({}, { callLimit })
  await expectCpuResults(backend, batchOf([text], [task], { ...VALUES, outputs }))
  return { onCpu: backend.work.onCpu, fallbacks: backend.gpu.fallbacks }
}

describe.each(OUTPUTS)('outputs %s', (outputs) => {
  test('a program that is not finished takes no other with it', async () => {
    const text = solver('short', 'hmirror(I)', 'rot90(x1)') + solver('long', 'rot90(I)', 'upscale(x1, NINE)')
    const { onCpu, fallbacks } = await kernelsOnCpu(text, outputs, 500, taskOf([2, 3, 4, 2]))
    // Of two rows, two statements each.
    expect(onCpu).toBe(4)
    expect(fallbacks).toMatchObject([{ reason: 'work', place: { plan: 0, program: 1, statement: 1 }, rows: 2 }])
  })

  test('a program that fails before its long call needs no CPU', async () => {
    const text = solver('fails', 'height(I)', 'first(x1)', 'upscale(I, NINE)', 'hconcat(x3, x2)')
    expect((await kernelsOnCpu(text, outputs, 100, taskOf([2, 3]))).onCpu).toBe(0)
  })

  test('of a batt only the outputs that depend on the long call', async () => {
    const batt = `def batt(S, I, C):
    s = []
    o = []
    x1 = rot90(I)
    o.append((1, False, 'a', x1))
    x2 = upscale(x1, NINE)
    o.append((2, False, 'b', x2))
    x3 = hmirror(x1)
    o.append((3, False, 'c', x3))
    x4 = first(NINE)
    x5 = hmirror(x4)
    o.append((4, False, 'd', x5))
    return s, o
`
    const { onCpu } = await kernelsOnCpu(batt, outputs, 500, taskOf([2, 4, 3, 4]))
    expect(onCpu).toBe(3 * 2)
  })

  test('twins of a program that is not finished have its results', async () => {
    const text = solver('long', 'upscale(I, NINE)') + solver('twin', 'upscale(I, NINE)') + solver('short', 'rot90(I)')
    expect((await kernelsOnCpu(text, outputs, 500, taskOf([2, 4]))).onCpu).toBe(1)
  })

  test('without expected outputs nothing is right or wrong', async () => {
    const text = solver('short', 'hmirror(I)') + solver('long', 'upscale(I, NINE)') + solver('fails', 'first(ONE)')
    expect((await kernelsOnCpu(text, outputs, 500, taskOf([2, 4], false))).onCpu).toBe(1)
  })

  test('a program that returns an input, a constant or an absent output', async () => {
    const texts = ['I', 'C', 'ONE'].map((name, k) => `def solve_r${k}(S, I, C):\n    return ${name}\n\n`)
    const backend = backendOn({})
    for (const measure of [true, false])
      await expectCpuResults(backend, batchOf([texts.join('')], [taskOf([2, 3])], { ...VALUES, measure, outputs }))
    expect(backend.work.onCpu).toBe(0)
  })

  test('a value that cannot be copied takes no other program with it', async () => {
    const text = solver('large', 'hmirror(I)') + solver('small', 'size(I)')
    const backend = backendOn({ copyLimit: 6 })
    await expectCpuResults(backend, batchOf([text], [taskOf([2, 4])], { ...VALUES, outputs }))
    expect(backend.work.onCpu).toBe(outputs === 'none' ? 0 : 1)
  })

  test.each([false, true])(
    'random programs, every statement %s, with calls that are too long',
    async (everyStatement) => {
      const backend = backendOn({}, { callLimit: 60 })
      const count = 60
      const options = { backend, count, seed: SEED, everyStatement, outputs, batchSize: 30 }
      expect(await compareRandomPrograms(options)).toMatchObject({ programs: count, difference: undefined })
      expect(backend.gpu.fallbacks.some(({ reason }) => reason === 'work')).toBe(true)
    },
  )
})

test.each(OUTPUTS)('outputs %s: parts of a unit with a gap between them', async (outputs) => {
  const { plans, units, settings } = batchOf(
    [solver('short', 'hmirror(I)') + solver('long', 'upscale(I, NINE)')],
    [taskOf([1, 2, 3, 4, 5, 6, 7])],
    { ...VALUES, outputs },
  )
  const scheduled = plans.map((plan) => ({ plan, schedule: schedulePlan(plan) }))
  const book = new UnitBook(plans, units, outputs)
  const collector = new ChunkCollector(scheduled, units, settings, { report: newGpuReport('resident') }, book)
  const device = new InterpretedDevice()
  for (const ranges of [
    [
      { unit: 0, from: 0, to: 2 },
      { unit: 0, from: 5, to: 7 },
    ],
    [{ unit: 0, from: 2, to: 5 }],
  ]) {
    const chunk = makeChunk(ranges, units, scheduled)
    const image = new ImageBuilder().build(chunk, units, settings, outputs === 'none' ? 'none' : 'outputs')
    const words = await device.run(image, VALUES.budget, { scratchWords: 100, packWords: 50_000 })
    collector.collect(image, words, false)
  }
  await compareWithCpu([await book.unit(0)], { plans, units, settings })
})

test('verification compares the finished statements of a row and ignores pending ones', async () => {
  const backend = backendOn({}, { callLimit: 60, verify: 'full' })
  const compared = await compareRandomPrograms({ backend, count: 100, seed: SEED, batchSize: 50 })
  expect(compared.difference).toBeUndefined()
  expect(backend.gpu.verified).toBeGreaterThan(0)
  const text = solver('short', 'hmirror(I)') + solver('long', 'upscale(I, NINE)')
  const wrong = backendOn(
    {
      after: (words, _, { columns: [columns] }) => {
        const at = columns!.copies.get(columns!.planRows.plan.programs[0]!.slots[0]!)!
        return { ...words, arena: words.arena.map((word, k) => (k === at ? 7 : word)) }
      },
    },
    { callLimit: 100, verify: 'full' },
  )
  await expect(expectCpuResults(wrong, batchOf([text], [taskOf([3])]))).rejects.toMatchObject({ code: 'gpu-mismatch' })
})
