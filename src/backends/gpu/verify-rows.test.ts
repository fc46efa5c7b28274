// Verification: every word of every statement counts, the contents of blocks included, and the mismatch names the statement.

import type { Plan } from '../../plan/plan.ts'
import { describe, expect, test } from 'vitest'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, planOf, runBatch, solver } from '../../../test/gpu/small-batch.ts'
import { elementsAt } from '../../kernel/blocks.ts'
import { TYPE_ERROR } from '../../kernel/errors.ts'
import { Heap } from '../../kernel/heap.ts'
import { singleton } from '../../kernel/sets.ts'
import { type Notation, encodeNotation } from '../../language/values/value-notation.ts'
import type { Unit } from '../backend.ts'
import type { AnswerReader } from './chunk/chunk-answers.ts'
import type { ChunkWords } from './chunk/chunk-device.ts'
import type { PlanRun } from '../cpu/plan-run.ts'
import { newRowRunner } from '../cpu/row-runner.ts'
import { GpuBackend } from './gpu-backend.ts'
import { schedulePlan } from './schedule/schedule.ts'
import { MismatchError, type Verify, isVerified, verifyRow } from './verify-rows.ts'

const grid = { height: 2, width: 2, cells: Uint8Array.of(1, 2, 3, 4) }
const UNIT: Unit = {
  plan: 0,
  task: { id: 'a task', train: [], test: [{ input: grid }, { input: grid }] },
  from: 0,
  to: 2,
}
const PLAN = planOf(`${solver('a', 'hmirror(I)', 'rot90(x1)')}${solver('b', 'size(I)', 'increment(x1)')}`)
const SCHEDULED = { plan: PLAN, schedule: schedulePlan(PLAN) }
const SETTINGS = { ...VALUES, measure: false }

/** Verifies answers in which the slot of a statement holds another value. */
function runRow(plan: Plan, sample: number): PlanRun {
  let found: PlanRun | undefined
  newRowRunner(SETTINGS).run(plan, UNIT.task, sample, ({ run }) => (found = run))
  return found!
}

function verifyWith(program: number, statement: number, put: (heap: Heap) => number): void {
  const { heap, slots } = runRow(PLAN, 1)
  const copy = new Heap(heap.words.length)
  // Other addresses than on the CPU.
  copy.words.set(heap.words.subarray(0, heap.top))
  copy.top = heap.top
  const own = slots.slice()
  own[PLAN.programs[program]!.slots[statement]!] = put(copy)
  verifyRow(newRowRunner(SETTINGS), SCHEDULED, UNIT, 1, { heap: copy } as AnswerReader, own)
}

const value = (notation: Notation) => (heap: Heap) => encodeNotation(heap, notation)

describe('values', () => {
  test.each<[string, Notation]>([['an equal grid at another address', { g: ['34', '12'] }]])(
    '%s is no mismatch',
    (_, notation) => {
      expect(() => verifyWith(0, 0, value(notation))).not.toThrow()
    },
  )

  test.each<[string, Notation]>([
    ['a grid with another first cell', { g: ['04', '12'] }],
    ['a grid with another last cell', { g: ['34', '10'] }],
    ['a grid of another shape', { g: ['3412'] }],
    ['a taller grid', { g: ['34', '12', '12'] }],
    ['an integer', 5],
    ['the empty tuple', { t: [] }],
  ])('%s is a mismatch', (_, notation) => {
    expect(() => verifyWith(0, 0, value(notation))).toThrow(MismatchError)
  })

  test('another integer is a mismatch, the same one is none', () => {
    expect(() => verifyWith(1, 0, () => 3)).toThrow(MismatchError)
    expect(() => verifyWith(1, 0, () => 2)).not.toThrow()
  })

  test('nested values are compared at every level', () => {
    const text = solver('n', 'totuple(asobject(I))', 'repeat(x1, 2)', 'pair(x2, x2)')
    const plan = planOf(text)
    const scheduled = { plan, schedule: schedulePlan(plan) }
    const run = runRow(plan, 0)
    const copy = new Heap(run.heap.top + 10)
    copy.words.set(run.heap.words.subarray(0, run.heap.top))
    copy.top = run.heap.top
    const verify = () =>
      verifyRow(newRowRunner(SETTINGS), scheduled, UNIT, 0, { heap: copy } as AnswerReader, run.slots)
    expect(verify).not.toThrow()
    // The last cell of the innermost tuple.
    const cells = elementsAt(run.slots[plan.programs[0]!.slots[0]!]!)
    const places = Array.from({ length: copy.top - cells }, (_, k) => cells + k)
    const found = places.filter((place) => {
      copy.words[place]! ^= 1
      try {
        verify()
        return false
      } catch (error) {
        if (!(error instanceof MismatchError)) throw error
        return true
      } finally {
        copy.words[place]! ^= 1
      }
    })
    // Every word from there on belongs to a result.
    expect(found).toEqual(places)
  })
})

describe('the mismatch', () => {
  function mismatchOf(action: () => void): MismatchError {
    try {
      action()
    } catch (error) {
      if (error instanceof MismatchError) return error
      throw error
    }
    throw new Error('no mismatch')
  }

  test('names the statement, its programs, its call and both values', () => {
    const error = mismatchOf(() => verifyWith(1, 0, value({ g: ['00'] })))
    expect(error.code).toBe('gpu-mismatch')
    expect(error.message).toBe('The device differs from the CPU on a task, test 2')
    expect(error.mismatch).toEqual({
      unit: UNIT,
      sample: 1,
      slot: PLAN.programs[1]!.slots[0],
      programs: [{ program: 1, statement: 0 }],
      callee: { f: 'size' },
      args: [{ g: ['12', '34'] }],
      cpu: 2,
      gpu: { g: ['00'] },
    })
  })

  test('lists all programs that share the statement', () => {
    const shared = planOf(
      `${solver('a', 'rot90(I)', 'hmirror(x1)')}${solver('b', 'identity(I)', 'rot90(I)', 'hconcat(x1, x2)')}`,
    )
    const scheduled = { plan: shared, schedule: schedulePlan(shared) }
    const { heap, slots } = runRow(shared, 0)
    slots[shared.programs[0]!.slots[0]!] = 7
    const { mismatch } = mismatchOf(() =>
      verifyRow(newRowRunner(SETTINGS), scheduled, UNIT, 0, { heap } as AnswerReader, slots),
    )
    expect(mismatch.programs).toEqual(
      [0, 1].flatMap((program) => {
        const { slots: own, statements } = shared.programs[program]!
        const k = own.indexOf(shared.programs[0]!.slots[0]!)
        return [{ program, statement: statements[k] }]
      }),
    )
  })

  test('describes errors, and values that cannot be printed', () => {
    expect(mismatchOf(() => verifyWith(0, 0, () => TYPE_ERROR)).mismatch.gpu).toEqual({
      error: expect.stringContaining('type'),
    })
    const deep = (heap: Heap) => {
      let set = 5
      for (let k = 0; k < 200; k++) set = singleton(heap, set)
      return set
    }
    expect(mismatchOf(() => verifyWith(0, 0, deep)).mismatch.gpu).toEqual({ error: 'too large to be printed' })
  })
})

test('a sampled verification begins with the first chunk and takes every sixteenth', () => {
  const verified = (verify: Verify) => Array.from({ length: 40 }, (_, k) => k).filter((k) => isVerified(verify, k))
  expect(verified('sample')).toEqual([0, 16, 32])
  expect(verified('full')).toHaveLength(40)
  expect(verified('off')).toEqual([])
})

describe('in a run', () => {
  const batch = batchOf([solver('turn', 'rot90(I)', 'hmirror(x1)')], [drawTask('one', 18)], {
    ...VALUES,
    outputs: 'none',
  })
  /** Changes the last copied word of one run. */
  const spoilRun = (spoiled: number) => (words: ChunkWords, run: number) => {
    if (run !== spoiled) return words
    const copies = words.copies.slice()
    copies[words.state[0]! - words.state[11]! - 1]! ^= 1
    return { ...words, copies }
  }
  const backendWith = (verify: Verify, spoiled: number) =>
    // One row in a chunk.
    new GpuBackend({
      open: [async () => new InterpretedDevice({ sizes: { entries: 4 }, after: spoilRun(spoiled) })],
      verify,
    })

  test('the first chunk is verified when verification is sampled', async () => {
    await expect(runBatch(backendWith('sample', 0), batch)).rejects.toThrow(MismatchError)
  })

  test('only rows of verified chunks are counted, and the device copies all of their statements', async () => {
    const devices: InterpretedDevice[] = []
    const open = async () => {
      devices.push(new InterpretedDevice({ sizes: { entries: 4 } }))
      return devices.at(-1)!
    }
    const backend = new GpuBackend({ open: [open], verify: 'sample' })
    await expectCpuResults(backend, batch)
    expect(backend.gpu.verified).toBe(2)
    expect(devices[0]!.runs.map(({ image }) => image.exportCount)).toEqual(
      Array.from({ length: 20 }, (_, k) => (k % 16 === 0 ? 2 : 0)),
    )
  })

  test('a mismatch ends a full verification in any chunk, and none is reported without verification', async () => {
    await expect(runBatch(backendWith('full', 7), batch)).rejects.toMatchObject({ mismatch: { sample: 7 } })
    const backend = backendWith('off', 0)
    await runBatch(backend, batch)
    expect(backend.gpu.verified).toBe(0)
    expect(backend.gpu.fallbacks).toEqual([])
  })

  test('verification does not count as work of the CPU', async () => {
    const backend = backendWith('full', -1)
    await expectCpuResults(backend, batch)
    expect(backend.gpu.verified).toBe(20)
    expect(backend.work.onCpu).toBe(0)
  })
})
