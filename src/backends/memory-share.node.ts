// How the memory of the machine is shared: a ceiling for the process and its worker threads, divided into heaps.

import { totalmem } from 'node:os'
import { MAX_HEAP_WORDS } from '../kernel/heap-growth.ts'

const WORD_BYTES = 4
/** The part of the machine's memory that a process takes by default. */
const DEFAULT_SHARE = 0.6
/** What Node takes for itself, for the process and for each thread. */
const PROCESS_BYTES = 150_000_000
const THREAD_BYTES = 40_000_000
/** A heap smaller than this would hardly hold the inputs. */
const MIN_HEAP_WORDS = 1 << 20

/** The ceiling of a process in bytes, derived from the machine: its memory, or what a container leaves of it. */
export function defaultMemory(): number {
  // Without a limit it is 0 or the range of 64 bits, depending on the platform.
  const limit = process.constrainedMemory()
  const bytes = limit > 0 && limit < totalmem() ? limit : totalmem()
  return Math.floor(DEFAULT_SHARE * bytes)
}

/** The most words of each of `heapCount` heaps in a process that takes at most `bytes`. */
export function shareMemory(bytes: number, heapCount: number): number {
  const left = bytes - PROCESS_BYTES - (heapCount - 1) * THREAD_BYTES
  const words = Math.floor(left / heapCount / WORD_BYTES)
  return Math.max(MIN_HEAP_WORDS, Math.min(MAX_HEAP_WORDS, words))
}
