// Random programs of every dialect: native code, workers, and the schedule of a device with kernels as JavaScript, agree with the CPU at every
// statement. test/conformance/gpu.test.ts has those on a real device.

import { afterAll, describe, expect, test } from 'vitest'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { dialectIds } from '../../src/language/dialects.ts'
import { amount } from '../amount.ts'
import { kernelEngines } from '../engines.ts'
import { SEED } from '../generators/seed.ts'
import { InterpretedDevice } from '../gpu/interpreted-device.ts'
import { type Comparison, compareRandomPrograms } from '../gpu/random-programs.ts'

const built = new URL('../../dist/backends/workers/workers-backend.node.js', import.meta.url).href
const { WorkersBackend } = (await import(built)) as typeof import('../../src/backends/workers/workers-backend.node.ts')

const MINUTES = 60_000
const COUNT = amount(60, 500)

describe.each(dialectIds)('random programs of dialect %s', (dialect) => {
  const workers = new WorkersBackend({ workers: 2 })
  afterAll(() => workers.close())

  function expectAgreement(name: string, compared: Comparison): void {
    console.log(`random programs of ${dialect}, ${name}: ${JSON.stringify(compared)}`)
    expect(compared.difference).toBeUndefined()
    expect(compared.programs).toBe(COUNT)
    expect(compared.statements).toBeGreaterThan(10 * COUNT)
  }

  test(
    'workers give the values of the CPU, statement by statement',
    async () => {
      const options = { backend: workers, count: COUNT, seed: SEED, dialect, everyStatement: true }
      expectAgreement('workers', await compareRandomPrograms(options))
    },
    20 * MINUTES,
  )

  test.each(kernelEngines.slice(1))(
    '%s gives the values of WebAssembly, statement by statement',
    async (name, engine) => {
      const backend = new CpuBackend({ engine })
      const options = { backend, count: COUNT, seed: SEED, dialect, everyStatement: true }
      expectAgreement(name, await compareRandomPrograms(options))
    },
    20 * MINUTES,
  )

  test(
    'kernels as JavaScript, in the order that a device runs them, give the words of WebAssembly',
    async () => {
      const backend = new GpuBackend({ open: [async () => new InterpretedDevice()], verify: 'full' })
      const options = { backend, count: COUNT, seed: SEED + 1, dialect }
      expectAgreement('interpreted', await compareRandomPrograms(options))
      expect(backend.gpu.verified).toBeGreaterThan(0)
      await backend.close()
    },
    20 * MINUTES,
  )
})
