import { describe, expect, test } from 'vitest'
import { type Places, choosePlaces } from './choose.ts'

const card = { name: 'a card', kind: 'hardware' as const }
const places: Places = { workers: 4, workerMs: 25, device: card, allowSoftware: false }
const NO_TIME = { computing: 0, waiting: 0, launching: 0, transfer: 0, host: 0, compiling: 0 }
const plan = (cpuMs: number, gpuMs: number, compileMs = 0) => ({
  estimate: {
    cpu: cpuMs * 1000,
    gpu: gpuMs * 1000,
    parts: { ...NO_TIME, computing: (gpuMs - compileMs) * 400, compiling: compileMs * 1000 },
    unknown: 0,
  },
  programs: 3,
  samples: 10,
})

describe('where programs run', () => {
  test('on one thread where starting others takes longer', () => {
    // (30 + 3 · 25) / 3.1 = 34; of a run that takes 40 ms, four workers take 37.
    const [choice] = choosePlaces([plan(30, 400)], places)
    expect(choice).toMatchObject({ place: 'cpu', programs: 3, samples: 10 })
    expect(choice!.reason).toContain('takes longer than the run on one, 30 ms')
    expect(choosePlaces([plan(40, 400)], places)[0]!.place).toBe('workers')
  })

  test('on all cores where what stays on the CPU is enough for them together', () => {
    const choices = choosePlaces([plan(300, 4000), plan(200, 3000)], places)
    expect(choices.map(({ place }) => place)).toEqual(['workers', 'workers'])
    expect(choices[0]!.ms.workers).toBeCloseTo(300 / 3.1)
  })

  test('on the device where that is faster than all cores, plan by plan', () => {
    const choices = choosePlaces([plan(9000, 100), plan(9000, 8000)], places)
    expect(choices.map(({ place }) => place)).toEqual(['gpu', 'workers'])
    expect(choices[0]!.reason).toBe('100 ms on a card; 2903 ms on the CPU')
    expect(choices[0]!.parts).toEqual({ ...NO_TIME, computing: 40 })
  })

  test('compiling is named where it is what keeps a device from being chosen', () => {
    const [choice] = choosePlaces([plan(500, 5000, 4800)], places)
    expect(choice!.reason).toContain('most of it compiling (4800 ms)')
  })

  test('never on a software device, unless it is asked for', () => {
    const software = { ...places, device: { name: 'soft', kind: 'software' as const } }
    const [choice] = choosePlaces([plan(9000, 1)], software)
    expect(choice).toMatchObject({ place: 'workers' })
    expect(choice!.ms).not.toHaveProperty('gpu')
    expect(choice!.reason).toContain('soft is software and computes on the same cores')
    expect(choosePlaces([plan(9000, 1)], { ...software, allowSoftware: true })[0]!.place).toBe('gpu')
  })

  test('on the CPU without a device', () => {
    const [choice] = choosePlaces([plan(9000, 1)], { ...places, workers: 1, device: undefined })
    expect(choice).toMatchObject({ place: 'cpu', reason: 'no device; one core' })
  })
})
