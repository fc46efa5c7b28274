// The report of one run of several: counts since an earlier state, without those before.

import { expect, test } from 'vitest'
import { addFallback, newGpuReport, reportSince } from './gpu-report.ts'

test('the report of a run has only its own counts', () => {
  const report = newGpuReport('resident')
  report.devices.push({ name: 'first', software: true, api: 'webgpu', chunks: 2, rows: 9 })
  Object.assign(report, { rounds: 5, splits: 1, repeats: 2, verified: 4, calls: { rot90: 3, size: 1 } })
  Object.assign(report.compiled, { pipelines: 2, ms: 100 })
  addFallback(report, 'room', 'too large', 3)
  addFallback(report, 'work', 'too long', 2, { plan: 0, program: 1, statement: 2 })
  addFallback(report, 'device-lost', 'pulled out', 0)
  const before = structuredClone(report)

  report.devices[0]!.chunks += 1
  report.devices[0]!.rows += 6
  report.devices.push({
    name: 'second',
    software: false,
    api: 'webgpu',

    chunks: 7,
    rows: 8,
    fate: 'lost',
  })
  Object.assign(report, {
    rounds: 12,
    splits: 4,
    repeats: 7,
    rereads: 9,
    verified: 15,
    calls: { rot90: 5, size: 1, flip: 2 },
  })
  Object.assign(report.compiled, { pipelines: 5, ms: 130 })
  addFallback(report, 'room', 'too large', 4)
  addFallback(report, 'work', 'too long', 5, { plan: 0, program: 1, statement: 3 })
  addFallback(report, 'no-device', 'none is left', 0)

  expect(reportSince(report, before)).toEqual({
    route: 'resident',
    devices: [
      { name: 'first', software: true, api: 'webgpu', chunks: 1, rows: 6 },
      { name: 'second', software: false, api: 'webgpu', chunks: 7, rows: 8, fate: 'lost' },
    ],
    compiled: { pipelines: 3, ms: 30 },
    rounds: 7,
    calls: { rot90: 2, flip: 2 },
    splits: 3,
    repeats: 5,
    rereads: 9,
    fallbacks: [
      { reason: 'room', detail: 'too large', rows: 4 },
      { reason: 'work', detail: 'too long', rows: 5, place: { plan: 0, program: 1, statement: 3 } },
      { reason: 'no-device', detail: 'none is left', rows: 0 },
    ],
    verified: 11,
  })
  expect(reportSince(report, report)).toMatchObject({ calls: {}, fallbacks: [], rounds: 0 })
})

test('equal fallbacks are one entry; another reason, detail or place makes another', () => {
  const report = newGpuReport('resident')
  const place = { plan: 0, program: 0, statement: 0 }
  addFallback(report, 'work', 'a', 1, place)
  addFallback(report, 'work', 'a', 2, { ...place })
  addFallback(report, 'work', 'a', 4)
  addFallback(report, 'work', 'b', 8, place)
  addFallback(report, 'room', 'a', 16, place)
  addFallback(report, 'work', 'a', 32, { ...place, statement: 1 })
  expect(report.fallbacks.map(({ rows }) => rows)).toEqual([3, 4, 8, 16, 32])
})
