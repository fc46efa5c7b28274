// Samples: what the demo pairs of a task, as (input, output) tuples, tell by a function of their grids.

import { LIST, elementsAt, itemAt, newBlock, sizeOf } from '../kernel/blocks.ts'
import { equals } from '../kernel/compare.ts'
import { TYPE_ERROR } from '../kernel/errors.ts'
import { pushInner } from '../kernel/gathering.ts'
import { type Heap, failed, faultWord, push, scratchTop, store } from '../kernel/heap.ts'
import { finishTuple } from '../kernel/tuples.ts'
import { NONE, type Word, isError } from '../kernel/words.ts'
import { dedupe, difference, totuple } from './containers.ts'
import type { A8, Any, Callable, Calls1, Results, Samples, ToLast } from './signature.ts'
import { mir_rot_t } from './turning.ts'

const INPUT = 0
const OUTPUT = 1

export function colorsLostCalls(h: Heap, S: Samples, function_: Callable): Calls1 {
  return callOnSamples(h, S, function_)
}

/**
 * The elements of the function's results for the inputs that no result for an output has, each once.
 * @as t c_iz(S: Samples, function: Callable): Any
 * @example c_iz((([02/20], [03/30]), ([22/02], [33/03])), palette_t)
 */
export function colorsLost(h: Heap, _S: Samples, _function: Callable, results: Results): Any {
  return onlyOnSide(h, results, INPUT)
}

export function colorsGainedCalls(h: Heap, S: Samples, function_: Callable): Calls1 {
  return callOnSamples(h, S, function_)
}

/**
 * The elements of the function's results for the outputs that no result for an input has, each once.
 * @as t c_zo(S: Samples, function: Callable): Any
 * @example c_zo((([02/20], [03/30]), ([22/02], [33/03])), palette_t)
 */
export function colorsGained(h: Heap, _S: Samples, _function: Callable, results: Results): Any {
  return onlyOnSide(h, results, OUTPUT)
}

export function pickedLostCalls(h: Heap, S: Samples, function_: Callable, _pick: Callable): Calls1 {
  return callOnSamples(h, S, function_)
}

/**
 * As c_iz, with one of the elements picked by a second function.
 * @as t c_iz_n(S: Samples, function: Callable, pick: Callable): C_
 * @example c_iz_n((([02/20], [03/30]), ([22/02], [33/03])), palette_t, first)
 */
export function pickedLost(h: Heap, _S: Samples, _function: Callable, _pick: Callable, results: Results): ToLast {
  return onlyOnSide(h, results, INPUT)
}

export function pickedGainedCalls(h: Heap, S: Samples, function_: Callable, _pick: Callable): Calls1 {
  return callOnSamples(h, S, function_)
}

/**
 * As c_zo, with one of the elements picked by a second function.
 * @as t c_zo_n(S: Samples, function: Callable, pick: Callable): C_
 * @example c_zo_n((([02/20], [03/30]), ([22/02], [33/03])), palette_t, first)
 */
export function pickedGained(h: Heap, _S: Samples, _function: Callable, _pick: Callable, results: Results): ToLast {
  return onlyOnSide(h, results, OUTPUT)
}

/**
 * The pairs of the samples whose input is not their output, as a tuple.
 * @as t dedupe_pair_tuple(S: Samples): Samples
 * @example dedupe_pair_tuple((([12/34], [12/34]), ([12/34], [21/43])))
 */
export function changedSamples(h: Heap, S: Samples): Samples {
  const count = sizeOf(h, S)
  if (count < 0) return TYPE_ERROR
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) {
    const sample = itemAt(h, S, k)
    if (sizeOf(h, sample) !== 2) return TYPE_ERROR
    if (!equals(h, itemAt(h, sample, INPUT), itemAt(h, sample, OUTPUT))) push(h, totuple(h, sample))
  }
  return finishTuple(h, list)
}

/** The selectors of mir_rot_t; the last one leaves a grid as it is. */
const SELECTORS = 8

/**
 * The least selector with which mir_rot_t makes the output of every sample of its input; None if there is none.
 * @as t a_mr(S: Samples): A8
 * @example a_mr((([12/34], [21/43]), ([55/60], [55/06])))
 */
export function turnOfSamples(h: Heap, S: Samples): A8 {
  const count = sizeOf(h, S)
  if (count < 0) return TYPE_ERROR
  for (let selector = 0; selector < SELECTORS; selector++) {
    let matched = 0
    while (matched < count) {
      const sample = itemAt(h, S, matched)
      if (sizeOf(h, sample) !== 2) return TYPE_ERROR
      const turned = mir_rot_t(h, itemAt(h, sample, INPUT), selector)
      if (isError(turned)) return turned
      if (!equals(h, turned, itemAt(h, sample, OUTPUT))) break
      matched++
    }
    if (failed(h)) return faultWord(h)
    if (matched === count) return selector
  }
  return NONE
}

/** The calls of the function on all inputs, then on all outputs. */
function callOnSamples(h: Heap, samples: Word, fn: Word): Word {
  const count = sizeOf(h, samples)
  if (count < 0) return TYPE_ERROR
  const calls = newBlock(h, LIST, count * 4)
  if (isError(calls)) return calls
  for (let k = 0; k < count * 2; k++) {
    const sample = itemAt(h, samples, k < count ? k : k - count)
    if (sizeOf(h, sample) < 2) return TYPE_ERROR
    store(h, elementsAt(calls) + 2 * k, fn)
    store(h, elementsAt(calls) + 2 * k + 1, itemAt(h, sample, k < count ? INPUT : OUTPUT))
  }
  return calls
}

/** The elements of the results of one side without those of the other. */
function onlyOnSide(h: Heap, results: Word, side: number): Word {
  const own = dedupe(h, flattenSide(h, results, side))
  if (isError(own)) return own
  const others = flattenSide(h, results, side === INPUT ? OUTPUT : INPUT)
  return isError(others) ? others : difference(h, own, others)
}

/** The elements of the results of one side as a tuple; the first half of the results is that of the inputs. */
function flattenSide(h: Heap, results: Word, side: number): Word {
  const half = sizeOf(h, results) >> 1
  const first = side === INPUT ? 0 : half
  const list = scratchTop(h)
  for (let k = first; k < first + half; k++) pushInner(h, itemAt(h, results, k))
  return finishTuple(h, list)
}
