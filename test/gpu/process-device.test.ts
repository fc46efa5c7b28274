// The parent of a device process: messages, errors, the count of work, and the end of the process for every cause.

import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ChunkImage } from '../../src/backends/gpu/chunk/chunk-image.ts'
import { ProcessDevice, type ProcessDeviceOptions } from '../../src/backends/gpu/process/process-device.node.ts'

const MODULE = new URL('./fake-device-child.mjs', import.meta.url)
const OPTIONS = { scratchWords: 1024, packWords: 5 }
const IMAGE: ChunkImage = {
  heap: new Int32Array(8),
  arena: Int32Array.of(4, 5, 6),
  tables: new Int32Array(64),
  answerWords: 0,
  layout: 'a',
  arenaTop: 3,
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

const opened: ProcessDevice[] = []
afterEach(async () => {
  for (const device of opened.splice(0)) await device.close()
})

async function open(behaviour = '', options: ProcessDeviceOptions = {}): Promise<ProcessDevice> {
  const device = await ProcessDevice.open({ module: MODULE, environment: { FAKE_CHILD: behaviour }, ...options })
  opened.push(device)
  return device
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The number of child processes that keep this process alive. */
function countAwake(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
}

describe('opening', () => {
  test('passes the request and the limit on, without our Node options', async () => {
    const request = { wanted: { kind: 'auto', api: 'opencl' }, number: 2, count: 3 } as const
    const device = await open('', { request, bytes: 99 })
    expect(device.facts).toMatchObject({ name: 'fake 99', request, pid: device.pid, argv: [] })
    const environment = { FAKE_CHILD: '', MEGABATT_DEVICE: 'hardware' }
    const first = { wanted: { kind: 'hardware' }, number: 0, count: 1 }
    expect((await open('', { environment })).facts).toMatchObject({ name: 'fake undefined', request: first })
    expect(isAlive(device.pid)).toBe(true)
  })

  test('rejects with the error of the process', async () => {
    await expect(open('refuses')).rejects.toMatchObject({
      name: 'UserError',
      code: 'bad-device-choice',
      message: 'toaster',
      advice: 'Choose another.',
    })
  })

  test('rejects where the process ends', async () => {
    await expect(open('exits at once')).rejects.toMatchObject({
      code: 'gpu-lost',
      message: 'The process of a device ended with exit code 7',
      advice: expect.stringContaining('CPU'),
    })
    await expect(open('prints and exits')).rejects.toMatchObject({
      message: 'The process of a device ended with exit code 7; its last output: last words',
    })
  })

  test('leaves no timer behind: it would keep this process alive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await open()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('runs', () => {
  test('get the image without its columns and blocks; answers and work come back', async () => {
    const device = await open()
    const progress: [number, number][] = []
    const onCompile = (done: number, total: number) => progress.push([done, total])
    const [first, second] = await Promise.all([
      device.run(IMAGE, 700, { ...OPTIONS, onCompile }),
      device.run({ ...IMAGE, arena: Int32Array.of(9) }, 701, OPTIONS),
    ])
    expect(first).toEqual({
      keys: Object.keys(IMAGE).filter((key) => key !== 'columns' && key !== 'blocks'),
      arena: Int32Array.of(4, 5, 6),
      budget: 700,
      options: OPTIONS,
    })
    expect(second).toMatchObject({ arena: Int32Array.of(9), budget: 701 })
    expect(progress).toEqual([[1, 2]])
    expect(device.work).toEqual({
      transfers: { upload: { count: 2, bytes: 20 }, download: { count: 2, bytes: 40 } },
      compiled: { pipelines: 2, ms: 10 },
    })
  })

  test('keep this process alive until the last of them is answered; an idle device does not', async () => {
    const device = await open('answers once')
    // Processes of earlier tests are about to be gone.
    await expect.poll(countAwake).toBe(0)
    const [first, second] = [0, 1].map(() => device.run(IMAGE, 1, OPTIONS).catch(() => undefined))
    expect(countAwake()).toBe(1)
    await first
    expect(countAwake()).toBe(1)
    await device.close()
    await second
    const other = await open()
    await other.run(IMAGE, 1, OPTIONS)
    await expect.poll(countAwake).toBe(0)
  })

  test('reject with the error of the device, which stays open and counts its work', async () => {
    const device = await open('fails')
    for (let k = 1; k <= 2; k++) {
      await expect(device.run(IMAGE, 1, OPTIONS)).rejects.toMatchObject({ name: 'KernelError', kernel: 'rot90' })
      expect(device.work.compiled).toEqual({ pipelines: k, ms: 5 * k })
    }
    expect(isAlive(device.pid)).toBe(true)
  })

  test('reject when the process is killed, and so do all later ones', async () => {
    const device = await open('crashes')
    const lost = { code: 'gpu-lost', message: 'The process of fake undefined was ended by SIGKILL' }
    const running = [device.run(IMAGE, 1, OPTIONS), device.run(IMAGE, 1, OPTIONS)]
    for (const run of running) await expect(run).rejects.toMatchObject(lost)
    await expect(device.run(IMAGE, 1, OPTIONS)).rejects.toMatchObject(lost)
    expect(isAlive(device.pid)).toBe(false)
  })
})

describe('the end', () => {
  test('a closed process is gone, and closing twice is harmless', async () => {
    const device = await open()
    await device.close()
    expect(isAlive(device.pid)).toBe(false)
    await device.close()
    await expect(device.run(IMAGE, 1, OPTIONS)).rejects.toMatchObject({
      message: expect.stringContaining('exit code 0'),
    })
  })

  test('runs without an answer reject', async () => {
    const device = await open('silent')
    const outcome = device.run(IMAGE, 1, OPTIONS).catch((error: unknown) => error)
    await device.close()
    expect(await outcome).toMatchObject({ code: 'gpu-lost' })
  })

  test('a process that does not end is killed', async () => {
    const device = await open('ignores close')
    await device.close()
    expect(isAlive(device.pid)).toBe(false)
    await expect(device.run(IMAGE, 1, OPTIONS)).rejects.toMatchObject({ message: expect.stringContaining('SIGKILL') })
  })
})
