// The error codes of OpenCL: their names, and the kinds of device error that they are.

import type { DeviceErrorKind } from '../device-errors.ts'
import type { FunctionName } from './functions.ts'

/** Names without the prefix `CL_`; codes from -1 to -19 and from -30 to -71 are consecutive. */
const FIRST_NAMES =
  'DEVICE_NOT_FOUND DEVICE_NOT_AVAILABLE COMPILER_NOT_AVAILABLE MEM_OBJECT_ALLOCATION_FAILURE OUT_OF_RESOURCES OUT_OF_HOST_MEMORY PROFILING_INFO_NOT_AVAILABLE MEM_COPY_OVERLAP IMAGE_FORMAT_MISMATCH IMAGE_FORMAT_NOT_SUPPORTED BUILD_PROGRAM_FAILURE MAP_FAILURE MISALIGNED_SUB_BUFFER_OFFSET EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST COMPILE_PROGRAM_FAILURE LINKER_NOT_AVAILABLE LINK_PROGRAM_FAILURE DEVICE_PARTITION_FAILED KERNEL_ARG_INFO_NOT_AVAILABLE'
const INVALID_NAMES =
  'VALUE DEVICE_TYPE PLATFORM DEVICE CONTEXT QUEUE_PROPERTIES COMMAND_QUEUE HOST_PTR MEM_OBJECT IMAGE_FORMAT_DESCRIPTOR IMAGE_SIZE SAMPLER BINARY BUILD_OPTIONS PROGRAM PROGRAM_EXECUTABLE KERNEL_NAME KERNEL_DEFINITION KERNEL ARG_INDEX ARG_VALUE ARG_SIZE KERNEL_ARGS WORK_DIMENSION WORK_GROUP_SIZE WORK_ITEM_SIZE GLOBAL_OFFSET EVENT_WAIT_LIST EVENT OPERATION GL_OBJECT BUFFER_SIZE MIP_LEVEL GLOBAL_WORK_SIZE PROPERTY IMAGE_DESCRIPTOR COMPILER_OPTIONS LINKER_OPTIONS DEVICE_PARTITION_COUNT PIPE_SIZE DEVICE_QUEUE SPEC_ID'
const FIRST_INVALID = -30

const names = new Map<number, string>([
  ...FIRST_NAMES.split(' ').map((name, k): [number, string] => [-1 - k, `CL_${name}`]),
  ...INVALID_NAMES.split(' ').map((name, k): [number, string] => [FIRST_INVALID - k, `CL_INVALID_${name}`]),
  [-72, 'CL_MAX_SIZE_RESTRICTION_EXCEEDED'],
  [-1001, 'CL_PLATFORM_NOT_FOUND_KHR'],
  [-9999, 'an access outside a buffer (NVIDIA)'],
])

const codeOf = new Map(Array.from(names, ([code, name]) => [name, code]))

/** The name of a code, with its number. */
export function spellCode(code: number): string {
  return `${names.get(code) ?? 'unknown error'} (${code})`
}

/** The number of a named code. */
export function numberOf(name: string): number {
  return codeOf.get(name)!
}

const OUT_OF_MEMORY = new Set(
  ['CL_MEM_OBJECT_ALLOCATION_FAILURE', 'CL_OUT_OF_HOST_MEMORY', 'CL_INVALID_BUFFER_SIZE'].map(numberOf),
)
const OUT_OF_RESOURCES = numberOf('CL_OUT_OF_RESOURCES')
/** Drivers may allocate a buffer in its first command, which fills it. */
const TAKES_MEMORY: ReadonlySet<FunctionName> = new Set(['clCreateBuffer', 'clCreateSubBuffer', 'clEnqueueFillBuffer'])
/** The program needs more registers or workgroup memory than the device has. */
const LOADS_PROGRAM: ReadonlySet<FunctionName> = new Set(['clBuildProgram', 'clCreateKernel'])
/** After a fault of a kernel, drivers reject the queue or the context of the device. */
const LOST = new Set([
  -9999,
  ...[
    'CL_DEVICE_NOT_AVAILABLE',
    'CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST',
    'CL_INVALID_COMMAND_QUEUE',
    'CL_INVALID_CONTEXT',
  ].map(numberOf),
])

/** The kind of device error that a code is, returned by a call. */
export function kindOf(code: number, call: FunctionName): DeviceErrorKind {
  if (code === OUT_OF_RESOURCES) return lackOf(call)
  if (OUT_OF_MEMORY.has(code)) return 'out-of-memory'
  if (LOST.has(code)) return 'lost'
  return names.get(code)?.startsWith('CL_INVALID_') === true ? 'validation' : 'internal'
}

/** NVIDIA returns this code from all later calls after a kernel has failed: where no memory is taken, the device is lost. */
function lackOf(call: FunctionName): DeviceErrorKind {
  if (TAKES_MEMORY.has(call)) return 'out-of-memory'
  return LOADS_PROGRAM.has(call) ? 'validation' : 'lost'
}
