// Frames: calls that wait for kernels and for other calls. An invocation works on one call at a time, whose variables are here.

import { PENDING } from '../../../kernel/errors.ts'
import type { Heap } from '../../../kernel/heap.ts'
import { MAX_KERNELS } from '../../../kernel/primitive-facts.ts'
import { arena, at, atomicAdd, atomicOr, calls, isBelow, params, put, state, takeFrom } from './intrinsics.ts'
import { queueOf } from './long-calls.ts'
import {
  ENTRY_ARGUMENTS,
  ENTRY_PLACE,
  ENTRY_QUEUE,
  ENTRY_TARGET,
  ENTRY_WAITER,
  ENTRY_WORDS,
  FRAME_COUNTER,
  FRAME_WORDS,
  LACKS,
  STATE,
} from './state-layout.ts'

// The words of a frame.
export const F_STATE = 0
export const F_FUNCTION = 1
export const F_A = 2
export const F_B = 3
export const F_C = 4
const F_PLACE = 5
const F_WAITER = 6
export const F_WORK = 7
export const F_DEPTH = 8
export const F_COUNTER = FRAME_COUNTER
/** The outcome of the call that the frame waits for: word and work. */
export const F_WORD = 10
/** The saved result of a closure, or the calls of a map. */
export const F_LEFT = 12
export const F_LENGTH = 13
export const F_OUTCOMES = 14

// The mode of the invocation: nothing to do, a call to start, a frame to resume, an outcome to deliver.
export const DONE = 0
export const START = 1
export const RESUME = 2
export const DELIVER = 3

/** The call that the invocation works on, the frame that it resumes, and the outcome that it delivers. */
export const call = {
  mode: 0,
  callee: 0,
  count: 0,
  a0: 0,
  a1: 0,
  a2: 0,
  a3: 0,
  place: 0,
  waiter: 0,
  depth: 0,
  frame: 0,
  word: 0,
  work: 0,
  /** The map whose elements are to be started; negative if there is none. */
  opened: 0,
}

/** A word of the frame. */
export function frameWord(h: Heap, k: number): number {
  return at(h, arena, call.frame + k)
}

export function setFrameWord(h: Heap, k: number, word: number): void {
  put(h, arena, call.frame + k, word)
}

/** Notes that a memory has run out. */
export function noteLack(h: Heap, bit: number): void {
  atomicOr(h, state, STATE.lacking, bit)
  call.mode = DONE
}

/** Adds an entry for a kernel; its outcome goes to `into`, and `waiter` waits for it. */
export function enqueue(
  h: Heap,
  kernel: number,
  a: number,
  b: number,
  c: number,
  d: number,
  into: number,
  waiter: number,
): void {
  call.mode = DONE
  const number = atomicAdd(h, state, STATE.entryCount + params.parity, 1)
  if (!isBelow(number, params.entryCapacity)) {
    noteLack(h, LACKS.entries)
    return
  }
  const entry = number * ENTRY_WORDS
  const queue = queueOf(h, kernel, a, b, c, d)
  const place = atomicAdd(h, state, STATE.queueCounts + params.parity * MAX_KERNELS + queue, 1)
  put(h, calls, entry + ENTRY_QUEUE, queue)
  put(h, calls, entry + ENTRY_PLACE, place)
  put(h, calls, entry + ENTRY_TARGET, into)
  put(h, calls, entry + ENTRY_WAITER, waiter)
  put(h, calls, entry + ENTRY_ARGUMENTS, a)
  put(h, calls, entry + ENTRY_ARGUMENTS + 1, b)
  put(h, calls, entry + ENTRY_ARGUMENTS + 2, c)
  put(h, calls, entry + ENTRY_ARGUMENTS + 3, d)
}

/** Makes a frame of the call, which waits for an outcome; false if the arena is full. */
export function openFrame(h: Heap): boolean {
  const frame = takeFrom(h, STATE.arenaTop, FRAME_WORDS, params.arenaWords)
  if (frame < 0) {
    noteLack(h, LACKS.arena)
    return false
  }
  call.frame = frame
  setFrameWord(h, F_STATE, 1)
  setFrameWord(h, F_FUNCTION, call.callee)
  setFrameWord(h, F_A, call.a0)
  setFrameWord(h, F_B, call.a1)
  setFrameWord(h, F_C, call.a2)
  setFrameWord(h, F_PLACE, call.place)
  setFrameWord(h, F_WAITER, call.waiter)
  setFrameWord(h, F_WORK, 0)
  setFrameWord(h, F_DEPTH, call.depth)
  setFrameWord(h, F_COUNTER, 0)
  call.place = frame + F_WORD
  call.waiter = frame
  return true
}

/** Delivers the outcome as that of the frame. */
export function closeFrame(h: Heap): void {
  call.place = frameWord(h, F_PLACE)
  call.waiter = frameWord(h, F_WAITER)
  call.mode = DELIVER
}

/** Ends the call with a word, without work. */
export function endWith(_h: Heap, word: number): void {
  call.word = word
  call.work = 0
  call.mode = DELIVER
}

/** Ends the call as not done: the CPU makes it if it matters. */
export function giveUp(h: Heap): void {
  endWith(h, PENDING)
}

/** Calls a function on behalf of the frame, which waits for it. */
export function callNext(h: Heap, f: number, a: number, b: number, count: number): void {
  call.callee = f
  call.count = count
  call.a0 = a
  call.a1 = b
  call.place = call.frame + F_WORD
  call.waiter = call.frame
  call.depth = frameWord(h, F_DEPTH)
  call.mode = START
}
