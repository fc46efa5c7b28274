// Gathering: containers made of words that a walk along another container pushed onto the scratch memory.

import { isSet, isTruthy, itemAt, kindOf, sizeOf } from './blocks.ts'
import { TYPE_ERROR } from './errors.ts'
import { type Heap, failed, raise, scratchTop } from './heap.ts'
import { finishPartOfSet, finishSet } from './sets.ts'
import { finishTuple, pushElements } from './tuples.ts'
import { ALL, NO_UNION, uniteAll } from './uniting.ts'
import type { Address, Word } from './words.ts'

/** The words pushed since `list`, which are released, as a set if `model` is one, else as a tuple. */
export function finishLike(h: Heap, model: Word, list: Address): Word {
  return isSet(h, model) ? finishSet(h, list) : finishTuple(h, list)
}

/** The same for words that are elements of `container`, pushed in its order: no sorting is needed. */
export function finishPart(h: Heap, container: Word, list: Address): Word {
  return isSet(h, container) ? finishPartOfSet(h, list, kindOf(h, container)) : finishTuple(h, list)
}

/** The set of words that are elements of `container`, pushed since `list` in its order. */
export function finishPartAsSet(h: Heap, container: Word, list: Address): Word {
  return isSet(h, container) ? finishPartOfSet(h, list, kindOf(h, container)) : finishSet(h, list)
}

/** Pushes the elements of a container; for any other value a type error of the whole kernel. */
export function pushInner(h: Heap, container: Word): void {
  if (sizeOf(h, container) < 0) raise(h, TYPE_ERROR)
  // One large element may occur many times: after the budget is used up, no further walk begins.
  if (!failed(h)) pushElements(h, container)
}

/** The elements of the elements of a container or list, as a set if `model` is one, else as a tuple. */
export function flatten(h: Heap, containers: Word, model: Word): Word {
  const union = isSet(h, model) ? uniteAll(h, containers, ALL) : NO_UNION
  if (union !== NO_UNION) return union
  const count = sizeOf(h, containers)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) pushInner(h, itemAt(h, containers, k))
  return finishLike(h, model, list)
}

/** The elements of those elements of a container whose results are true, as a set if the container is one, else as a tuple. */
export function flattenSelected(h: Heap, container: Word, results: Word): Word {
  const union = isSet(h, container) ? uniteAll(h, container, results) : NO_UNION
  if (union !== NO_UNION) return union
  const count = sizeOf(h, container)
  const list = scratchTop(h)
  for (let k = 0; k < count; k++) if (isTruthy(h, itemAt(h, results, k))) pushInner(h, itemAt(h, container, k))
  return finishLike(h, container, list)
}
