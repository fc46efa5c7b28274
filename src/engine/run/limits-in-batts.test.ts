// Limits in batts: an output that exceeds one has no value, as the solver alone has none; the others are not affected.

import { describe, expect, test } from 'vitest'
import type { Backend } from '../../backends/backend.ts'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { GpuBackend } from '../../backends/gpu/gpu-backend.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import { gridFromRows } from '../../data/grid-rows.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { InterpretedDevice } from '../../../test/gpu/interpreted-device.ts'
import type { PairResult } from './pair-result.ts'
import { runPrograms } from './run-programs.ts'

const BATT = `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = upscale(I, 90)
    t2 = upscale(t1, 90)
    t3 = vmirror(t2)
    o.append((3, False, 'explodes', t3))
    t4 = vmirror(I)
    o.append((4, False, 'mirrors', t4))
    t5 = first(canvas(ZERO, astuple(ZERO, ZERO)))
    t6 = shape(t2)
    s.append((6, 'explodes', 'shape', t6))
    t7 = astuple(t5, t5)
    o.append((7, False, 'fails', t7))
    t8 = multiply(1073741823, 2)
    s.append((8, 'None', 'overflows', t8))
    t9 = sfilter(I, t8)
    o.append((9, False, 'calls', t9))
    return o, s
`
const pair = { input: gridFromRows([[1, 2]]), output: gridFromRows([[2, 1]]) }
const dataset = makeDataset([{ id: 'flip', train: [pair], test: [{ input: pair.input }] }])

const backends: Record<string, () => Backend> = {
  CPU: () => new CpuBackend(),
  'an interpreted device': () => new GpuBackend({ open: [async () => new InterpretedDevice()] }),
}

describe.each(Object.entries(backends))('on %s', (_, open) => {
  test.each(['none', 'hash', 'value'] as const)('with outputs %s', async (outputs) => {
    const results: PairResult[] = []
    const backend = open()
    const { programs } = readPrograms(BATT, 'batt.py')
    const settings = { budget: 1 << 20, outputs }
    await runPrograms({ programs, dataset, pairing: 'all', backend, settings, onPair: (r) => results.push(r) })
    await backend.close()
    const [{ battOutputs, defaults, samples, outputs: kept }] = results as [PairResult]
    const verdictsOf = (k: number) => {
      const output = battOutputs![k]!
      const own = output.kind === 'o' ? output.samples : (output.limits ?? [])
      return own.map((sample) =>
        'statement' in sample ? [sample.verdict, sample.kind, sample.statement] : [sample.verdict],
      )
    }
    expect(battOutputs!.map(({ name }) => name)).toEqual([
      'explodes',
      'mirrors',
      'explodes/shape',
      'fails',
      'None/overflows',
      'calls',
    ])
    const both = (...verdict: string[]) => [verdict, verdict]
    expect(verdictsOf(0)).toEqual(both('limit', 'budget', 't2'))
    expect(verdictsOf(1)).toEqual([['right'], ['unknown']])
    expect(verdictsOf(2)).toEqual(both('limit', 'budget', 't2'))
    expect(verdictsOf(3)).toEqual([['wrong'], ['unknown']])
    expect(verdictsOf(4)).toEqual(both('limit', 'overflow', 't8'))
    expect(verdictsOf(5)).toEqual(both('limit', 'overflow', 't8'))
    expect(samples.map(({ verdict }) => verdict)).toEqual(['right', 'unknown'])
    // Only what Python fails at, too, takes its default.
    expect(defaults).toEqual([{ statement: 't5', count: 2 }])
    const isKept = kept?.map((values) => values.map((value) => value !== null))
    const has = [false, true, false, true, false, false].map((is) => [is, is])
    expect(isKept).toEqual(outputs === 'none' ? undefined : has)
  })
})
