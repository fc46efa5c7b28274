// Sources as numbers: the callees and arguments of calls, so that comparing two of them is comparing two integers.

import type { InputName } from '../language/program.ts'

/** The kinds of a source, in the lowest two bits of its code; the other bits are the number of a node, constant, … */
export const NODE = 0
/** A node whose failure stands for the safe default of its callee. */
export const GUARDED_NODE = 1
export const CONSTANT = 2
/** An input, or from INPUT_COUNT on a primitive. */
export const FIXED = 3

const KIND_BITS = 2
const KIND_MASK = 3

/** The inputs in the order of their numbers. */
export const INPUTS: readonly InputName[] = ['S', 'I', 'C']
export const INPUT_COUNT = INPUTS.length

const inputCodes: Readonly<Record<InputName, number>> = {
  S: codeOf(FIXED, 0),
  I: codeOf(FIXED, 1),
  C: codeOf(FIXED, 2),
}

/** The code of number `id` of a kind. */
export function codeOf(kind: number, id: number): number {
  return (id << KIND_BITS) | kind
}

/** The code of an input. */
export function codeOfInput(name: InputName): number {
  return inputCodes[name]
}

/** The code of a primitive, by its number in the registry. */
export function codeOfPrimitive(primitive: number): number {
  return codeOf(FIXED, INPUT_COUNT + primitive)
}

export function kindOf(code: number): number {
  return code & KIND_MASK
}

/** The number of a node, constant, input or (after the inputs) primitive. */
export function idOf(code: number): number {
  return code >>> KIND_BITS
}
