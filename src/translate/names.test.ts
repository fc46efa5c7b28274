import { describe, expect, test } from 'vitest'
import { translateSample } from '../../test/translate-sample.ts'
import { LocalNames, wgslName } from './names.ts'
import { preludeNames } from './prelude.ts'

describe('names of functions and constants', () => {
  test.each([
    'move',
    'partition',
    'filter',
    'patch',
    'set',
    'get',
    'target',
    'common',
    'select',
    'min',
    'main',
    'heap',
  ])('%s is taken', (name) => expect(wgslName(name)).toBe(`${name}_`))

  test.each(['box', 'sign', 'size', 'double', 'switch_', 'rot90', 'load'])('%s is kept', (name) => {
    expect(wgslName(name)).toBe(name)
  })

  test.each([
    ['_', 'x_'],
    ['__a', 'x__a'],
    ['_h', '_h'],
    ['a$b', 'a_b'],
  ])('%s becomes %s', (name, wgsl) => expect(wgslName(name)).toBe(wgsl))

  test('the prelude names what it declares', () => {
    for (const name of ['main', 'Params', 'heap', 'state', 'scratchMemory', 'calls', 'arena', 'params']) {
      expect(preludeNames).toContain(name)
    }
  })
})

describe('names of variables', () => {
  test('reserved words get an underscore, the names of the prelude do not need one', () => {
    expect(
      translateSample('function f(from: number, work: number): number { const set = from + work\n return set }'),
    ).toBe('fn f(from_: i32, work: i32) -> i32 {\n  let set_ = from_ + work;\n  return set_;\n}\n')
  })

  test('what gets an underscore does not meet what has one', () => {
    const names = new LocalNames([], ['set', 'set_'])
    expect([names.nameOf('set'), names.nameOf('set_')]).toEqual(['set__', 'set_'])
  })

  test('a variable does not hide a function that got an underscore', () => {
    const text = translateSample(
      'function set(): number { return 1 }\nfunction f(set_: number): number { return set() + set_ }',
    )
    expect(text).toContain('fn f(set__: i32) -> i32 {\n  return set_() + set__;')
  })

  test('a name that is made up does not meet one that is there', () => {
    const text = translateSample(
      'function f(h: Heap, choice: number, p: boolean): number { return choice + (p ? load(h, 1) : 0) }',
    )
    expect(text).toContain('var choice_: i32;')
  })
})
