// The pool of devices: openings and their timeouts, devices given up, the count of their work, and the end.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import { EnvironmentError, UserError } from '../../language/errors.ts'
import { defer } from '../deferred.ts'
import { newWork } from '../evaluator.ts'
import { newGpuReport } from '../gpu-report.ts'
import type { ChunkDevice } from './chunk/chunk-device.ts'
import { DevicePool } from './device-pool.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function poolOf(...open: (() => Promise<ChunkDevice>)[]) {
  const report = newGpuReport('resident')
  const notices: string[] = []
  const pool = new DevicePool(open, report, (text) => notices.push(text))
  return { pool, report, notices, slots: pool.slots }
}

const openNew = async () => new InterpretedDevice()

describe('openings', () => {
  test('a device is opened once and reported', async () => {
    const { pool, report, slots } = poolOf(
      openNew,
      async () => new InterpretedDevice({ name: 'soft', kind: 'software' }),
    )
    const device = await pool.deviceOf(slots[0]!)
    expect(device).toBeInstanceOf(InterpretedDevice)
    expect(await pool.deviceOf(slots[0]!)).toBe(device)
    await pool.deviceOf(slots[1]!)
    expect(report.devices).toEqual([
      { name: 'interpreted', software: false, api: 'webgpu', chunks: 0, rows: 0 },
      { name: 'soft', software: true, api: 'webgpu', chunks: 0, rows: 0 },
    ])
    expect(slots.map(({ openings }) => openings)).toEqual([1, 1])
    expect(slots[0]!.report).toBe(report.devices[0])
  })

  test('after a loss a device may be opened twice more, without its refused kernels', async () => {
    const { pool, slots } = poolOf(openNew)
    const [slot] = slots
    for (let k = 0; k < 3; k++) {
      expect(await pool.deviceOf(slot!)).toBeDefined()
      expect(slot!.refused.size).toBe(0)
      slot!.refused.set('rot90', 'no')
      await pool.drop(slot!, 'lost', true)
    }
    expect(await pool.deviceOf(slot!)).toBeUndefined()
    expect(slot!.openings).toBe(3)
  })

  test.each([
    ['gpu-untrusted', 'untrusted'],
    ['gpu-no-adapter', 'no-device'],
  ])('%s: the run continues without the device, and it is not opened again', async (code, reason) => {
    let openings = 0
    const { pool, report, notices, slots } = poolOf(async () => {
      openings++
      throw new EnvironmentError(code, 'none here')
    })
    expect(await pool.deviceOf(slots[0]!)).toBeUndefined()
    expect(await pool.deviceOf(slots[0]!)).toBeUndefined()
    expect(openings).toBe(1)
    expect(report.fallbacks).toEqual([{ reason, detail: 'none here', rows: 0 }])
    expect(report.devices).toEqual([])
    expect(notices).toEqual(['none here; the run continues without this device'])
  })

  test('the notice has the advice of the error', async () => {
    const { pool, notices, slots } = poolOf(async () => {
      throw new EnvironmentError('webgpu-missing', 'none here', { advice: 'Install it.' })
    })
    expect(await pool.deviceOf(slots[0]!)).toBeUndefined()
    expect(notices).toEqual(['none here; the run continues without this device\n  Install it.'])
  })

  test.each([new UserError('bad-device-choice', 'toaster'), new RangeError('surprise')])(
    '%s is thrown',
    async (error) => {
      const { pool, report, slots } = poolOf(async () => {
        throw error
      })
      await expect(pool.deviceOf(slots[0]!)).rejects.toBe(error)
      expect(report.fallbacks).toEqual([])
    },
  )

  test('an opening that takes more than 90 s has failed', async () => {
    const { pool, report, slots } = poolOf(() => new Promise(() => undefined))
    const opening = pool.deviceOf(slots[0]!)
    await vi.advanceTimersByTimeAsync(89_990)
    expect(report.fallbacks).toEqual([])
    await vi.advanceTimersByTimeAsync(20)
    expect(await opening).toBeUndefined()
    expect(report.fallbacks).toEqual([{ reason: 'no-device', detail: 'A device did not answer within 90 s', rows: 0 }])
  })

  test('an opening in time leaves no timer behind', async () => {
    const { pool, slots } = poolOf(openNew)
    await pool.deviceOf(slots[0]!)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('devices given up', () => {
  test('are closed, with their fate in the report', async () => {
    const { pool, report, notices, slots } = poolOf(openNew)
    const device = (await pool.deviceOf(slots[0]!)) as InterpretedDevice
    await pool.drop(slots[0]!, 'pulled out', true)
    expect(device.isClosed).toBe(true)
    expect(report.devices[0]!.fate).toBe('pulled out')
    expect(notices).toEqual(['interpreted: pulled out'])
    expect(slots[0]!.device).toBeUndefined()
    // A second time there is nothing to give up.
    await pool.drop(slots[0]!, 'again', true)
    expect(notices).toHaveLength(1)
    expect(report.devices[0]!.fate).toBe('pulled out')
  })

  test('need no listener', async () => {
    const failing = async () => {
      throw new EnvironmentError('gpu-no-adapter', 'none')
    }
    const pool = new DevicePool([openNew, failing], newGpuReport('resident'), undefined)
    await pool.deviceOf(pool.slots[0]!)
    await pool.drop(pool.slots[0]!, 'lost', true)
    expect(await pool.deviceOf(pool.slots[1]!)).toBeUndefined()
  })

  test('are not opened again where that is hopeless', async () => {
    const { pool, slots } = poolOf(openNew)
    await pool.deviceOf(slots[0]!)
    await pool.drop(slots[0]!, 'broken', false)
    expect(await pool.deviceOf(slots[0]!)).toBeUndefined()
  })

  test('are not waited for longer than 5 s, nor do their errors count', async () => {
    const hanging = new InterpretedDevice()
    hanging.close = () => new Promise(() => undefined)
    const failing = new InterpretedDevice()
    failing.close = () => Promise.reject(new Error('driver'))
    const { pool, slots } = poolOf(
      async () => hanging,
      async () => failing,
    )
    await pool.deviceOf(slots[0]!)
    await pool.deviceOf(slots[1]!)
    await pool.drop(slots[1]!, 'lost', true)
    let isDropped = false
    const dropping = pool.drop(slots[0]!, 'hung', true).then(() => (isDropped = true))
    await vi.advanceTimersByTimeAsync(4990)
    expect(isDropped).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    await dropping
  })
})

describe('work', () => {
  test('is counted once, also that of devices given up', async () => {
    const devices = [new InterpretedDevice(), new InterpretedDevice()]
    const { pool, report, slots } = poolOf(
      async () => devices[0]!,
      async () => devices[1]!,
    )
    // Work before it was opened here is not counted.
    Object.assign(devices[0]!.work.transfers.upload, { count: 5, bytes: 500 })
    await pool.deviceOf(slots[0]!)
    await pool.deviceOf(slots[1]!)
    const spend = (device: InterpretedDevice) => {
      device.work.transfers.upload.count += 2
      device.work.transfers.upload.bytes += 20
      device.work.transfers.download.count += 3
      device.work.transfers.download.bytes += 30
      device.work.compiled.pipelines += 4
      device.work.compiled.ms += 40
    }
    for (const device of devices) spend(device)
    await pool.drop(slots[0]!, 'lost', true)
    const work = newWork()
    pool.countWork(work)
    const wanted = { upload: { count: 4, bytes: 40 }, download: { count: 6, bytes: 60 } }
    expect(work).toMatchObject(wanted)
    expect(report.compiled).toEqual({ pipelines: 8, ms: 80 })
    pool.countWork(work)
    expect(work).toMatchObject(wanted)
    spend(devices[1]!)
    pool.countWork(work)
    expect(work).toMatchObject({ upload: { count: 6, bytes: 60 }, download: { count: 9, bytes: 90 } })
    expect(report.compiled).toEqual({ pipelines: 12, ms: 120 })
  })
})

describe('the end', () => {
  test('closes all devices', async () => {
    const { pool, slots } = poolOf(openNew, openNew, openNew)
    const devices = [await pool.deviceOf(slots[0]!), await pool.deviceOf(slots[2]!)] as InterpretedDevice[]
    await pool.close()
    expect(devices.map(({ isClosed }) => isClosed)).toEqual([true, true])
    expect(slots.map(({ device }) => device)).toEqual([undefined, undefined, undefined])
  })

  test('a device that is opened after it is closed at once', async () => {
    const late = defer<ChunkDevice>()
    const { pool, report, slots } = poolOf(() => late.promise)
    const opening = pool.deviceOf(slots[0]!)
    await pool.close()
    const device = new InterpretedDevice()
    late.resolve(device)
    expect(await opening).toBeUndefined()
    expect(device.isClosed).toBe(true)
    expect(report.devices).toEqual([])
  })

  test('does not wait for a device that hangs, nor fail with one that fails', async () => {
    const hanging = new InterpretedDevice()
    hanging.close = () => new Promise(() => undefined)
    const failing = new InterpretedDevice()
    failing.close = () => Promise.reject(new Error('driver'))
    const { pool, slots } = poolOf(
      async () => hanging,
      async () => failing,
    )
    await pool.deviceOf(slots[0]!)
    await pool.deviceOf(slots[1]!)
    const closing = pool.close()
    await vi.advanceTimersByTimeAsync(5010)
    await closing
  })
})
