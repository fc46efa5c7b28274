// Backends that are lent to one run at a time, and kept for the next.

import { expect, test } from 'vitest'
import { defer } from '../backends/deferred.ts'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import { BackendPool } from './backend-pool.ts'

class Closing extends CpuBackend {
  closeCount = 0
  override async close(): Promise<void> {
    this.closeCount++
  }
}

test('runs at the same time have backends of their own, and later runs have those again', async () => {
  const pool = new BackendPool({ open: async () => new Closing() })
  const [a, b] = await Promise.all([pool.use(async (own) => own), pool.use(async (own) => own)])
  expect(a).not.toBe(b)
  expect([a, b]).toContain(await pool.use(async (own) => own))
  await pool.close()
  expect([a, b]).toMatchObject([{ closeCount: 1 }, { closeCount: 1 }])
})

test('while the only device is in use, runs go elsewhere', async () => {
  const device = new Closing()
  const other = new Closing()
  const pool = new BackendPool({ open: async () => device, most: 1, openOther: async () => other })
  await pool.use(async (first) => {
    expect(first).toBe(device)
    expect(await pool.use(async (own) => own)).toBe(other)
  })
  expect(await pool.use(async (own) => own)).toBe(device)
})

test('a backend of another kind is not lent in place of the device, also if it was used last', async () => {
  const [device, other] = [new Closing(), new Closing()]
  const pool = new BackendPool({ open: async () => device, most: 1, openOther: async () => other })
  const held = defer<void>()
  let otherDone: Promise<void> | undefined
  await pool.use(async () => {
    otherDone = pool.use(() => held.promise)
  })
  held.resolve()
  await otherDone
  expect(await pool.use(async (own) => own)).toBe(device)
})

test('after a run failed elsewhere, the device that is in use stays the only one', async () => {
  let count = 0
  const pool = new BackendPool({
    open: async () => (count++, new Closing()),
    most: 1,
    openOther: async () => new Closing(),
  })
  await pool.use(async () => {
    await expect(pool.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await pool.use(async (own) => own)
  })
  expect(count).toBe(1)
})

test('a backend whose run failed is closed and replaced, also if it is the only one', async () => {
  let count = 0
  const openOther = () => Promise.reject(new Error('other'))
  const pool = new BackendPool({ open: async () => (count++, new Closing()), most: 1, openOther })
  let failed: unknown
  const run = pool.use(async (own) => {
    failed = own
    throw new Error('no')
  })
  await expect(run).rejects.toThrow('no')
  expect(failed).toMatchObject({ closeCount: 1 })
  expect(await pool.use(async (own) => own)).not.toBe(failed)
  expect(count).toBe(2)
  await pool.close()
  expect(failed).toMatchObject({ closeCount: 1 })
})

test('a backend that cannot be opened is tried again by the next run', async () => {
  let isBroken = true
  const open = async () => {
    if (isBroken) throw new Error('no device')
    return new Closing()
  }
  const pool = new BackendPool({ open, most: 1, openOther: () => Promise.reject(new Error('other')) })
  await expect(pool.use(async (own) => own)).rejects.toThrow('no device')
  isBroken = false
  expect(await pool.use(async (own) => own)).toBeInstanceOf(Closing)
})
