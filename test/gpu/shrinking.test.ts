// A device that gets one primitive wrong is found out by random programs, and what is shown is as small as can be.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChunkDevice, ChunkWords } from '../../src/backends/gpu/chunk/chunk-device.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import type { ChunkImage } from '../../src/backends/gpu/chunk/chunk-image.ts'
import { newRowRunner } from '../../src/backends/cpu/row-runner.ts'
import { FAST_DEVICE } from './test-devices.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import type { Task } from '../../src/data/task.ts'
import { settleSettings } from '../../src/engine/run/run-pass.ts'
import { NONE, isError, isInt } from '../../src/kernel/words.ts'
import { primitiveWord } from '../../src/language/names.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { SLOT_OF, lowerGraph } from '../../src/plan/plan.ts'
import { SEED } from '../generators/seed.ts'
import { typedProgram } from '../generators/typed-programs.ts'
import { InterpretedDevice } from './interpreted-device.ts'
import { compareRandomPrograms } from './random-programs.ts'

/** Kernels that compile fast. */
const PRIMITIVES = 'identity size first last flip even branch increment rbind lbind compose fork power extract'.split(
  ' ',
)
const LEAST_WRONG = 3

/** Adds one to what `increment` gives, from three on: the columns of its statements are changed on their way back. */
function spoil(image: ChunkImage, words: ChunkWords): void {
  for (const { planRows, base, copies } of image.columns) {
    const { constants, primitives } = planRows.plan
    const spoiled = SLOT_OF.C + 1 + constants.length + primitives.indexOf(primitiveWord('increment'))
    const rowCounts = {
      constant: 1,
      task: planRows.tasks.length,
      sample: planRows.rows.length,
      candidate: planRows.rows.length,
    }
    const add = (column: number, count: number) => {
      for (let at = column; at < column + count; at++) {
        const word = words.arena[at]!
        if (isInt(word) && word >= LEAST_WRONG) words.arena[at] = word + 1
      }
    }
    for (const { sites } of planRows.schedule.rounds) {
      for (const { raw, callee, rows } of sites) {
        if (callee !== spoiled) continue
        add(base[raw]!, rowCounts[rows])
        if (copies.has(raw)) add(copies.get(raw)!, planRows.rows.length)
      }
    }
  }
}

let device: LocalDevice
let isSpoiling = false
let backend: GpuBackend

beforeAll(async () => {
  device = new LocalDevice(await FAST_DEVICE.open())
  const spoiling: ChunkDevice = {
    facts: device.facts,
    work: device.work,
    run: async (image, ...rest) => {
      const words = await device.run(image, ...rest)
      if (isSpoiling) spoil(image, words)
      return words
    },
    close: () => device.close(),
  }
  backend = new GpuBackend({ open: [async () => spoiling], verify: 'full' })
})
afterAll(() => backend?.close())

test('random programs come out on the device as they do on the CPU', { tags: ['long'] }, async () => {
  isSpoiling = false
  const { difference, programs, statements } = await compareRandomPrograms({
    backend,
    count: 600,
    seed: SEED,
    primitives: PRIMITIVES,
  })
  expect(difference).toBeUndefined()
  expect(programs).toBe(600)
  expect(statements).toBeGreaterThan(20_000)
  expect(backend.gpu.verified).toBeGreaterThan(30)
})

test.each([1, 2])(
  'a wrong word is shown by one statement, the plainest that has it (seed %i)',
  { tags: ['long'] },
  async (seed) => {
    isSpoiling = true
    const { difference } = await compareRandomPrograms({ backend, count: 400, seed, primitives: PRIMITIVES })
    expect(difference?.program).toBe('def solve_ab12cd34(I):\n    x1 = increment(2)\n    return x1\n')
    expect(difference?.mismatch).toMatchObject({ callee: { f: 'increment' }, args: [2], cpu: 3, gpu: 4 })
    const { train, test: tests } = difference!.task
    const grids = [...train, ...tests].flatMap(({ input, output = input }) => [input, output])
    expect(train.length + tests.length).toBe(1)
    for (const { height, width, cells } of grids) expect([height, width, ...cells]).toEqual([1, 1, 0])
  },
)

test('programs of dialect t are shrunk alike', { tags: ['long'] }, async () => {
  const wrong = new InterpretedDevice({
    after: (words, _, image) => {
      spoil(image, words)
      return words
    },
  })
  const interpreted = new GpuBackend({ open: [async () => wrong], verify: 'full' })
  const { difference } = await compareRandomPrograms({ backend: interpreted, count: 400, seed: 1, dialect: 't' })
  await interpreted.close()
  expect(difference?.program).toBe('# dialect: t\ndef solve_ab12cd34(I):\n    x1 = increment(2)\n    return x1\n')
  expect(difference?.mismatch).toMatchObject({ callee: { f: 'increment' }, args: [2], cpu: 3, gpu: 4 })
})

const DRAWN = [
  [{}, 155],
  [{ primitives: PRIMITIVES }, PRIMITIVES.length - 1],
  [{ dialect: 'r' }, 155],
  [{ dialect: 't' }, 275],
] as const

test.each(DRAWN)('most statements of random programs give values: %j', (options, leastCalled) => {
  const grid = { height: 3, width: 4, cells: Uint8Array.from([0, 1, 1, 0, 2, 1, 0, 0, 2, 2, 0, 3]) }
  const task: Task = { id: 'task', train: [{ input: grid, output: grid }], test: [] }
  const cpu = newRowRunner(settleSettings({ measure: true }))
  let failed = 0
  let nones = 0
  let statements = 0
  const called = new Set<string>()
  for (const program of fc.sample(typedProgram(options), { numRuns: 400, seed: SEED })) {
    const plan = lowerGraph(mergePrograms([program], { keepUnused: true }))
    cpu.run(plan, task, 0, ({ run }) => {
      for (const slot of plan.programs[0]!.slots) {
        if (isError(run.slots[slot]!)) failed++
        else if (run.slots[slot] === NONE) nones++
      }
    })
    statements += program.statements.length
    for (const { callee } of program.statements) called.add(callee.kind === 'primitive' ? callee.key : callee.kind)
  }
  expect(failed / statements).toBeLessThan(0.2)
  expect(failed).toBeGreaterThan(0)
  expect(nones).toBeGreaterThan('primitives' in options ? -1 : 0)
  // Values that are called, and nearly all that there is to draw from.
  expect(called).toContain('statement')
  expect(called.size).toBeGreaterThan(leastCalled)
})
