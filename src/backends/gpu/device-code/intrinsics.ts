// Intrinsics: the memories of a device and the operations that only a device has. Declared here for the type checker and the
// translator, which replaces them (translate/intrinsics.ts, translate/prelude.ts, translate/opencl/prelude.ts).

import type { Heap } from '../../../kernel/heap.ts'
import type { DeviceParam } from '../../../translate/device-params.ts'

/** A memory of words. */
export interface Words {
  readonly sort: 'words'
}

/** A memory of words that invocations change at the same time. */
export interface Atomics {
  readonly sort: 'atomics'
}

/** The words of the heap without the checks of `load` and `store`: a workgroup checks a block as a whole. */
export declare const heap: Words
/** The counters that all invocations share, see state-layout.ts. */
export declare const state: Atomics
/** The entries, their order, the ready frames and the records of spawned calls. */
export declare const calls: Words
/** Results and frames. */
export declare const arena: Words
/** The tables of the chunk, see table-layout.ts; only read. */
export declare const tables: Words
/** The parameters of the dispatch. */
export declare const params: Readonly<Record<DeviceParam, number>>

/** Declares memory that the invocations of a workgroup share. */
export declare function sharedWords(count: number): Words
export declare function sharedAtomics(count: number): Atomics

export declare function at(h: Heap, memory: Words, k: number): number
export declare function put(h: Heap, memory: Words, k: number, word: number): void
/** A word of shared memory, the same for all invocations of the workgroup, which wait for each other before and after it. */
export declare function uniformAt(h: Heap, memory: Words, k: number): number

// Atomics; each returns the word before the change.
export declare function atomicLoad(h: Heap, memory: Atomics, k: number): number
export declare function atomicStore(h: Heap, memory: Atomics, k: number, word: number): void
export declare function atomicAdd(h: Heap, memory: Atomics, k: number, amount: number): number
export declare function atomicOr(h: Heap, memory: Atomics, k: number, bits: number): number
export declare function atomicMin(h: Heap, memory: Atomics, k: number, word: number): number
export declare function atomicMax(h: Heap, memory: Atomics, k: number, word: number): number
export declare function atomicExchange(h: Heap, memory: Atomics, k: number, word: number): number

/** Waits until all invocations of the workgroup are here; what they wrote to its memory before is visible then. */
export declare function waitForGroup(h: Heap): void
/** The same for what they wrote to the heap. */
export declare function waitForHeap(h: Heap): void

/** The number of bits that are set. */
export declare function bitCount(bits: number): number
/** Whether a is less than b, both without sign. */
export declare function isBelow(a: number, b: number): boolean

/** Prepares the variables of the invocation for the next call. */
export declare function clearInvocation(h: Heap): void
/** The work of the call so far. */
export declare function workDone(h: Heap): number
export declare function setWork(h: Heap, work: number): void
/** Takes words from a memory whose first free word is in the state at `top`; -1 if there are fewer below `limit`. */
export declare function takeFrom(h: Heap, top: number, count: number, limit: number): number

// Functions of each module of tuned kernels, its members: their number, the queue of each, and its two functions (tuned/group-queue.ts).
export declare function memberCount(h: Heap): number
export declare function memberQueue(h: Heap, member: number): number
export declare function chooseWay(h: Heap, member: number, entry: number): boolean
export declare function runTogether(h: Heap, member: number, lane: number): number
