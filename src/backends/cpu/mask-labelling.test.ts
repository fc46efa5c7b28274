// Labelling by masks in WebAssembly, which compares many cells at once, against JavaScript: grids of every width, with other words behind
// them on the heap and without.

import { expect, test } from 'vitest'
import { GRID, newBlock } from '../../kernel/blocks.ts'
import { Heap } from '../../kernel/heap.ts'
import { addressOf } from '../../kernel/words.ts'
import { primitiveWord } from '../../language/names.ts'
import { SEED, newRandom } from '../../../test/generators/seed.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'
import { WasmHeap } from './wasm-heap.ts'

const evaluator = new CpuEvaluator()
const fn = primitiveWord('objects')
const widths = Array.from({ length: 32 }, (_, k) => k + 1)

function label(h: Heap, cells: readonly number[], width: number, wordsBehind: number, selector: number): unknown {
  h.top = new Heap(16).top
  const grid = newBlock(h, GRID, cells.length + 1)
  h.words.set([((cells.length / width) << 4) | GRID, width, ...cells], addressOf(grid))
  h.words.fill(3, h.top, h.top + wordsBehind)
  h.top += wordsBehind
  const from = h.top
  h.work = 0
  const word = evaluator.call(h, { fn, args: [grid, selector & 4, selector & 2, selector & 1] })
  return { word, work: h.work, words: [...h.words.subarray(from, h.top)] }
}

test.each(widths)('%i columns', (width) => {
  const random = newRandom(SEED + width)
  const js = new Heap(1 << 16)
  const wasm = new WasmHeap(1 << 16)
  wasm.budget = js.budget
  for (const height of [1, 2, 5]) {
    for (const wordsBehind of [0, 5, 20, 40]) {
      const colorCount = 1 + (random() % 4)
      const cells = Array.from({ length: height * width }, () => random() % colorCount)
      for (let selector = 0; selector < 8; selector++) {
        expect(label(wasm, cells, width, wordsBehind, selector)).toEqual(label(js, cells, width, wordsBehind, selector))
      }
    }
  }
})
