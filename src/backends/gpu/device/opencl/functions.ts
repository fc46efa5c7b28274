// The functions of OpenCL 1.2 that are used: their signatures, and their places in the dispatch table of a driver.

/** The address of an object of the driver; 0 is none. */
export type Handle = bigint

/** Memory of this process that a call reads or writes. */
export type Memory = ArrayBufferView | null

interface Signature {
  /** The index in the table to which the first word of every object points (`cl_icd_dispatch` in the headers of OpenCL). */
  readonly place: number
  readonly result: 'int32_t' | 'void *'
  readonly parameters: readonly string[]
}

const P = 'void *' as const
const COUNT = 'uint32_t'
const SIZE = 'size_t'
const BITS = 'uint64_t'

const call = (place: number, ...parameters: string[]) => ({ place, result: 'int32_t', parameters }) as const
const make = (place: number, ...parameters: string[]) => ({ place, result: P, parameters }) as const

/** All functions by name. */
export const SIGNATURES = {
  clGetPlatformIDs: call(0, COUNT, P, P),
  clGetPlatformInfo: call(1, P, COUNT, SIZE, P, P),
  clGetDeviceIDs: call(2, P, BITS, COUNT, P, P),
  clGetDeviceInfo: call(3, P, COUNT, SIZE, P, P),
  clCreateContext: make(4, P, COUNT, P, P, P, P),
  clReleaseContext: call(7, P),
  clCreateCommandQueue: make(9, P, P, BITS, P),
  clReleaseCommandQueue: call(11, P),
  clCreateBuffer: make(14, P, BITS, SIZE, P, P),
  clReleaseMemObject: call(18, P),
  clCreateProgramWithSource: make(26, P, COUNT, P, P, P),
  clCreateProgramWithBinary: make(27, P, COUNT, P, P, P, P, P),
  clReleaseProgram: call(29, P),
  clBuildProgram: call(30, P, COUNT, P, 'const char *', P, P),
  clGetProgramInfo: call(32, P, COUNT, SIZE, P, P),
  clGetProgramBuildInfo: call(33, P, P, COUNT, SIZE, P, P),
  clCreateKernel: make(34, P, 'const char *', P),
  clReleaseKernel: call(37, P),
  clSetKernelArg: call(38, P, COUNT, SIZE, P),
  clGetKernelWorkGroupInfo: call(40, P, P, COUNT, SIZE, P, P),
  clReleaseEvent: call(44, P),
  clGetEventProfilingInfo: call(45, P, COUNT, SIZE, P, P),
  clFlush: call(46, P),
  clFinish: call(47, P),
  clEnqueueReadBuffer: call(48, P, P, COUNT, SIZE, SIZE, P, COUNT, P, P),
  clEnqueueWriteBuffer: call(49, P, P, COUNT, SIZE, SIZE, P, COUNT, P, P),
  clEnqueueCopyBuffer: call(50, P, P, P, SIZE, SIZE, SIZE, COUNT, P, P),
  clEnqueueNDRangeKernel: call(59, P, P, COUNT, P, P, P, COUNT, P, P),
  clCreateSubBuffer: make(82, P, BITS, COUNT, P, P),
  clCreateSubDevices: call(93, P, P, COUNT, P, P),
  clEnqueueFillBuffer: call(102, P, P, P, SIZE, SIZE, SIZE, COUNT, P, P),
} as const satisfies Readonly<Record<string, Signature>>

export type FunctionName = keyof typeof SIGNATURES

/** Functions that return an error code. */
export type CallName = {
  [N in FunctionName]: (typeof SIGNATURES)[N]['result'] extends 'int32_t' ? N : never
}[FunctionName]

export type Argument = Handle | number | string | Memory

type ResultOf<N extends FunctionName> = N extends CallName ? number : Handle | null

/** A bound function; `async` calls it on another thread. */
export interface BoundFunction<R> {
  (...args: readonly Argument[]): R
  async(...args: readonly unknown[]): void
}

/** The functions of a driver. */
export type OpenCl = { readonly [N in FunctionName]: BoundFunction<ResultOf<N>> }
