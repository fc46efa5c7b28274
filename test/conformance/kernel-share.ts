// The kernels that the tests on a device compile: a few in `npm test`; in `npm run test:all`, all on OpenCL and a larger share on WebGPU, whose
// software device takes more than ten minutes for all kernels of both layouts. MEGABATT_KERNELS=all compiles all.

import type { DeviceApi } from '../../src/backends/gpu/device/wanted-device.ts'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import type { DialectId, Primitive } from '../../src/primitives/primitive.ts'
import { isAll } from '../amount.ts'
import { primitivesOf } from '../generators/layouts.ts'

export const hasAllKernels = process.env['MEGABATT_KERNELS'] === 'all'

/** One kernel of this number is compiled. PoCL runs them many times as fast as the software device of WebGPU. */
const SHARES: Readonly<Record<DeviceApi, Readonly<Record<CellLayout, number>>>> = isAll
  ? { webgpu: { a: 12, t: 17 }, opencl: { a: 1, t: 1 } }
  : { webgpu: { a: 60, t: 84 }, opencl: { a: 20, t: 28 } }
/** Kernels that every run compiles: tests call them by name, and with them every share runs some programs of the gallery. */
const ALWAYS = ['identity', 'rot180', 'equality', 'hmirror']

/** The primitives of a layout whose kernels are compiled, as `primitivesOf` has them. */
export function sharedPrimitives(
  layout: CellLayout,
  api: DeviceApi,
): [key: string, primitive: Primitive, dialect: DialectId][] {
  const own = primitivesOf(layout)
  if (hasAllKernels) return own
  const kernels = [...new Set(own.map(([, { kernelName }]) => kernelName))].sort()
  const share = SHARES[api][layout]
  const chosen = new Set([...kernels.filter((_, k) => k % share === 0), ...ALWAYS])
  return own.filter(([, { kernelName }]) => chosen.has(kernelName))
}

/** Whether a value in the notation names only these functions. */
export function namesOnly(value: unknown, names: ReadonlySet<string>): boolean {
  const found = JSON.stringify(value).matchAll(/"(?:fn|f|call)":\s*"([\w@]+)"/g)
  return Array.from(found, ([, name]) => name!).every((name) => names.has(name))
}
