// The share of the kernels that the GPU tests compile. Compiling all of both layouts takes a software device about ten
// minutes, so a run compiles a part that changes with the commit; MEGABATT_KERNELS=all compiles all. One layout has structured
// code and the other has blocks, in turn by commit; MEGABATT_GPU_CODE names the form for both.

import { execFileSync } from 'node:child_process'
import { readWantedCode } from '../../src/backends/gpu/device/wanted-code.ts'
import type { DeviceApi } from '../../src/backends/gpu/device/wanted-device.ts'
import type { CodeForm } from '../../src/backends/gpu/shaders/code-form.ts'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import type { DialectId, Primitive } from '../../src/primitives/primitive.ts'
import { primitivesOf } from '../generators/layouts.ts'

/** A run compiles one kernel of this number. PoCL runs them many times as fast as the software device of WebGPU. */
const SHARES: Readonly<Record<DeviceApi, Readonly<Record<CellLayout, number>>>> = {
  webgpu: { a: 60, t: 84 },
  opencl: { a: 20, t: 28 },
}
/** Kernels that every run compiles: tests call them by name, and with them every share runs some programs of the gallery. */
const ALWAYS = ['identity', 'rot180', 'equality', 'hmirror']

export const isAll = process.env['MEGABATT_KERNELS'] === 'all'

/** The primitives of a layout whose kernels are compiled, as `primitivesOf` has them. */
export function sharedPrimitives(
  layout: CellLayout,
  api: DeviceApi,
): [key: string, primitive: Primitive, dialect: DialectId][] {
  const own = primitivesOf(layout)
  if (isAll) return own
  const kernels = [...new Set(own.map(([, { kernelName }]) => kernelName))].sort()
  const share = SHARES[api][layout]
  const turn = turnOf(share)
  const chosen = new Set([...kernels.filter((_, k) => k % share === turn), ...ALWAYS])
  return own.filter(([, { kernelName }]) => chosen.has(kernelName))
}

/** The layouts that a suite with one of them takes: one, in turn by commit; both with MEGABATT_KERNELS=all. */
export function layoutsInTurn(): CellLayout[] {
  if (isAll) return ['a', 't']
  return [turnOf(2) === 0 ? 'a' : 't']
}

/** A number from 0 to `count` - 1 that depends on the commit. */
export function turnOf(count: number): number {
  return commitNumber() % count
}

/** The form of WGSL in which the kernels of a layout are tested. */
export function sharedForm(layout: CellLayout): CodeForm {
  const wanted = readWantedCode(process.env)
  if (wanted !== 'auto') return wanted
  // Divided by the shares, so that every share comes in both forms.
  const turn = Math.floor(commitNumber() / SHARES.webgpu[layout])
  return (turn + (layout === 'a' ? 0 : 1)) % 2 === 0 ? 'structured' : 'blocks'
}

/** Whether a value in the notation names only these functions. */
export function namesOnly(value: unknown, names: ReadonlySet<string>): boolean {
  const found = JSON.stringify(value).matchAll(/"(?:fn|f|call)":\s*"([\w@]+)"/g)
  return Array.from(found, ([, name]) => name!).every((name) => names.has(name))
}

function commitNumber(): number {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return Number.parseInt(hash.slice(0, 8), 16)
  } catch {
    return 0
  }
}
