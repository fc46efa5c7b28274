// WebGPU adapters and devices in Node, from Dawn in the package `webgpu`.

import { EnvironmentError } from '../../../../language/errors.ts'
import { importPackage } from '../../../import-package.ts'
import { installCommand } from '../../../optional-packages.ts'
import type { ListedDevice } from '../device.node.ts'
import type { AdapterDescription } from '../device.ts'
import { hasGraphicsLoader } from './graphics-loader.node.ts'
import { describeAdapter, openWebGpuDevice, pickLimits } from './open-device.ts'
import { waitQuietly } from './wait.node.ts'

/** An adapter and its description. It can be opened once. */
interface FoundAdapter {
  readonly adapter: GPUAdapter
  readonly description: AdapterDescription
}

// Keeps the objects that `create` returns: using a device crashes the process after its object was collected.
const instances = new Map<string, GPU>()

/** All adapters of this machine, the preferred one first. @internal */
export async function listWebGpu(): Promise<ListedDevice[]> {
  const preferred = await requestAdapter([])
  if (preferred === undefined) return []
  const found: FoundAdapter[] = []
  for (const { backend, name } of await listAdapterNames()) {
    const adapter = await requestAdapter([`backend=${backend}`, `adapter=${name}`], backend)
    if (adapter !== undefined) found.push(adapter)
  }
  const { name, kind } = preferred.description
  const isPreferred = ({ description }: FoundAdapter) => description.name === name && description.kind === kind
  const listed = found.some(isPreferred)
    ? found.toSorted((a, b) => +isPreferred(b) - +isPreferred(a))
    : [preferred, ...found]
  return listed.map((own) => ({
    description: own.description,
    limits: pickLimits(own.adapter.limits),
    open: () => openWebGpuDevice(own.adapter, own.description, waitQuietly),
  }))
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

async function createInstance(flags: string[]): Promise<GPU> {
  const { create } = await loadDawn()
  const key = flags.join('\n')
  const instance = instances.get(key) ?? create(flags)
  instances.set(key, instance)
  return instance
}

async function loadDawn(): Promise<typeof import('webgpu')> {
  try {
    return (await importPackage('webgpu')) as typeof import('webgpu')
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
