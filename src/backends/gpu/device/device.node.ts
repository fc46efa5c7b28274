// Adapters and devices in Node, from Dawn in the package `webgpu`.

import { constants } from 'node:os'
import { EnvironmentError } from '../../../language/errors.ts'
import { installCommand } from '../../optional-packages.ts'
import { spreadAdapters } from './webgpu/choose-adapter.ts'
import { chooseCode } from './choose-code.node.ts'
import type { AdapterDescription, GpuDevice } from './device.ts'
import { describeAdapter, openWebGpuDevice } from './webgpu/open-device.ts'
import { waitQuietly } from './webgpu/wait.node.ts'
import { readWantedDevice, type WantedDevice } from './wanted-device.ts'

/** An adapter and its description. It can be opened once. @internal */
export interface FoundAdapter {
  readonly adapter: GPUAdapter
  readonly description: AdapterDescription
}

// Keeps the objects that `create` returns: using a device crashes the process after its object was collected.
const instances = new Map<string, GPU>()

/** Opens the wanted device (see MEGABATT_DEVICE); throws an EnvironmentError if there is none. */
export async function openNodeDevice(wanted: WantedDevice = readWantedDevice(process.env)): Promise<GpuDevice> {
  const found = await findAdapter(wanted)
  if (found === undefined) throw missingAdapter(wanted)
  return openFound(found)
}

/** Opens device `number` of several; the devices use the matching adapters in turn. */
export async function openNumberedDevice(
  number: number,
  wanted: WantedDevice = readWantedDevice(process.env),
): Promise<GpuDevice> {
  const preferred = await findAdapter(wanted)
  if (preferred === undefined) throw missingAdapter(wanted)
  let chosen = preferred
  if (number > 0) {
    const found = await listAdapters()
    const descriptions = found.map(({ description }) => description)
    const places = spreadAdapters(descriptions, preferred.description)
    chosen = found[places[number % places.length]!] ?? preferred
  }
  return openFound(chosen)
}

/** Opens an adapter and chooses the form of its kernel code. @internal */
export async function openFound({ adapter, description }: FoundAdapter): Promise<GpuDevice> {
  const gpu = await openWebGpuDevice(adapter, description, waitQuietly)
  try {
    gpu.code = await chooseCode(gpu)
    return gpu
  } catch (error) {
    gpu.destroy()
    throw error
  }
}

/** The preferred adapter of the wanted kind. @internal */
export async function findAdapter(wanted: WantedDevice): Promise<FoundAdapter | undefined> {
  const preferred = await requestAdapter([])
  if (preferred === undefined || wanted === 'auto' || preferred.description.kind === wanted) return preferred
  return (await listAdapters()).find((found) => found.description.kind === wanted)
}

/** All adapters of this machine, the preferred one first. @internal */
export async function listAdapters(): Promise<FoundAdapter[]> {
  const names = await listAdapterNames()
  const found: FoundAdapter[] = []
  for (const { backend, name } of names) {
    const adapter = await requestAdapter([`backend=${backend}`, `adapter=${name}`], backend)
    if (adapter !== undefined) found.push(adapter)
  }
  if (found.length > 0) return found
  const preferred = await requestAdapter([])
  return preferred === undefined ? [] : [preferred]
}

async function requestAdapter(flags: string[], backend = ''): Promise<FoundAdapter | undefined> {
  if (!hasGraphicsLoader()) return undefined
  const gpu = await createInstance(flags)
  const adapter = await waitQuietly(gpu.requestAdapter({ powerPreference: 'high-performance' })).catch(() => null)
  return adapter === null ? undefined : { adapter, description: describeAdapter(adapter, backend) }
}

// Dawn lists its adapters only in the error message for an adapter that does not exist.
async function listAdapterNames(): Promise<{ backend: string; name: string }[]> {
  if (!hasGraphicsLoader()) return []
  const gpu = await createInstance(['adapter=none is called this'])
  try {
    await gpu.requestAdapter()
    return []
  } catch (error) {
    const lines = String(error).matchAll(/^ \* backend: '(?<backend>[^']*)', name: '(?<name>.*)'$/gm)
    const names = Array.from(lines, ({ groups }) => ({ backend: groups!.backend!, name: groups!.name! }))
    return names.filter(({ backend }) => backend !== 'null')
  }
}

// Without the Vulkan loader on Linux, Dawn finds no adapter and writes to stderr. Checked with `dlopen`, which fails for
// an existing library as well, but with another message: it is not a Node module.
function hasGraphicsLoader(): boolean {
  if (process.platform !== 'linux') return true
  try {
    process.dlopen({ exports: {} }, 'libvulkan.so.1', constants.dlopen.RTLD_LAZY)
    return true
  } catch (error) {
    return !String(error).includes('cannot open shared object file')
  }
}

async function createInstance(flags: string[]): Promise<GPU> {
  const { create } = await loadDawn()
  const key = flags.join('\n')
  const instance = instances.get(key) ?? create(flags)
  instances.set(key, instance)
  return instance
}

async function loadDawn(): Promise<typeof import('webgpu')> {
  try {
    return await import('webgpu')
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
    const reason = isMissing ? 'is not installed' : `cannot be loaded: ${String(cause).split('\n', 1)[0]}`
    const software = `On linux x64 without a GPU: \`${installCommand('webgpu', '@sparticuz/chromium')}\`.`
    throw new EnvironmentError('webgpu-missing', `The package webgpu, which provides WebGPU in Node, ${reason}`, {
      advice: `Run \`${installCommand('webgpu')}\`, with -g if megabatt is installed globally. ${software}`,
      cause,
    })
  }
}

/** The error for a missing adapter, with advice for this platform. */
export function missingAdapter(wanted: WantedDevice): EnvironmentError {
  const message = `No ${wanted === 'auto' ? '' : `${wanted} `}adapter was found`
  return new EnvironmentError('gpu-no-adapter', message, { advice: adviseOnAdapter(wanted) })
}

function adviseOnAdapter(wanted: WantedDevice): string {
  if (wanted === 'hardware') return 'Install the driver of a GPU, or leave MEGABATT_DEVICE at auto.'
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'Install the driver of a GPU.'
  return 'To start a program of yours with the software device: `eval "$(megabatt devices --environment)"` before it.'
}
