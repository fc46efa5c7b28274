// Builds OpenCL programs: from the cached binary, else from source, off the main thread.

import type { BinaryCache } from './binary-cache.node.ts'
import { numberOf, spellCode } from './error-codes.ts'
import type { Argument, BoundFunction, Handle, OpenCl } from './functions.ts'
import { pointTo } from './load-library.node.ts'

/** Kernels are exact integer programs in OpenCL C 1.2; warnings about generated code help nobody. */
const OPTIONS = '-cl-std=CL1.2 -w'

const BUILD_LOG = 0x1183
const BINARY_SIZES = 0x1165
const BINARIES = 0x1166
const MOST_LOG_CHARACTERS = 2000
const HANDLE_BYTES = 8

/** Where programs are built. */
export interface BuildPlace {
  readonly cl: OpenCl
  readonly context: Handle
  readonly device: Handle
  readonly cache: BinaryCache | undefined
}

/** A built program, or the code of the call that failed, with what the compiler says. */
export type BuildResult =
  | { readonly program: Handle }
  | { readonly call: string; readonly code: number; readonly log: string }

/** Builds a program. */
export async function buildProgram(place: BuildPlace, text: string): Promise<BuildResult> {
  const source = `${OPTIONS}\n${text}`
  const binary = await place.cache?.read(source)
  if (binary !== undefined) {
    const cached = await buildBinary(place, binary)
    if (cached !== undefined) return { program: cached }
    await place.cache?.remove(source)
  }
  const built = await buildSource(place, text)
  if ('program' in built && place.cache !== undefined) {
    const made = readBinary(place, built.program)
    if (made !== undefined) await place.cache.write(source, made)
  }
  return built
}

async function buildSource({ cl, context, device }: BuildPlace, text: string): Promise<BuildResult> {
  const code = new Int32Array(1)
  const bytes = new TextEncoder().encode(text)
  const program = cl.clCreateProgramWithSource(
    context,
    1,
    pointTo(bytes),
    BigUint64Array.of(BigInt(bytes.length)),
    code,
  )
  if (program === null) return { call: 'clCreateProgramWithSource', code: code[0]!, log: '' }
  const built = await callAsync(cl.clBuildProgram, program, 1, BigUint64Array.of(device), OPTIONS, null, null)
  if (built === 0) return { program }
  const log = readLog(cl, program, device)
  cl.clReleaseProgram(program)
  return { call: 'clBuildProgram', code: built, log }
}

/** The program of a binary; undefined where the driver rejects it. */
async function buildBinary({ cl, context, device }: BuildPlace, binary: Uint8Array): Promise<Handle | undefined> {
  const devices = BigUint64Array.of(device)
  const lengths = BigUint64Array.of(BigInt(binary.length))
  const status = new Int32Array(1)
  const code = new Int32Array(1)
  const program = cl.clCreateProgramWithBinary(context, 1, devices, lengths, pointTo(binary), status, code)
  if (program === null) return undefined
  const built = await callAsync(cl.clBuildProgram, program, 1, devices, OPTIONS, null, null)
  if (status[0] === 0 && built === 0) return program
  cl.clReleaseProgram(program)
  return undefined
}

function readBinary({ cl }: BuildPlace, program: Handle): Uint8Array | undefined {
  const size = new BigUint64Array(1)
  if (cl.clGetProgramInfo(program, BINARY_SIZES, HANDLE_BYTES, size, null) !== 0 || size[0] === 0n) return undefined
  const binary = new Uint8Array(Number(size[0]))
  const code = cl.clGetProgramInfo(program, BINARIES, HANDLE_BYTES, pointTo(binary), null)
  return code === 0 ? binary : undefined
}

function readLog(cl: OpenCl, program: Handle, device: Handle): string {
  const size = new BigUint64Array(1)
  if (cl.clGetProgramBuildInfo(program, device, BUILD_LOG, 0, null, size) !== 0) return ''
  const bytes = new Uint8Array(Number(size[0]))
  cl.clGetProgramBuildInfo(program, device, BUILD_LOG, bytes.length, bytes, null)
  return new TextDecoder().decode(bytes).replaceAll('\0', '').trim().slice(0, MOST_LOG_CHARACTERS)
}

/** The message for a build that failed. */
export function spellFailure({ call, code, log }: Exclude<BuildResult, { program: Handle }>): string {
  return `${call}: ${spellCode(code)}${log === '' ? '' : `\n${log}`}`
}

/** Whether the program is the reason of the failure, not the device. */
export function isRefused(code: number): boolean {
  const refusals = ['CL_BUILD_PROGRAM_FAILURE', 'CL_COMPILE_PROGRAM_FAILURE', 'CL_LINK_PROGRAM_FAILURE']
  return refusals.some((name) => numberOf(name) === code)
}

/** Calls a function on another thread; the caller keeps the memory of the arguments. */
export function callAsync(bound: BoundFunction<number>, ...args: readonly Argument[]): Promise<number> {
  return new Promise((resolve, reject) => {
    bound.async(...args, (error: unknown, code: number) => {
      if (error === null || error === undefined) resolve(code)
      else reject(error instanceof Error ? error : new Error(String(error)))
    })
  })
}
