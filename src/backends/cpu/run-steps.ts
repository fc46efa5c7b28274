// Runs the steps of a plan that stands on the heap, see plan-memory.ts. Kernel TypeScript but for the recursion of calls: the
// same function in JavaScript, WebAssembly and C, so that a sample is one call from the host.

import { ROOM_ERROR, isLimitError } from '../../kernel/errors.ts'
import { EMPTY_TUPLE, type Heap, heapTop, load, peek, releaseScratch, scratchTop, store } from '../../kernel/heap.ts'
import { type Address, PRIMITIVE_BASE, type Word, isError, isPrimitive } from '../../kernel/words.ts'
import {
  MAX_STEP_ARGUMENTS,
  NO_SLOT,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_SAFE,
  STEP_WIDTH,
} from '../../plan/step-layout.ts'
import { applyFunction } from './apply.ts'
import { countKernel } from './kernel-calls.ts'
import { NOT_TOGETHER, SELECTOR_COUNT, labelTogether } from './label-together.ts'
import { beginWork, dropResults, isOutOfMemory, takeRefusal } from './step-limits.ts'

// The words at the address of a plan: addresses of its tables, then its limits.
/** The words of the slots. */
export const PLAN_SLOTS = 0
/** By slot, the words that its step has allocated. */
export const PLAN_COSTS = 1
/** By slot, its label: the address of its labelling and its selector; 0 for other steps. No table (0) without labellings. */
export const PLAN_LABELS = 2
/** The safe defaults of primitives by number, and how many there are. */
export const PLAN_DEFAULTS = 3
export const PLAN_DEFAULT_COUNT = 4
export const PLAN_BUDGET = 5
export const PLAN_ALLOWANCE = 6
/** No step is run after the one with which all steps together exceed it. */
export const PLAN_STOP_AT = 7
/** The labellings, and how many there are. */
export const PLAN_LABELLINGS = 8
export const PLAN_LABELLING_COUNT = 9
export const PLAN_HEADER_WORDS = 10

// A labelling: steps that label one grid in one pass. Its results by selector, each with the words that the call would allocate,
// follow its head.
export const LABELLING_GRID_SLOT = 0
/** The set of selectors, and their number. */
export const LABELLING_WANTED = 1
export const LABELLING_COUNT = 2
export const LABELLING_STATE = 3
const LABELLING_RESULTS = 4
export const LABELLING_WORDS = LABELLING_RESULTS + 2 * SELECTOR_COUNT
export const LABELLING_UNKNOWN = 0
const LABELLING_DONE = 1
const LABELLING_ONE_BY_ONE = 2

/** Beyond it, words are not counted: no allowance is as large, and the sum must not wrap. */
const MANY_WORDS = 1073741824

/** Runs the steps at [from, end) one after the other and returns the words that they have allocated. */
export function runSteps(h: Heap, plan: Address, from: Address, end: Address): number {
  const slots = load(h, plan + PLAN_SLOTS)
  const costs = load(h, plan + PLAN_COSTS)
  const budget = load(h, plan + PLAN_BUDGET)
  const allowance = load(h, plan + PLAN_ALLOWANCE)
  const stopAt = load(h, plan + PLAN_STOP_AT)
  let top = heapTop(h)
  let wordCount = 0
  for (let at = from; at < end && wordCount <= stopAt; at += STEP_WIDTH) {
    const raw = load(h, at + STEP_RAW)
    const callee = load(h, slots + load(h, at + STEP_CALLEE))
    beginWork(h, budget, top + allowance)
    const labelled = labelStep(h, plan, raw)
    let result = callee
    if (labelled !== 0) result = load(h, labelled)
    else if (!isError(callee)) result = callStep(h, slots, at, callee)
    if (isOutOfMemory(h)) return wordCount
    let cost = labelled !== 0 ? load(h, labelled + 1) : heapTop(h) - top
    // A step that was refused memory has less than it asked for; whether it was refused depends on the heap's size.
    if (takeRefusal(h) || cost > allowance) {
      result = ROOM_ERROR
      cost = allowance + 1
    }
    top = heapTop(h)
    store(h, costs + raw, cost)
    if (wordCount < MANY_WORDS) wordCount += cost
    store(h, slots + raw, result)
    const safe = load(h, at + STEP_SAFE)
    if (safe !== NO_SLOT) store(h, slots + safe, guardStep(h, plan, result, callee))
  }
  return wordCount
}

/** The result of the call of a step; an argument that is an error is the result. */
function callStep(h: Heap, slots: Address, at: Address, callee: Word): Word {
  const count = load(h, at + STEP_ARGUMENT_COUNT)
  if (count > MAX_STEP_ARGUMENTS) return callLong(h, slots, load(h, at + STEP_ARGUMENTS), count, callee)
  const args = at + STEP_ARGUMENTS
  const a = count > 0 ? load(h, slots + load(h, args)) : 0
  if (isError(a)) return a
  const b = count > 1 ? load(h, slots + load(h, args + 1)) : 0
  if (isError(b)) return b
  const c = count > 2 ? load(h, slots + load(h, args + 2)) : 0
  if (isError(c)) return c
  const d = count > 3 ? load(h, slots + load(h, args + 3)) : 0
  if (isError(d)) return d
  return applyFunction(h, callee, count, a, b, c, d, 0)
}

/** The same for more arguments than a step has room for; they stand at `args`. */
function callLong(h: Heap, slots: Address, args: Address, count: number, callee: Word): Word {
  for (let k = 0; k < count; k++) {
    const argument = load(h, slots + load(h, args + k))
    if (isError(argument)) return argument
  }
  return applyFunction(h, callee, count, 0, 0, 0, 0, 0)
}

/** The result itself or, where Python fails too, the safe default of the callee; see `guardResult`. */
function guardStep(h: Heap, plan: Address, result: Word, callee: Word): Word {
  if (!isError(result) || isLimitError(result)) return result
  if (!isPrimitive(callee)) return EMPTY_TUPLE
  const primitive = callee - PRIMITIVE_BASE
  if (primitive >= load(h, plan + PLAN_DEFAULT_COUNT)) return EMPTY_TUPLE
  return load(h, load(h, plan + PLAN_DEFAULTS) + primitive)
}

/** The address of the result of a step that is labelled with others, and of its cost behind it; 0 if the call is to be made. */
function labelStep(h: Heap, plan: Address, raw: number): Address {
  const labels = load(h, plan + PLAN_LABELS)
  const label = labels === 0 ? 0 : load(h, labels + raw)
  if (label === 0) return 0
  const labelling = labellingOf(label)
  if (load(h, labelling + LABELLING_STATE) === LABELLING_UNKNOWN) labelGrid(h, plan, labelling)
  const isDone = load(h, labelling + LABELLING_STATE) === LABELLING_DONE
  return isDone ? labelling + LABELLING_RESULTS + 2 * selectorOf(label) : 0
}

/** The label of a step: addresses have room for the bits of a selector. */
export function packLabel(labelling: Address, selector: number): number {
  return labelling * SELECTOR_COUNT + selector
}

function labellingOf(label: number): Address {
  return label >> SELECTOR_BITS
}

function selectorOf(label: number): number {
  return label & (SELECTOR_COUNT - 1)
}

const SELECTOR_BITS = 3

/** Labels the grid of a labelling, if that can be done in one pass. */
function labelGrid(h: Heap, plan: Address, labelling: Address): void {
  const grid = load(h, load(h, plan + PLAN_SLOTS) + load(h, labelling + LABELLING_GRID_SLOT))
  const isDone = !isError(grid) && labelTable(h, plan, labelling, grid)
  store(h, labelling + LABELLING_STATE, isDone ? LABELLING_DONE : LABELLING_ONE_BY_ONE)
}

function labelTable(h: Heap, plan: Address, labelling: Address, grid: Word): boolean {
  const top = heapTop(h)
  const scratch = scratchTop(h)
  const table = labelTogether(h, grid, load(h, labelling + LABELLING_WANTED))
  if (table === NOT_TOGETHER) {
    dropResults(h, top)
    releaseScratch(h, scratch)
    beginWork(h, load(h, plan + PLAN_BUDGET), top + load(h, plan + PLAN_ALLOWANCE))
    return false
  }
  for (let k = 0; k < 2 * SELECTOR_COUNT; k++) store(h, labelling + LABELLING_RESULTS + k, peek(h, table + k))
  releaseScratch(h, scratch)
  const count = load(h, labelling + LABELLING_COUNT)
  for (let k = 0; k < count; k++) countKernel(h)
  return true
}
