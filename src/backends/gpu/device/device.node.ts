// The devices of this machine in Node: lists those of WebGPU and OpenCL, and opens the chosen one.

import { EnvironmentError } from '../../../language/errors.ts'
import { type DeviceChoice, chooseDevices } from './choose-device.ts'
import type { AdapterDescription, DeviceLimits, GpuDevice } from './device.ts'
import { type DeviceApi, type WantedDevice, readWantedDevice } from './wanted-device.ts'

/** A device that can be opened. @internal */
export interface ListedDevice {
  readonly description: AdapterDescription
  readonly limits: DeviceLimits
  readonly open: () => Promise<GpuDevice>
}

/** An open device and the reason for its choice. @internal */
export interface ChosenDevice {
  readonly gpu: GpuDevice
  readonly reason: string
}

/** Device `number` of `count` devices. */
export interface DeviceRequest {
  readonly wanted: WantedDevice
  readonly number: number
  readonly count: number
}

const LISTS: Readonly<Record<DeviceApi, () => Promise<readonly ListedDevice[]>>> = {
  webgpu: async () => (await import('./webgpu/dawn.node.ts')).listWebGpu(),
  opencl: async () => (await import('./opencl/open-opencl.node.ts')).listOpenCl(),
}

/** All devices of an API; throws an EnvironmentError where a package is missing. @internal */
export function listDevices(api: DeviceApi): Promise<readonly ListedDevice[]> {
  return LISTS[api]()
}

/** Opens the wanted device (see MEGABATT_DEVICE); throws an EnvironmentError if there is none. */
export async function openNodeDevice(wanted: WantedDevice = readWantedDevice(process.env)): Promise<GpuDevice> {
  return (await openNumberedDevice({ wanted, number: 0, count: 1 })).gpu
}

/** Opens one of several devices; they use the chosen ones in turn. @internal */
export async function openNumberedDevice({ wanted, number, count }: DeviceRequest): Promise<ChosenDevice> {
  const found = await findDevices(wanted, count)
  if (found === undefined) throw missingAdapter(wanted)
  const { numbers, reason } = found.choice
  const { open } = found.listed[numbers[number % numbers.length]!]!
  return { gpu: await open(), reason }
}

/** The devices of the chosen API, and the choice among them. @internal */
export async function findDevices(
  wanted: WantedDevice,
  count = 1,
): Promise<{ readonly choice: DeviceChoice; readonly listed: readonly ListedDevice[] } | undefined> {
  const problems: Partial<Record<DeviceApi, EnvironmentError>> = {}
  const list = async (api: DeviceApi): Promise<readonly ListedDevice[]> => {
    if (wanted.api !== undefined && wanted.api !== api) return []
    try {
      return await listDevices(api)
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error
      problems[api] = error
      return []
    }
  }
  const webgpu = await list('webgpu')
  const choose = (opencl: readonly ListedDevice[]) =>
    chooseDevices(wanted, count, {
      webgpu: webgpu.map(({ description }) => description),
      opencl: opencl.map(({ description }) => description),
    })
  const opencl = isEnough(wanted, count, webgpu, process.env) ? [] : await list('opencl')
  const choice = choose(opencl)
  if (choice !== undefined) return { choice, listed: choice.api === 'webgpu' ? webgpu : opencl }
  // A missing package is the better explanation. OpenCL is only named if it was asked for: its package comes with this one.
  const problem = problems[wanted.api ?? 'webgpu']
  if (problem !== undefined) throw problem
  return undefined
}

/** Whether OpenCL need not be asked: a driver that is not needed is not loaded. */
function isEnough(
  { kind, name }: WantedDevice,
  count: number,
  webgpu: readonly ListedDevice[],
  env: NodeJS.ProcessEnv,
): boolean {
  if (name !== undefined || webgpu.length === 0) return false
  const cards = webgpu.filter(({ description }) => description.kind === 'hardware').length
  if (cards > 0 || kind === 'hardware') return cards >= count
  // A named driver is the choice of the user.
  return kind === 'software' || Boolean(env.VK_ICD_FILENAMES || env.VK_DRIVER_FILES)
}

/** The error for a missing device, with advice for this platform. */
export function missingAdapter({ kind, api }: WantedDevice): EnvironmentError {
  const sort = [kind === 'auto' ? '' : kind, api === undefined ? '' : { webgpu: 'WebGPU', opencl: 'OpenCL' }[api]]
  const message = ['No', ...sort.filter((part) => part !== ''), 'adapter was found'].join(' ')
  return new EnvironmentError('gpu-no-adapter', message, { advice: adviseOnAdapter(kind, api) })
}

function adviseOnAdapter(kind: WantedDevice['kind'], api: DeviceApi | undefined): string {
  if (api === 'opencl')
    return 'Install the OpenCL driver of a GPU, or for the CPU PoCL (Debian package pocl-opencl-icd); `megabatt doctor` says more.'
  if (kind === 'hardware') return 'Install the driver of a GPU, or leave MEGABATT_DEVICE at auto.'
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'Install the driver of a GPU.'
  return 'To start a program of yours with the software device: `eval "$(megabatt devices --environment)"` before it.'
}
