// Evaluations that a device makes: equal to those of the CPU; rows that the device cannot judge are finished by the host; a wrong word
// is found by verification.

import { describe, expect, test } from 'vitest'
import { EVALUATION_BATCHES } from '../../../../test/gpu/evaluation-batches.ts'
import { type InterpretedDeviceOptions, InterpretedDevice } from '../../../../test/gpu/interpreted-device.ts'
import { expectBriefResults, expectCpuResults, runBatch } from '../../../../test/gpu/small-batch.ts'
import { GpuBackend, type GpuBackendOptions } from '../gpu-backend.ts'
import { VerdictMismatchError } from '../verify-evaluations.ts'

function backendOn(device: InterpretedDeviceOptions, options: Partial<GpuBackendOptions> = {}) {
  const opened: InterpretedDevice[] = []
  const open = async () => {
    const own = new InterpretedDevice(device)
    opened.push(own)
    return own
  }
  return { backend: new GpuBackend({ open: [open], ...options }), opened }
}

const batchNamed = (name: string) => EVALUATION_BATCHES.find((own) => own.name === name)!
const limitOf = ({ callLimit }: { readonly callLimit?: number }) => (callLimit === undefined ? {} : { callLimit })

describe.each(EVALUATION_BATCHES)('$name', (own) => {
  test('evaluations of the device are those of the CPU', async () => {
    const { backend, opened } = backendOn({}, limitOf(own))
    await expectCpuResults(backend, own.batch)
    for (const { image } of opened[0]!.runs) expect(image).toMatchObject({ isGathered: true, exportCount: 0 })
  })

  test('chunks of few rows, with parts of units, have the same evaluations', async () => {
    for (const expectResults of [expectCpuResults, expectBriefResults]) {
      const { backend, opened } = backendOn({ sizes: { entries: 60 } }, limitOf(own))
      await expectResults(backend, own.batch)
      expect(opened[0]!.runs.length).toBeGreaterThan(1)
    }
  })

  test('brief evaluations have the same verdicts and defaults, in a third of the memory', async () => {
    const full = backendOn({}, limitOf(own))
    await expectCpuResults(full.backend, own.batch)
    const brief = backendOn({}, limitOf(own))
    expect(await expectBriefResults(brief.backend, own.batch)).toBeGreaterThan(own.batch.units.length / 2)
    const wordsOf = ({ opened }: typeof full) => opened[0]!.runs.map(({ image }) => image.evaluationWords)
    for (const [k, words] of wordsOf(brief).entries()) expect(words).toBeLessThan(wordsOf(full)[k]! / 3)
  })

  test('verification finds nothing', async () => {
    for (const expectResults of [expectCpuResults, expectBriefResults]) {
      const { backend } = backendOn({}, { verify: 'full', ...limitOf(own) })
      await expectResults(backend, own.batch)
      expect(backend.gpu.verified).toBeGreaterThan(0)
    }
  })
})

describe('rows for the host', () => {
  test('only rows with a limit in a batt, an open call or too much work are gathered', async () => {
    const rowsOf = async (name: string) => {
      const found: number[] = []
      const own = batchNamed(name)
      const after: InterpretedDeviceOptions['after'] = (words) => (found.push(words.left.length), words)
      await runBatch(backendOn({ after }, limitOf(own)).backend, own.batch)
      return found[0]!
    }
    expect(await rowsOf('strict programs')).toBe(0)
    for (const name of ['limits in batts', 'calls that are left to the host', 'rows over the allowance'])
      expect(await rowsOf(name)).toBeGreaterThan(0)
  })

  test('a statement of a strict program that is not reached leaves nothing to the host', async () => {
    const own = batchNamed('calls that are left to the host')
    const { backend } = backendOn({}, limitOf(own))
    await expectCpuResults(backend, own.batch)
    const reasons = new Set(backend.gpu.fallbacks.map(({ reason }) => reason))
    expect(reasons).toEqual(new Set(['work']))
  })

  test('more of them than expected are a second read-back, which is counted', async () => {
    const own = batchNamed('rows over the allowance')
    const batch = { ...own.batch, units: Array.from({ length: 100 }, () => own.batch.units).flat() }
    const { backend } = backendOn({ sizes: { heap: 1 << 22 } }, limitOf(own))
    await expectCpuResults(backend, batch)
    const { work, gpu } = backend
    expect(gpu.rereads).toBeGreaterThan(0)
    expect(work.upload.count).toBe(work.chunks + gpu.repeats)
    expect(work.download.count).toBe(work.chunks + gpu.repeats + gpu.rereads)
  })
})

test.each([false, true])('every changed word of verified evaluations is found; brief: %s', async (isBrief) => {
  const own = batchNamed('batts and strict programs')
  const [unit] = own.batch.units
  const batch = { ...own.batch, units: [{ ...unit!, to: 3 }], settings: { ...own.batch.settings, isBrief } }
  let wordCount = 1
  const missed: number[] = []
  for (let at = 0; at < wordCount; at++) {
    const after: InterpretedDeviceOptions['after'] = (words, _, image) => {
      wordCount = image.evaluationWords
      const arena = words.arena.slice()
      arena[at]! ^= 1
      return { ...words, arena }
    }
    const { backend } = backendOn({ after }, { verify: 'full' })
    const error: unknown = await runBatch(backend, batch).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof VerdictMismatchError)) missed.push(at)
  }
  expect(missed).toEqual([])
  expect(wordCount).toBeGreaterThan(isBrief ? 10 : 50)
})
