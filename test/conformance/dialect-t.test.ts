// Edge cases of dialect t that the conformance data has none or few of, on every engine of the CPU.

import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { Heap } from '../../src/kernel/heap.ts'
import { PRIMITIVE_BASE, isError } from '../../src/kernel/words.ts'
import { primitiveNamed } from '../../src/language/names.ts'
import {
  type Notation,
  decodeNotation,
  encodeNotation,
  spellNotation,
} from '../../src/language/values/value-notation.ts'
import { kernelEngines } from '../engines.ts'

const ERROR = 'error'
type Case = [name: string, args: Notation[], expected: Notation | typeof ERROR]

const t = (...items: Notation[]): Notation => ({ t: items })
const s = (...items: Notation[]): Notation => ({ s: items })
const g = (...rows: string[]): Notation => ({ g: rows })
const EMPTY = s()
const NOTHING = t()
const heaps = kernelEngines.map(([, engine]) => engine.newHeap(1 << 16, 't'))

function evaluate(h: Heap, name: string, args: Notation[]): string {
  const words = args.map((arg) => encodeNotation(h, arg))
  const result = new CpuEvaluator().call(h, { fn: PRIMITIVE_BASE + primitiveNamed(name, 't')!.id, args: words })
  return isError(result) ? ERROR : spellNotation(decodeNotation(h, result))
}

function check(cases: Case[]): void {
  test.each(cases)('%s(%j)', (name, args, expected) => {
    const spelled = expected === ERROR ? ERROR : spellNotation(expected)
    expect(evaluate(new Heap(1 << 16, 1 << 12, 't'), name, args)).toBe(spelled)
    for (const heap of heaps) expect(evaluate(heap, name, args)).toBe(spelled)
  })
}

const pairs = s(t(1, 2), t(4, 7))
const cells = s(t(1, 2, 5), t(4, 7, 3))

describe('sides', () => {
  check([
    ['width_t', [null], 0],
    ['width_t', [5], ERROR],
    ['width_t', [s(t(1, 2))], ERROR],
    ['shape_t', [0], ERROR],
    ['shape_t', [t(NOTHING, NOTHING)], t(2, 0)],
    ['portrait_t', [g('12', '34')], 0],
    ['portrait_t', [g('1', '3')], 1],
    ['square_t', [NOTHING], ERROR],
    ['square_t', [t(t(1, 2), 5)], 1],
    ['square_f', [NOTHING], 1],
    ['square_f', [s(t(0, 0), t(0, 1), t(1, 0), t(1, 1))], 1],
    ['square_f', [s(t(0, 0), t(0, 1), t(1, 1))], 0],
    ['square_f', [s(t(0, 0), t(0, 1), t(0, 2), t(0, 3))], 0],
    ['height_f', [t(t(0, 0), t(5, 1))], 6],
    ['width_f', [g('012', '045')], 4],
    ['height_f', [g('0123')], ERROR],
    ['portrait_f', [pairs], 0],
    ['portrait_f', [s(t(1, 2), t(8, 7))], 1],
    ['height_i', [cells], ERROR],
    ['height_o', [pairs], ERROR],
    ['height_o', [cells], 4],
    ['width_i', [pairs], 6],
    ['width_i', [EMPTY], 0],
    ['width_o', [5], ERROR],
    ['vline_i', [s(t(0, 1), t(1, 1))], 1],
    ['vline_i', [s(t(0, 1), t(2, 1))], 0],
    ['vline_i', [s(t(0, 1), t(0, 2))], 0],
    ['hline_o', [s(t(0, 1, 5), t(0, 2, 5))], 1],
    ['hline_o', [s(t(0, 1, 5), t(1, 1, 5))], 0],
    ['hline_o', [EMPTY], 0],
  ])
})

describe('edges', () => {
  check([
    ['uppermost_i', [cells], ERROR],
    ['leftmost_o', [pairs], ERROR],
    ['leftmost_o', [t(t(1, 2, null))], 2],
    ['rightmost_i', [EMPTY], ERROR],
    ['col_row', [pairs, 0], 4],
    ['col_row', [pairs, 1], 1],
    ['col_row', [pairs, 2], 2],
    ['col_row', [pairs, 3], 7],
    ['col_row', [5, 4], null],
    ['col_row', [pairs, -1], null],
    ['col_row', [pairs, t(1, 1)], null],
    ['ulcorner_i', [cells], t(1, 2, 3)],
    ['lrcorner_i', [cells], t(4, 7, 5)],
    ['urcorner_i', [cells], ERROR],
    ['ulcorner_i', [s(t(1, 2, 3, 4), t(5, 0))], t(1, 0)],
    ['ulcorner_i', [5], ERROR],
    ['ulcorner_o', [5], NOTHING],
    ['ulcorner_o', [cells], t(1, 2)],
    ['urcorner_o', [cells], t(1, 7)],
    ['llcorner_o', [cells], t(4, 2)],
    ['lrcorner_o', [pairs], ERROR],
    ['corner', [cells, 0], t(1, 2)],
    ['corner', [cells, 1], t(1, 7)],
    ['corner', [cells, 2], t(4, 2)],
    ['corner', [cells, 3], t(4, 7)],
    ['corner', [cells, null], t(1, 2)],
    ['corner', [5, 1], NOTHING],
  ])
})

describe('mirrors', () => {
  const shared = s(t(0, 0, 1), t(0, 0, 5), t(1, 2, 3))
  check([
    ['vmirror_o', [shared], s(t(0, 2, 1), t(0, 2, 5), t(1, 0, 3))],
    ['hmirror_f', [shared], s(t(0, 2, 3), t(1, 0, 1), t(1, 0, 5))],
    ['dmirror_f', [shared], s(t(0, 0, 1), t(0, 0, 5), t(2, 1, 3))],
    ['cmirror_o', [shared], s(t(0, 0, 3), t(2, 1, 1), t(2, 1, 5))],
    ['cmirror_i', [shared], s(t(0, 0, 3), t(2, 1, 1), t(2, 1, 5))],
    ['hmirror_i', [shared], ERROR],
    ['dmirror_o', [pairs], ERROR],
    ['vmirror_f', [EMPTY], EMPTY],
    ['vmirror_f', [NOTHING], ERROR],
    ['vmirror_i', [EMPTY], ERROR],
    ['hmirror_f', [EMPTY], ERROR],
    ['cmirror_f', [EMPTY], ERROR],
    ['mir_rot_f', [EMPTY, 2], EMPTY],
    ['mir_rot_f', [EMPTY, 3], ERROR],
    ['mir_rot_f', [EMPTY, 4], EMPTY],
    ['mir_rot_f', [5, -1], 5],
    ['mir_rot_f', [shared, 0], s(t(0, 2, 3), t(1, 0, 1), t(1, 0, 5))],
    ['mir_rot_f', [shared, 1], s(t(0, 0, 1), t(0, 0, 5), t(2, 1, 3))],
    ['mir_rot_f', [shared, 2], s(t(0, 2, 1), t(0, 2, 5), t(1, 0, 3))],
    ['mir_rot_f', [shared, 3], s(t(0, 0, 3), t(2, 1, 1), t(2, 1, 5))],
    ['hmirror_t', [s(t(1, 2))], ERROR],
    ['vmirror_t', [s(t(1, 2), t(3, 4))], g('21', '43')],
    ['dmirror_t', [s(t(1, 2), t(3, 4))], g('13', '24')],
    ['cmirror_t', [s(t(1, 2))], ERROR],
    ['cmirror_t', [t(t(1, 2, 3), t(4, 5))], g('53', '42')],
    ...[
      g('456', '123'),
      g('14', '25', '36'),
      g('321', '654'),
      g('63', '52', '41'),
      g('41', '52', '63'),
      g('654', '321'),
      g('36', '25', '14'),
      g('123', '456'),
    ].map((mirrored, type): Case => ['mir_rot_t', [g('123', '456'), type], mirrored]),
    ['mir_rot_t', [5, 7], 5],
  ])
})

describe('colours', () => {
  check([
    ['mostcolor_t', [s(t(7, 2, 5), t(8, 7, 2))], 2],
    ['leastcolor_t', [s(t(1, 2, 5), t(1, 7, 2))], 5],
    ['mostcolor_f', [g('990', '991', '880')], 0],
    ['leastcolor_f', [g('990', '991', '880')], 1],
    ['mostcolor_t', [t(NOTHING)], ERROR],
    ['mostcolor_f', [pairs], ERROR],
    ['colorcount_t', [s(t(1, 2, 5), t(1, 7, 2)), 2], 2],
    ['colorcount_t', [t(s(1)), 1], ERROR],
    ['colorcount_f', [g('110', '001'), 1], 1],
    ['colorcount_f', [g('11', '00'), 1], ERROR],
    ['palette_t', [cells], s(1, 2, 3, 4, 5, 7)],
    ['p_f', [g('110', '001')], s(0, 1)],
    ['p_g', [g('938', '008')], t(0, 3, 8, 9)],
    ['p_g', [g('38')], t(3, 8)],
    ['p_o', [cells], t(3, 5)],
    ['numcolors_t', [pairs], 4],
    ['numcolors_f', [pairs], ERROR],
    ['index', [g('12'), t(0, 2)], ERROR],
    ['index', [t(t(null, 2)), t(0, 0)], null],
    ['color', [g('123', '456')], 3],
    ['color', [g('12')], ERROR],
  ])
  const ranked = g('3122', '1344')
  const far = t(t(100, 3, 3), t(100, 7, 20))
  check([
    ...[3, 1, 2, 4].map((color, rank): Case => ['get_color_rank_t', [ranked, rank], color]),
    ['get_color_rank_t', [ranked, -1], 4],
    ['get_color_rank_t', [ranked, -4], 3],
    ['get_color_rank_t', [ranked, 4], NOTHING],
    ['get_color_rank_t', [ranked, -5], NOTHING],
    ['get_color_rank_t', [ranked, null], ERROR],
    ['get_color_rank_t', [g('1233'), 0], 3],
    ['get_color_rank_t', [g('1233'), 2], 2],
    ...[100, 3, 7, 20].map((color, rank): Case => ['get_color_rank_t', [far, rank], color]),
    ['get_color_rank_f', [s(t(0, 0, 5), t(0, 1, 3), t(1, 0, 3), t(1, 1, 5)), 0], 5],
    ['get_color_rank_f', [s(t(0, 0, 5), t(0, 1, 3), t(1, 0, 3)), 0], 3],
    ['get_color_rank_f', [cells, 2], EMPTY],
    ['get_color_rank_f', [pairs, 0], ERROR],
  ])
})

describe('conversions', () => {
  check([
    ['is_no_grid', [NOTHING], 0],
    ['is_no_grid', [t(NOTHING, t(1), t(1, 2), t(1, 2, 3))], 0],
    ['is_no_grid', [t(1, 2)], 1],
    ['is_no_grid', [t(t(1), t(null))], 1],
    ['is_no_grid', [t(g('12'))], 1],
    ['is_no_grid', [s(t(1))], 1],
    ['is_no_grid', [null], 1],
    ['asobject', [t(t(null))], EMPTY],
    ['asobject', [t(t(1), t(2, 3))], s(t(0, 0, 1), t(1, 0, 2), t(1, 1, 3))],
    ['toindices_o', [5], EMPTY],
    ['toindices_o', [pairs], ERROR],
    ['toindices_o', [cells], pairs],
    ['toindices_o', [t(t(1, 2, 3), 5)], ERROR],
    ['recolor_i', [7, cells], ERROR],
    ['recolor_i', [7, t(t(1, 2, 3, 4))], ERROR],
    ['recolor_i', [7, t(s(1, 2))], s(t(1, 2, 7))],
    ['recolor_i', [7, 5], ERROR],
    ['recolor_o', [NOTHING, cells], s(t(1, 2, NOTHING), t(4, 7, NOTHING))],
    ['recolor_o', [7, pairs], ERROR],
    ['recolor_o', [7, NOTHING], EMPTY],
    ['normalize_i', [cells], ERROR],
    ['normalize_i', [pairs], s(t(0, 0), t(3, 5))],
    ['normalize_o', [cells], s(t(0, 0, 5), t(3, 5, 3))],
    ['normalize_o', [pairs], ERROR],
    ['normalize_o', [NOTHING], NOTHING],
  ])
})

describe('grids', () => {
  const grid = g('123', '456')
  check([
    ['crop', [grid, t(0, 1), t(2, 2)], g('23', '56')],
    ['crop', [grid, t(0, 1), t(2, 3)], NOTHING],
    ['crop', [grid, t(0, 1), t(3, 2)], NOTHING],
    ['crop', [grid, t(2, 0), t(0, 0)], NOTHING],
    ['crop', [grid, t(0, 3), t(1, 0)], NOTHING],
    ['crop', [grid, t(-1, 0), t(1, 1)], NOTHING],
    ['crop', [grid, t(0, -1), t(1, 1)], NOTHING],
    ['crop', [grid, t(0, 0), t(2, -1)], g('12', '45')],
    ['crop', [grid, t(1, 1), t(0, 0)], NOTHING],
    ['crop', [NOTHING, 5, 5], NOTHING],
    ['crop', [grid, t(0, 0), t(1)], ERROR],
    ['crop', [grid, t(0, 0), NOTHING], ERROR],
    ['crop', [grid, t(0, 0), t(1, NOTHING)], ERROR],
    ['crop', [grid, t(0, 0), EMPTY], ERROR],
    ['crop', [grid, t(0, 0), null], ERROR],
    ['crop', [grid, t(0), t(1, 1)], ERROR],
    ['crop', [grid, t(0, 0, 9), t(1, 2, 9)], g('12')],
    // A condition of `or` that holds keeps Python from the rest: dims are not looked at, or only their first number.
    ['crop', [grid, t(2, 0), null], NOTHING],
    ['crop', [grid, t(2), t(1, 1)], NOTHING],
    ['crop', [grid, t(0, 3), t(1)], NOTHING],
    ['crop', [grid, t(0, 0), t(3)], NOTHING],
    ['subgrid', [s(t(0, 1), t(1, 2)), grid], g('23', '56')],
    ['subgrid', [s(t(0, 1), t(1, 3)), grid], NOTHING],
    ['subgrid', [s(t(0, 1), t(2, 2)), grid], NOTHING],
    ['subgrid', [s(t(-1, 0), t(1, 1)), grid], NOTHING],
    ['subgrid', [s(t(0, -1), t(1, 1)), grid], NOTHING],
    ['subgrid', [pairs, NOTHING], NOTHING],
    ['subgrid', [EMPTY, 5], NOTHING],
    ['subgrid', [5, grid], ERROR],
    ['cellwise', [grid, g('12'), 0], g('120', '000')],
    ['cellwise', [grid, g('923', '456', '777'), 0], g('023', '456')],
    ['cellwise', [grid, t(t(1, 2), t(4)), 0], ERROR],
    ['cellwise', [grid, g('12'), NOTHING], t(t(1, 2, NOTHING), t(NOTHING, NOTHING, NOTHING))],
    ['cellwise', [t(t(null, 1)), g('11'), 0], g('01')],
    ['cellwise', [grid, NOTHING, 0], ERROR],
    ['cellwise', [t(NOTHING), null, 0], t(NOTHING)],
    ['hsplit', [g('12345'), 3], t(g('1'), g('3'), g('5'))],
    ['hsplit', [g('1234'), 3], t(g('1'), g('3'), NOTHING)],
    ['hsplit', [g('12'), 3], t(t(NOTHING), t(NOTHING), NOTHING)],
    ['vsplit', [g('1', '2', '3', '4'), 3], t(g('1'), g('3'), NOTHING)],
    ['vsplit', [t(NOTHING, NOTHING), 2], t(NOTHING, NOTHING)],
    ['hsplit', [grid, -1], NOTHING],
    ['hsplit', [grid, 0], ERROR],
    ['upscale_t', [EMPTY, null], NOTHING],
    ['upscale_t', [s(t(1, 2)), 2], g('1122', '1122')],
    ['upscale_t', [grid, 0], NOTHING],
    ['upscale_t', [grid, null], ERROR],
    ['upscale_f', [t(t(1, 1, 5)), 2], s(t(1, 1, 5), t(1, 2, 5), t(2, 1, 5), t(2, 2, 5))],
    ['upscale_f', [NOTHING, 2], EMPTY],
    ['upscale_f', [pairs, 2], ERROR],
  ])
})

describe('objects', () => {
  const grid = g('110', '002')
  const one = s(t(0, 0, 1), t(0, 1, 1))
  const corner = s(t(0, 2, 0))
  const line = s(t(1, 0, 0), t(1, 1, 0))
  const dot = s(t(1, 2, 2))
  const zeros = s(t(0, 2, 0), t(1, 0, 0), t(1, 1, 0))
  const all = s(t(0, 0, 1), t(0, 1, 1), t(0, 2, 0), t(1, 0, 0), t(1, 1, 0), t(1, 2, 2))
  check([
    ['objects', [NOTHING, 1, 1, 1], EMPTY],
    ['objects', [t(NOTHING), 1, 1, 1], EMPTY],
    ['objects', [EMPTY, 0, 0, 0], ERROR],
    ['fgpartition', [t(NOTHING)], EMPTY],
    ['fgpartition', [s(t(1, 2), t(1, 3))], s(s(t(0, 1, 2)), s(t(1, 1, 3)))],
    ['partition', [s(t(1, 2))], s(s(t(0, 0, 1)), s(t(0, 1, 2)))],
    ...[
      s(all),
      s(one, dot),
      s(all),
      s(s(t(0, 0, 1), t(0, 1, 1), t(1, 2, 2))),
      s(one, corner, line, dot),
      s(one, dot),
      s(one, zeros, dot),
      s(one, dot),
    ].map((found, type): Case => ['o_g', [grid, type], found]),
    ['o_g', [5, 8], null],
    ['o_g', [5, NOTHING], null],
    ['o_g', [5, 7], ERROR],
  ])
})
