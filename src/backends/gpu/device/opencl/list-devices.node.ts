// The devices of all platforms of OpenCL, with their descriptions and limits.

import type { AdapterDescription, DeviceLimits } from '../device.ts'
import type { Handle, OpenCl } from './functions.ts'
import { type FoundPlatform, loadPlatforms } from './load-library.node.ts'

/** A device that can be opened. */
export interface FoundOpenClDevice {
  readonly cl: OpenCl
  readonly platform: Handle
  readonly device: Handle
  readonly description: AdapterDescription
  readonly limits: DeviceLimits
}

const ALL_TYPES = 0xffffffffn
const TYPE_CPU = 2n
const MOST_DEVICES = 64
const PARTITION_EQUALLY = 0x1086n

const PLATFORM_NAME = 0x0902
const INFO = {
  type: 0x1000,
  computeUnits: 0x1002,
  workGroupSize: 0x1004,
  allocationSize: 0x1010,
  alignmentBits: 0x1019,
  memorySize: 0x101f,
  localSize: 0x1023,
  isAvailable: 0x1027,
  hasCompiler: 0x1028,
  name: 0x102b,
  vendor: 0x102c,
  driver: 0x102d,
  version: 0x102f,
} as const

/** As many as WebGPU guarantees; OpenCL has no limit. */
const WORKGROUPS = 65_535
const BUFFERS = 8

/**
 * All devices, GPUs first; a platform that two libraries have counts once. `parts` divides each CPU into equal parts, which stand
 * for several cards in tests.
 */
export function listOpenClDevices(parts = 1, platforms = loadPlatforms()): FoundOpenClDevice[] {
  const names = new Set<string>()
  const found: FoundOpenClDevice[] = []
  for (const own of platforms) {
    const name = readText(own.cl.clGetPlatformInfo, own.platform, PLATFORM_NAME)
    if (names.has(name)) continue
    names.add(name)
    found.push(...devicesOf(own, name, parts))
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

function rank({ description }: FoundOpenClDevice): number {
  return description.kind === 'hardware' ? 0 : 1
}

function devicesOf({ platform, cl }: FoundPlatform, platformName: string, parts: number): FoundOpenClDevice[] {
  const devices = new BigUint64Array(MOST_DEVICES)
  const count = new Uint32Array(1)
  // A platform without devices returns an error code.
  if (cl.clGetDeviceIDs(platform, Number(ALL_TYPES), MOST_DEVICES, devices, count) !== 0) return []
  return [...devices.subarray(0, count[0])]
    .filter((device) => readNumber(cl, device, INFO.isAvailable) !== 0n)
    .filter((device) => readNumber(cl, device, INFO.hasCompiler) !== 0n)
    .filter((device) => hasVersion(readText(cl.clGetDeviceInfo, device, INFO.version)))
    .flatMap((device) => divide(cl, device, parts))
    .map((device) => ({ cl, platform, device, ...describe(cl, device, platformName) }))
}

/** Whether a device has OpenCL 1.2 or later; older ones cannot fill buffers (Clover of Mesa has 1.1). */
function hasVersion(text: string): boolean {
  const [, major = '0', minor = '0'] = /^OpenCL (\d+)\.(\d+)/.exec(text) ?? []
  return Number(major) > 1 || (major === '1' && Number(minor) >= 2)
}

/** The parts of a CPU; other devices, and CPUs with fewer cores, are not divided. */
function divide(cl: OpenCl, device: Handle, parts: number): Handle[] {
  const units = Number(readNumber(cl, device, INFO.computeUnits))
  const isCpu = (readNumber(cl, device, INFO.type) & TYPE_CPU) !== 0n
  if (!isCpu || parts < 2 || units < parts) return [device]
  const properties = BigUint64Array.of(PARTITION_EQUALLY, BigInt(Math.floor(units / parts)), 0n)
  const divided = new BigUint64Array(units)
  const count = new Uint32Array(1)
  const code = cl.clCreateSubDevices(device, properties, units, divided, count)
  return code === 0 ? [...divided.subarray(0, Math.min(parts, count[0]!))] : [device]
}

function describe(cl: OpenCl, device: Handle, platformName: string) {
  const text = (key: number) => readText(cl.clGetDeviceInfo, device, key)
  const number = (key: number) => Number(readNumber(cl, device, key))
  const isCpu = (readNumber(cl, device, INFO.type) & TYPE_CPU) !== 0n
  const description: AdapterDescription = {
    name: text(INFO.name),
    vendor: text(INFO.vendor),
    architecture: text(INFO.version),
    driver: `${platformName} ${text(INFO.driver)}`,
    backend: 'opencl',
    kind: isCpu ? 'software' : 'hardware',
  }
  const limits: DeviceLimits = {
    maxBufferSize: number(INFO.allocationSize),
    maxStorageBufferBindingSize: number(INFO.allocationSize),
    maxStorageBuffersPerShaderStage: BUFFERS,
    maxComputeWorkgroupsPerDimension: WORKGROUPS,
    maxComputeInvocationsPerWorkgroup: number(INFO.workGroupSize),
    maxComputeWorkgroupSizeX: number(INFO.workGroupSize),
    maxComputeWorkgroupStorageSize: number(INFO.localSize),
    minStorageBufferOffsetAlignment: number(INFO.alignmentBits) / 8,
    memorySize: number(INFO.memorySize),
  }
  return { description, limits }
}

/** A number of 32 or 64 bits; 0 where the driver has no answer. */
function readNumber(cl: OpenCl, device: Handle, key: number): bigint {
  const value = new BigUint64Array(1)
  return cl.clGetDeviceInfo(device, key, 8, value, null) === 0 ? value[0]! : 0n
}

function readText(read: OpenCl['clGetDeviceInfo'], object: Handle, key: number): string {
  const bytes = new Uint8Array(1024)
  if (read(object, key, bytes.length, bytes, null) !== 0) return ''
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))).trim()
}
