// Devices in processes of their own give exactly what the CPU gives, also when the processes die. Runs the built files:
// a process needs them.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../src/backends/backend.ts'
import { defer } from '../../src/backends/deferred.ts'
import type { ChunkImage } from '../../src/backends/gpu/chunk/chunk-image.ts'
import type { GpuBackend as Gpu } from '../../src/backends/gpu/gpu-backend.ts'
import type { ProcessDevice as Device } from '../../src/backends/gpu/process/process-device.node.ts'
import type { GridData, Pair, Task } from '../../src/data/task.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { FAST_DEVICE } from './test-devices.ts'

const built = (path: string) => new URL(`../../dist/${path}.js`, import.meta.url).href
const dist = async <T>(path: string) => (await import(built(path))) as T
const { ProcessDevice } = await dist<typeof import('../../src/backends/gpu/process/process-device.node.ts')>(
  'backends/gpu/process/process-device.node',
)
const { GpuBackend } = await dist<typeof import('../../src/backends/gpu/gpu-backend.ts')>('backends/gpu/gpu-backend')
const { EnvironmentError } = await dist<typeof import('../../src/language/errors.ts')>('language/errors')
const { readPrograms } =
  await dist<typeof import('../../src/language/python/read-python.ts')>('language/python/read-python')
const { runPrograms } = await dist<typeof import('../../src/engine/run/run-programs.ts')>('engine/run/run-programs')

// Of kernels that compile fast; one is right now and then, one never ends well.
const { programs } = readPrograms(
  `
def solve_same(I):
    O = identity(I)
    return O

def solve_corner(I):
    x1 = first(I)
    O = first(x1)
    return O

def solve_too_deep(I):
    x1 = first(I)
    x2 = first(x1)
    O = first(x2)
    return O

def solve_parity(I):
    x1 = size(I)
    x2 = even(x1)
    O = flip(x2)
    return O
`,
  'programs.py',
)

/** Small, so that there are several chunks. */
const BYTES = 8 << 20
const SAMPLES = 1500

const dataset = { tasks: [makeTask('one', 7), makeTask('two', 8)], hash: 'made here' }
const open: Gpu[] = []
let alone: Outcome

interface Outcome {
  readonly report: RunReport
  readonly pairs: readonly PairResult[]
}

beforeAll(async () => {
  alone = await run(undefined)
  expect(alone.pairs).toHaveLength(8)
  expect(alone.report.right).toBeGreaterThan(SAMPLES / 2)
  expect(alone.report.errors).toBeGreaterThan(SAMPLES)
})
afterAll(async () => {
  for (const backend of open) await backend.close()
})

async function run(backend: Backend | undefined): Promise<Outcome> {
  const pairs: PairResult[] = []
  const report = await runPrograms({
    programs,
    dataset,
    pairing: 'all',
    ...(backend === undefined ? {} : { backend }),
    settings: { outputs: 'hash' },
    onPair: (result) => pairs.push(result),
  })
  return { report, pairs }
}

const { wanted } = FAST_DEVICE
/** On OpenCL each of the two has half of the CPU. */
const environment = { MEGABATT_OPENCL_PARTS: '2' }

/** A backend with two devices; `onOpen` hears of each one, and of which of the two it is, and may delay it. */
function start(onOpen: (device: Device, slot: number) => Promise<void> | void = () => undefined): Gpu {
  const backend = new GpuBackend({
    open: [0, 1].map((slot) => async () => {
      const device = await ProcessDevice.open({
        request: { wanted, number: slot, count: 2 },
        bytes: BYTES,
        environment,
      })
      await onOpen(device, slot)
      return device
    }),
  })
  open.push(backend)
  return backend
}

/** Kills a device's process in its first chunk. It is halted first, or it might be done before. */
function killInFirstRun(device: Device): void {
  const runNow = device.run.bind(device)
  device.run = (...given) => {
    process.kill(device.pid, 'SIGSTOP')
    const running = runNow(...given)
    process.kill(device.pid, 'SIGKILL')
    return running
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const reasons = ({ gpu }: Gpu) => [...new Set(gpu.fallbacks.map(({ reason }) => reason))].toSorted()

test('two devices give what the CPU gives, in order, a second time as well; closing ends them', async () => {
  const devices: Device[] = []
  const backend = start((device) => {
    devices.push(device)
    // As at a terminal.
    process.kill(device.pid, 'SIGINT')
  })
  for (const pass of [1, 2]) {
    const { pairs, report } = await run(backend)
    expect(pairs).toEqual(alone.pairs)
    expect(report.work.onCpu).toBe(0)
    expect(report.work.chunks).toBeGreaterThanOrEqual(pass === 1 ? 2 : 1)
    expect(report.work.upload.count).toBeGreaterThanOrEqual(report.work.chunks)
  }
  expect(backend.gpu.fallbacks).toEqual([])
  expect(backend.gpu.devices).toHaveLength(2)
  expect(backend.gpu.devices.reduce((sum, { rows }) => sum + rows, 0)).toBe(2 * 2 * (SAMPLES + 2))
  expect(backend.gpu.compiled.pipelines).toBeGreaterThan(10)
  await backend.close()
  expect(devices.map(({ pid }) => isAlive(pid))).toEqual([false, false])
  // On a busy machine one of them may be ready only when the other has done everything; gpu-run.test.ts tests the sharing.
  expect(Math.max(...devices.map(({ work }) => work.transfers.download.count))).toBeGreaterThan(0)
})

describe('deaths', () => {
  test('one that is killed in the midst of a chunk is replaced, and the chunk done again', async () => {
    const replaced = defer<void>()
    let openings = 0
    const backend = start((device, slot) => {
      // The other one begins afterwards: alone it might do everything.
      if (slot === 1) return replaced.promise
      if (++openings === 1) killInFirstRun(device)
      else replaced.resolve()
    })
    const { pairs } = await run(backend)
    expect(pairs).toEqual(alone.pairs)
    expect(reasons(backend)).toEqual(['device-lost'])
    expect(backend.gpu.fallbacks[0]!.detail).toMatch(/SIGKILL/)
    expect(backend.gpu.devices).toHaveLength(3)
    expect(backend.work.onCpu).toBe(0)
  })

  test('when all are killed and none can be opened again, the CPU does the rest', async () => {
    let openings = 0
    const backend = start((device) => {
      if (openings++ > 1) throw new EnvironmentError('gpu-no-adapter', 'none is left')
      killInFirstRun(device)
    })
    const { pairs } = await run(backend)
    expect(pairs).toEqual(alone.pairs)
    expect(reasons(backend)).toEqual(['device-lost', 'no-device'])
    expect(backend.work.onGpu).toBe(0)
  })
})

describe('what a process cannot do', () => {
  test.each([
    ['a device that there is no word for', { MEGABATT_DEVICE: 'toaster' }, 'UserError', 'bad-device-choice'],
    [
      'a device that the machine does not have',
      {
        MEGABATT_DEVICE: 'hardware',
        MEGABATT_OPENCL: 'off',
        VK_ICD_FILENAMES: 'none.json',
        VK_DRIVER_FILES: 'none.json',
      },
      'EnvironmentError',
      'gpu-no-adapter',
    ],
    ['a process that ends at once', { NODE_OPTIONS: '--no-such-option' }, 'EnvironmentError', 'gpu-lost'],
  ])('%s', async (_, environment, name, code) => {
    const opening = ProcessDevice.open({ environment })
    await expect(opening).rejects.toMatchObject({ name, code, message: expect.any(String), advice: expect.any(String) })
  })

  test('an error while it runs is the run’s; the device lives on, until it is closed or killed', async () => {
    const device = await ProcessDevice.open({ bytes: BYTES })
    const options = { scratchWords: 1024, packWords: 0 }
    // A Map would do; this is none.
    const rounds = [{ launches: 1, spawns: false, kernels: 7 }] as unknown as ChunkImage['rounds']
    const runBroken = () => device.run({ ...EMPTY_IMAGE, rounds }, 1000, options)
    const outcomes = await Promise.allSettled([runBroken(), runBroken()])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/^TypeError/) } })
    }
    // It is halted first, or it might be done before it is killed.
    process.kill(device.pid, 'SIGSTOP')
    const running = device.run(EMPTY_IMAGE, 1000, options)
    process.kill(device.pid, 'SIGKILL')
    await expect(running).rejects.toMatchObject({ code: 'gpu-lost', message: expect.stringContaining('SIGKILL') })
    await expect(device.run(EMPTY_IMAGE, 1000, options)).rejects.toMatchObject({ code: 'gpu-lost' })
    await device.close()
  })
})

describe('who lives how long', () => {
  test('one that hangs is killed when it is closed, and its run rejects', async () => {
    const device = await ProcessDevice.open({ bytes: BYTES })
    process.kill(device.pid, 'SIGSTOP')
    const running = device.run(EMPTY_IMAGE, 1000, { scratchWords: 1024, packWords: 0 })
    const outcome = running.catch((error: unknown) => error)
    await device.close()
    expect(await outcome).toMatchObject({ code: 'gpu-lost' })
    expect(isAlive(device.pid)).toBe(false)
  })

  test.each([
    ['a parent that is killed', `process.kill(process.pid, 'SIGKILL')`],
    ['a parent that leaves its device open and has nothing left to do', ''],
    ['a parent that closes its device', 'await device.close()'],
  ])('%s is not outlived', async (_, end) => {
    const script = `
      import { ProcessDevice } from '${built('backends/gpu/process/process-device.node')}'
      const device = await ProcessDevice.open()
      console.log(device.pid)
      ${end}`
    const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const { stdout, stderr } = await running.catch((error: unknown) => error as { stdout: string; stderr: string })
    // Both, so that a failure shows why.
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^\d+\n$/), stderr: expect.any(String) })
    await expect.poll(() => isAlive(Number(stdout))).toBe(false)
  })
})

const EMPTY_IMAGE: ChunkImage = {
  heap: new Int32Array(8),
  arena: new Int32Array(),
  tables: new Int32Array(64),
  answerWords: 0,
  layout: 'a',
  arenaTop: 0,
  counterCount: 0,
  rounds: [],
  columns: [],
  blocks: [],
  isBrief: false,
  evaluationWords: 0,
  isGathered: false,
  hasDefaults: false,
  exportCount: 0,
  judgedCount: 0,
}

function makeTask(id: string, seed: number): Task {
  let state = seed
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  const grid = (): GridData => {
    const [height, width] = [1 + draw(8), 1 + draw(8)]
    return { height, width, cells: Uint8Array.from({ length: height * width }, () => draw(10)) }
  }
  const pair = (): Pair => {
    const input = grid()
    return { input, output: draw(3) === 0 ? input : grid() }
  }
  return { id, train: [pair(), pair()], test: Array.from({ length: SAMPLES }, pair) }
}
