// Facts: all that a caller needs to know of a primitive, packed into one word. The layout stands here only; packing and
// reading are kernel TypeScript, which JavaScript, WebAssembly and WGSL share.

/** Places for kernels on a device, the last one for the kernel that copies outputs; a multiple of 256. */
export const MAX_KERNELS = 512

/** Bits of a kernel's number. */
const KERNEL_BITS = 10
const ARITY_BITS = 3
const CALL_ARITY_BITS = 2

// From the lowest bit on: kernel, kernel of the calls, arity, arity of the calls, lazy, higher-order, optional, last call,
// each (two bits).
// Facts are never negative, so that -1 can stand for no primitive.
const CALLS_SHIFT = KERNEL_BITS
const ARITY_SHIFT = CALLS_SHIFT + KERNEL_BITS
const CALL_ARITY_SHIFT = ARITY_SHIFT + ARITY_BITS
const LAZY_SHIFT = CALL_ARITY_SHIFT + CALL_ARITY_BITS
const HIGHER_ORDER_SHIFT = LAZY_SHIFT + 1
const OPTIONAL_SHIFT = HIGHER_ORDER_SHIFT + 1
const LAST_CALL_SHIFT = OPTIONAL_SHIFT + 1
const EACH_SHIFT = LAST_CALL_SHIFT + 1

const KERNEL_MASK = (1 << KERNEL_BITS) - 1
const ARITY_MASK = (1 << ARITY_BITS) - 1
const CALL_ARITY_MASK = (1 << CALL_ARITY_BITS) - 1

/** The facts of a first-order primitive or a combinator. */
export function packFacts(kernel: number, arity: number): number {
  return kernel | (arity << ARITY_SHIFT)
}

/** The facts of a higher-order primitive; `calls` is the kernel that lists its calls, each of `callArity` arguments. */
export function packHigherOrderFacts(
  kernel: number,
  arity: number,
  calls: number,
  callArity: number,
  isLazy: boolean,
): number {
  const lazy = isLazy ? 1 << LAZY_SHIFT : 0
  const own = packFacts(kernel, arity) | lazy | (1 << HIGHER_ORDER_SHIFT)
  return own | (calls << CALLS_SHIFT) | (callArity << CALL_ARITY_SHIFT)
}

/** The kernel of the primitive; of a higher-order one, the kernel that makes the result. */
export function kernelIn(facts: number): number {
  return facts & KERNEL_MASK
}

/** The kernel that lists the calls of a higher-order primitive. */
export function callsIn(facts: number): number {
  return (facts >> CALLS_SHIFT) & KERNEL_MASK
}

/** The number of arguments of the primitive. */
export function arityIn(facts: number): number {
  return (facts >> ARITY_SHIFT) & ARITY_MASK
}

/** The number of arguments of each call of a higher-order primitive. */
export function callArityIn(facts: number): number {
  return (facts >> CALL_ARITY_SHIFT) & CALL_ARITY_MASK
}

/** Whether the calls end with the first one whose result is true. */
export function isLazyIn(facts: number): boolean {
  return ((facts >> LAZY_SHIFT) & 1) === 1
}

/** The same facts for a primitive whose last argument may be left out. */
export function withOptional(facts: number): number {
  return facts | (1 << OPTIONAL_SHIFT)
}

/** The same facts for a primitive whose last argument is called with the kernel's result. */
export function withLastCall(facts: number): number {
  return facts | (1 << LAST_CALL_SHIFT)
}

/** Whether the last argument of the primitive is called with the kernel's result. */
export function hasLastCallIn(facts: number): boolean {
  return ((facts >> LAST_CALL_SHIFT) & 1) === 1
}

/** Whether a call with `count` arguments leaves out the last one, which may be; it is None then. */
export function isShortIn(facts: number, count: number): boolean {
  return ((facts >> OPTIONAL_SHIFT) & 1) === 1 && count === arityIn(facts) - 1
}

/** Of calls of a function with each element of a container: the function is the first argument, or the container is. */
export const FUNCTION_FIRST = 1
export const CONTAINER_FIRST = 2

/** The same facts for a higher-order primitive with such calls. */
export function withEach(facts: number, each: number): number {
  return facts | (each << EACH_SHIFT)
}

/** FUNCTION_FIRST or CONTAINER_FIRST for a primitive with such calls, else 0. */
export function eachIn(facts: number): number {
  return facts >> EACH_SHIFT
}

/** Whether these are facts of a first-order primitive with this number of arguments, all required. */
export function isPlainIn(facts: number, count: number): boolean {
  return facts >> ARITY_SHIFT === count
}

export function isHigherOrderIn(facts: number): boolean {
  return ((facts >> HIGHER_ORDER_SHIFT) & 1) === 1
}
