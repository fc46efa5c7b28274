// Loads OpenCL: the loader of the system, and libraries of drivers directly, so that a missing ICD file does not matter.

import { requireKoffi } from '../../../koffi.node.ts'
import { type BoundFunction, type FunctionName, type Handle, type OpenCl, SIGNATURES } from './functions.ts'

/** The part of koffi that is used. */
interface Koffi {
  load(path: string): {
    func(name: string, result: string, parameters: readonly string[]): BoundFunction<never>
  }
  proto(result: string, parameters: readonly string[]): unknown
  decode(pointer: Handle, type: unknown): unknown
  address(memory: ArrayBufferView): bigint
}

/** A platform of OpenCL, usually one driver, and its functions. */
export interface FoundPlatform {
  readonly platform: Handle
  readonly cl: OpenCl
}

/** The loader of the system: it knows the drivers that have an ICD file. */
const LOADERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'libOpenCL.so.1',
  win32: 'OpenCL.dll',
  darwin: '/System/Library/Frameworks/OpenCL.framework/OpenCL',
}

/** Libraries of drivers: NVIDIA, AMD, Intel, PoCL. */
export const DRIVERS: readonly string[] = ['libnvidia-opencl.so.1', 'libamdocl64.so', 'libigdrcl.so', 'libpocl.so.2']

const MOST_PLATFORMS = 16

function loadKoffi(): Koffi {
  return requireKoffi('use --device webgpu') as Koffi
}

/** The address of memory, as an argument that is a list of one address; the caller keeps the memory. */
export function pointTo(memory: ArrayBufferView): BigUint64Array {
  return BigUint64Array.of(loadKoffi().address(memory))
}

/** The platforms of the loader, and those of each driver's library; the caller drops those that come twice. */
export function loadPlatforms(
  loader: string | undefined = LOADERS[process.platform],
  drivers: readonly string[] = process.platform === 'linux' ? DRIVERS : [],
): FoundPlatform[] {
  loadKoffi()
  return [...(loader === undefined ? [] : fromLoader(loader)), ...drivers.flatMap(fromDriver)]
}

/** A loader exports every function. */
function fromLoader(path: string): FoundPlatform[] {
  const library = load(path)
  if (library === undefined) return []
  const cl = bindAll((name) => {
    const { result, parameters } = SIGNATURES[name]
    return library.func(name, result, parameters)
  })
  return list(cl.clGetPlatformIDs).map((platform) => ({ platform, cl }))
}

/** A driver exports one function; the first word of its platforms is the address of the table of the others. */
function fromDriver(path: string): FoundPlatform[] {
  const library = load(path)
  if (library === undefined) return []
  const koffi = loadKoffi()
  const find = library.func('clGetExtensionFunctionAddress', 'void *', ['const char *']) as BoundFunction<Handle | null>
  const address = find('clIcdGetPlatformIDsKHR')
  if (address === null) return []
  const { result, parameters } = SIGNATURES.clGetPlatformIDs
  const listPlatforms = koffi.decode(address, koffi.proto(result, parameters)) as OpenCl['clGetPlatformIDs']
  return list(listPlatforms).map((platform) => {
    const table = koffi.decode(platform, 'void *') as Handle
    const cl = bindAll((name) => {
      const signature = SIGNATURES[name]
      const entry = koffi.decode(table + BigInt(8 * signature.place), 'void *') as Handle
      return koffi.decode(entry, koffi.proto(signature.result, signature.parameters)) as BoundFunction<never>
    })
    return { platform, cl }
  })
}

/** A library; undefined where the machine does not have it. */
function load(path: string): ReturnType<Koffi['load']> | undefined {
  try {
    return loadKoffi().load(path)
  } catch {
    return undefined
  }
}

function bindAll(bind: (name: FunctionName) => BoundFunction<never>): OpenCl {
  return Object.fromEntries(
    (Object.keys(SIGNATURES) as FunctionName[]).map((name) => [name, bind(name)]),
  ) as unknown as OpenCl
}

/** The platforms; a loader that knows no driver returns an error code. */
function list(listPlatforms: OpenCl['clGetPlatformIDs']): Handle[] {
  const platforms = new BigUint64Array(MOST_PLATFORMS)
  const count = new Uint32Array(1)
  const code = listPlatforms(MOST_PLATFORMS, platforms, count)
  return code === 0 ? [...platforms.subarray(0, count[0])] : []
}
