// Exporting: a value with all its parts, copied to one stretch of the heap, so that it can be read back alone.

import { CLOSURE, SET, TUPLE, contentSize, kindOf } from './blocks.ts'
import {
  type Heap,
  SAFE_FUNCTION,
  allocate,
  copyStrided,
  failed,
  faultWord,
  load,
  peek,
  push,
  releaseScratch,
  scratchTop,
  store,
} from './heap.ts'
import { type Word, addressOf, isRef, refTo } from './words.ts'

/** A copy of the value with new blocks only; the blocks at fixed addresses are not copied. */
export function copyValue(h: Heap, value: Word): Word {
  const list = scratchTop(h)
  const copy = copyBlock(h, value)
  push(h, copy)
  while (scratchTop(h) > list && !failed(h)) {
    const block = peek(h, scratchTop(h) - 1)
    releaseScratch(h, scratchTop(h) - 1)
    const kind = kindOf(h, block)
    const count = kind === TUPLE || kind === SET || kind === CLOSURE ? contentSize(h, block) : 0
    for (let k = 1; k <= count && !failed(h); k++) {
      const part = load(h, addressOf(block) + k)
      const moved = copyBlock(h, part)
      if (moved !== part) {
        store(h, addressOf(block) + k, moved)
        push(h, moved)
      }
    }
  }
  return failed(h) ? faultWord(h) : copy
}

/** The block that a word refers to, copied as it is; a word that refers to none, or to a fixed one, is itself. */
function copyBlock(h: Heap, w: Word): Word {
  if (!isRef(w) || w <= SAFE_FUNCTION) return w
  const size = contentSize(h, w) + 1
  const a = allocate(h, size)
  copyStrided(h, a, addressOf(w), 1, size, 0, 1)
  return refTo(a)
}
