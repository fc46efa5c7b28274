// Examples of primitives: every name of every dialect has one, and it gives a value.

import { expect, test } from 'vitest'
import { jsEngine } from '../../backends/cpu/engine.ts'
import { dialectIds } from '../../language/dialects.ts'
import { primitives, primitivesByName } from '../../language/names.ts'
import { runExamples } from './run-examples.ts'

const examples = new Map(primitives.map((primitive) => [primitive, runExamples(primitive)]))

test.each(dialectIds)('every name of dialect %s has an example of its own call', (id) => {
  for (const [name, primitive] of primitivesByName[id]) {
    const example = examples.get(primitive)!.find(({ dialect }) => dialect === id)
    expect(example?.call.name).toBe(name)
    expect(example?.call.args.length).toBe(primitive.declarations[id]!.parameters.length)
  }
})

test('WebAssembly and JavaScript agree on every example', () => {
  for (const [primitive, ofWasm] of examples) expect(runExamples(primitive, jsEngine)).toEqual(ofWasm)
})

test('an example shows something: its result is not its only argument, but for functions that return it', () => {
  const unchanged = primitives.filter((primitive) =>
    examples.get(primitive)!.some(({ call, result }) => JSON.stringify(call.args) === JSON.stringify([result])),
  )
  expect(unchanged.map(({ name }) => name)).toEqual(['identity', 'normalize_t', 'toindices_i'])
})

test('an example that fails is named with its error', () => {
  const [color] = primitives.filter(({ key }) => key === 'color')
  const first = primitives.find(({ key }) => key === 'index')!
  // The example of `color` has one argument.
  expect(() => runExamples({ ...first, key: color!.key })).toThrow(/^the example color\(.*\) fails in dialect a: arity/)
})

test('a primitive without example has none', () => {
  expect(runExamples({ ...primitives[0]!, key: 'new' })).toEqual([])
})
