// Device code: intrinsics, variables of an invocation and groups of constants, in WGSL, and what is refused.

import { describe, expect, test } from 'vitest'
import { listComplaints, translateDevice } from '../../test/translate-sample.ts'

const path = 'src/backends/gpu/device-code/sample.ts'
const head = `export const PLACES = { first: 0, second: 7 } as const
export const own = { count: 0, last: 0 }
const shared = sharedWords(2 * 32)
const counters = sharedAtomics(4)
`
const translateBody = (body: string) =>
  translateDevice({ [path]: `${head}export function f(h: Heap, lane: number): number {\n${body}\n}\n` })
const wgslOf = (body: string) => translateBody(body).functions.find(({ name }) => name === 'f')!

test('memories, atomics and barriers', () => {
  const { text, constants } = wgslOf(`put(h, shared, lane, at(h, arena, PLACES.second))
  waitForGroup(h)
  atomicMax(h, counters, 0, bitCount(lane))
  const found = uniformAt(h, shared, 0) + atomicLoad(h, state, lane)
  return found`)
  expect(text).toBe(`fn f(lane: i32) -> i32 {
  shared_[lane] = arena[PLACES_second];
  workgroupBarrier();
  _ = atomicMax(&counters[0], countOneBits(lane));
  let found = workgroupUniformLoad(&shared_[0]) + atomicLoad(&state[lane]);
  return found;
}
`)
  expect(constants).toEqual(['PLACES.second', 'counters', 'shared'])
})

test('variables of the invocation and parameters of the dispatch', () => {
  const { text, constants } = wgslOf('own.count = params.budget\n own.count += lane\n own.last++\n return own.count')
  expect(text).toContain('own_count = params.budget;\n  own_count += lane;\n  own_last++;\n  return own_count;\n')
  expect(constants).toEqual(['own'])
})

test('their declarations', () => {
  const { constants } = translateBody('return 0')
  const texts = new Map(constants.map(({ name, text }) => [name, text]))
  expect(texts.get('own')).toBe('var<private> own_count: i32;\nvar<private> own_last: i32;\n')
  expect(texts.get('shared')).toBe('var<workgroup> shared_: array<i32, 64>;\n')
  expect(texts.get('counters')).toBe('var<workgroup> counters: array<atomic<i32>, 4>;\n')
  expect(texts.get('PLACES.second')).toBe('const PLACES_second: i32 = 7;\n')
})

describe('what is refused', () => {
  const complaintsOf = (body: string) => listComplaints(translateBody(body)).map((line) => line.replace(`${path}:`, ''))

  test.each([
    ['return at(h, lane, 0)', "6:14: 'at' is not given a memory; pass a memory by its name behind the heap"],
    ['params.budget = 1\n return 0', '6:1: change of a parameter of the dispatch; use a variable'],
    ['return own.missing', "6:8: 'own.missing' is unknown here; use groups of device code only"],
    ['return PLACES.third', "6:8: 'PLACES.third' is unknown here; use groups of device code only"],
    ['own.count = lane > 1\n return 0', '6:13: boolean where a number is needed; use truth(b), or b ? 1 : 0'],
    ['return shared', "6:8: 'shared' is unknown here; use constants and functions of kernel files only"],
  ])('%s', (body, complaint) => {
    expect(complaintsOf(body)).toEqual([complaint])
  })

  test('a variable of the invocation in a function without the heap', () => {
    const translation = translateDevice({ [path]: `${head}function f(): number {\n return own.count\n}\n` })
    expect(listComplaints(translation)).toEqual([
      `${path}:6:9: variable of the invocation in a function without the heap; take \`h: Heap\` first`,
    ])
  })

  test('groups in kernels that are no device code', () => {
    const translation = translateDevice({ 'src/kernel/sample.ts': 'const PLACES = { first: 0 } as const\n' })
    expect(listComplaints(translation)).toHaveLength(1)
  })
})
