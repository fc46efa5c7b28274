// The typed faces of the DSL: names, types and prose as the primitives declare them, clear of TypeScript's own words.

import { expect, test } from 'vitest'
import { printBuilder, printTracedPrimitives } from './print-builder.ts'
import type { PrimitiveSource } from './read-primitives.ts'

const declaration = {
  name: 'switch',
  parameters: [
    { name: 'function', type: 'Callable' },
    { name: 'b', type: 'Boolean' },
  ],
  returns: 'Object',
}
const declared = {
  ...declaration,
  key: 'switch',
  declarations: { a: declaration },
  examples: {},
  family: 'grids',
  sort: 'first-order',
  prose: 'Swaps two colours.',
  // What runs it does not matter here.
  kernel: undefined as unknown as PrimitiveSource['kernel'],
} satisfies PrimitiveSource

const TYPE = '(function_: Given.Callable, b: Given.Boolean_) => Value.Object_'

test('a method keeps the name of the primitive', () => {
  expect(printBuilder([declared])).toContain(
    `  /** Swaps two colours. */\n  get switch() {\n    return this.primitive<${TYPE}>('switch')\n  }\n`,
  )
})

test('a function whose name is a reserved word has an underscore behind it', () => {
  expect(printTracedPrimitives([declared])).toContain(
    `/** Swaps two colours. */\nexport const switch_ = tracedPrimitive<${TYPE}>('switch')\n`,
  )
})

test('primitives of other dialects are left out', () => {
  const foreign = { ...declared, key: 'switch@t', declarations: { t: declaration } }
  expect(printBuilder([foreign])).not.toContain('switch')
  expect(printTracedPrimitives([foreign])).not.toContain('switch')
})
