// Incomplete rows: the CPU runs them, and the report names the statement because of which a device left them open.

import { describe, expect, test } from 'vitest'
import { type InterpretedDeviceOptions, InterpretedDevice } from '../../../../test/gpu/interpreted-device.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, planOf, solver } from '../../../../test/gpu/small-batch.ts'
import type { Task } from '../../../data/task.ts'
import { newGpuReport } from '../../gpu-report.ts'
import { GpuBackend, type GpuBackendOptions } from '../gpu-backend.ts'
import { schedulePlan } from '../schedule/schedule.ts'
import { ChunkCollector } from './chunk-collector.ts'
import { UnitBook } from './unit-book.ts'

const TASK = drawTask('one', 4)
const SAMPLES = 6

function backendOn(device: InterpretedDeviceOptions, options: Partial<GpuBackendOptions> = {}): GpuBackend {
  return new GpuBackend({ open: [async () => new InterpretedDevice(device)], ...options })
}

/** Grids of one side each, all of one colour. */
function taskOf(...sides: number[]): Task {
  const grid = (side: number) => ({ height: side, width: side, cells: new Uint8Array(side * side).fill(side % 9) })
  return { id: 'squares', train: [], test: sides.map((side) => ({ input: grid(side), output: grid(side) })) }
}

describe('a call with too much work', () => {
  // In the second plan: the second statement of the second program.
  const first = solver('first', 'size(I)')
  const second = solver('short', 'size(I)') + solver('long', 'height(I)', 'hmirror(I)', 'hupscale(x2, x1)')

  test('the statement is named by plan, program and number', async () => {
    const backend = backendOn({}, { callLimit: 40 })
    await expectCpuResults(backend, batchOf([first, second], [taskOf(2, 5, 6)]))
    expect(backend.gpu.fallbacks).toEqual([
      {
        reason: 'work',
        detail: 'too much work for one call, or for the calls of a map',
        place: { plan: 1, program: 1, statement: 2 },
        rows: 2,
      },
    ])
    // The rows were on the device first; their steps count once. The other program stays there.
    expect(backend.gpu.devices[0]!.rows).toBe(6)
    expect(backend.work).toMatchObject({ executed: 3 + 3 * 4, onCpu: 6 })
  })

  test('the first of several open statements is named', async () => {
    const text = solver('both', 'hupscale(I, 9)', 'hmirror(x1)', 'vupscale(x2, 9)')
    const backend = backendOn({}, { callLimit: 100 })
    await expectCpuResults(backend, batchOf([text], [taskOf(4)]))
    expect(backend.gpu.fallbacks).toMatchObject([
      { reason: 'work', place: { plan: 0, program: 0, statement: 0 }, rows: 1 },
    ])
  })
})

test('a power of a data-chosen exponent names its statement and reason', async () => {
  const text = solver('size', 'size(I)') + solver('power', 'height(I)', 'power(increment, x1)', 'x2(x1)')
  const backend = backendOn({})
  await expectCpuResults(backend, batchOf([text], [taskOf(3, 60, 70)]))
  expect(backend.gpu.fallbacks).toEqual([
    {
      reason: 'data-chosen',
      detail: 'a power whose exponent the data chooses',
      place: { plan: 0, program: 1, statement: 2 },
      rows: 2,
    },
  ])
})

test('rows on the CPU end when the run is stopped', async () => {
  const { plans, units, settings } = batchOf([solver('mirror', 'hmirror(I)')], [TASK])
  const scheduled = plans.map((plan) => ({ plan, schedule: schedulePlan(plan) }))
  const book = new UnitBook(plans, units, settings.outputs)
  const collector = new ChunkCollector(scheduled, units, settings, { report: newGpuReport('resident') }, book)
  await collector.runOnCpu([{ unit: 0, from: 0, to: 6 }], 'room', 'a reason', () => collector.executed === 2)
  expect(collector.executed).toBe(2)
})

describe('a value that could not be copied', () => {
  test.each(['hash', 'value'] as const)('outputs %s: the CPU runs the row', async (outputs) => {
    const backend = backendOn({ copyLimit: 2 + 16 })
    const batch = batchOf([solver('mirror', 'hmirror(I)')], [taskOf(4, 5, 3, 6)], { ...VALUES, outputs })
    await expectCpuResults(backend, batch)
    expect(backend.gpu.fallbacks).toEqual([{ reason: 'room', detail: 'a value is too large to be copied', rows: 2 }])
    expect(backend.work).toMatchObject({ onCpu: 2, executed: 4 })
  })

  test('without outputs no value is copied', async () => {
    const backend = backendOn({ copyLimit: 0 })
    await expectCpuResults(backend, batchOf([solver('mirror', 'hmirror(I)')], [TASK], { ...VALUES, outputs: 'none' }))
    expect(backend.gpu.fallbacks).toEqual([])
    expect(backend.work.onCpu).toBe(0)
  })

  test('a statement that failed needs no copy', async () => {
    const backend = backendOn({ copyLimit: 0 })
    await expectCpuResults(backend, batchOf([solver('fails', 'height(I)', 'first(x1)')], [TASK]))
    expect(backend.gpu.fallbacks).toEqual([])
  })
})

describe('answers', () => {
  test('values of every form are moved to the host', async () => {
    const texts = [
      solver('objects', 'objects(I, T, F, T)'),
      solver('tuple', 'totuple(asobject(I))'),
      solver('nested', 'asobject(I)', 'repeat(x1, 3)', 'pair(x2, x2)'),
      solver('closure', 'rbind(shift, (1, 2))'),
      solver('closures', 'lbind(shift, I)', 'compose(x1, ulcorner)', 'repeat(x2, 2)'),
      solver('word', 'size(I)'),
      solver('empty', 'repeat(I, 0)'),
      solver('input', 'identity(I)'),
    ]
    const backend = backendOn({}, { verify: 'full' })
    await expectCpuResults(backend, batchOf([...texts, texts.join('')], [TASK, drawTask('two', 3, 11)]))
    expect(backend.gpu.fallbacks).toEqual([])
    expect(backend.gpu.verified).toBe(9 * (SAMPLES + 5))
  })

  test('verdicts count with and without outputs, for samples with and without an expected grid', async () => {
    const [a, b] = [taskOf(2, 3).test[0]!.input, taskOf(3).test[0]!.input]
    const task: Task = {
      id: 'mixed',
      train: [{ input: a, output: a }],
      test: [{ input: a, output: b }, { input: b }, { input: b, output: b }],
    }
    for (const outputs of ['none', 'hash', 'value'] as const) {
      for (const measure of [true, false]) {
        const backend = backendOn({}, { verify: 'full' })
        const texts = [solver('same', 'identity(I)'), solver('mirror', 'hmirror(I)', 'vmirror(x1)')]
        await expectCpuResults(backend, batchOf(texts, [task], { ...VALUES, outputs, measure }))
        expect(backend.gpu.fallbacks).toEqual([])
      }
    }
  })

  test('a program that returns an absent input fails, with the error of the input', async () => {
    const text = 'def solve_c(S, I, C):\n    return C\n\ndef solve_i(I):\n    return I\n'
    for (const measure of [true, false]) {
      for (const outputs of ['none', 'value'] as const) {
        const backend = backendOn({}, { verify: 'full' })
        const batch = batchOf([text], [TASK], { ...VALUES, measure, outputs })
        expect(batch.plans[0]!.programs).toHaveLength(2)
        await expectCpuResults(backend, batch)
      }
    }
  })

  test('copies of more words than the heap has at first', async () => {
    const cells = new Uint8Array(100 * 100).fill(1)
    const input = { height: 100, width: 100, cells }
    const task: Task = { id: 'large', train: [], test: Array.from({ length: 8 }, () => ({ input })) }
    const backend = backendOn({ mostCopyWords: 1 << 20 })
    await expectCpuResults(backend, batchOf([solver('mirror', 'hmirror(I)')], [task], { ...VALUES, outputs: 'hash' }))
    expect(backend.gpu.fallbacks).toEqual([])
  })

  test('guarded statements take the default of their callee, also of one that is a result', async () => {
    const batt = `def batt(S, I, C):
    s = []
    o = []
    x1 = height(I)
    x2 = first(x1)
    x3 = size(x2)
    x4 = branch(x1, size, rot90)
    x5 = x4(x3)
    x6 = hmirror(x5)
    x7 = identity(C)
    s.append((1, 'a', 'b', x7))
    o.append((1, False, 'd', x6))
    o.append((2, False, 'd', x7))
    return s, o
`
    expect(planOf(batt).programs[0]!.mode).toBe('guarded')
    for (const measure of [true, false]) {
      const backend = backendOn({}, { verify: 'full' })
      await expectCpuResults(backend, batchOf([batt], [TASK], { ...VALUES, measure }))
      expect(backend.gpu.fallbacks).toEqual([])
    }
  })
})
