// The image of a chunk: which words are where, and how large its parts are.

import { describe, expect, test } from 'vitest'
import { VALUES, batchOf, drawTask, planOf, solver } from '../../../../test/gpu/small-batch.ts'
import type { Task } from '../../../data/task.ts'
import { Heap } from '../../../kernel/heap.ts'
import { NONE, addressOf, isRef } from '../../../kernel/words.ts'
import { primitiveWord } from '../../../language/names.ts'
import { decodeNotation } from '../../../language/values/value-notation.ts'
import { SLOT_OF } from '../../../plan/plan.ts'
import type { RunSettings, Unit } from '../../backend.ts'
import { schedulePlan } from '../schedule/schedule.ts'
import { fixedSlots } from './chunk-answers.ts'
import { type ChunkImage, ImageBuilder } from './chunk-image.ts'
import { type CopiedSlots, placeOf } from './chunk-layout.ts'
import { makeChunk } from './chunk.ts'

const [one, two] = [drawTask('one', 3), drawTask('two', 4, 9)]

function build(
  texts: readonly string[],
  tasks: readonly Task[],
  copied: CopiedSlots = 'none',
  settings: RunSettings = VALUES,
  builder = new ImageBuilder(),
): ChunkImage {
  const { plans, units } = batchOf(texts, tasks)
  return imageOf(
    units,
    plans.map((plan) => ({ plan, schedule: schedulePlan(plan) })),
    copied,
    settings,
    builder,
  )
}

function imageOf(
  units: readonly Unit[],
  plans: Parameters<typeof makeChunk>[2],
  copied: CopiedSlots,
  settings: RunSettings,
  builder = new ImageBuilder(),
): ChunkImage {
  const ranges = units.map(({ from, to }, unit) => ({ unit, from, to }))
  return builder.build(makeChunk(ranges, units, plans), units, settings, copied)
}

/** A word of the image as a value. */
function valueOf({ heap }: ChunkImage, word: number) {
  const host = new Heap(heap.length + 10)
  host.words.set(heap)
  host.top = heap.length
  return decodeNotation(host, word)
}

const MIRROR = solver('mirror', 'hmirror(I)')
const notation = ({ height, width, cells }: { height: number; width: number; cells: Uint8Array }) => ({
  g: Array.from({ length: height }, (_, row) => [...cells.subarray(row * width, (row + 1) * width)].join('')),
})

test('demo pairs and rows share their grids', () => {
  const image = build([MIRROR], [one])
  const wordAt = (slot: number) => image.arena[placeOf(image.columns[0]!, slot, 0) - image.answerWords]!
  const firstPair = image.heap[addressOf(wordAt(SLOT_OF.S)) + 1]!
  expect(image.heap[addressOf(firstPair) + 1]).toBe(wordAt(SLOT_OF.I))
})

describe('inputs', () => {
  test('each row has its grids, each task its pairs, constants and primitives are there once', () => {
    const image = build([solver('crop', 'crop(I, (0, 0), (1, 1))')], [one, two])
    const [columns] = image.columns
    const { plan } = columns!.planRows
    const into = new Int32Array(plan.slotCount)
    const samples = [...one.train, ...one.test, ...two.train, ...two.test]
    for (const [row, { input, output }] of samples.entries()) {
      fixedSlots(image, columns!, row, into)
      expect(valueOf(image, into[SLOT_OF.I]!)).toEqual(notation(input))
      expect(valueOf(image, into[SLOT_OF.C]!)).toEqual(notation(output!))
      const { train } = row < 5 ? one : two
      expect(valueOf(image, into[SLOT_OF.S]!)).toEqual({
        t: train.map((pair) => ({ t: [notation(pair.input), notation(pair.output!)] })),
      })
      expect(valueOf(image, into[SLOT_OF.C + 1]!)).toEqual({ t: [0, 0] })
      expect(valueOf(image, into[SLOT_OF.C + 2]!)).toEqual({ t: [1, 1] })
      expect(into[SLOT_OF.C + 3]).toBe(primitiveWord('crop'))
    }
    // Answers: a word of the step and a verdict for each row. Inputs: 3 fixed words, 2 tasks, and I, C and the expected
    // grid of each row.
    expect(image.answerWords).toBe(2 * 11)
    expect(image.arenaTop).toBe(2 * 11 + 3 + 2 + 3 * 11)
    expect(image.arena).toHaveLength(image.arenaTop - image.answerWords)
  })

  test('C is absent unless the run measures; the expected grid is there in any case, or 0', () => {
    const task: Task = { id: 'open', train: [one.train[0]!], test: [{ input: one.train[0]!.input }] }
    for (const measure of [true, false]) {
      const image = build([MIRROR], [task], 'none', { ...VALUES, measure })
      const [columns] = image.columns
      const words = (at: number) => image.arena[at - image.answerWords]!
      const candidates = [0, 1].map((row) => words(placeOf(columns!, SLOT_OF.C, row)))
      expect(candidates.map((word) => word === NONE)).toEqual([!measure, true])
      const expected = [0, 1].map((row) => words(columns!.expected + row))
      expect([isRef(expected[0]!), expected[1]]).toEqual([true, 0])
    }
  })

  test('a grid is on the heap once, for all rows and plans', () => {
    const single = build([MIRROR], [one])
    const twice = build([MIRROR, solver('turn', 'rot90(I)')], [one])
    expect(twice.heap).toEqual(single.heap)
  })

  test('an image stays as it is while the next one is built', () => {
    const builder = new ImageBuilder()
    const first = build([MIRROR], [one], 'none', VALUES, builder)
    const copy = structuredClone(first.heap)
    const second = build([MIRROR], [two], 'none', VALUES, builder)
    expect(first.heap).toEqual(copy)
    expect(second.heap).toEqual(build([MIRROR], [two]).heap)
  })

  test('the memory of an image that is given back is used for the next one of its cell layout, once', () => {
    const builder = new ImageBuilder()
    const first = build([MIRROR], [one], 'none', VALUES, builder)
    builder.release(first)
    builder.release(first)
    const second = build([MIRROR], [two], 'none', VALUES, builder)
    const third = build([MIRROR], [one], 'none', VALUES, builder)
    expect(second.heap.buffer).toBe(first.heap.buffer)
    expect(third.heap.buffer).not.toBe(first.heap.buffer)
    expect(second.heap).toEqual(build([MIRROR], [two]).heap)
  })
})

describe('outputs', () => {
  const text = solver('a', 'hmirror(I)', 'rot90(x1)') + solver('b', 'size(I)')

  test.each<[CopiedSlots, number]>([
    ['none', 0],
    ['outputs', 2],
    ['all', 3],
  ])('%s: %i slots are copied', (copied, count) => {
    const image = build([text], [one], copied)
    expect(image.columns[0]!.copies.size).toBe(count)
    expect(image.exportCount).toBe(count * 5)
    expect(image.judgedCount).toBe(2 * 5)
    // Three steps, two columns of differences and the copies.
    expect(image.answerWords).toBe((3 + 2 + count) * 5)
  })

  test('columns do not overlap', () => {
    const image = build([text, MIRROR], [one, two], 'all')
    const taken = new Set<number>()
    const take = (from: number, count: number) => {
      for (let at = from; at < from + count; at++) {
        expect(taken.has(at)).toBe(false)
        taken.add(at)
      }
    }
    for (const { planRows, base, copies, differences, expected } of image.columns) {
      const rows = planRows.rows.length
      for (const column of [...copies.values(), ...differences.values(), expected]) take(column, rows)
      for (const [slot, at] of base.entries()) {
        if (at < 0) continue
        const isFixed =
          slot > SLOT_OF.C && slot <= SLOT_OF.C + planRows.plan.constants.length + planRows.plan.primitives.length
        take(at, slot === SLOT_OF.S ? planRows.tasks.length : isFixed ? 1 : rows)
      }
    }
    expect(taken.size).toBe(image.arenaTop)
  })
})

describe('rounds', () => {
  test('list the most calls of each kernel over all plans', () => {
    const constants = solver('constant', 'increment(1)', 'increment(x1)')
    const image = build([MIRROR, solver('two', 'hmirror(I)', 'rot90(x1)'), constants], [one, two])
    expect(
      image.rounds.map(({ launches, spawns, kernels }) => [launches, spawns, Object.fromEntries(kernels)]),
    ).toEqual([
      [11 + 11 + 1, false, { hmirror: 22, increment: 1 }],
      [11 + 1, false, { rot90: 11, increment: 1 }],
    ])
  })

  test('steps of tasks run once for each task', () => {
    const task = solver('demos', 'identity(S)').replace('(I)', '(S, I, C)')
    const plan = planOf(task)
    const units = [one, two].map((own): Unit => ({ plan: 0, task: own, from: 0, to: 5 }))
    const image = imageOf(units, [{ plan, schedule: schedulePlan(plan) }], 'none', VALUES)
    expect(image.rounds[0]).toMatchObject({ launches: 2 })
    expect(image.rounds[0]!.kernels.get('identity')).toBe(2)
  })

  test('kernels that maps call have no limit', () => {
    const image = build([solver('map', 'asobject(I)', 'apply(first, x1)')], [one])
    const kernels = new Map(image.rounds.flatMap((round) => [...round.kernels]))
    expect(kernels.get('first')).toBe(Infinity)
    expect(kernels.get('asobject')).toBe(5)
    expect(image.rounds.some(({ spawns }) => spawns)).toBe(true)
  })
})
