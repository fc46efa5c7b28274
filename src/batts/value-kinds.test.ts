// Kinds of values: every declared type has some, compatible types have one in common, results follow their arguments.

import { expect, test } from 'vitest'
import { primitives } from '../language/names.ts'
import { ANY, hintedParameters, kindsOfResult, kindsOfType } from './value-kinds.ts'

test('every declared type but Any has kinds of its own', () => {
  const declarations = primitives.flatMap((primitive) => Object.values(primitive.declarations))
  const types = new Set(
    declarations.flatMap(({ returns, parameters }) => [returns, ...parameters.map(({ type }) => type)]),
  )
  expect([...types].filter((type) => kindsOfType(type) === ANY)).toEqual(['Any'])
})

test.each([
  ['Integer', 'C_', true],
  ['Boolean', 'FL', true],
  ['R8', 'I_', true],
  ['A4', 'A8', true],
  ['A8', 'Integer', false],
  ['Numerical', 'IJ', true],
  ['Numerical', 'Boolean', true],
  ['Patch', 'Object', true],
  ['Patch', 'Objects', false],
  ['Object', 'Indices', false],
  ['FrozenSet', 'IntegerSet', true],
  ['Tuple', 'FrozenSet', false],
  ['Tuple', 'Grid', true],
  ['Grid', 'IntegerTuple', false],
  ['Piece', 'Grid', true],
  ['Element', 'Indices', false],
  ['Container', 'Samples', true],
  ['ContainerContainer', 'Objects', true],
  ['ContainerContainer', 'Indices', false],
  ['Callable', 'Container', false],
  ['Any', 'Callable', true],
])('%s and %s: %s', (a, b, isCompatible) => {
  expect((kindsOfType(a) & kindsOfType(b)) !== 0).toBe(isCompatible)
})

test.each([
  ['first', 'Objects', 'Object'],
  ['argmax', 'Objects', 'Object'],
  ['first', 'Indices', 'IJ'],
  ['last', 'Object', 'Cell'],
  ['first', 'IntegerSet', 'Integer'],
  ['merge', 'Objects', 'Object'],
  ['sfilter', 'Objects', 'Objects'],
  ['difference', 'IntegerSet', 'IntegerSet'],
  ['identity', 'Grid', 'Grid'],
  ['first', 'FrozenSet', 'Any'],
  ['first', 'Container', 'Any'],
  // The declaration alone decides where the argument does not fit.
  ['sfilter', 'Integer', 'Container'],
  ['size', 'Objects', 'Integer'],
])('%s of %s is %s', (name, argument, result) => {
  expect(kindsOfResult(name, [kindsOfType(argument)], 'a')).toBe(kindsOfType(result))
})

test('variants of dialect t, and the second argument', () => {
  expect(kindsOfResult('sfilter_f', [kindsOfType('Objects')], 't')).toBe(kindsOfType('Objects'))
  expect(kindsOfResult('get_nth_f', [kindsOfType('Objects')], 't')).toBe(kindsOfType('Object'))
  expect(kindsOfResult('remove', [ANY, kindsOfType('Objects')], 'a')).toBe(kindsOfType('Objects'))
})

test.each([
  ['fill', 1, 'a', 'C_'],
  ['switch', 2, 'r', 'C_'],
  ['cellwise', 2, 'a', 'C_'],
  ['upscale', 1, 'a', 'Integer'],
  ['contained', 0, 'a', 'Any'],
  ['fill', 1, 't', 'C_'],
  ['greater', 0, 't', 'Integer'],
] as const)('parameter of %s at %i in dialect %s: %s', (name, at, dialect, type) => {
  expect(hintedParameters(name, dialect)[at]!.type).toBe(type)
})
