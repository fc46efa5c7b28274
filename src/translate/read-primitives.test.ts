import { describe, expect, test } from 'vitest'
import { listComplaints, translateSamples } from '../../test/translate-sample.ts'
import { printReference } from './print-reference.ts'
import { printRegistry } from './print-registry.ts'

const family = `// Mapping: a function for each element.
// In order.

/**
 * The results of a function
 * for each element, it's said.
 */
export function apply(h: Heap, function_: Callable, container: Container, results: Results): Container {
  return finish(h, results)
}

export function applyCalls(h: Heap, function_: Callable, container: Container): Calls1 {
  return container
}

/** The first element that fits. */
export function extract(h: Heap, container: Container, _condition: Callable, results: ResultsUntilTrue): Any {
  return load(h, 2)
}

export function extractCalls(h: Heap, container: Container, condition: Callable): Calls2 {
  return container
}

/** Which of two. */
export function switch_(_h: Heap, grid: Grid): Object_ {
  return grid
}

function finish(h: Heap, x: Word): Word {
  return x
}
`
const combinators = `/** First one, then the other. */
export function compose(_h: Heap, outer: Callable, inner: Callable): Callable {
  return outer
}
`

describe('reading primitives', () => {
  const translation = translateSamples({
    'src/primitives/mapping.ts': family,
    'src/primitives/combinators.ts': combinators,
  })
  const [apply, extract, other, compose] = translation.primitives

  test('nothing is wrong with them, and halves and private functions are not among them', () => {
    expect(listComplaints(translation)).toEqual([])
    expect(translation.primitives.map((p) => p.name)).toEqual(['apply', 'extract', 'switch', 'compose'])
  })

  test('higher-order ones have two halves', () => {
    expect(apply).toMatchObject({
      sort: 'higher-order',
      callArity: 1,
      lazy: false,
      returns: 'Container',
      family: 'mapping',
    })
    expect(apply!.parameters).toEqual([
      { name: 'function', type: 'Callable' },
      { name: 'container', type: 'Container' },
    ])
    expect(apply!.calls!.name).toBe('applyCalls')
    expect(apply!.prose).toBe("The results of a function for each element, it's said.")
    expect(extract).toMatchObject({ sort: 'higher-order', callArity: 2, lazy: true })
    expect(extract!.parameters.map((p) => p.name)).toEqual(['container', 'condition'])
  })

  test('others have one', () => {
    expect(other).toMatchObject({ sort: 'first-order', name: 'switch', returns: 'Object' })
    expect(other!.calls).toBeUndefined()
    expect(compose).toMatchObject({ sort: 'combinator', family: 'combinators' })
  })

  test('the registry', () => {
    const text = printRegistry(translation.primitives)
    expect(text).toContain(
      "import {\n  apply,\n  applyCalls,\n  extract,\n  extractCalls,\n  switch_,\n} from './mapping.ts'\n",
    )
    expect(text).toContain("    id: 2,\n    name: 'switch',\n")
    expect(text).toContain("    prose: 'The results of a function for each element, it\\'s said.',\n")
    expect(text).toContain(
      "    calls: extractCalls,\n    callsName: 'extractCalls',\n    callArity: 2,\n    lazy: true,\n",
    )
  })

  test('the reference', () => {
    const text = printReference(translation.primitives)
    expect(text).toContain('4 primitives in 2 families.')
    expect(text).toContain(
      '- [mapping](#mapping): [`apply`](#dsl-apply), [`extract`](#dsl-extract), [`switch`](#dsl-switch)\n',
    )
    expect(text).toContain('## mapping\n\nMapping: a function for each element.\nIn order.\n\n')
    expect(text).toContain(
      '**`extract(container: Container, condition: Callable) → Any`** *higher-order*\\\nThe first element that fits.\n',
    )
  })
})

describe('what a declaration of a primitive must have', () => {
  const cases: [string, string][] = [
    [
      '/** A. */\nexport function a(x: Any): Any { return x }',
      "2:17: primitive 'a' does not take the heap first; begin with `h: Heap` or `_h: Heap`",
    ],
    [
      'export function a(_h: Heap, x: Any): Any { return x }',
      "1:17: primitive 'a' has no prose; put a /** line */ before it",
    ],
    [
      '/** A. */\nexport function a(_h: Heap, x: Word): Any { return x }',
      "2:29: 'Word' is no type of the DSL; use one of src/primitives/signature.ts",
    ],
    [
      '/** A. */\nexport function a(_h: Heap, x: Any): Word { return x }',
      "2:17: 'Word' is no type of the DSL; use one of src/primitives/signature.ts",
    ],
    [
      '/** A. */\nexport function a(_h: Heap, x: Any, results: Results): Any { return x }',
      "2:17: 'a' takes results but has no half that makes the calls; export aCalls(...): Calls1 or Calls2 beside it",
    ],
    [
      'export function aCalls(_h: Heap, x: Any): Calls1 { return x }',
      "1:17: 'aCalls' makes calls for no primitive; name it after the one that takes the results, with Calls behind",
    ],
    [
      '/** A. */\nexport function a(_h: Heap, x: Any, r: Results): Any { return x }\nexport function aCalls(_h: Heap, x: Grid): Calls1 { return x }',
      "3:17: 'aCalls' and 'a' take different arguments; give both the same, the results apart",
    ],
  ]
  test.each(cases)('%s', (text, complaint) => {
    const complaints = listComplaints(translateSamples({ 'src/primitives/sample.ts': text }))
    expect(complaints).toEqual([`src/primitives/sample.ts:${complaint}`])
  })

  test('a name of its own', () => {
    const text = (name: string): string => `/** A. */\nexport function ${name}(_h: Heap, x: Any): Any { return x }`
    const translation = translateSamples({ 'src/primitives/a.ts': text('odd'), 'src/primitives/b.ts': text('odd_') })
    expect(listComplaints(translation)).toEqual([
      "src/primitives/b.ts:2:17: a second primitive 'odd'; name it otherwise",
    ])
  })
})
