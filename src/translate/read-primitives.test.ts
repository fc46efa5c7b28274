import { describe, expect, test } from 'vitest'
import { listComplaints, translateSamples } from '../../test/translate-sample.ts'
import { isShortIn, kernelIn } from '../kernel/primitive-facts.ts'
import { numberKernels } from './number-kernels.ts'
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
  const [apply, compose, extract, other] = translation.primitives

  test('nothing is wrong with them, and halves and private functions are not among them', () => {
    expect(listComplaints(translation)).toEqual([])
    expect(translation.primitives.map((p) => p.name)).toEqual(['apply', 'compose', 'extract', 'switch'])
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
    expect(text).toContain("    id: 3,\n    key: 'switch',\n    name: 'switch',\n")
    expect(text).toContain("    prose: 'The results of a function for each element, it\\'s said.',\n")
    expect(text).toContain(
      "    calls: extractCalls,\n    callsName: 'extractCalls',\n    callArity: 2,\n    lazy: true,\n    toLast: false,\n",
    )
  })

  test('the reference', () => {
    const text = printReference(translation.primitives)
    expect(text).toContain('4 primitives in 2 families: 4 in dialect a, 4 in dialect r, 4 in dialect t.')
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
      "2:17: 'a' takes results but has no half that makes the calls; export aCalls(...): Calls1, CallsOfEach or Calls2 beside it",
    ],
    [
      'export function aCalls(_h: Heap, x: Any): Calls1 { return x }',
      "1:17: 'aCalls' makes calls for no primitive; name it after the kernel that takes the results, with Calls behind",
    ],
    [
      '/** A. */\nexport function a(_h: Heap, x: Any, r: Results): Any { return x }\nexport function aCalls(_h: Heap, x: Grid): Calls1 { return x }',
      "3:17: 'aCalls' and 'a' take different arguments; give both the same, the results apart",
    ],
    [
      '/** A. */\nexport function a(_h: Heap, x: Any, r: Results): Any { return x }\nexport function aCalls(_h: Heap, x: Any): CallsOfEach { return x }',
      "3:17: 'aCalls' calls a function with each element, but does not take one Callable and one container; return Calls1",
    ],
  ]
  test.each(cases)('%s', (text, complaint) => {
    const complaints = listComplaints(translateSamples({ 'src/primitives/sample.ts': text }))
    expect(complaints).toEqual([`src/primitives/sample.ts:${complaint}`])
  })

  test('a name of its own in each dialect', () => {
    const text = (name: string): string => `/** A. */\nexport function ${name}(_h: Heap, x: Any): Any { return x }`
    const translation = translateSamples({ 'src/primitives/a.ts': text('odd'), 'src/primitives/b.ts': text('odd_') })
    expect(listComplaints(translation)).toEqual(
      ['a', 'r', 't'].map(
        (dialect) =>
          `src/primitives/b.ts:2:17: a second kernel for 'odd' in dialect ${dialect}, after src/primitives/a.ts:2:17; name it otherwise, or leave the dialect out`,
      ),
    )
  })
})

/** A kernel of one argument with these tag lines. */
function tagged(name: string, ...lines: string[]): string {
  const tags = lines.map((line) => ` * ${line}\n`).join('')
  return `/**\n * Says so.\n${tags} */\nexport function ${name}(_h: Heap, x: Word): Word { return x }\n`
}

describe('declarations by dialect', () => {
  const translation = translateSamples({
    'src/primitives/sizes.ts':
      tagged(
        'size',
        '@as ar size(container: Container): Integer',
        '@as t size(what: Tuple): C_',
        '@as t size_f(container: FrozenSet): Integer',
      ) +
      tagged('first', '@as a first(container: Container): Any') +
      tagged('firstOrNone', '@as r first(container: Container): Any') +
      tagged('firstT', '@as t first(x?: Container): Any'),
  })
  const byKey = new Map(translation.primitives.map((p) => [p.key, p]))

  test('one kernel serves several names, one name has a kernel for each dialect', () => {
    expect(listComplaints(translation)).toEqual([])
    expect([...byKey.keys()]).toEqual(['first', 'first@r', 'first@t', 'size', 'size_f'])
    expect([...byKey.values()].map(({ kernel }) => kernel.name)).toEqual([
      'first',
      'firstOrNone',
      'firstT',
      'size',
      'size',
    ])
    expect(Object.keys(byKey.get('size')!.declarations)).toEqual(['a', 'r', 't'])
  })

  test('the first dialect names parameters and types', () => {
    const { declarations, parameters, returns, prose } = byKey.get('size')!
    expect([parameters, returns, prose]).toEqual([[{ name: 'container', type: 'Container' }], 'Integer', 'Says so.'])
    expect(declarations.t).toEqual({ name: 'size', parameters: [{ name: 'what', type: 'Tuple' }], returns: 'C_' })
    expect(byKey.get('first@t')!.parameters).toEqual([{ name: 'x', type: 'Container', isOptional: true }])
  })

  test('kernels are numbered once, and facts are those of the layout', () => {
    const { kernels, facts, present } = numberKernels(translation.primitives)
    expect(kernels).toEqual(['first', 'firstOrNone', 'firstT', 'size', 'newResults'])
    expect(facts.a.map((word) => (word < 0 ? -1 : kernels[kernelIn(word)]))).toEqual([
      'first',
      'firstOrNone',
      -1,
      'size',
      -1,
    ])
    expect(facts.t.map((word) => (word < 0 ? -1 : kernels[kernelIn(word)]))).toEqual([-1, -1, 'firstT', 'size', 'size'])
    expect([present.t.has('firstT'), present.t.has('first'), present.a.has('firstT')]).toEqual([true, false, false])
    expect(facts.t.map((word) => isShortIn(word, 0))).toEqual([false, false, true, false, false])
  })

  test('the registry has every declaration', () => {
    const text = printRegistry(translation.primitives)
    expect(text).toContain("import {\n  first,\n  firstOrNone,\n  firstT,\n  size,\n} from './sizes.ts'\n")
    expect(text).toContain(
      "      t: { name: 'first', parameters: [{ name: 'x', type: 'Container', isOptional: true }], returns: 'Any' },\n",
    )
  })

  test('the reference shows dialects and differences', () => {
    const text = printReference(translation.primitives)
    expect(text).toContain('**`size(container: Container) → Integer`** dialects a, r\\\n')
    expect(text).toContain('**`size(what: Tuple) → C_`** dialect t\\\n')
    expect(text).toContain('Says so. The same kernel as `size_f` in dialect t.\n')
    expect(text).toContain('<a id="dsl-first-t"></a>')
  })

  test.each<[string, string, string]>([
    [
      'an unknown type',
      '@as a f(x: Thing): Any',
      "3:8: 'Thing' is no type of the DSL; use one of src/primitives/signature.ts",
    ],
    [
      'a type of halves',
      '@as a f(x: Any): Results',
      "3:8: 'Results' is no type of the DSL; use one of src/primitives/signature.ts",
    ],
    [
      'TypeScript’s own spelling',
      '@as a f(x: Object_): Any',
      "3:8: 'Object_' is no type of the DSL; use one of src/primitives/signature.ts",
    ],
    [
      'another number of parameters',
      '@as a f(x: Any, y: Any): Any',
      "3:8: 'f' is declared with 2 parameters, but 'f' has 1; give both the same number",
    ],
    [
      'an unknown dialect',
      '@as ax f(x: Any): Any',
      '3:8: no declaration: ax f(x: Any): Any; write the dialects, then name(parameter: Type, ...): Type',
    ],
    [
      'a dialect twice',
      '@as aa f(x: Any): Any',
      '3:8: no declaration: aa f(x: Any): Any; write the dialects, then name(parameter: Type, ...): Type',
    ],
    [
      'no return type',
      '@as a f(x: Any)',
      '3:8: no declaration: a f(x: Any); write the dialects, then name(parameter: Type, ...): Type',
    ],
    [
      'another tag',
      '@is a f(x: Any): Any',
      '3:8: unknown tag @is; declare primitives with @as, give examples with @example',
    ],
  ])('%s is refused', (_, line, complaint) => {
    const complaints = listComplaints(translateSamples({ 'src/primitives/s.ts': tagged('f', line) }))
    expect(complaints[0]).toBe(`src/primitives/s.ts:${complaint}`)
  })

  test('an optional parameter that is not the last is refused', () => {
    const text =
      '/**\n * A.\n * @as a f(x?: Any, y: Any): Any\n */\nexport function f(_h: Heap, x: Word, y: Word): Word { return x + y }'
    expect(listComplaints(translateSamples({ 'src/primitives/s.ts': text }))[0]).toContain('s.ts:3:8: no declaration')
  })

  test('declarations with different safe defaults are refused', () => {
    const text = tagged('f', '@as a f(x: Any): Integer', '@as t f(x: Any): FrozenSet')
    expect(listComplaints(translateSamples({ 'src/primitives/s.ts': text }))).toEqual([
      "src/primitives/s.ts:4:8: 'f' has another safe default as FrozenSet than as Integer; give every dialect a return type of the same default",
    ])
    const same = tagged('f', '@as a f(x: Any): Boolean', '@as t f(x: Any): C_')
    expect(listComplaints(translateSamples({ 'src/primitives/s.ts': same }))).toEqual([])
  })

  test('a dialect that is declared twice is refused', () => {
    const text = tagged('f', '@as ar f(x: Any): Any', '@as r f(x: Any): Any')
    expect(listComplaints(translateSamples({ 'src/primitives/s.ts': text }))).toEqual([
      "src/primitives/s.ts:4:8: 'f' is declared twice in dialect r; remove one",
    ])
  })
})
