// The border of the heap in four of its forms, each run on a heap of given variables: results, faults and touched words.

import binaryen from 'binaryen'
import { loadKoffi } from '../../src/backends/cpu/native/native-library.node.ts'
import { MAX_HEAP_WORDS } from '../../src/kernel/heap-growth.ts'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { STATE as DEVICE_STATE } from '../../src/backends/gpu/shaders/device-state.ts'
import * as kernels from '../../src/backends/gpu/shaders/kernels.generated.ts'
import { assembleHelpers } from '../../src/backends/gpu/shaders/shader.ts'
import { ROOM_ERROR } from '../../src/kernel/errors.ts'
import * as border from '../../src/kernel/heap.ts'
import { cName } from '../../src/translate/c/c-names.ts'
import { hostFeatures } from '../../src/translate/c/host.ts'
import { cPrelude, preludeConstants, printConstants } from '../../src/translate/c/prelude.ts'
import { deviceParams } from '../../src/translate/device-params.ts'
import { SCRATCH_BASE, STATE, heapBase } from '../../src/translate/memory-layout.ts'
import { wasmPrelude } from '../../src/translate/wasm/prelude.ts'
import { compileC } from '../compile-c.ts'
import { dispatch } from './dispatch.ts'
import { type BorderCall, HEAP_WORDS, SCRATCH_WORDS, borderConstants, borderFunctions } from './prelude-cases.ts'

/** Result, fault, work, top, top of scratch, then the words of heap and scratch. */
export type Outcome = Int32Array

/** The places behind the last word of heap and scratch. */
export interface Limits {
  readonly heap: number
  readonly scratch: number
}

export const HOST_LIMITS: Limits = {
  heap: MAX_HEAP_WORDS,
  scratch: borderConstants.get('MAX_SCRATCH_WORDS')!,
}

export const VARIABLES = 5
export const OUTCOME_WORDS = VARIABLES + HEAP_WORDS + SCRATCH_WORDS
const heapPattern = Int32Array.from({ length: HEAP_WORDS }, (_, k) => 7 * k + 1)
const scratchPattern = Int32Array.from({ length: SCRATCH_WORDS }, (_, k) => 1000 + k)

type Twin = (...args: number[]) => number | boolean | undefined

/** The number of a function of the border by its name. */
const numbers = new Map(borderFunctions.map(({ declaration }, k) => [declaration.name, k]))

/** The variables are fault, work, top and top of scratch. There are very many outcomes: no list is made of the words. */
function newOutcome(
  result: number | boolean | undefined,
  variables: readonly number[],
  words: Int32Array,
  scratch: Int32Array,
): Outcome {
  const outcome = new Int32Array(OUTCOME_WORDS)
  outcome[0] = Number(result ?? 0)
  outcome.set(variables, 1)
  outcome.set(words, VARIABLES)
  outcome.set(scratch, VARIABLES + HEAP_WORDS)
  return outcome
}

/** Memory that is only said to be there costs nothing; no call near the limits touches it. */
class BoundlessHeap extends border.Heap {
  override grow(needed: number): boolean {
    return needed <= this.reach
  }
}

/** src/kernel/heap.ts itself. */
export function runInTypeScript(calls: readonly BorderCall[], budget: number): Outcome[] {
  const functions = border as unknown as Record<string, (h: border.Heap, ...args: number[]) => number | boolean>
  const h = new BoundlessHeap(HEAP_WORDS, HOST_LIMITS.scratch)
  const [words, scratch] = [h.words.subarray(0, HEAP_WORDS), h.scratch.subarray(0, SCRATCH_WORDS)]
  return calls.map(({ fn, args, start }) => {
    h.words.set(heapPattern)
    h.scratch.set(scratchPattern)
    Object.assign(h, start, { budget })
    const takesHeap = borderFunctions[numbers.get(fn)!]!.heapName !== undefined
    const twin = functions[fn] as (...given: unknown[]) => number | boolean
    const result = takesHeap ? twin(h, ...args) : twin(...args)
    return newOutcome(result, [h.fault, h.work, h.top, h.scratchTop], words, scratch)
  })
}

/** The prelude of the WebAssembly module; `grow` answers for the host. */
export function runInWebAssembly(
  calls: readonly BorderCall[],
  budget: number,
  grow = (needed: number): number => (needed >>> 0 <= MAX_HEAP_WORDS ? 1 : 0),
): Outcome[] {
  const kernels = new Map([
    ['equality', 0],
    ['newResults', 0],
  ])
  const module = binaryen.parseText(wasmPrelude(borderConstants, kernels, [], 'a'))
  for (const { declaration } of borderFunctions) module.addFunctionExport(declaration.name, declaration.name)
  const bytes = module.emitBinary()
  module.dispose()
  const base = heapBase(HOST_LIMITS.scratch)
  const memory = new WebAssembly.Memory({ initial: Math.ceil(base / 65536) + 1, maximum: 65536 })
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { host: { memory, grow } })
  const twins = instance.exports as Record<string, Twin>
  const state = new Int32Array(memory.buffer, 0, SCRATCH_BASE >> 2)
  const words = new Int32Array(memory.buffer, base, HEAP_WORDS)
  const scratch = new Int32Array(memory.buffer, SCRATCH_BASE, SCRATCH_WORDS)
  return calls.map(({ fn, args, start }) => {
    words.set(heapPattern)
    scratch.set(scratchPattern)
    for (const [name, value] of Object.entries({ ...start, budget, capacity: HEAP_WORDS }))
      state[STATE[name as keyof typeof STATE] >> 2] = value
    const result = twins[fn]!(...args)
    const get = (name: keyof typeof STATE): number => state[STATE[name] >> 2]!
    return newOutcome(result, [get('fault'), get('work'), get('top'), get('scratchTop')], words, scratch)
  })
}

type BorderLibrary = {
  readonly open: () => bigint
  readonly call: (heap: bigint, fn: number, ...args: number[]) => number
  readonly view: (heap: bigint, byteLength: number) => ArrayBuffer
}

/** Compiles the prelude of the C file with a caller of every function, on memory that is only reserved. */
export async function compileInC(): Promise<BorderLibrary> {
  const constants = new Map([...preludeConstants, 'FIRST_FREE'].map((name) => [name, borderConstants.get(name)!]))
  for (const name of ['EQUALITY_KERNEL', 'RESULTS_KERNEL', 'KERNEL_COUNT', 'PRIMITIVE_COUNT']) constants.set(name, 1)
  const text = `${hostFeatures}#define HAS_TRIPLES false
${printConstants(constants)}${cPrelude(HOST_LIMITS.scratch)}
#include <sys/mman.h>
static const Kernel kernelTable[1];
static const int32_t factsTable[1];
static bool grow(Heap *h, int64_t needed) { (void)h; return needed <= ${MAX_HEAP_WORDS}; }
Heap *border_open(void) {
  return mmap(0, HEAP_BASE + 4 * (size_t)${MAX_HEAP_WORDS}, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}
int32_t border_call(Heap *h, int32_t fn, int32_t a, int32_t b, int32_t c, int32_t d, int32_t e, int32_t f) {
  (void)c, (void)d, (void)e, (void)f, (void)callKernel;
  switch (fn) {
${borderFunctions.map(printCCase).join('')}    default: return -1;
  }
}
`
  const library = await compileC(text)
  const words = Array.from({ length: 1 + ARGUMENTS }, () => 'int32_t')
  return {
    open: library.func('border_open', 'void *', []) as BorderLibrary['open'],
    call: library.func('border_call', 'int32_t', ['void *', ...words]) as BorderLibrary['call'],
    view: (heap, byteLength) => loadKoffi().view(heap, byteLength),
  }
}

function printCCase({ declaration: { name }, heapName, values, returns }: (typeof borderFunctions)[number], k: number) {
  const args = [...(heapName === undefined ? [] : ['h']), ...['a', 'b', 'c', 'd', 'e', 'f'].slice(0, values.length)]
  const call = `${cName(name)}(${args.join(', ')})`
  return `    case ${k}: ${returns === 'void' ? `${call}; return 0` : `return ${call}`};\n`
}

/** The prelude of the C file. */
export function runInC(library: BorderLibrary, calls: readonly BorderCall[], budget: number): Outcome[] {
  const heap = library.open()
  const base = heapBase(HOST_LIMITS.scratch)
  const buffer = library.view(heap, base + 4 * HEAP_WORDS)
  const state = new Int32Array(buffer, 0, SCRATCH_BASE >> 2)
  const words = new Int32Array(buffer, base, HEAP_WORDS)
  const scratch = new Int32Array(buffer, SCRATCH_BASE, SCRATCH_WORDS)
  return calls.map(({ fn, args, start }) => {
    words.set(heapPattern)
    scratch.set(scratchPattern)
    for (const [name, value] of Object.entries({ ...start, budget, capacity: HEAP_WORDS }))
      state[STATE[name as keyof typeof STATE] >> 2] = value
    const number = numbers.get(fn)!
    const given = [...args, ...Array<number>(ARGUMENTS).fill(0)].slice(0, ARGUMENTS)
    const result = library.call(heap, number, ...given)
    const get = (name: keyof typeof STATE): number => state[STATE[name] >> 2]!
    return newOutcome(result, [get('fault'), get('work'), get('top'), get('scratchTop')], words, scratch)
  })
}

// A call: the number of the function, its arguments, the variables.
export const ARGUMENTS = 6
export const CALL_WORDS = 1 + ARGUMENTS + 4

/** The words of calls for a device. */
export function packCalls(calls: readonly BorderCall[]): Int32Array {
  const packed = calls.flatMap(({ fn, args, start }) => {
    const given = [...args, ...Array<number>(ARGUMENTS).fill(0)].slice(0, ARGUMENTS)
    return [numbers.get(fn)!, ...given, start.top, start.scratchTop, start.work, start.fault]
  })
  return Int32Array.from(packed)
}

/** The prelude of every shader, one call after the other in one invocation. */
export async function runInWgsl(
  gpu: GpuDevice,
  calls: readonly BorderCall[],
  budget: number,
  limits: Limits,
  hasBranches: boolean,
): Promise<Outcome[]> {
  const params = new Int32Array(deviceParams.length)
  params.set([limits.heap, limits.scratch, budget, 0, calls.length])
  const memory = (words: number): Int32Array => new Int32Array(words + 1)
  const buffers = [
    memory(Math.max(HEAP_WORDS, limits.heap)),
    new Int32Array(DEVICE_STATE.words),
    memory(Math.max(SCRATCH_WORDS, limits.scratch)),
    packCalls(calls),
    new Int32Array(calls.length * OUTCOME_WORDS),
    params,
  ]
  const run = {
    code: assembleHelpers([], CALLER, 'a', { ...kernels, hasBranches }),
    buffers,
    uniform: 5,
    workgroups: 1,
  }
  const [outcomes] = await dispatch(gpu, run, [4])
  return calls.map((_, k) => outcomes!.slice(k * OUTCOME_WORDS, (k + 1) * OUTCOME_WORDS))
}

function printCase({ declaration: { name }, values, returns }: (typeof borderFunctions)[number], k: number): string {
  const call = `${name}(${values.map((_, at) => `calls[call + ${at + 1}]`).join(', ')})`
  if (returns === 'void') return `      case ${k}: { ${call}; }\n`
  return `      case ${k}: { result = ${returns === 'boolean' ? `select(0, 1, ${call})` : call}; }\n`
}

const CALLER = `@compute @workgroup_size(1)
fn main() {
  for (var number = 0; number < params.entryCapacity; number++) {
    let call = number * ${CALL_WORDS};
    let variables = call + ${1 + ARGUMENTS};
    for (var k = 0; k < ${HEAP_WORDS}; k++) { heap[k] = 7 * k + 1; }
    for (var k = 0; k < ${SCRATCH_WORDS}; k++) { scratchMemory[k] = 1000 + k; }
    atomicStore(&state[HEAP_TOP], calls[variables]);
    own[KNOWN_TOP] = calls[variables];
    own[SCRATCH_END] = calls[variables + 1];
    own[WORK] = calls[variables + 2];
    own[FAULT] = calls[variables + 3];
    var result = 0;
    switch (calls[call]) {
${borderFunctions.map(printCase).join('')}      default: { result = -1; }
    }
    // endCall does the same.
    own[FAULT] = select(own[FAULT], ${ROOM_ERROR}, own[FAULT] == SCRATCH_FULL);
    let outcome = number * ${OUTCOME_WORDS};
    arena[outcome] = result;
    arena[outcome + 1] = own[FAULT];
    arena[outcome + 2] = own[WORK];
    // Both tops are equal where one invocation is alone.
    arena[outcome + 3] = select(-1, own[KNOWN_TOP], own[KNOWN_TOP] == atomicLoad(&state[HEAP_TOP]));
    arena[outcome + 4] = own[SCRATCH_END];
    for (var k = 0; k < ${HEAP_WORDS}; k++) { arena[outcome + ${VARIABLES} + k] = heap[k]; }
    for (var k = 0; k < ${SCRATCH_WORDS}; k++) { arena[outcome + ${VARIABLES + HEAP_WORDS} + k] = scratchMemory[k]; }
  }
}
`
