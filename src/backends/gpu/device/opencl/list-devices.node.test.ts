// The list of OpenCL devices: those that can run the kernels, GPUs first, each platform once.

import { expect, test } from 'vitest'
import { type FunctionName, type OpenCl, SIGNATURES } from './functions.ts'
import { listOpenClDevices } from './list-devices.node.ts'

const TYPE_CPU = 2
const TYPE_GPU = 4

interface FakeDevice {
  readonly type: number
  readonly version: string
  readonly isAvailable?: number
  readonly hasCompiler?: number
}

/** A platform with these devices; their names are their places. */
function platformOf(name: string, devices: readonly FakeDevice[]) {
  const give = (target: unknown, value: string | number) => {
    if (typeof value === 'number') (target as BigUint64Array)[0] = BigInt(value)
    else (target as Uint8Array).set(new TextEncoder().encode(`${value}\0`))
    return 0
  }
  const functions: Partial<Record<FunctionName, (...args: readonly unknown[]) => number>> = {
    clGetPlatformInfo: (_platform, _key, _size, target) => give(target, name),
    clGetDeviceIDs: (_platform, _type, _most, list, count) => {
      for (const k of devices.keys()) (list as BigUint64Array)[k] = BigInt(k + 1)
      ;(count as Uint32Array)[0] = devices.length
      return devices.length === 0 ? -1 : 0
    },
    clGetDeviceInfo: (device, key, _size, target) => {
      const { type, version, isAvailable = 1, hasCompiler = 1 } = devices[Number(device) - 1]!
      const facts: Readonly<Record<number, string | number>> = {
        0x1000: type,
        0x1027: isAvailable,
        0x1028: hasCompiler,
        0x102b: `${name} ${Number(device)}`,
        0x102f: version,
      }
      const fact = facts[key as number]
      return fact === undefined ? -30 : give(target, fact)
    },
  }
  const cl = Object.fromEntries(Object.keys(SIGNATURES).map((own) => [own, functions[own as FunctionName]]))
  return { platform: 1n, cl: cl as unknown as OpenCl }
}

const namesOf = (...platforms: ReturnType<typeof platformOf>[]) =>
  listOpenClDevices(1, platforms).map(({ description }) => description.name)

test('GPUs come first; a platform without devices has none, one that comes twice counts once', () => {
  const cpu = platformOf('PoCL', [{ type: TYPE_CPU, version: 'OpenCL 3.0 PoCL' }])
  const card = { type: TYPE_GPU, version: 'OpenCL 3.0 CUDA 12.4' }
  const cards = platformOf('CUDA', [card, card])
  expect(namesOf(cpu, platformOf('none', []), cards, cpu)).toEqual(['CUDA 1', 'CUDA 2', 'PoCL 1'])
})

test.each([
  ['OpenCL 1.1 Mesa', 0],
  ['OpenCL 1.2 CUDA', 1],
  ['OpenCL 2.0 AMD-APP', 1],
  ['OpenCL 10.0', 1],
  ['', 0],
])('of devices with the version %j, %i are listed', (version, count) => {
  expect(namesOf(platformOf('one', [{ type: TYPE_GPU, version }]))).toHaveLength(count)
})

test.each(['isAvailable', 'hasCompiler'] as const)('a device of which %s is not true is left out', (fact) => {
  const version = 'OpenCL 3.0'
  const devices = [
    { type: TYPE_GPU, version, [fact]: 0 },
    { type: TYPE_GPU, version },
  ]
  expect(namesOf(platformOf('two', devices))).toEqual(['two 2'])
})
