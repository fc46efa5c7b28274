// Which calls the tuned kernels make: what src/backends/gpu/device-code/tuned decides on a device, told from arguments and result on the CPU.

import { FORM_ARITY_BITS, FORM_NUMBER_BITS } from '../../dist/backends/gpu/device-code/state-layout.js'
import { arityOfKernel } from '../../dist/backends/gpu/shaders/kernel-arity.js'
import { formWord, tunedKernels } from '../../dist/backends/gpu/shaders/tuned-kernels.js'
import {
  CELL_SET,
  GRID,
  INT_SET,
  INTS,
  KIND_BITS,
  LIST,
  PAIR_SET,
  SET,
  TUPLE,
  cellCount,
  elementsAt,
  gridCols,
  itemAt,
  kindOf,
  sizeOf,
} from '../../dist/kernel/blocks.js'
import { BUDGET_ERROR } from '../../dist/kernel/errors.js'
import { EMPTY_SET } from '../../dist/kernel/heap.js'
import { cellCol, cellColor, cellRow } from '../../dist/kernel/cells.js'
import { addressOf, isInt, isRef, pairCol, pairRow } from '../../dist/kernel/words.js'

/** Cells or words of a result from which on a workgroup makes it; elements of a set that is made element by element; places of its map. */
const LEAST_TOGETHER = 256
const LEAST_ELEMENTS = 64
const MOST_ELEMENTS = 4096
const MOST_PLACES = 16_384

const GATHERING = new Set(['apply', 'prapply', 'mapply', 'merge'])
const SORTING = new Set(['apply', 'prapply'])
const EMPTY = 0
const OTHER = -1

const isGrid = (heap, word) => kindOf(heap, word) === GRID
const isLargeGrid = (heap, word) => isGrid(heap, word) && cellCount(heap, word) >= LEAST_TOGETHER
const isPatch = (heap, word) => [PAIR_SET, CELL_SET].includes(kindOf(heap, word))
const isCompact = (kind) => kind >= INT_SET && kind <= CELL_SET
const isLongResult = (heap, result) =>
  isGrid(heap, result) ? cellCount(heap, result) >= LEAST_TOGETHER : sizeOf(heap, result) >= LEAST_TOGETHER
const isListed = (count) => count >= LEAST_ELEMENTS && count <= MOST_ELEMENTS

/** By kernel whether its tuned form makes a call with these arguments and this result. Other tuned kernels make every common call. */
const CONDITIONS = {
  ...Object.fromEntries(
    ['hmirror', 'vmirror', 'dmirror', 'cmirror', 'rot90', 'rot180', 'rot270', 'asobject'].map((name) => [
      name,
      (heap, [grid]) => isLargeGrid(heap, grid),
    ]),
  ),
  ...Object.fromEntries(
    ['canvas', 'hconcat', 'vconcat', 'shift'].map((name) => [name, (heap, _, result) => isLongResult(heap, result)]),
  ),
  ...Object.fromEntries(
    ['trim', 'tophalf', 'bottomhalf', 'lefthalf', 'righthalf', 'crop', 'cropT'].map((name) => [
      name,
      (heap, [grid], result) => isLargeGrid(heap, grid) && isLongResult(heap, result),
    ]),
  ),
  ...Object.fromEntries(
    ['hmatching', 'vmatching'].map((name) => [
      name,
      (heap, [a, b]) => isPatch(heap, a) && isPatch(heap, b) && sizeOf(heap, a) + sizeOf(heap, b) >= 64,
    ]),
  ),
  ...Object.fromEntries(['manhattan', 'adjacent', 'adjacentT'].map((name) => [name, isSearched])),
  ...Object.fromEntries(['papply', 'totuple'].map((name) => [name, (heap, _, result) => isTupleOf64(heap, result)])),
  ...Object.fromEntries(['hperiod', 'vperiod'].map((name) => [name, (heap, [object]) => sizeOf(heap, object) >= 24])),
  ofcolor: (heap, [grid, color]) => isGrid(heap, grid) && isInt(color) && isListed(cellCount(heap, grid)),
  toobject: (heap, [patch, grid], result) =>
    isPatch(heap, patch) && isListed(sizeOf(heap, patch)) && isGrid(heap, grid) && isNear(heap, result),
  recolor: (heap, [color, patch], result) =>
    isInt(color) && isPatch(heap, patch) && isListed(sizeOf(heap, patch)) && isNear(heap, result),
  toindices: (heap, [patch], result) =>
    kindOf(heap, patch) === CELL_SET && isListed(sizeOf(heap, patch)) && isNear(heap, result),
  mfilter: (heap, [container], result) =>
    kindOf(heap, container) === SET && sizeOf(heap, container) >= 4 && isNear(heap, result),
  dedupe: (heap, [grid]) => isGrid(heap, grid) && gridCols(heap, grid) >= 4 && cellCount(heap, grid) >= 36,
  gravitate: (heap, [source, destination]) =>
    isInOrder(heap, source) && isInOrder(heap, destination) && sizeOf(heap, source) + sizeOf(heap, destination) <= 8192,
  order: (heap, [container, , results]) =>
    [SET, PAIR_SET, CELL_SET].includes(kindOf(heap, container)) &&
    sizeOf(heap, container) >= 64 &&
    Array.from({ length: sizeOf(heap, results) }, (_, k) => heap.words[elementsAt(results) + k]).every(isInt),
  mpapply: (heap, [, , , results], result) => isTupleOf64(heap, result) && isOfContainers(heap, results),
  mostcommon: isTupleOfSets,
  leastcommon: isTupleOfSets,
}

/** Whether the tuned form of a kernel makes a call: it is a long one, and of the sort that the form makes. */
export function isMadeTogether(heap, kernel, args, result) {
  if (!tunedKernels.has(kernel) || !isLong(heap, kernel, args)) return false
  // More than a statement may have, which the map finds out afterwards.
  if (GATHERING.has(kernel)) return result === BUDGET_ERROR || isGathered(heap, kernel, args, result)
  return CONDITIONS[kernel]?.(heap, args, result) ?? true
}

/** What src/backends/gpu/device-code/long-calls.ts decides. */
function isLong(heap, kernel, args) {
  const least = formWord(kernel, 'long') >> (FORM_NUMBER_BITS + FORM_ARITY_BITS)
  const own = args.slice(0, arityOfKernel(kernel))
  return own.reduce((sum, word) => sum + extentOf(heap, word), 0) >= least
}

function extentOf(heap, word) {
  if (!isRef(word)) return 0
  const kind = kindOf(heap, word)
  if (kind === GRID) return cellCount(heap, word)
  const size = sizeOf(heap, word)
  if (![TUPLE, SET, LIST].includes(kind)) return size
  const lengthOf = (item) => (isRef(item) ? heap.words[addressOf(item)] >> KIND_BITS : 0)
  const lengths = [0, size >> 1, size - 1].map((k) => lengthOf(heap.words[elementsAt(word) + k]))
  return size * (1 + Math.max(...lengths))
}

function isGathered(heap, kernel, args, result) {
  const kind = kindOf(heap, result)
  if (isCompact(kind)) return true
  if ([TUPLE, INTS, GRID].includes(kind)) {
    const items = kernel === 'merge' ? args[0] : args[2]
    return isTupleOf64(heap, result) && (kernel === 'apply' || isOfContainers(heap, items))
  }
  return kind === SET && SORTING.has(kernel) && isOfOneKind(heap, result)
}

/** Whether a tuple has 64 elements and more, and is no grid of other rows than pairs. */
function isTupleOf64(heap, result) {
  const kind = kindOf(heap, result)
  const isCommon = kind === TUPLE || kind === INTS || (kind === GRID && gridCols(heap, result) === 2)
  return isCommon && sizeOf(heap, result) >= 64
}

/** Whether all items are containers with words for elements. */
function isOfContainers(heap, items) {
  return Array.from({ length: sizeOf(heap, items) }, (_, k) => kindOf(heap, heap.words[elementsAt(items) + k])).every(
    (kind) => kind !== GRID && kind >= TUPLE && kind <= CELL_SET,
  )
}

function isSearched(heap, [a, b]) {
  const pairs = sizeOf(heap, a) * sizeOf(heap, b)
  return isPatch(heap, a) && isPatch(heap, b) && pairs >= 64 && pairs <= 1 << 22 && sizeOf(heap, b) <= 512
}

function isTupleOfSets(heap, [container]) {
  return kindOf(heap, container) === TUPLE && sizeOf(heap, container) >= 16 && isOfOneKind(heap, container)
}

function isOfOneKind(heap, container) {
  const kinds = new Set(
    Array.from({ length: sizeOf(heap, container) }, (_, k) => setKindOf(heap, itemAt(heap, container, k))),
  )
  kinds.delete(EMPTY)
  return kinds.size <= 1 && !kinds.has(OTHER)
}

function setKindOf(heap, word) {
  if (word === EMPTY_SET) return EMPTY
  const kind = kindOf(heap, word)
  return isCompact(kind) ? kind : OTHER
}

/** Whether a patch is of pairs, or of cells of one colour. */
function isInOrder(heap, patch) {
  const kind = kindOf(heap, patch)
  if (kind !== CELL_SET) return kind === PAIR_SET
  const [first, last] = [0, sizeOf(heap, patch) - 1].map((k) => heap.words[elementsAt(patch) + k])
  return cellColor(heap, first) === cellColor(heap, last)
}

/** Whether the words of a set are near enough to each other for a map of their places. */
function isNear(heap, set) {
  if (set === EMPTY_SET) return true
  const kind = kindOf(heap, set)
  if (!isCompact(kind)) return false
  const words = heap.words.subarray(elementsAt(set), elementsAt(set) + sizeOf(heap, set))
  const span = (fieldOf) => {
    let [least, greatest] = [Infinity, -Infinity]
    for (const word of words) [least, greatest] = [Math.min(least, fieldOf(word)), Math.max(greatest, fieldOf(word))]
    return greatest - least + 1
  }
  if (kind === INT_SET) return span((word) => word) <= MOST_PLACES
  if (kind === PAIR_SET) return span(pairRow) * span(pairCol) <= MOST_PLACES
  const fields = [cellColor, cellRow, cellCol].map((fieldOf) => span((word) => fieldOf(heap, word)))
  return fields.reduce((all, own) => all * own) <= MOST_PLACES
}
