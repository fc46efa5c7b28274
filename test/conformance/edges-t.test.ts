// Edge cases of dialect t that the conformance data does not have: values, containers, ranks and samples, on every
// engine of the CPU.

import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { type Vector, conform } from '../../src/engine/conform/conform.ts'
import { DEFAULT_BUDGET } from '../../src/kernel/heap.ts'
import { primitiveNamed } from '../../src/language/names.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { engines } from '../engines.ts'

const evaluators = engines.map(([name, engine]) => [name, new CpuEvaluator(DEFAULT_BUDGET, engine)] as const)

const FAILS = Symbol('error')
type Case = readonly [fn: string, args: readonly Notation[], out: Notation | typeof FAILS]

const t = (...items: Notation[]): Notation => ({ t: items })
const s = (...items: Notation[]): Notation => ({ s: items })
const f = (name: string): Notation => ({ f: name })
const g = (...rows: string[]): Notation => ({ g: rows })

/** Cells of colour 1, in the order of a set. */
const cellsIn = (rows: readonly number[], cols: readonly number[]): Notation[] =>
  rows.flatMap((row) => cols.map((col) => t(row, col, 1)))

async function expectCases(cases: readonly Case[]): Promise<void> {
  const vectors = cases.map(([fn, args, out]): Vector => {
    const call = { fn: primitiveNamed(fn, 't')!.key, tier: 'typed', args }
    return out === FAILS ? { ...call, error: true } : { ...call, out }
  })
  for (const [name, evaluator] of evaluators) {
    const { failures, deviations } = await conform(evaluator, vectors, [...vectors.keys()], 't')
    expect([name, deviations, failures]).toEqual([name, 0, []])
  }
}

const groups: Readonly<Record<string, readonly Case[]>> = {
  'the empty tuple as a number': [
    ['add', [t(), t()], 0],
    ['subtract', [t(), t(1, 2)], t(-1, -2)],
    ['multiply', [t(), t()], 1],
    ['multiply', [t(3, 4), t()], t(3, 4)],
    ['divide', [t(), 2], 0],
    ['divide', [t(7, -7), t()], t(7, -7)],
    ['add', [s(), 1], FAILS],
    ['divide', [t(), 0], FAILS],
    ['increment', [t()], FAILS],
  ],
  'cells of numbers that fit no word': [
    ['ascell', [t(5000, 1), 3], t(5000, 1, 3)],
    ['ascell', [t(1, 2, 9), 3], t(1, 2, 3)],
    ['ascell', [s(1, 2), 3], FAILS],
    ['astriple', [1, 2, 16], t(1, 2, 16)],
    ['astriple', [f('add'), null, t()], t(f('add'), null, t())],
    ['toij', [t(5000, 1, 3)], t(5000, 1)],
    ['toij', [t(t(1), 2)], t(t(1), 2)],
    ['toij', [t(1)], FAILS],
    ['celltuple', [t(s(4, 2), t(1, 1)), s(9, 5)], t(t(2, 4, 5), t(1, 1, 9))],
    ['celltuple', [t(t(1, 2), t(1)), t(5)], t(t(1, 2, 5))],
    ['celltuple', [t(1), t(5)], FAILS],
  ],
  'periods of indices, which have no colours to compare': [
    ['hperiod', [s(t(3, 5))], 1],
    ['hperiod', [s(t(3, 5), t(4, 5))], 1],
    ['hperiod', [s(t(3, 5), t(3, 6))], FAILS],
    ['vperiod', [s(t(3, 5), t(3, 6))], 1],
    ['vperiod', [s(t(3, 5), t(4, 5))], FAILS],
  ],
  'objects with cells that fit no word': [
    ['hperiod', [s(t(0, 0, 20), t(0, 1, 3), t(0, 2, 20), t(0, 3, 3))], 2],
    ['hperiod', [s(t(0, 0, 20), t(0, 1, 3), t(0, 2, 3))], 3],
    ['vperiod', [s(t(0, 0, 20), t(1, 0, 3), t(2, 0, 20), t(3, 0, 3))], 2],
    ['upscale_f', [s(t(0, 0, 1), t(0, 3000, 1)), 2], s(...cellsIn([0, 1], [0, 1, 6000, 6001]))],
    ['upscale_f', [s(t(0, 0, 1), t(3000, 0, 1)), 2], s(...cellsIn([0, 1, 6000, 6001], [0, 1]))],
  ],
  'scaling by no number, by a negative one and of ragged rows': [
    ['vupscale', [t(), t(1)], t()],
    ['vupscale', [t(t(1)), t(1)], FAILS],
    ['hupscale', [t(t(), t()), f('add')], t(t(), t())],
    ['hupscale', [t(t(), t(1)), f('add')], FAILS],
    ['upscale_f', [s(t(0, 0, 1)), 0], s()],
    ['downscale', [g('123', '456', '789'), -2], g('13', '79')],
    ['downscale', [g('123', '456'), 7], g('1')],
    // The row that is too short is read, although it is dropped.
    ['downscale', [t(t(1, 2, 3), t(4), t(5, 6, 7)), 2], FAILS],
    ['downscale', [t(t(1, 2, 3), t(4, 5, 6, 7), t(5, 6, 7)), 2], t(t(1, 3), t(5, 7))],
  ],
  'colours by rank, those of equal frequency in the order of their first cells': [
    ...[g('3883', '2199'), t(t(30, 80, 80, 30), t(20, 10, 90, 90))].flatMap((grid, k): Case[] => {
      const times = k === 0 ? 1 : 10
      return [3, 8, 9, 2, 1].map((color, rank) => ['get_color_rank_t', [grid, rank], times * color])
    }),
    ['get_color_rank_t', [g('3883', '2199'), -1], 1],
    ['get_color_rank_t', [g('3883', '2199'), -5], 3],
    ['get_color_rank_t', [g('3883', '2199'), -6], t()],
    ['get_color_rank_t', [g('3883', '2199'), 5], t()],
    ['get_color_rank_t', [g('3883', '2199'), t(0, 0)], FAILS],
    ['get_color_rank_f', [s(t(0, 0, 7), t(0, 1, 2), t(0, 2, 2), t(1, 0, 7), t(1, 1, 5)), 0], 7],
    ['get_color_rank_f', [s(t(0, 0, 7), t(0, 1, 2), t(0, 2, 2), t(1, 0, 7), t(1, 1, 5)), 1], 2],
    ['get_color_rank_f', [s(t(0, 0, 7), t(0, 1, 2), t(0, 2, 2), t(1, 0, 7), t(1, 1, 5)), -1], 5],
    ['get_color_rank_f', [s(t(0, 0, 7), t(0, 1, 2), t(0, 2, 2), t(1, 0, 7), t(1, 1, 5)), 3], s()],
  ],
  'what is false has a first and a last element': [
    ['first', [0], FAILS],
    ['first_t', [0], t()],
    ['first_f', [0], s()],
    ['first_f', [null], s()],
    // Like first_t, which the data has: () for all that is false, an error for any other integer.
    ['last', [null], t()],
    ['last', [0], t()],
    ['last_t', [s()], t()],
    ['last_t', [s(1)], FAILS],
    ['last_f', [t()], s()],
    ['last_f', [t(1, 2)], 2],
    ['second', [t(1)], null],
    ['second', [t()], FAILS],
    ['second', [null], FAILS],
    ['first_t', [t(null)], null],
  ],
  'the other element': [
    ['other', [t(1, 1), 1], null],
    ['other', [0, 1], FAILS],
    ['other_t', [s(1), 1], t()],
    ['other_f', [t(1), 1], s()],
    ['other_f', [t(1, null), 1], null],
    ['remove_t', [1, s(1, 2, 3)], t(2, 3)],
    ['remove_t', [null, t(null, 1)], t(1)],
  ],
  'sorts of containers': [
    ['combine_f', [5, 2], 7],
    ['combine_f', [-2, 1], -1],
    ['combine_f', [t(), t()], FAILS],
    ['combine_t', [5, 2], 7],
    ['combine_t', [s(), s()], FAILS],
    ['sfilter_t', [s(0, 1, 2), f('identity')], t(1, 2)],
    ['sfilter_f', [t(2, 0, 1, 2), f('identity')], s(1, 2)],
    ['mfilter_t', [t(t(1), t(1), t()), f('size')], s(t(1))],
    ['extract', [t(0, t()), f('identity')], s()],
    ['extract', [t(0, 5, t()), f('identity')], 5],
    // The elements behind the first that is true are not asked.
    ['extract', [t(3, t()), f('positive')], 3],
    ['apply_t', [f('size'), s(s(), s(1), s(2))], t(0, 1, 1)],
    ['rapply_t', [t(f('size'), f('size')), t(1)], t(1, 1)],
    ['mapply_t', [f('identity'), s(t(1), t(1, 2))], t(1, 1, 2)],
    ['mapply_t', [f('size'), t(t(1))], FAILS],
  ],
  'ranks by place': [
    ['get_nth_t', [t(1, 2), -2], 1],
    ['get_nth_t', [t(1, 2), -3], FAILS],
    ['get_nth_t', [t(1, 2), null], FAILS],
    ['get_nth_t', [s(1, 2), 0], FAILS],
    ['get_nth_f', [s(1, 2), -2], 1],
    ['get_nth_f', [s(1, 2), -3], s()],
    ['get_nth_f', [t(), t()], FAILS],
    // No iterable, so no element, and no empty set either: the data has errors for integers, too.
    ['get_nth_f', [null, 0], FAILS],
    ['get_nth_f', [null, -1], FAILS],
    ['get_nth_f', [0, 0], FAILS],
    ['get_rank', [t(1, 3, 2), 0], 3],
    ['get_rank', [s(1, 3), -1], 1],
    ['get_rank', [t(1), 1], 0],
    ['get_rank', [t(1, t()), 5], FAILS],
    ['get_rank', [t(), null], FAILS],
  ],
  'ranks by frequency': [
    ['get_common_rank', [t(2, 1, 2, 3, 3), 0], 1],
    ['get_common_rank', [t(2, 1, 2, 3, 3), 1], 2],
    ['get_common_rank', [t(2, 1, 2, 3, 3), -1], 3],
    ['get_common_rank', [t(2, 2), 1], t()],
    ['get_common_rank', [s(), 0], FAILS],
    ['get_common_rank_f', [t(2, 2), 1], s()],
    ['get_common_rank_f', [t(5, 1, 5), -1], 5],
    ['get_common_rank_f', [s(), null], FAILS],
    ['mostcommon_f', [t(1, 2, 2)], 2],
    ['leastcommon_f', [t(2, 2, 1, 3)], 1],
  ],
  'ranks by key': [
    ['get_arg_rank', [t(t(1), t(2), t(3, 4)), f('size'), 0], t(3, 4)],
    // The last of equal keys, where argmin has the first.
    ['get_arg_rank', [t(t(1), t(2), t(3, 4)), f('size'), -1], t(2)],
    ['get_arg_rank', [s(1), f('identity'), 7], s()],
    ['get_arg_rank_t', [s(1), f('identity'), 7], t()],
    ['get_arg_rank_f', [t(1), f('identity'), 7], s()],
    ['get_arg_rank', [t(1, 3, 2), null, 0], 3],
    ['get_arg_rank', [t(t(), 1), f('identity'), 7], FAILS],
    ['get_arg_rank', [t(), f('identity'), null], FAILS],
    ['get_val_rank', [t(t(1, 2), t(3)), f('size'), 0], 1],
    ['get_val_rank', [t(t(1, 2), t(3)), f('size'), 2], FAILS],
    ['get_val_rank_t', [t(5, 4), f('increment'), 2], 1],
    ['get_val_rank_f', [s(), f('last_t'), -1], t()],
    ['get_val_rank', [t(5, t()), f('identity'), 2], FAILS],
    ['get_val_rank', [t(5), f('identity'), null], FAILS],
    ['get_val_rank', [5, f('identity'), 0], FAILS],
    ['get_nth_by_key_t', [t(3, 1, 2), -1], 3],
    ['get_nth_by_key_t', [t(3, 1, 2), 0, null], 1],
    ['get_nth_by_key_t', [s(), t(), 5], null],
    ['get_nth_by_key_f', [t(3, 1, 2), -5, f('invert')], 3],
    ['get_nth_by_key_f', [t(3, 1, 2), 3], null],
    ['get_nth_by_key_f', [t(3, t()), 5], FAILS],
    ['get_nth_by_key_f', [s(), t()], FAILS],
  ],
  samples: [
    ['dedupe_pair_tuple', [s(t(1, 1), t(1, 2))], t(t(1, 2))],
    ['dedupe_pair_tuple', [t(s(1, 2))], t(t(1, 2))],
    // Python unpacks each sample into two: one more or less is an error, equal or not.
    ['dedupe_pair_tuple', [t(t(1, 2, 3))], FAILS],
    ['dedupe_pair_tuple', [t(t(1, 1, 1))], FAILS],
    ['dedupe_pair_tuple', [t(t(1))], FAILS],
    ['dedupe_pair_tuple', [t(t(1, 2), t())], FAILS],
    ['dedupe_pair_tuple', [t(t(1, 2), 5)], FAILS],
    ['dedupe_pair_tuple', [null], FAILS],
    ['a_mr', [t(t(g('12', '34'), g('34', '12')))], 0],
    ['a_mr', [t(t(g('12', '34'), g('13', '24')))], 1],
    ['a_mr', [t(t(g('12', '34'), g('21', '43')))], 2],
    ['a_mr', [t(t(g('12', '34'), g('42', '31')))], 3],
    ['a_mr', [t(t(g('12', '34'), g('31', '42')))], 4],
    ['a_mr', [t(t(g('12', '34'), g('43', '21')))], 5],
    ['a_mr', [t(t(g('12', '34'), g('24', '13')))], 6],
    ['a_mr', [t(t(g('11', '11'), g('11', '11')), t(g('12', '34'), g('12', '34')))], 7],
    ['a_mr', [t(t(g('12', '34'), g('12', '34')), t(g('12', '34'), g('34', '12')))], null],
    ['a_mr', [t(t(t(), t()))], 0],
    // The second input is not looked at where the first one is turned in vain.
    ['a_mr', [t(t(g('12'), g('34')), t(5, 5))], null],
    ['a_mr', [t(t(5, 5))], FAILS],
    ['a_mr', [t(t(s(), s()))], FAILS],
    ['a_mr', [t(t(g('12'), g('12'), g('12')))], FAILS],
    ['a_mr', [t(t(g('12')))], FAILS],
    ['a_mr', [t(t())], FAILS],
    ['a_mr', [t(t(g('12'), g('34')), t(g('12')))], null],
    ['a_mr', [t(t(g('12'), g('12')), t(g('12')))], FAILS],
    ['c_iz', [t(t(t(1, 2, 1), t(2)), t(t(4, 1), t())), f('identity')], t(1, 4)],
    ['c_zo', [t(t(t(1), t(3, 1, 2, 3))), f('identity')], t(3, 2)],
    // The first two elements of a sample are its grids.
    ['c_iz', [t(t(t(1), t(2), t(3))), f('identity')], t(1)],
    ['c_zo', [t(t(t(1), t(2), t(3))), f('identity')], t(2)],
    ['c_zo', [t(t(t(1))), f('identity')], FAILS],
    ['c_iz_n', [t(t(t(1), t(2))), f('identity'), f('first')], 1],
    ['c_iz_n', [t(t(t(1), t(1))), f('identity'), f('first')], null],
    ['c_zo_n', [t(t(t(1), t(1))), f('identity'), f('maximum')], 0],
    ['c_zo_n', [t(t(t(1), t(2))), f('identity'), f('add')], FAILS],
    ['c_zo_n', [t(t(t(1), t(2))), f('identity'), 5], FAILS],
  ],
}

describe('edge cases', () => {
  test.each(Object.entries(groups))('%s', (_, cases) => expectCases(cases))
})

test('an omitted key is no key also where a closure calls', async () => {
  const closure: Notation = { call: 'fork', args: [f('get_nth_by_key_t'), f('identity'), f('size')] }
  const short: Notation = { call: 'lbind', args: [f('get_nth_by_key_f'), t(3, 1, 2)] }
  await expectCases([
    ['apply_t', [closure, t(t(), t())], t(null, null)],
    ['papply', [f('get_nth_by_key_t'), t(t(3, 1), t(5, 4)), t(0, 1)], t(1, 5)],
    // Three parameters: the closure of a binding takes two, and both are needed.
    ['apply_t', [short, t(0)], FAILS],
    ['papply', [short, t(0, 2), t(f('identity'), f('invert'))], t(1, 1)],
  ])
})

// sorted(range(8), key=sets.__getitem__, reverse=True) in Python, and the same without reverse.
const REVERSE_ORDER = [2, 5, 0, 6, 1, 4, 7, 3]
const ORDER = [3, 0, 1, 7, 2, 4, 5, 6]

test('a reverse sort compares sets as Python does, and keeps equal keys in order', async () => {
  const sets = [s(1), s(2), s(1, 2), s(), s(3), s(1, 3), s(2, 3), s(1)]
  const order = REVERSE_ORDER.map((k, rank): Case => ['get_arg_rank_t', [t(...sets), f('identity'), rank], sets[k]!])
  const ascending = ORDER.map((k, rank): Case => ['get_nth_by_key_t', [t(...sets), rank], sets[k]!])
  await expectCases([...order, ...ascending])
})

describe('containers of 64 and more', () => {
  const numbers = Array.from({ length: 100 }, (_, k) => (k * 37) % 50)

  test('are ranked by integers', async () => {
    const sorted = numbers.toSorted((a, b) => b - a)
    const ranks = [0, 1, 49, 50, 99, -1, -100]
    await expectCases([
      ...ranks.map((rank): Case => ['get_rank', [t(...numbers), rank], sorted.at(rank)!]),
      ['get_rank', [t(...numbers), 100], 0],
      ['get_rank', [t(...numbers), -101], 0],
    ])
  })

  test('keep equal keys in order in a reverse sort', async () => {
    const pairs = numbers.map((n, k) => t(n, k))
    const sorted = numbers.map((n, k) => [n, k] as const).toSorted((a, b) => b[0] - a[0])
    const expected = [0, 1, 2, 98, 99].map((rank): Case => {
      const [n, k] = sorted[rank]!
      return ['get_arg_rank_t', [t(...pairs), f('first'), rank], t(n, k)]
    })
    await expectCases(expected)
  })

  test('are not ranked by sets', async () => {
    const vector: Vector = {
      fn: 'get_arg_rank',
      tier: 'duck',
      args: [t(...numbers), f('initset'), 0],
      out: 0,
    }
    const { byRule } = await conform(new CpuEvaluator(), [vector], [1], 't')
    expect(byRule).toEqual({ 'rule 4': 1 })
  })
})
