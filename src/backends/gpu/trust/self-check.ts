// The self-check of a device: integer arithmetic, atomics and barriers as kernels rely on them, and on WebGPU the bounds of bindings.

import { GpuBuffers } from '../device/buffers.ts'
import type { GpuDevice } from '../device/device.ts'
import {
  GUARD_WORD,
  SELF_CHECK_ENTRY,
  SELF_CHECK_OPERATIONS,
  SELF_CHECK_PROGRAMS,
  SELF_CHECK_VALUES,
} from './self-check-cases.ts'
import { expectValue } from '../device/device-errors.ts'

/** A result of the device that differs from the specification. */
export interface SelfCheckDifference {
  readonly check: string
  readonly expected: number
  readonly got: number
}

/** The result of a self-check; a device with a difference must not be used. */
export interface SelfCheckResult {
  readonly passed: boolean
  readonly checkCount: number
  /** All differences; empty when it passed. */
  readonly differences: readonly SelfCheckDifference[]
}

interface Check {
  readonly name: string
  readonly expected: number
}

const INVOCATION_COUNT = 256
// The window of the bounds test, between two guards. Offsets of bindings are multiples of 256 bytes on WebGPU, 512 and more on OpenCL.
const WINDOW_WORDS = 1024

/** Runs the self-check; throws only where the device cannot run it. */
export async function checkDevice(gpu: GpuDevice): Promise<SelfCheckResult> {
  const checks = [...arithmeticChecks(), ...atomicChecks(), ...guardChecks()]
  const got = await runProgram(gpu)
  if (got.length !== checks.length) throw new RangeError(`${checks.length} checks, but ${got.length} words`)
  const differences: SelfCheckDifference[] = []
  for (const [index, { name, expected }] of checks.entries()) {
    if (got[index] !== expected) differences.push({ check: name, expected, got: got[index]! })
  }
  return { passed: differences.length === 0, checkCount: checks.length, differences }
}

function arithmeticChecks(): Check[] {
  const checks: Check[] = []
  for (const a of SELF_CHECK_VALUES) {
    for (const b of SELF_CHECK_VALUES) {
      for (const { name, expect } of SELF_CHECK_OPERATIONS) {
        checks.push({ name: `${name} of ${a} and ${b}`, expected: expect(a, b) | 0 })
      }
    }
  }
  return checks
}

function atomicChecks(): Check[] {
  const sum = (INVOCATION_COUNT * (INVOCATION_COUNT - 1)) / 2
  return [
    { name: 'atomicAdd', expected: sum },
    { name: 'atomicMax', expected: INVOCATION_COUNT - 1 },
    { name: 'atomicMin', expected: 1 - INVOCATION_COUNT },
    { name: 'sum over a workgroup barrier', expected: sum },
  ]
}

// An access out of bounds may hit any word of the window; the guards around it must not change.
function guardChecks(): Check[] {
  const guard = (side: string) =>
    Array.from({ length: WINDOW_WORDS }, (_, i) => ({
      name: `guard word ${i} ${side} a binding`,
      expected: GUARD_WORD,
    }))
  return [...guard('before'), ...guard('after'), { name: 'guard words read past a binding', expected: 0 }]
}

async function runProgram(gpu: GpuDevice): Promise<Int32Array> {
  const buffers = new GpuBuffers(gpu)
  const arithmeticCount = SELF_CHECK_VALUES.length ** 2 * SELF_CHECK_OPERATIONS.length
  const guarded = new Int32Array(3 * WINDOW_WORDS).fill(GUARD_WORD).fill(0, WINDOW_WORDS, 2 * WINDOW_WORDS)
  const compiled = await gpu.compile({
    label: 'self-check',
    program: { label: 'self-check', text: SELF_CHECK_PROGRAMS[gpu.code.language] },
    entryPoint: SELF_CHECK_ENTRY,
    uses: ['read-only', 'storage', 'storage', 'storage'],
  })
  const pipeline = expectValue(compiled)
  const started = await gpu.attempt('the self-check', () => {
    const values = buffers.createFrom('values', Int32Array.from(SELF_CHECK_VALUES), 'read-only')
    const results = buffers.create('results', arithmeticCount)
    const atomics = buffers.create('atomics', 5)
    const window = buffers.createFrom('window', guarded)
    const bindings = gpu.bind([
      { buffer: values, wordCount: SELF_CHECK_VALUES.length },
      { buffer: results },
      { buffer: atomics },
      { buffer: window, wordOffset: WINDOW_WORDS, wordCount: WINDOW_WORDS },
    ])
    gpu.submit('self-check', (commands) => commands.dispatch(pipeline, bindings, INVOCATION_COUNT / 64))
    return { values, results, atomics, window }
  })
  const { values, results, atomics, window } = expectValue(started)
  const parts = await buffers.downloadAll([
    { buffer: results, wordCount: arithmeticCount },
    { buffer: atomics, wordCount: 4 },
    { buffer: window, wordCount: WINDOW_WORDS },
    { buffer: window, wordCount: WINDOW_WORDS, wordOffset: 2 * WINDOW_WORDS },
    { buffer: atomics, wordCount: 1, wordOffset: 4 },
  ])
  for (const buffer of [values, results, atomics, window]) buffer.destroy()
  return Int32Array.from(parts.flatMap((part) => [...part]))
}
