import { describe, expect, test } from 'vitest'
import { cPreludeLanguage, checkPrelude, openclPreludeLanguage, wgslPrelude } from './check-prelude.ts'
import { collectDeclarations } from './collect.ts'
import { type Diagnostic, formatDiagnostic } from './diagnostic.ts'
import { resolveNames } from './resolve.ts'
import { parseSource } from './source.ts'

const border = `type Word = number
export function load(h: Heap, a: Word): Word { return h.words[a]! }
export function spend(h: Heap, amount: number): boolean { return true }
export function push(h: Heap, w: Word): void {}
export function resetHeap(h: Heap): void {}
function grow(h: Heap): void {}
`
const twins = `fn load(a: i32) -> i32 {
  return heap[a];
}
fn spend(amount: i32) -> bool { return true; }
fn push(w: i32) {
}
`

function compare(prelude: string, language = wgslPrelude): string[] {
  const diagnostics: Diagnostic[] = []
  const source = parseSource('src/kernel/heap.ts', border)
  const names = resolveNames(collectDeclarations([source], diagnostics), diagnostics)
  checkPrelude(source, [...names.functions.values()], prelude, language, diagnostics)
  return diagnostics.map((d) => formatDiagnostic(d).replace(/; write each function.*/, ''))
}

test('twins that are alike are fine; what is for the host alone needs none', () => {
  expect(compare(twins)).toEqual([])
})

test('a function without a twin', () => {
  expect(compare(twins.replace('fn push(', 'fn pushed('))).toEqual([
    "src/kernel/heap.ts:4:17: 'push' is not in the prelude in WGSL, expected fn push(w: i32)",
    "src/kernel/heap.ts:1:1: the prelude in WGSL has 'pushed', which is not exported here",
  ])
})

test.each([
  ['(amount: i32)', '(count: i32)'],
  ['(amount: i32)', '(amount: u32)'],
  ['(amount: i32)', '(amount: i32, more: i32)'],
  ['-> bool', '-> i32'],
])('a twin with %s as %s', (right, wrong) => {
  expect(compare(twins.replace(right, wrong))).toEqual([
    expect.stringMatching(
      /^src\/kernel\/heap.ts:3:17: 'spend' has another head in WGSL: fn spend\(.*, expected fn spend\(amount: i32\) -> bool$/,
    ),
  ])
})

describe.each([
  ['OpenCL C', openclPreludeLanguage, 'int'],
  ['C', cPreludeLanguage, 'int32_t'],
] as const)('in %s', (name, language, int) => {
  const cTwins = `static ${int} load(Heap *h, ${int} a) { return 0; }
static inline bool spend(Heap *h, ${int} amount) {
  return true;
}
static void push(Heap *h, ${int} w) {
}
`
  test('twins that are alike are fine', () => {
    expect(compare(cTwins, language)).toEqual([])
  })

  test('a twin with another parameter, and one that is missing', () => {
    const wrong = cTwins.replace('amount)', 'count)').replace('static void push', 'static void pushed')
    expect(compare(wrong, language).slice(0, 2)).toEqual([
      `src/kernel/heap.ts:3:17: 'spend' has another head in ${name}: static bool spend(Heap *h, ${int} count), expected static bool spend(Heap *h, ${int} amount)`,
      `src/kernel/heap.ts:4:17: 'push' is not in the prelude in ${name}, expected static void push(Heap *h, ${int} w)`,
    ])
  })

  test('other functions are for C alone', () => {
    const more = `${cTwins}static void more(Heap *h) {\n}\n`
    const complaint = "src/kernel/heap.ts:1:1: the prelude in OpenCL C has 'more', which is not exported here"
    expect(compare(more, language)).toEqual(name === 'C' ? [] : [complaint])
  })
})
