// The functions of a compiled library, bound by koffi. Each takes the address of a heap: the library itself holds nothing.

import { EnvironmentError } from '../../../language/errors.ts'
import { callWhole } from '../../end-lock.node.ts'
import { requireKoffi } from '../../koffi.node.ts'

/** The address of a heap. */
export type HeapPointer = bigint

type Words = readonly number[]

/** A loaded library of one cell layout. */
export interface NativeLibrary {
  open(wordCount: number): HeapPointer | null
  close(heap: HeapPointer): void
  grow(heap: HeapPointer, needed: number): number
  run(heap: HeapPointer, kernel: number, ...args: Words): number
  apply(heap: HeapPointer, fn: number, count: number, ...args: Words): number
  steps(heap: HeapPointer, plan: number, from: number, end: number): number
  differences(heap: HeapPointer, slots: number, count: number): void
  rows(heap: HeapPointer, plan: number, rows: number): void
  /** The memory of a heap, which is not copied. */
  view(heap: HeapPointer, byteLength: number): ArrayBuffer
}

/** The part of koffi that is used. */
interface Koffi {
  load(path: string): {
    func(name: string, result: string, parameters: readonly string[]): (...args: never[]) => unknown
  }
  view(pointer: HeapPointer, byteLength: number): ArrayBuffer
}

/** Loads koffi; an EnvironmentError if the package is not installed. */
export function loadKoffi(): Koffi {
  return requireKoffi('use --engine wasm') as Koffi
}

/** Loads a library; throws an EnvironmentError if the file is not a library for this machine. */
export function loadLibrary(path: string): NativeLibrary {
  return callWhole(() => bindLibrary(path))
}

function bindLibrary(path: string): NativeLibrary {
  const koffi = loadKoffi()
  const words = (count: number): string[] => Array.from({ length: count }, () => 'int32_t')
  try {
    const library = koffi.load(path)
    const bind = (name: string, result: string, parameters: readonly string[]) =>
      library.func(`megabatt_${name}`, result, parameters)
    return {
      open: bind('open', 'void *', ['int64_t']) as NativeLibrary['open'],
      close: bind('close', 'void', ['void *']),
      grow: bind('grow', 'int32_t', ['void *', 'int64_t']) as NativeLibrary['grow'],
      run: bind('run', 'int32_t', ['void *', ...words(5)]) as NativeLibrary['run'],
      apply: bind('apply', 'int32_t', ['void *', ...words(7)]) as NativeLibrary['apply'],
      steps: bind('steps', 'int32_t', ['void *', ...words(3)]) as NativeLibrary['steps'],
      differences: bind('differences', 'void', ['void *', ...words(2)]),
      rows: bind('rows', 'void', ['void *', ...words(2)]),
      view: (heap, byteLength) => callWhole(() => koffi.view(heap, byteLength)),
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EnvironmentError('native-unloadable', `The native library ${path} cannot be loaded: ${reason}`, {
      advice: 'Compile it again with `megabatt native`, or run with --engine wasm.',
      cause,
    })
  }
}
