// Laws of the primitives on grids and patches: equations that hold for every argument of the right type.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { gridOf } from '../generators/grids.ts'
import '../generators/seed.ts'
import { object, patch } from '../generators/typical.ts'
import { call, callInTurn } from './call.ts'

const grid = gridOf('large')

describe('what undoes itself', () => {
  test.each(['hmirror', 'vmirror', 'dmirror', 'cmirror', 'rot180'])('%s of a grid, twice', (name) => {
    fc.assert(
      fc.property(grid, (g) => {
        expect(callInTurn(g, name, name)).toEqual(g)
      }),
    )
  })

  test.each(['hmirror', 'vmirror', 'dmirror', 'cmirror'])('%s of a patch, twice', (name) => {
    fc.assert(
      fc.property(patch, (p) => {
        expect(callInTurn(p, name, name)).toEqual(p)
      }),
    )
  })

  test('four quarter turns', () => {
    fc.assert(
      fc.property(grid, (g) => {
        expect(callInTurn(g, 'rot90', 'rot90', 'rot90', 'rot90')).toEqual(g)
      }),
    )
  })

  test('a quarter turn and one back', () => {
    fc.assert(
      fc.property(grid, (g) => {
        expect(callInTurn(g, 'rot90', 'rot270')).toEqual(g)
      }),
    )
  })

  test('a shift and the one back', () => {
    const vector = fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -99, max: 99 }))
    fc.assert(
      fc.property(patch, vector, (p, [i, j]) => {
        expect(call('shift', call('shift', p, { t: [i, j] }), { t: [-i, -j] })).toEqual(p)
      }),
    )
  })

  test('upscale, then downscale', () => {
    fc.assert(
      fc.property(gridOf('small'), fc.integer({ min: 1, max: 4 }), (g, factor) => {
        expect(call('downscale', call('upscale', g, factor), factor)).toEqual(g)
      }),
    )
  })
})

describe('what can be done in two ways', () => {
  test('a half turn is two quarter turns', () => {
    fc.assert(
      fc.property(grid, (g) => {
        expect(call('rot180', g)).toEqual(callInTurn(g, 'rot90', 'rot90'))
      }),
    )
  })

  test('a half turn is both mirrors', () => {
    fc.assert(
      fc.property(grid, (g) => {
        expect(call('rot180', g)).toEqual(callInTurn(g, 'hmirror', 'vmirror'))
      }),
    )
  })

  test('normalizing again changes nothing', () => {
    fc.assert(
      fc.property(patch, (p) => {
        expect(callInTurn(p, 'normalize', 'normalize')).toEqual(call('normalize', p))
      }),
    )
  })

  test('the colours of a grid together are the grid', () => {
    fc.assert(
      fc.property(grid, (g) => {
        expect(callInTurn(g, 'partition', 'merge')).toEqual(call('asobject', g))
      }),
    )
  })

  test('painting all cells of a grid onto another gives the grid', () => {
    fc.assert(
      fc.property(grid, (g) => {
        const canvas = call('canvas', 0, call('shape', g))
        expect(call('paint', canvas, call('asobject', g))).toEqual(g)
      }),
    )
  })

  test('a grid cut in two rows of parts and put together', () => {
    fc.assert(
      fc.property(gridOf('small'), (g) => {
        const doubled = call('vconcat', g, g)
        expect(call('tophalf', doubled)).toEqual(g)
        expect(call('bottomhalf', doubled)).toEqual(g)
        expect(call('lefthalf', call('hconcat', g, g))).toEqual(g)
      }),
    )
  })

  test('recolouring keeps the indices', () => {
    fc.assert(
      fc.property(object, (o) => {
        expect(call('toindices', call('recolor', 3, o))).toEqual(call('toindices', o))
      }),
    )
  })

  test('filling makes the colour found there', () => {
    fc.assert(
      fc.property(grid, patch, (g, p) => {
        const inside = call('toindices', call('toobject', p, g))
        const filled = call('ofcolor', call('fill', g, 7, p), 7)
        expect(call('difference', inside, filled)).toEqual({ s: [] })
      }),
    )
  })
})

describe('objects', () => {
  const flags = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean())

  test('together they are the cells that are not background, each in one object', () => {
    fc.assert(
      fc.property(grid, flags, (g, [univalued, diagonal, withoutBackground]) => {
        const objects = call('objects', g, univalued, diagonal, withoutBackground) as { s: Notation[] }
        const background = call('ofcolor', g, call('mostcolor', g) as number)
        const all = call('asobject', g)
        const wanted = withoutBackground ? call('difference', all, call('toobject', background, g)) : all
        expect(call('merge', objects)).toEqual(wanted)
        const sizes = objects.s.map((o) => call('size', o) as number)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(call('size', wanted))
        const most = univalued ? 1 : 10
        expect(objects.s.every((o) => (call('numcolors', o) as number) <= most)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
