// No kernel computes a number beyond 32 bits, where JavaScript and WGSL would differ. Every primitive of both cell layouts is run
// on the CPU with its arithmetic checked, on arguments of all sorts, the largest and smallest integers among them.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as evaluators from '../../src/backends/cpu/cpu-evaluator.ts'
import type * as heaps from '../../src/kernel/heap.ts'
import type * as notations from '../../src/language/values/value-notation.ts'
import { PRIMITIVE_BASE } from '../../src/kernel/words.ts'
import type { CellLayout } from '../../src/kernel/cell-layout.ts'
import { primitiveNamed } from '../../src/language/names.ts'
import { readSources } from '../../src/translate/generate.node.ts'
import { borderFile } from '../../src/translate/layout.ts'
import { parseSource } from '../../src/translate/source.ts'
import { LAYOUTS, primitivesOf } from '../generators/layouts.ts'
import { guardArithmetic } from './guard-arithmetic.ts'

const CALLS_A_PRIMITIVE = 400
const BUDGET = 1 << 16

const MAX = 1073741823
const MIN = -1073741824
const ints = [0, 1, 2, 3, 5, 9, -1, -2, 30, 8191, 8192, -8193, 32768, 65537, MAX, MIN, MAX - 1]
const indices = [
  [0, 0],
  [1, 2],
  [-3, 4],
  [MAX, MIN],
  [MIN, MIN],
  [MAX, MAX],
  [-8192, 8191],
  [40000, -40000],
].map((t) => ({ t }))
const functions =
  'identity size invert double increment first even toindices hmirror hmirror_f color initset get_nth_f o_g'.split(' ')

/** Values of all sorts for a layout. */
function poolOf(layout: CellLayout): notations.Notation[] {
  const cell = (color: number, { t: [row, column] }: { t: number[] }): notations.Notation =>
    layout === 't' ? { t: [row!, column!, color] } : { t: [color, { t: [row!, column!] }] }
  const cells = [0, 3, MAX].flatMap((color) => indices.map((index) => cell(color, index)))
  return [
    ...ints,
    ...indices,
    ...cells.slice(0, 6),
    { g: ['0'] },
    { g: ['012', '340'] },
    { g: ['00100', '01110', '00100'] },
    { t: [{ t: [MAX, MIN, 3] }, { t: [1, 1, 1] }] },
    { t: [{ t: [1] }, { t: [] }, 5] },
    { t: [] },
    { t: ints },
    { s: [] },
    { s: ints },
    { s: indices },
    { s: indices.slice(0, 3) },
    { s: cells },
    { s: [cell(2, { t: [0, 0] }), cell(2, { t: [1, 3] })] },
    { s: [{ s: cells.slice(0, 3) }, { s: cells.slice(2, 9) }] },
    // Samples.
    { t: [{ t: [{ g: ['01', '23'] }, { g: ['20', '31'] }] }] },
    ...functions.flatMap((name) => primitiveNamed(name, layout)?.key ?? []).map((f) => ({ f })),
    { call: 'lbind', args: [{ f: primitiveNamed('add', layout)!.key }, MAX] },
    { call: 'rbind', args: [{ f: primitiveNamed('multiply', layout)!.key }, MIN] },
  ]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
let evaluator: evaluators.CpuEvaluator
/** By layout, a heap and the words of values on it. */
const values = new Map<CellLayout, { heap: heaps.Heap; words: number[] }>()
const broken = new Set<string>()

beforeAll(async () => {
  Object.assign(globalThis, {
    checkWord(value: number, place: string, isCut: boolean): number {
      if ((value | 0) !== value && !(isCut && Math.abs(value) <= Number.MAX_SAFE_INTEGER))
        broken.add(`${place}: ${value}`)
      return value
    },
  })
  mkdirSync(join(root, 'dist'), { recursive: true })
  folder = mkdtempSync(join(root, 'dist/guarded-'))
  cpSync(join(root, 'src'), folder, { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  for (const source of readSources(root)) {
    if (source.path !== borderFile)
      writeFileSync(join(folder, source.path.slice('src/'.length)), guardArithmetic(source))
  }
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href)
  const { CpuEvaluator } = (await load('backends/cpu/cpu-evaluator.ts')) as typeof evaluators
  const { Heap } = (await load('kernel/heap.ts')) as typeof heaps
  const { encodeNotation } = (await load('language/values/value-notation.ts')) as typeof notations
  evaluator = new CpuEvaluator(BUDGET)
  for (const layout of LAYOUTS) {
    const heap = new Heap(1 << 20, undefined, layout)
    values.set(layout, { heap, words: poolOf(layout).map((value) => encodeNotation(heap, value)) })
  }
})
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true })
})

test('the check is there and complains', () => {
  const text =
    'function f(a: number, b: number): number { let c = -(a + b) * 2\n c += (a * b) | 0\n return c }\nconst A = 1 + 1\n'
  expect(guardArithmetic(parseSource('a.ts', text))).toBe(
    "function f(a: number, b: number): number { let c = checkWord(checkWord(-(checkWord(a + b, 'a.ts:1:54', false)), 'a.ts:1:52', false) * 2, 'a.ts:1:52', false)\n" +
      " c = checkWord(c + ((checkWord(a * b, 'a.ts:2:8', true)) | 0), 'a.ts:2:2', false)\n return c }\nconst A = 1 + 1\n",
  )
  expect(readFileSync(join(folder, 'kernel/words.ts'), 'utf8')).toContain('checkWord(')
})

describe.each(LAYOUTS)('no result beyond 32 bits in layout %s', (layout) => {
  test.each(primitivesOf(layout))('%s', async (_, primitive) => {
    broken.clear()
    const { heap, words } = values.get(layout)!
    const top = heap.top
    const random = newRandom(primitive.id + 1)
    const arity = primitive.parameters.length
    const all = arity === 1 ? words.map((word) => [word]) : []
    for (let k = all.length; k < CALLS_A_PRIMITIVE; k++) {
      all.push(Array.from({ length: arity }, () => words[random() % words.length]!))
    }
    for (const args of all) {
      await evaluator.evaluate(heap, [{ fn: PRIMITIVE_BASE + primitive.id, args }])
      heap.top = top
      heap.scratchTop = 0
    }
    expect([...broken].slice(0, 5)).toEqual([])
  })
})

/** Numbers that look random and are the same on every run. */
function newRandom(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return state >>> 8
  }
}
