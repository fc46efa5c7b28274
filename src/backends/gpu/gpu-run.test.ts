// A run on interpreted devices: failed chunks are split, repeated or moved to another device or the CPU, every row is
// recorded once, and the report counts it.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { type InterpretedDeviceOptions, InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import {
  type Batch,
  VALUES,
  batchOf,
  compareWithCpu,
  drawTask,
  expectCpuResults,
  runBatch,
  solver,
} from '../../../test/gpu/small-batch.ts'
import { BugError, EnvironmentError, LimitError } from '../../language/errors.ts'
import { defer } from '../deferred.ts'
import type { FallbackReason } from '../gpu-report.ts'
import type { ChunkDevice } from './chunk/chunk-device.ts'
import { KernelError } from './device/device-errors.ts'
import { GpuBackend, type GpuBackendOptions } from './gpu-backend.ts'
import { LACKS, STATE } from './shaders/device-state.ts'

afterEach(() => {
  vi.useRealTimers()
})

const MIRROR = solver('mirror', 'hmirror(I)')
const TURN = solver('turn', 'rot90(I)', 'rot90(x1)')
const SAMPLES = 6
const TASK = drawTask('one', SAMPLES - 2)
/** One plan of one step on six rows. */
const SIX_ROWS = batchOf([MIRROR], [TASK])

const lost = () => new EnvironmentError('gpu-lost', 'pulled out')

/** A backend on devices with these options, each opened as often as needed; all that were opened. */
function backendOn(devices: readonly InterpretedDeviceOptions[], options: Partial<GpuBackendOptions> = {}) {
  const opened: InterpretedDevice[] = []
  const open = devices.map((own) => async (): Promise<ChunkDevice> => {
    const device = new InterpretedDevice(own)
    opened.push(device)
    return device
  })
  return { backend: new GpuBackend({ open, ...options }), opened }
}

const rowsOf = ({ gpu }: GpuBackend) => gpu.devices.map(({ rows }) => rows)
const fallbacksOf = ({ gpu }: GpuBackend) =>
  gpu.fallbacks.map(({ reason, rows }): [FallbackReason, number] => [reason, rows])
const rowCountsOf = ({ runs }: InterpretedDevice) =>
  runs.map(({ image }) => image.columns.reduce((sum, { planRows }) => sum + planRows.rows.length, 0))

describe('a run without faults', () => {
  test('counts chunks, rows, kernels, rounds, transfers and steps', async () => {
    const batch = batchOf([MIRROR, TURN], [TASK])
    const { backend, opened } = backendOn([{}])
    await expectCpuResults(backend, batch)
    const [device] = opened
    expect(rowCountsOf(device!)).toEqual([12])
    expect(backend.gpu).toMatchObject({
      devices: [{ name: 'interpreted', software: false, api: 'webgpu', chunks: 1, rows: 12 }],
      compiled: { pipelines: 2, ms: 4 },
      rounds: 2,
      calls: { hmirror: 6, rot90: 12 },
      splits: 0,
      repeats: 0,
      fallbacks: [],
      verified: 0,
    })
    const { work } = device!
    expect(backend.work).toEqual({
      onCpu: 0,
      onGpu: 18,
      dispatches: 2,
      executed: 18,
      chunks: 1,
      splits: 0,
      upload: work.transfers.upload,
      download: work.transfers.download,
    })
    expect(backend.device).toBe('interpreted')
    expect(backend.gpu.devices[0]).not.toHaveProperty('fate')
    expect(backend.gpu.calls).toEqual({ hmirror: 6, rot90: 12 })
    expect(backend.gpu.route).toBe('resident')
    expect([backend.name, backend.crashes]).toEqual(['gpu', []])
    await backend.close()
    expect(device!.isClosed).toBe(true)
  })

  test('an image stays as it is until its device has answered, while next ones are built; then its memory is used again', async () => {
    const buffers: ArrayBuffer[] = []
    const waitAndCompare = async (_: number, { heap }: { readonly heap: Int32Array<ArrayBuffer> }) => {
      buffers.push(heap.buffer)
      const copy = heap.slice()
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(heap).toEqual(copy)
    }
    const device = { sizes: { entries: 8 }, before: waitAndCompare }
    const { backend } = backendOn([device, device])
    await expectCpuResults(backend, batchOf([MIRROR, TURN], [TASK, drawTask('two', 20)]))
    expect(buffers.length).toBeGreaterThan(8)
    // At most two images run, and two are built meanwhile.
    expect(new Set(buffers).size).toBeLessThanOrEqual(4)
  })

  test('a second run adds its own counts', async () => {
    const { backend, opened } = backendOn([{ kind: 'software' }])
    await expectCpuResults(backend, SIX_ROWS)
    await expectCpuResults(backend, SIX_ROWS)
    expect(opened).toHaveLength(1)
    expect(backend.gpu).toMatchObject({ rounds: 2, calls: { hmirror: 12 }, compiled: { pipelines: 1, ms: 2 } })
    expect(backend.work).toMatchObject({
      chunks: 2,
      executed: 12,
      onGpu: 12,
      upload: { count: 2 },
      download: { count: 2 },
    })
    expect(backend.device).toBe('interpreted (software)')
  })

  test.each([
    ['none', 0],
    ['hash', SAMPLES],
    ['value', SAMPLES],
  ] as const)('outputs %s: %i values are copied', async (outputs, count) => {
    const { backend, opened } = backendOn([{}])
    await expectCpuResults(backend, { ...SIX_ROWS, settings: { ...VALUES, outputs } })
    expect(opened[0]!.runs[0]!.image.exportCount).toBe(count)
  })

  test('a unit may be any range of samples', async () => {
    const { backend } = backendOn([{}])
    const [unit] = SIX_ROWS.units
    const units = [
      { ...unit!, from: 3, to: 5 },
      { ...unit!, from: 5 },
      { ...unit!, to: 3 },
    ]
    await expectCpuResults(backend, { ...SIX_ROWS, units })
    expect(rowsOf(backend)).toEqual([SAMPLES])
  })

  test('empty units and no units at all have results', async () => {
    const { backend, opened } = backendOn([{}])
    const [unit] = SIX_ROWS.units
    await expectCpuResults(backend, { ...SIX_ROWS, units: [{ ...unit!, to: 0 }, unit!, { ...unit!, from: 3, to: 3 }] })
    expect(opened[0]!.runs).toHaveLength(1)
    const idle = backendOn([{}])
    await expectCpuResults(idle.backend, { ...SIX_ROWS, units: [] })
    await expectCpuResults(idle.backend, { ...SIX_ROWS, units: [{ ...unit!, to: 0 }] })
    // No rows, no device.
    expect(idle.opened).toEqual([])
    expect(idle.backend.gpu.fallbacks).toEqual([])
  })

  test('the answers of a chunk are collected while the device runs the next one, those of the last one at once', async () => {
    const collected: number[] = []
    // Two rows to a chunk.
    const { backend } = backendOn(
      [{ sizes: { entries: 8 }, after: (words) => (collected.push(backend.gpu.verified), words) }],
      { verify: 'full' },
    )
    await expectCpuResults(backend, SIX_ROWS)
    // An answer comes before the one before it is collected, but no later.
    expect(collected).toEqual([0, 0, 2])
    expect(backend.gpu.verified).toBe(6)
  })

  test('runs of many kernels are in families on a GPU, small ones in a browser, and others are not', async () => {
    const calls = 'hmirror vmirror rot90 rot180 rot270 dmirror cmirror asobject asindices palette fgpartition '
    const more = 'partition size height width shape portrait tophalf bottomhalf lefthalf righthalf compress trim '
    const most = 'mostcolor leastcolor numcolors hperiod vperiod frontiers square vline hline '
    const unary = (calls + more + most)
      .trim()
      .split(/\s+/)
      .filter((name) => name !== 'objects')
    const patches =
      'ulcorner urcorner llcorner lrcorner center toindices normalize box inbox outbox corners backdrop delta'
    const texts = [
      ...unary.map((name, k) => solver(`u${k}`, `${name}(I)`)),
      ...patches.split(' ').map((name, k) => solver(`p${k}`, 'asobject(I)', `${name}(x1)`)),
    ]
    for (const [kind, api, text, families] of [
      ['hardware', 'vulkan', texts.join(''), 'large'],
      ['hardware', 'opencl', texts.join(''), 'large'],
      ['hardware', '', texts.join(''), 'small'],
      ['software', 'vulkan', texts.join(''), 'none'],
      ['hardware', 'vulkan', MIRROR, 'none'],
      ['hardware', '', MIRROR, 'none'],
    ] as const) {
      const { backend, opened } = backendOn([{ kind, api }])
      await expectCpuResults(backend, batchOf([text], [drawTask('one', 1)], { ...VALUES, outputs: 'none' }))
      expect(opened[0]!.runs[0]!.options.families).toBe(families)
    }
  })

  test('without a device the CPU runs all rows', async () => {
    const { backend } = backendOn([])
    await expectCpuResults(backend, SIX_ROWS)
    expect(fallbacksOf(backend)).toEqual([['no-device', SAMPLES]])
    expect(backend.work).toMatchObject({ onCpu: SAMPLES, onGpu: 0, executed: SAMPLES, chunks: 0 })
    expect(backend.device).toBeUndefined()
  })
})

describe('options of a chunk', () => {
  test.each([
    ['hardware', '', { tuned: 'all', tunedCalls: 'long', callLimit: 1 << 18, scratchWords: 2048 }],
    ['hardware', 'opencl', { tuned: 'all', tunedCalls: 'long', callLimit: 1 << 18, scratchWords: 2048 }],
    ['software', '', { tuned: 'none', callLimit: undefined, scratchWords: 8192 }],
  ] as const)('defaults on %s %s', async (kind, api, wanted) => {
    const { backend, opened } = backendOn([{ kind, api, sizes: { scratch: 64 * 100_000 } }])
    await runBatch(backend, SIX_ROWS)
    const [{ options, budget }] = opened[0]!.runs as [InterpretedDevice['runs'][0]]
    expect(options).toMatchObject({ ...wanted, isTimed: false, packWords: SAMPLES * 256 })
    expect(budget).toBe(VALUES.budget)
  })

  test('those of the backend come first', async () => {
    const compiled: [number, number][] = []
    const timed: unknown[] = []
    const times = new Map([['hmirror', { dispatches: 1, ns: 5 }]])
    const { backend, opened } = backendOn([{ after: (words) => ({ ...words, times }) }], {
      tuned: 'none',
      tunedCalls: 'all',
      callLimit: 77,
      onCompile: (done, total) => compiled.push([done, total]),
    })
    backend.onTimes = (own) => timed.push(own)
    await runBatch(backend, batchOf([MIRROR, TURN], [TASK]))
    expect(opened[0]!.runs[0]!.options).toMatchObject({
      tuned: 'none',
      tunedCalls: 'all',
      callLimit: 77,
      isTimed: true,
    })
    expect(compiled).toEqual([
      [1, 2],
      [2, 2],
    ])
    expect(timed).toEqual([times])
    backend.onTimes = undefined
    await runBatch(backend, SIX_ROWS)
    expect(opened[0]!.runs[1]!.options.isTimed).toBe(false)
    const untimed = backendOn([{}])
    untimed.backend.onTimes = (own) => timed.push(own)
    await runBatch(untimed.backend, SIX_ROWS)
    const unheard = backendOn([{ after: (words) => ({ ...words, times }) }])
    await runBatch(unheard.backend, SIX_ROWS)
    expect(timed).toHaveLength(1)
  })
})

describe('memory', () => {
  test('a chunk that needs more scratch memory is repeated with eight times as much, up to the maximum', async () => {
    const { backend, opened } = backendOn([{ scratchNeed: 20_000, sizes: { scratch: 64 * 17_000 } }])
    await expectCpuResults(backend, SIX_ROWS)
    const scratch = opened[0]!.runs.map(({ options }) => options.scratchWords)
    // 17,000 is the maximum: from there on chunks are split.
    expect(scratch.slice(0, 3)).toEqual([2048, 16_384, 17_000])
    expect(new Set(scratch.slice(3))).toEqual(new Set([17_000]))
    expect(fallbacksOf(backend)).toEqual([['room', SAMPLES]])
    expect(backend.gpu.fallbacks[0]!.detail).toBe('one row needs more memory than the device has: scratch')
    // No run was of use.
    expect(backend.gpu.repeats).toBe(scratch.length)
    // 6 rows, then 3; chunks after that have one row.
    expect(backend.gpu.splits).toBe(2)
  })

  test('the next chunk begins with the scratch memory of the last one', async () => {
    const { backend, opened } = backendOn([{ scratchNeed: 3000, sizes: { scratch: 64 * 100_000 } }])
    await runBatch(backend, SIX_ROWS)
    await runBatch(backend, SIX_ROWS)
    expect(opened[0]!.runs.map(({ options }) => options.scratchWords)).toEqual([2048, 16_384, 16_384])
    expect(backend.gpu).toMatchObject({ repeats: 1, splits: 0, fallbacks: [] })
  })

  test('copies that need more room are repeated with as much and a tenth more', async () => {
    // 6 outputs of 34 × 34 cells need 6 × 1158 words; 6 × 256 are tried first.
    const cells = new Uint8Array(34 * 34).fill(3)
    const grid = { height: 34, width: 34, cells }
    const task = {
      id: 'large',
      train: [{ input: grid, output: grid }],
      test: Array.from({ length: 5 }, () => ({ input: grid })),
    }
    const { backend, opened } = backendOn([{}])
    await expectCpuResults(backend, batchOf([MIRROR], [task]))
    const words = 6 * (2 + 34 * 34)
    expect(opened[0]!.runs.map(({ options }) => options.packWords)).toEqual([6 * 256, Math.ceil(words * 1.1)])
    expect(backend.gpu).toMatchObject({ repeats: 1, splits: 0, fallbacks: [] })
  })

  test('copies beyond the capacity of the device are split', async () => {
    const grid = { height: 20, width: 20, cells: new Uint8Array(400) }
    const task = { id: 'large', train: [{ input: grid, output: grid }], test: [{ input: grid }] }
    const { backend, opened } = backendOn([{ mostCopyWords: 500 }])
    await expectCpuResults(backend, batchOf([MIRROR], [task]))
    expect(opened[0]!.runs.map(({ options }) => options.packWords)).toEqual([500, 256, 443, 443])
    expect(backend.gpu).toMatchObject({ splits: 1, repeats: 2, fallbacks: [] })
    const small = backendOn([{ mostCopyWords: 300 }])
    await expectCpuResults(small.backend, batchOf([MIRROR], [task]))
    expect(small.backend.gpu.fallbacks).toEqual([
      { reason: 'room', detail: 'one row needs more memory than the device has: pack', rows: 2 },
    ])
  })

  test('copies that fill the capacity exactly are repeated; other lacking memories are not', async () => {
    const grid = { height: 20, width: 20, cells: new Uint8Array(400) }
    const task = { id: 'one', train: [{ input: grid, output: grid }], test: [] }
    const exact = backendOn([{ mostCopyWords: 402 }])
    await expectCpuResults(exact.backend, batchOf([MIRROR], [task]))
    expect(exact.opened[0]!.runs.map(({ options }) => options.packWords)).toEqual([256, 402])
    expect(exact.backend.gpu.fallbacks).toEqual([])
    const lack = (bits: number): InterpretedDeviceOptions => ({
      after: (words) => {
        const state = words.state.slice()
        state[STATE.lacking]! |= bits
        return { ...words, state }
      },
    })
    const both = backendOn([lack(LACKS.heap)])
    await expectCpuResults(both.backend, batchOf([MIRROR], [task]))
    expect(both.backend.gpu).toMatchObject({ repeats: 1, fallbacks: [{ reason: 'room', rows: 1 }] })
    // Even where the device has room enough for the copies.
    const wrong = backendOn([lack(LACKS.pack)])
    await expectCpuResults(wrong.backend, SIX_ROWS)
    expect(fallbacksOf(wrong.backend)).toEqual([['room', SAMPLES]])
  })

  test.each([
    ['heap', { heap: 100 }],
    ['arena', { arena: 8 }],
    ['tables', { tables: 100 }],
    ['entries', { entries: 1 }],
  ])('a device whose %s has no room for a row runs no chunk', async (_, sizes) => {
    const { backend, opened } = backendOn([{ sizes }])
    await expectCpuResults(backend, SIX_ROWS)
    expect(opened[0]!.runs).toEqual([])
    expect(fallbacksOf(backend)).toEqual([['room', SAMPLES]])
    expect(backend.gpu.fallbacks[0]!.detail).toBe('one row needs more memory than the device has: inputs and tables')
  })

  test('a chunk is split in halves until it fits', async () => {
    const { backend, opened } = backendOn([
      {
        after: (words, _, { columns }) => {
          const state = words.state.slice()
          if (columns[0]!.planRows.rows.length > 2) state[STATE.lacking] = LACKS.heap
          return { ...words, state }
        },
      },
    ])
    await expectCpuResults(backend, SIX_ROWS)
    // 6 and 3 rows do not fit; each chunk that fits doubles the limit for the chunks that are not built yet.
    expect(rowCountsOf(opened[0]!)).toEqual([6, 3, 1, 2, 2, 1])
    expect(backend.gpu).toMatchObject({ splits: 2, repeats: 2, rereads: 0, fallbacks: [] })
    expect(backend.work).toMatchObject({ chunks: 4, upload: { count: 4 + 2 }, download: { count: 4 + 2 } })
    expect(rowsOf(backend)).toEqual([SAMPLES])
  })

  test.each([new LimitError('gpu-out-of-memory', 'no memory'), new LimitError('gpu-buffer-size', 'too large')])(
    '$code splits the chunk and keeps the device',
    async (error) => {
      const { backend, opened } = backendOn([
        {
          before: (_, { columns }) => {
            if (columns[0]!.planRows.rows.length > 3) throw error
          },
        },
      ])
      await expectCpuResults(backend, SIX_ROWS)
      expect(rowCountsOf(opened[0]!)).toEqual([6, 3, 3])
      expect(backend.gpu).toMatchObject({ splits: 1, repeats: 1, fallbacks: [] })
      expect(opened).toHaveLength(1)
    },
  )
})

describe('lost devices', () => {
  test('a lost device is opened again twice; then the CPU runs the rest', async () => {
    const notices: string[] = []
    const before = () => {
      throw lost()
    }
    const { backend, opened } = backendOn([{ before }], { onNotice: (text) => notices.push(text) })
    await expectCpuResults(backend, SIX_ROWS)
    expect(opened.map(({ runs, isClosed }) => [runs.length, isClosed])).toEqual([
      [1, true],
      [1, true],
      [1, true],
    ])
    expect(fallbacksOf(backend)).toEqual([
      ['device-lost', 0],
      ['no-device', SAMPLES],
    ])
    expect(backend.gpu.fallbacks.map(({ detail }) => detail)).toEqual(['pulled out', 'no device is left'])
    expect(backend.gpu.repeats).toBe(3)
    expect(backend.gpu.devices.map(({ fate }) => fate)).toEqual(['pulled out', 'pulled out', 'pulled out'])
    expect(notices).toEqual(Array.from({ length: 3 }, () => 'interpreted: pulled out'))
    // Nor is it opened in the next run.
    await expectCpuResults(backend, SIX_ROWS)
    expect(opened).toHaveLength(3)
  })

  test('a finished chunk allows two more openings', async () => {
    // Chunks of one row; every device is lost in its second run.
    const before = (run: number) => {
      if (run === 1) throw lost()
    }
    const { backend, opened } = backendOn([{ before, sizes: { entries: 4 } }])
    await expectCpuResults(backend, SIX_ROWS)
    expect(opened).toHaveLength(SAMPLES)
    expect(fallbacksOf(backend)).toEqual([['device-lost', 0]])
    expect(rowsOf(backend)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test.each([
    [new EnvironmentError('gpu-untrusted', 'wrong'), 'untrusted', 1],
    [new KernelError('scheduler.advance', 'refused'), 'device-failed', 1],
    [new EnvironmentError('gpu-hung', 'silent'), 'device-hung', 3],
    [new EnvironmentError('gpu-internal', 'driver'), 'device-failed', 3],
    [new BugError('gpu-validation', 'ours'), 'device-failed', 3],
  ] as const)('%s: %s, and the device is opened %i times', async (error, reason, openings) => {
    const before = () => {
      throw error
    }
    const { backend, opened } = backendOn([{ before }])
    await expectCpuResults(backend, SIX_ROWS)
    expect(opened).toHaveLength(openings)
    expect(fallbacksOf(backend)).toEqual([
      [reason, 0],
      ['no-device', SAMPLES],
    ])
  })

  test('an error that is not ours ends the run, after all devices have come to rest', async () => {
    const blocked = defer<void>()
    const { backend, opened } = backendOn([
      {
        before: () => {
          throw new RangeError('surprise')
        },
      },
      { before: () => blocked.promise },
    ])
    const running = runBatch(backend, batchOf([MIRROR, TURN], [TASK]))
    await expect(running).rejects.toThrow('surprise')
    blocked.resolve()
    expect(opened.length).toBeGreaterThan(0)
    expect(backend.gpu.fallbacks).toEqual([])
  })
})

describe('kernels that a device refuses', () => {
  const refuse = (kernel: string): InterpretedDeviceOptions => ({
    before: (_, { rounds }) => {
      if (rounds.some(({ kernels }) => kernels.has(kernel))) throw new KernelError(kernel, 'no')
    },
  })

  test('the CPU runs the plans that need the kernel, the device all others', async () => {
    const { backend, opened } = backendOn([refuse('rot90')])
    // Not in every round.
    const mixed = solver('mixed', 'vmirror(I)', 'rot90(x1)')
    await expectCpuResults(backend, batchOf([MIRROR, mixed], [TASK]))
    expect(opened).toHaveLength(1)
    expect(rowCountsOf(opened[0]!)).toEqual([12, 6])
    expect(backend.gpu.fallbacks).toEqual([
      { reason: 'kernel-refused', detail: 'The kernel rot90 does not compile: no', rows: SAMPLES },
    ])
    expect(backend.gpu).toMatchObject({ repeats: 1, calls: { hmirror: SAMPLES } })
    expect(rowsOf(backend)).toEqual([SAMPLES])
  })

  test('a device that refuses all kernels of a chunk runs none of it', async () => {
    const { backend, opened } = backendOn([refuse('hmirror')])
    await expectCpuResults(backend, SIX_ROWS)
    await expectCpuResults(backend, SIX_ROWS)
    expect(opened[0]!.runs).toHaveLength(1)
    expect(fallbacksOf(backend)).toEqual([['kernel-refused', 2 * SAMPLES]])
    expect(rowsOf(backend)).toEqual([0])
  })

  test('a device that is opened again is asked again', async () => {
    let isLost = false
    const before: InterpretedDeviceOptions['before'] = (run, { rounds }) => {
      if (run === 0 && !isLost) throw new KernelError('rot90', 'no')
      if (!isLost && rounds.some(({ kernels }) => kernels.has('hmirror'))) {
        isLost = true
        throw lost()
      }
    }
    const { backend, opened } = backendOn([{ before, sizes: { entries: 4 * SAMPLES } }])
    await expectCpuResults(backend, batchOf([TURN, MIRROR], [TASK]))
    await expectCpuResults(backend, batchOf([TURN], [TASK]))
    expect(opened).toHaveLength(2)
    expect(
      opened[1]!.runs.flatMap(({ image }) => image.rounds.flatMap(({ kernels }) => [...kernels.keys()])),
    ).toContain('rot90')
  })
})

describe('several devices', () => {
  test('a chunk that is under way on a slow device is also run by an idle one, and counts once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const slow = defer<void>()
    const { backend, opened } = backendOn([{ name: 'slow', before: () => slow.promise }, { name: 'idle' }])
    const results = runBatch(backend, SIX_ROWS)
    await vi.advanceTimersByTimeAsync(1900)
    expect(opened[1]!.runs).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1200)
    expect(opened[1]!.runs).toHaveLength(1)
    await compareWithCpu(await results, SIX_ROWS)
    slow.resolve()
    expect(rowsOf(backend)).toEqual([0, SAMPLES])
    expect(backend.gpu).toMatchObject({ repeats: 0, fallbacks: [] })
  })

  test('progress of a device shows that it is not slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const done = defer<void>()
    let report: () => void = () => undefined
    const { backend, opened } = backendOn([
      {
        name: 'compiling',
        before: (_, __, { onCompile }) => {
          report = () => onCompile?.(1, 9)
          return done.promise
        },
      },
      { name: 'idle' },
    ])
    const results = runBatch(backend, SIX_ROWS)
    for (let k = 0; k < 5; k++) {
      await vi.advanceTimersByTimeAsync(1500)
      report()
    }
    expect(opened[1]!.runs).toHaveLength(0)
    done.resolve()
    await vi.advanceTimersByTimeAsync(1000)
    await compareWithCpu(await results, SIX_ROWS)
    expect(rowsOf(backend)).toEqual([SAMPLES, 0])
  })

  test('a job is not requeued while another device runs it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const [first, second] = [defer<void>(), defer<void>()]
    const { backend, opened } = backendOn([{ before: () => first.promise }, { before: () => second.promise }])
    const results = runBatch(backend, SIX_ROWS)
    await vi.advanceTimersByTimeAsync(3100)
    expect(opened.map(({ runs }) => runs.length)).toEqual([1, 1])
    first.reject(lost())
    await vi.advanceTimersByTimeAsync(10)
    second.resolve()
    await vi.advanceTimersByTimeAsync(10)
    await compareWithCpu(await results, SIX_ROWS)
    expect(opened[1]!.runs).toHaveLength(1)
    expect(backend.gpu.repeats).toBe(0)
    expect(backend.gpu.devices[1]!.rows).toBe(SAMPLES)
  })

  test('slow means four times as long as the last chunk', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    // Chunks of one row; each device takes 5 s for its first one.
    const sizes = { entries: 4 }
    const { backend, opened } = backendOn([
      { name: 'a', sizes, before: (run) => (run === 0 ? sleep(5000) : new Promise(() => undefined)) },
      { name: 'b', sizes, before: (run) => (run === 0 ? sleep(5001) : undefined) },
    ])
    const batch = { ...SIX_ROWS, units: [{ ...SIX_ROWS.units[0]!, to: 3 }] }
    const results = runBatch(backend, batch)
    await vi.advanceTimersByTimeAsync(5000 + 19_000)
    expect(opened.map(({ runs }) => runs.length)).toEqual([2, 1])
    await vi.advanceTimersByTimeAsync(2500)
    await compareWithCpu(await results, batch)
    expect(rowsOf(backend)).toEqual([1, 2])
  })

  test('a chunk that fits on neither of two devices is split once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const released = defer<void>()
    const options = (name: string): InterpretedDeviceOptions => ({
      name,
      before: (run) => (run === 0 ? released.promise : undefined),
      after: (words, run) => {
        const state = words.state.slice()
        if (run === 0) state[STATE.lacking] = LACKS.heap
        return { ...words, state }
      },
    })
    const { backend, opened } = backendOn([options('a'), options('b')])
    const results = runBatch(backend, SIX_ROWS)
    await vi.advanceTimersByTimeAsync(3100)
    expect(opened.map(({ runs }) => runs.length)).toEqual([1, 1])
    released.resolve()
    await vi.advanceTimersByTimeAsync(2000)
    await compareWithCpu(await results, SIX_ROWS)
    expect(backend.gpu.splits).toBe(1)
    expect(rowsOf(backend).reduce((sum, rows) => sum + rows, 0)).toBe(SAMPLES)
  })

  test('after the loss of one device another one runs its chunk', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const failing = defer<void>()
    const { backend, opened } = backendOn([{ name: 'failing', before: () => failing.promise }, { name: 'other' }])
    const results = runBatch(backend, SIX_ROWS)
    await vi.advanceTimersByTimeAsync(500)
    failing.reject(new EnvironmentError('gpu-untrusted', 'wrong'))
    await vi.advanceTimersByTimeAsync(500)
    await compareWithCpu(await results, SIX_ROWS)
    expect(opened.map(({ facts }) => facts.name)).toEqual(['failing', 'other'])
    expect(rowsOf(backend)).toEqual([0, SAMPLES])
    expect(backend.gpu.repeats).toBe(1)
  })

  test('an idle device does not take a slow chunk whose kernel it refuses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const slow = defer<void>()
    const { backend, opened } = backendOn([
      { name: 'slow', before: (run) => (run === 0 ? slow.promise : undefined), sizes: { entries: 4 * SAMPLES } },
      {
        name: 'refusing',
        sizes: { entries: 4 * SAMPLES },
        before: () => {
          throw new KernelError('rot90', 'no')
        },
      },
    ])
    const results = runBatch(backend, batchOf([TURN, TURN], [TASK]))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(opened[1]!.runs).toHaveLength(1)
    expect(fallbacksOf(backend)).toEqual([['kernel-refused', SAMPLES]])
    slow.resolve()
    await vi.advanceTimersByTimeAsync(1000)
    await results
    expect(rowsOf(backend)).toEqual([SAMPLES, 0])
    expect(fallbacksOf(backend)).toEqual([['kernel-refused', SAMPLES]])
  })
})

describe('the watchdog', () => {
  test.each([
    ['hardware', undefined, 120_000],
    ['software', undefined, 600_000],
    ['hardware', 5000, 5000],
  ] as const)('%s, set to %s: a silent device is given up after %i ms', async (kind, watchdogMs, wanted) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { backend, opened } = backendOn(
      [{ kind, before: () => new Promise(() => undefined) }],
      watchdogMs === undefined ? {} : { watchdogMs },
    )
    const results = runBatch(backend, SIX_ROWS)
    await vi.advanceTimersByTimeAsync(wanted - 10)
    expect(backend.gpu.devices[0]).not.toHaveProperty('fate')
    await vi.advanceTimersByTimeAsync(20)
    expect(backend.gpu.devices[0]!.fate).toBe(`interpreted has not answered for ${wanted / 1000} s`)
    await vi.advanceTimersByTimeAsync(2 * wanted + 10)
    vi.useRealTimers()
    await compareWithCpu(await results, SIX_ROWS)
    expect(opened).toHaveLength(3)
    expect(fallbacksOf(backend)).toEqual([
      ['device-hung', 0],
      ['no-device', SAMPLES],
    ])
  })

  test('each progress report starts the timeout again, and an answer ends it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const done = defer<void>()
    let report: () => void = () => undefined
    const { backend } = backendOn(
      [
        {
          before: (_, __, { onCompile }) => {
            report = () => onCompile?.(1, 9)
            return done.promise
          },
        },
      ],
      { watchdogMs: 1000 },
    )
    const results = runBatch(backend, SIX_ROWS)
    for (let k = 0; k < 5; k++) {
      await vi.advanceTimersByTimeAsync(900)
      report()
    }
    done.resolve()
    await vi.advanceTimersByTimeAsync(10)
    await compareWithCpu(await results, SIX_ROWS)
    expect(vi.getTimerCount()).toBe(0)
    expect(backend.gpu.fallbacks).toEqual([])
  })
})

describe('an abandoned run', () => {
  test('ends without its remaining chunks, and the backend runs on', async () => {
    // One row in a chunk.
    const { backend, opened } = backendOn([{ sizes: { entries: 4 } }])
    const [unit] = SIX_ROWS.units
    const units = [
      { ...unit!, to: 1 },
      { ...unit!, from: 1 },
    ]
    for await (const result of backend.run(SIX_ROWS.plans, units, VALUES)) {
      expect(result.sampleCount).toBe(1)
      break
    }
    expect(opened[0]!.runs.length).toBeLessThan(SAMPLES)
    await expectCpuResults(backend, SIX_ROWS)
    expect(backend.gpu.fallbacks).toEqual([])
  })

  test('does not wait for a device that is at work', async () => {
    const { backend } = backendOn([
      { sizes: { entries: 4 }, before: (run) => (run === 0 ? undefined : new Promise(() => undefined)) },
    ])
    const batch: Batch = { ...SIX_ROWS, units: [{ ...SIX_ROWS.units[0]!, to: 1 }, SIX_ROWS.units[0]!] }
    const results: number[] = []
    for await (const { sampleCount } of backend.run(batch.plans, batch.units, VALUES)) {
      results.push(sampleCount)
      break
    }
    expect(results).toEqual([1])
  })
})
