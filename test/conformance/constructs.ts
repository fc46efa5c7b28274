// Kernels that use every construct of kernel TypeScript, for comparing what tsc and the translator make of them. Calls
// that leave a trace show the order in which things are evaluated, and which are not evaluated at all.

import { BOUNDS_ERROR } from '../../src/kernel/errors.ts'
import {
  type Heap,
  allocate,
  divideTowardsZero,
  failed,
  heapTop,
  load,
  peek,
  poke,
  push,
  raise,
  releaseScratch,
  reserveScratch,
  scratchTop,
  spend,
  store,
} from '../../src/kernel/heap.ts'
import { type Word, isError } from '../../src/kernel/words.ts'

const LOWEST = -2147483648
const WIDTH = 4
const MASK = (1 << WIDTH) - 1
const TOP_BIT = 1 << 31
const IS_ON = WIDTH === 4 && MASK !== 0x10

function trace(h: Heap, mark: number, value: number): number {
  push(h, mark)
  return value
}

function traceTruth(h: Heap, mark: number, value: boolean): boolean {
  push(h, mark)
  return value
}

/** The marks that were left, as digits. */
function readTrace(h: Heap): number {
  let digits = 0
  const count = scratchTop(h)
  for (let k = 0; k < count; k++) digits = (digits * 10 + peek(h, k)) % 100000000
  return digits
}

export function wrapAround(_h: Heap, a: number, b: number): number {
  return ((a + b) | 0) ^ ((a - b) | 0) ^ ~b
}

export function divideAndTakeRest(_h: Heap, a: number, b: number): number {
  const rest = b === 0 ? 0 : a % b
  return divideTowardsZero(a, b) ^ rest
}

export function shift(_h: Heap, a: number, b: number): number {
  let x = (a << b) ^ (a >> b) ^ (a << 35) ^ (a >> -1) ^ (1 << (b & 7))
  x <<= b
  x >>= 3
  return x | ((a >> WIDTH) & MASK)
}

export function compareAll(_h: Heap, a: number, b: number): number {
  let bits = 0
  if (a === b) bits |= 1
  if (a !== b) bits |= 2
  if (a < b) bits |= 4
  if (a <= b) bits |= 8
  if (a > b) bits |= 16
  if (a >= b) bits |= 32
  if (a < b === b > a) bits |= 64
  if (a < b >> 1) bits |= 128
  return bits
}

export function useConstants(_h: Heap, a: number, b: number): number {
  if (IS_ON) return ((a ^ LOWEST) & (TOP_BIT | MASK | (b & 0x7fffffff))) | (-2147483648 >> 3)
  return 1
}

export function shortCircuit(h: Heap, a: number, b: number): number {
  let count = 0
  if (traceTruth(h, 1, a > 0) && (traceTruth(h, 2, b > 0) || traceTruth(h, 3, a > b))) count++
  if (traceTruth(h, 4, a > 0) || (traceTruth(h, 5, b > 0) && !traceTruth(h, 6, a > b))) count += 2
  const both = traceTruth(h, 7, a < 0) === traceTruth(h, 8, b < 0)
  return readTrace(h) * 8 + count + (both ? 4 : 0)
}

export function chooseWhole(h: Heap, a: number, b: number): number {
  const x = a > b ? trace(h, 1, a & 15) : a === b ? trace(h, 2, 7) : trace(h, 3, b & 15)
  let y = (b > 0 ? traceTruth(h, 4, a > 0) : a === 0) ? trace(h, 5, 1) : 0
  y = x > 3 ? y + 1 : trace(h, 6, y)
  return y > 0 ? readTrace(h) : -readTrace(h) - x
}

export function chooseInside(h: Heap, a: number, b: number): number {
  const sum =
    trace(h, 1, 2) * (a > 0 ? trace(h, 2, 3) : b) + trace(h, 3, b > 0 ? (a > 0 ? trace(h, 4, 1) : 5) : trace(h, 6, 8))
  if ((a > b ? traceTruth(h, 7, b > 0) : a > 5) && sum !== 0) push(h, 8)
  else if (b > 3 ? traceTruth(h, 9, a > 3) : false) push(h, 5)
  for (let i = a > 0 ? trace(h, 4, 1) : 2; i < (b > 0 ? 3 : 4); i += i > 0 ? 1 : 2) push(h, i)
  return ((sum & 1023) * 7 + readTrace(h)) | 0
}

export function loop(h: Heap, a: number, b: number): number {
  let sum = 0
  for (let i = 0; i < 10; i++) {
    if (i === (a & 7)) continue
    if (i > (b & 15)) break
    let j = i
    while (true) {
      if (j <= 0) break
      j -= 2
      if (j === 3) continue
      sum += j
      if (sum > 40) return sum
    }
  }
  for (; sum > 5;) sum -= 5
  return spend(h, 1) ? sum : -1
}

/** Changes its parameters. */
function gcd(a: number, b: number): number {
  while (b !== 0) {
    const rest = a % b
    a = b
    b = rest
  }
  return a
}

export function changeParameters(_h: Heap, a: number, b: number): number {
  a = a & 1023
  b &= 1023
  a++
  return gcd(a, b) * 1024 + a
}

// Names that WGSL keeps for itself, or that the generated code uses.
function move(select: number, u32: number): number {
  return select - u32
}
function min(from: number, target: number): number {
  return from < target ? from : target
}
function partition(work: boolean): boolean {
  return !work
}
export function filter(_h: Heap, set: number, heap: number): number {
  const i32 = move(set, 1) | 0
  let fault = min(i32, heap)
  const hidden = partition(set < heap)
  {
    const set = 3
    fault += hidden ? set << 2 : set > 2 ? 1 : 0
  }
  return fault & 0xffff
}

export function useScratch(h: Heap, a: number, b: number): number {
  const list = reserveScratch(h, 4)
  for (let k = 0; k < 4; k++) poke(h, list + k, (a + k * b) | 0)
  push(h, b)
  let sum = scratchTop(h)
  releaseScratch(h, list + 3)
  releaseScratch(h, scratchTop(h) + 1)
  releaseScratch(h, -1)
  for (let k = 0; k < 3; k++) sum = (sum + peek(h, k)) | 0
  return (sum + scratchTop(h)) | 0
}

export function useHeap(h: Heap, a: number, b: number): number {
  const before = allocate(h, 2)
  const at = allocate(h, (a & 7) + 1)
  for (let k = 0; k <= (a & 7); k++) store(h, at + k, (a ^ (b + k)) | 0)
  store(h, before, 5)
  store(h, before + 1, a)
  let sum = heapTop(h) - at
  for (let k = 0; k <= (a & 7); k++) sum = (sum * 3 + load(h, at + k)) | 0
  return failed(h) ? 1 : (sum + load(h, before) + load(h, before + 1) + load(h, 0) + load(h, 1)) | 0
}

export function touchMemory(h: Heap, a: number, b: number): number {
  const list = reserveScratch(h, 3)
  const which = b & 3
  if (which === 0) return load(h, a)
  if (which === 1) store(h, a >= 0 && a < 2 ? a : -a, 1)
  if (which === 2) return peek(h, list + a)
  if (which === 3) poke(h, list + a, 1)
  return a
}

export function spendAll(h: Heap, a: number, b: number): number {
  let steps = 0
  while (spend(h, a & 255) && steps < 100) {
    if (!spend(h, b)) raise(h, BOUNDS_ERROR)
    steps++
  }
  if (allocate(h, a) < 0 || reserveScratch(h, b & 63) < 0) steps++
  return isError(a) ? -1 : steps
}

export function returnFromLoop(_h: Heap, a: number, b: number): Word {
  let i = a & 15
  while (true) {
    if (i > (b & 31)) return i
    i += 3
  }
}
