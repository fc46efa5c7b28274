// Chooses the devices of a run among those of the machine, and gives the reason.

import { UserError } from '../../../language/errors.ts'
import type { AdapterDescription } from './device.ts'
import { type DeviceApi, type WantedDevice, spellWantedDevice } from './wanted-device.ts'

/** The devices of the machine by API, in the order of their numbers. */
export type ListedDevices = Readonly<Record<DeviceApi, readonly AdapterDescription[]>>

/** Devices to use in turn, as numbers of one API. */
export interface DeviceChoice {
  readonly api: DeviceApi
  readonly numbers: readonly number[]
  /** Why these, for the report. */
  readonly reason: string
}

const NAMES: Readonly<Record<DeviceApi, string>> = { webgpu: 'WebGPU', opencl: 'OpenCL' }

/** Chooses `count` devices; returns undefined if the machine has no device of the wanted sort. Throws a UserError for an unknown device. */
export function chooseDevices(wanted: WantedDevice, count: number, listed: ListedDevices): DeviceChoice | undefined {
  const { api, number, kind } = wanted
  if (api !== undefined && number !== undefined) {
    if (listed[api][number] === undefined) throw missingDevice(wanted, listed)
    return { api, numbers: [number], reason: `${api}:${number} is asked for` }
  }
  const kinds = kind === 'auto' ? (['hardware', 'software'] as const) : [kind]
  for (const own of kinds) {
    const choice = chooseAmong(wanted, own, count, listed)
    if (choice !== undefined) return choice
  }
  if (wanted.name !== undefined) throw missingDevice(wanted, listed)
  return undefined
}

/** The choice among devices of one kind. */
function chooseAmong(
  wanted: WantedDevice,
  kind: AdapterDescription['kind'],
  count: number,
  listed: ListedDevices,
): DeviceChoice | undefined {
  const webgpu = wanted.api === 'opencl' ? [] : spreadAdapters(listed.webgpu, numbersOf(wanted, kind, listed.webgpu))
  const opencl = wanted.api === 'webgpu' ? [] : numbersOf(wanted, kind, listed.opencl)
  if (webgpu.length === 0 && opencl.length === 0) return undefined
  const sort = kind === 'hardware' ? 'a GPU' : 'a software device'
  if (wanted.api !== undefined)
    return { api: wanted.api, numbers: [...webgpu, ...opencl], reason: `${wanted.api} is asked for` }
  if (webgpu.length === 0) return { api: 'opencl', numbers: opencl, reason: `OpenCL has ${sort}, WebGPU has none` }
  if (opencl.length === 0) return { api: 'webgpu', numbers: webgpu, reason: `WebGPU has ${sort}` }
  if (webgpu.length < Math.min(count, opencl.length)) {
    const reason = `WebGPU tells apart ${webgpu.length} of the ${opencl.length} devices of OpenCL`
    return { api: 'opencl', numbers: opencl, reason }
  }
  // A software device of WebGPU is there because the user has installed or named its driver; among CPUs, that of OpenCL is faster.
  const api = kind === 'hardware' || wanted.kind === 'software' ? 'webgpu' : 'opencl'
  return { api, numbers: api === 'webgpu' ? webgpu : opencl, reason: `${NAMES[api]} has ${sort}` }
}

/** The numbers of the devices of a kind and name. */
function numbersOf(
  { name }: WantedDevice,
  kind: AdapterDescription['kind'],
  devices: readonly AdapterDescription[],
): number[] {
  return devices.flatMap((device, k) => {
    const isNamed = name === undefined || device.name.toLowerCase().includes(name.toLowerCase())
    return device.kind === kind && isNamed ? [k] : []
  })
}

/**
 * The adapters of WebGPU to use, the first one first: all of its API, each name once. Most GPUs are listed once for every API below
 * WebGPU. GPUs of the same name cannot be distinguished.
 */
export function spreadAdapters(listed: readonly AdapterDescription[], numbers: readonly number[]): number[] {
  const names = new Map<string, number>()
  for (const number of numbers) {
    const { name, backend } = listed[number]!
    if (backend === listed[numbers[0]!]!.backend && !names.has(name)) names.set(name, number)
  }
  return [...names.values()]
}

function missingDevice(wanted: WantedDevice, listed: ListedDevices): UserError {
  const known = (['webgpu', 'opencl'] as const).flatMap((api) =>
    listed[api].map(({ name }, number) => `${api}:${number} (${name})`),
  )
  return new UserError('bad-device-choice', `No device is ${JSON.stringify(spellWantedDevice(wanted))}`, {
    advice: known.length === 0 ? 'This machine has no devices.' : `This machine has ${known.join(', ')}.`,
  })
}
