// Backends that are lent to one run at a time, and kept for the next.

import { expect, test } from 'vitest'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import { BackendPool } from './backend-pool.ts'

class Closing extends CpuBackend {
  isClosed = false
  override async close(): Promise<void> {
    this.isClosed = true
  }
}

test('runs at the same time have backends of their own, and later runs have those again', async () => {
  const pool = new BackendPool({ open: async () => new Closing() })
  const [a, b] = await Promise.all([pool.use(async (own) => own), pool.use(async (own) => own)])
  expect(a).not.toBe(b)
  expect([a, b]).toContain(await pool.use(async (own) => own))
  await pool.close()
  expect([a, b]).toMatchObject([{ isClosed: true }, { isClosed: true }])
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

test('a backend whose run failed is closed and replaced, also if it is the only one', async () => {
  let count = 0
  const pool = new BackendPool({ open: async () => (count++, new Closing()), most: 1 })
  let failed: unknown
  const run = pool.use(async (own) => {
    failed = own
    throw new Error('no')
  })
  await expect(run).rejects.toThrow('no')
  expect(failed).toMatchObject({ isClosed: true })
  expect(await pool.use(async (own) => own)).not.toBe(failed)
  expect(count).toBe(2)
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
