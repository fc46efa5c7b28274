// A trusted device checks every form of a kernel before its first use, and a device that fails a check runs no chunk.

import { describe, expect, test } from 'vitest'
import { type InterpretedDeviceOptions, InterpretedDevice } from '../../../../test/gpu/interpreted-device.ts'
import { VALUES, batchOf, drawTask, expectCpuResults, solver } from '../../../../test/gpu/small-batch.ts'
import { PENDING } from '../../../kernel/errors.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import type { ChunkOptions, ChunkWords } from '../chunk/chunk-device.ts'
import { type ChunkImage, ImageBuilder } from '../chunk/chunk-image.ts'
import { makeChunk } from '../chunk/chunk.ts'
import { GpuBackend } from '../gpu-backend.ts'
import { schedulePlan } from '../schedule/schedule.ts'
import { LACKS, STATE } from '../shaders/device-state.ts'
import { type KernelUse, type TrustCache, TrustedDevice } from './trusted-device.ts'

const OPTIONS: ChunkOptions = { scratchWords: 2048, packWords: 5000, tuned: 'none' }
const TASK = drawTask('one', 2)

/** The image of a program on all samples of a task. */
function imageOf(...calls: string[]): ChunkImage {
  const { plans, units, settings } = batchOf([solver('own', ...calls)], [TASK])
  const scheduled = plans.map((plan) => ({ plan, schedule: schedulePlan(plan) }))
  return new ImageBuilder().build(
    makeChunk([{ unit: 0, from: 0, to: 4 }], units, scheduled),
    units,
    settings,
    'outputs',
  )
}

/** Changes the answers of checks only: they are the chunks of one row. */
const inChecks =
  (change: (words: ChunkWords) => Partial<ChunkWords>): InterpretedDeviceOptions['after'] =>
  (words, _, { columns }) =>
    columns[0]!.planRows.rows.length === 1 ? { ...words, ...change(words) } : words

/** Flips a bit of the last word of the last copied value. */
const spoilContent = inChecks((words) => {
  const copies = words.copies.slice()
  copies[words.state[STATE.heapTop]! - words.state[STATE.exportStart]! - 1]! ^= 1
  return { copies }
})

const spoilState = (at: number, word: number) =>
  inChecks((words) => {
    const state = words.state.slice()
    state[at] = word
    return { state }
  })

/** Knows uses as `program/kernel@layout`. */
class MemoryCache implements TrustCache {
  readonly known: ReadonlySet<string>
  readonly asked: string[][] = []
  readonly added: string[][] = []
  constructor(...known: string[]) {
    this.known = new Set(known)
  }
  async filter(uses: readonly KernelUse[]) {
    this.asked.push(uses.map(spell))
    return uses.filter((use) => this.known.has(spell(use)))
  }
  async add(uses: readonly KernelUse[]) {
    this.added.push(uses.map(spell))
  }
}

const spell = ({ kernel, program, layout }: KernelUse) => `${program}/${kernel}@${layout}`

const kernelsOf = ({ runs }: InterpretedDevice) =>
  runs.map(({ image }) => [...new Set(image.rounds.flatMap(({ kernels }) => [...kernels.keys()]))].toSorted())

describe('checks', () => {
  test('run before the first use of a kernel, and once', async () => {
    const inner = new InterpretedDevice()
    const device = new TrustedDevice(inner)
    const image = imageOf('hmirror(I)')
    await device.run(image, VALUES.budget, OPTIONS)
    expect(kernelsOf(inner)).toEqual([['hmirror'], ['hmirror']])
    const [check, own] = inner.runs
    expect(check!.image).not.toBe(image)
    expect(check).toMatchObject({ budget: 1 << 16, options: { scratchWords: 2048, tuned: 'none' } })
    expect(check!.options.packWords).toBe(check!.image.exportCount * 256)
    expect(check!.image.exportCount).toBeGreaterThan(1)
    expect(own).toEqual({ image, budget: VALUES.budget, options: OPTIONS })
    await device.run(image, VALUES.budget, OPTIONS)
    expect(inner.runs).toHaveLength(3)
  })

  test('cover only the kernels that are not trusted yet, in all rounds', async () => {
    const inner = new InterpretedDevice()
    const device = new TrustedDevice(inner)
    await device.run(imageOf('hmirror(I)'), VALUES.budget, OPTIONS)
    await device.run(imageOf('hmirror(I)', 'rot90(x1)', 'asobject(x2)'), VALUES.budget, OPTIONS)
    expect(kernelsOf(inner).slice(2)).toEqual([
      ['asobject', 'rot90'],
      ['asobject', 'hmirror', 'rot90'],
    ])
  })

  test('cover both kernels of a map and the functions that it calls', async () => {
    const inner = new InterpretedDevice()
    await new TrustedDevice(inner).run(imageOf('asobject(I)', 'apply(size, x1)'), VALUES.budget, OPTIONS)
    expect(kernelsOf(inner)[0]).toEqual(expect.arrayContaining(['apply', 'applyCalls', 'asobject', 'size']))
  })

  test('are separate for the tuned form of a kernel', async () => {
    const inner = new InterpretedDevice()
    const device = new TrustedDevice(inner)
    const image = imageOf('objects(I, T, F, T)')
    await device.run(image, VALUES.budget, OPTIONS)
    await device.run(image, VALUES.budget, { ...OPTIONS, tuned: 'all' })
    await device.run(image, VALUES.budget, { ...OPTIONS, tuned: new Set(['objects']) })
    const { tuned: _, ...untuned } = OPTIONS
    await device.run(image, VALUES.budget, untuned)
    expect(inner.runs.map(({ options }) => options.tuned)).toEqual([
      'none',
      'none',
      'all',
      'none',
      'all',
      new Set(['objects']),
      undefined,
    ])
  })

  test('are separate for the two cell layouts', async () => {
    const inner = new InterpretedDevice()
    const cache = new MemoryCache()
    const device = new TrustedDevice(inner, cache)
    const images = [imageOf('rot90(I)'), imageOf('rot90(I)', 'mostcolor_t(x1)')]
    expect(images.map(({ layout }) => layout)).toEqual(['a', 't'])
    for (const image of [...images, ...images]) await device.run(image, VALUES.budget, OPTIONS)
    expect(inner.runs.map(({ image }) => image.layout)).toEqual(['a', 'a', 't', 't', 'a', 't'])
    expect(cache.added).toEqual([['rot90/rot90@a'], ['rot90/rot90@t', 'mostcolor_t/mostcolor_t@t']])
  })

  test('let tuned kernels make all calls that they can make, then ordinary ones', async () => {
    const inner = new InterpretedDevice()
    const cache = new MemoryCache()
    const device = new TrustedDevice(inner, cache)
    const image = imageOf('objects(I, T, F, T)')
    const ways = () => inner.runs.splice(0).map(({ options }) => [options.tuned, options.tunedCalls])
    await device.run(image, VALUES.budget, { ...OPTIONS, tuned: 'all', tunedCalls: 'long' })
    expect(ways()).toEqual([
      ['all', 'all'],
      ['none', 'long'],
      ['all', 'long'],
    ])
    // Both forms are known now.
    await device.run(image, VALUES.budget, OPTIONS)
    expect(ways()).toEqual([['none', undefined]])
    expect(cache.added).toEqual([['tuned.objects/objects@a', 'objects/objects@a']])
  })

  test('pass for every primitive on a correct device', async () => {
    const inner = new InterpretedDevice({ mostCopyWords: 1 << 22 })
    const device = new TrustedDevice(inner)
    const own = primitives.filter(({ declarations }) => declarations.a !== undefined)
    const kernels = new Map(own.map(({ kernelName }) => [kernelName, 1]))
    const image = { ...imageOf('hmirror(I)'), rounds: [{ launches: 4, spawns: false, kernels }] }
    await device.run(image, VALUES.budget, OPTIONS)
    // At least one call of each primitive with a result, not an error.
    expect(inner.runs[0]!.image.columns[0]!.planRows.plan.programs).toHaveLength(6 * own.length)
  })

  test('do not exceed the capacity for copies', async () => {
    const inner = new InterpretedDevice({ mostCopyWords: 700 })
    await new TrustedDevice(inner).run(imageOf('hmirror(I)'), VALUES.budget, OPTIONS)
    expect(inner.runs[0]!.options.packWords).toBe(700)
  })
})

describe('a device that fails', () => {
  test.each<[string, InterpretedDeviceOptions['after'], RegExp]>([
    [
      'computes another content of a block',
      spoilContent,
      /^soft fails its self-check: it gives \{.*\}, not \{.*\}, for \{"f":"hmirror"\} of \{/,
    ],
    [
      'judges differently',
      inChecks(({ arena }) => {
        const words = arena.slice()
        words[0]! ^= 1
        return { arena: words }
      }),
      /it differs in the differences of a call$/,
    ],
    ['lacks memory', spoilState(STATE.lacking, LACKS.heap | LACKS.pack), /it has too little memory: heap, pack$/],
    [
      'does not finish',
      inChecks(({ arena }) => ({ arena: arena.slice().fill(PENDING) })),
      /it does not finish a call$/,
    ],
  ])('%s is not trusted', async (_, after, message) => {
    const inner = new InterpretedDevice({ name: 'soft', ...(after === undefined ? {} : { after }) })
    const cache = new MemoryCache()
    const device = new TrustedDevice(inner, cache)
    const running = device.run(imageOf('hmirror(I)'), VALUES.budget, OPTIONS)
    await expect(running).rejects.toMatchObject({
      code: 'gpu-untrusted',
      message: expect.stringMatching(message),
      advice: expect.stringContaining('MEGABATT_DEVICE=software'),
    })
    expect(inner.runs).toHaveLength(1)
    expect(cache.added).toEqual([])
    // Nor later.
    await expect(device.run(imageOf('hmirror(I)'), VALUES.budget, OPTIONS)).rejects.toMatchObject({
      code: 'gpu-untrusted',
    })
  })

  test('errors of the device itself are passed on', async () => {
    const before = () => {
      throw new RangeError('surprise')
    }
    const device = new TrustedDevice(new InterpretedDevice({ before }))
    await expect(device.run(imageOf('hmirror(I)'), VALUES.budget, OPTIONS)).rejects.toThrow('surprise')
  })

  test('a backend gives it up without opening it again, and the results are those of the CPU', async () => {
    let openings = 0
    const open = async () => {
      openings++
      return new TrustedDevice(new InterpretedDevice({ after: spoilContent! }))
    }
    const backend = new GpuBackend({ open: [open] })
    await expectCpuResults(backend, batchOf([solver('mirror', 'hmirror(I)')], [TASK]))
    expect(openings).toBe(1)
    expect(backend.gpu.fallbacks.map(({ reason, rows }) => [reason, rows])).toEqual([
      ['untrusted', 0],
      ['no-device', 4],
    ])
  })
})

describe('the cache', () => {
  test('is asked once for each use, and kernels that it knows are not checked', async () => {
    const inner = new InterpretedDevice()
    const cache = new MemoryCache('hmirror/hmirror@a')
    const device = new TrustedDevice(inner, cache)
    await device.run(imageOf('hmirror(I)', 'rot90(x1)'), VALUES.budget, OPTIONS)
    await device.run(imageOf('hmirror(I)'), VALUES.budget, OPTIONS)
    expect(kernelsOf(inner)).toEqual([['rot90'], ['hmirror', 'rot90'], ['hmirror']])
    expect(cache.asked).toEqual([['hmirror/hmirror@a', 'rot90/rot90@a']])
    expect(cache.added).toEqual([['rot90/rot90@a']])
  })

  test('a kernel is checked if only its tuned form is known: this leaves calls to the ordinary one', async () => {
    const inner = new InterpretedDevice()
    const cache = new MemoryCache('tuned.objects/objects@a')
    const device = new TrustedDevice(inner, cache)
    await device.run(imageOf('objects(I, T, F, T)'), VALUES.budget, { ...OPTIONS, tuned: 'all' })
    expect(inner.runs).toHaveLength(3)
    expect(cache.added).toEqual([['objects/objects@a']])
  })
})

test('work counts compilations, but not the transfers of checks', async () => {
  const inner = new InterpretedDevice()
  const device = new TrustedDevice(inner)
  await device.run(imageOf('hmirror(I)'), VALUES.budget, OPTIONS)
  const first = structuredClone(device.work)
  expect(inner.work.transfers).toMatchObject({ upload: { count: 2 }, download: { count: 2 } })
  expect(first).toMatchObject({
    transfers: { upload: { count: 1 }, download: { count: 1 } },
    compiled: { pipelines: 1 },
  })
  const before = structuredClone(inner.work.transfers)
  await device.run(imageOf('hmirror(I)'), VALUES.budget, OPTIONS)
  const { upload, download } = inner.work.transfers
  expect(device.work.transfers.upload).toEqual({
    count: 2,
    bytes: first.transfers.upload.bytes + upload.bytes - before.upload.bytes,
  })
  expect(device.work.transfers.download).toEqual({
    count: 2,
    bytes: first.transfers.download.bytes + download.bytes - before.download.bytes,
  })
  // The same image needs the same transfers.
  expect(device.work.transfers.upload.bytes).toBe(2 * first.transfers.upload.bytes)
  expect(device.work.transfers.download.bytes).toBe(2 * first.transfers.download.bytes)
})

test('facts and the end are those of the device', async () => {
  const inner = new InterpretedDevice()
  const device = new TrustedDevice(inner)
  expect(device.facts).toBe(inner.facts)
  await device.close()
  expect(inner.isClosed).toBe(true)
})

test('a kernel in a family is another use than the kernel alone; large kernels are in none', async () => {
  const cache = new MemoryCache()
  const device = new TrustedDevice(new InterpretedDevice(), cache)
  const image = imageOf('identity(I)', 'hmirror(x1)')
  await device.run(image, VALUES.budget, OPTIONS)
  await device.run(image, VALUES.budget, { ...OPTIONS, families: 'small' })
  await device.run(image, VALUES.budget, { ...OPTIONS, families: 'small' })
  expect(cache.added.map((uses) => uses.toSorted())).toEqual([
    ['hmirror/hmirror@a', 'identity/identity@a'],
    ['family.1/identity@a'],
  ])
})
