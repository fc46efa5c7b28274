// Calls of a primitive as fast-check arbitraries: arguments that fit its signature, and arguments that do not.

import fc from 'fast-check'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { primitiveNamed } from '../../src/language/names.ts'
import type { DialectId, HigherOrderPrimitive, Primitive } from '../../src/primitives/primitive.ts'
import { functionsOf } from './functions.ts'
import { relatedArgumentsOf } from './related.ts'
import { type TypeName, valuesOf } from './values.ts'

/** The arguments of a call; with `then`, those that the function it gives is called with. */
export interface Arguments {
  readonly args: readonly Notation[]
  readonly then?: readonly Notation[]
}

// What elements of containers, and arguments of function values, are drawn from.
const elementType = fc.constantFrom<TypeName>(
  'Integer',
  'Integer',
  'IntegerTuple',
  'Cell',
  'Object',
  'Object',
  'Indices',
  'Grid',
  'IntegerSet',
  'Tuple',
  'Any',
)

const BINDABLE = [
  'add',
  'combine',
  'fill',
  'shift',
  'objects',
  'cellwise',
  'astuple',
  'identity',
  'crop',
  'apply',
  'papply',
  'recolor',
  'contained',
  'canvas',
  'branch',
]

/** Arbitraries of the arguments of primitives of a dialect. */
export interface CallArguments {
  /** Arguments that fit the primitive's signature; functions fit their arguments as far as types tell. */
  readonly typedArguments: (primitive: Primitive) => fc.Arbitrary<Arguments>
  /** Arguments at least one of which was drawn without regard to the signature; now and then one too many or too few. */
  readonly illTypedArguments: (primitive: Primitive) => fc.Arbitrary<Arguments>
}

const byDialect = new Map<DialectId, CallArguments>()

/** The arguments of the primitives of a dialect. */
export function callsOf(dialect: DialectId): CallArguments {
  const known = byDialect.get(dialect) ?? makeCallsOf(dialect)
  byDialect.set(dialect, known)
  return known
}

function makeCallsOf(dialect: DialectId): CallArguments {
  const layout = dialect === 't' ? 't' : 'a'
  const { anyFunction, binaryFunction, functionOf, parameterTypes } = functionsOf(dialect)
  const relatedArguments = relatedArgumentsOf(layout)
  const large = valuesOf('large', layout)
  const task = valuesOf('task', layout)
  const small = valuesOf('small', layout)

  function smallValue(type: TypeName): fc.Arbitrary<Notation> {
    return type === 'Callable' ? anyFunction : small[type]
  }

  function largeValue(type: TypeName): fc.Arbitrary<Notation> {
    return type === 'Callable' ? anyFunction : large[type]
  }

  function containerOf(type: TypeName): fc.Arbitrary<Notation> {
    return fc
      .tuple(fc.boolean(), fc.array(smallValue(type), { maxLength: 7, size: 'max' }))
      .map(([asSet, items]) => (asSet ? { s: items } : { t: items }))
  }

  /** Arguments that fit the primitive's signature; functions fit what they are applied to, as far as types can say. */
  function typedArguments(primitive: Primitive): fc.Arbitrary<Arguments> {
    switch (primitive.sort) {
      case 'first-order': {
        const apart = fc.tuple(...parameterTypes(primitive).map(largeValue))
        const together = relatedArguments[primitive.name]
        return (together === undefined ? apart : fc.oneof(apart, together)).map((args) => ({ args }))
      }
      case 'higher-order':
        return mappedArguments(primitive)
      case 'combinator':
        return combinedArguments(primitive)
    }
    return primitive satisfies never
  }

  function mappedArguments(primitive: HigherOrderPrimitive): fc.Arbitrary<Arguments> {
    const types = parameterTypes(primitive)
    if (primitive.callArity === 2)
      return fc
        .tuple(elementType, elementType)
        .chain(([a, b]) =>
          fc
            .tuple(binaryFunction(a, b), containerOf(a), containerOf(b))
            .map(([{ fn }, x, y]) => ({ args: [fn, x, y] })),
        )
    if (!types.includes('Callable'))
      return elementType.chain((type) => {
        const functions = fc.array(functionOf(type), { maxLength: 5 }).map((all) => all.map(({ fn }) => fn))
        return fc.tuple(functions, smallValue(type)).map(([t, value]) => ({ args: [{ t }, value] }))
      })
    // The first function fits the elements of the first container, or the grids of samples.
    return elementType.chain((type) => {
      const element = types.includes('Samples') ? 'Grid' : type
      const fn = functionOf(element).map((value) => value.fn)
      const values = types.map((own, k) => {
        if (own === 'Callable')
          return types.indexOf('Callable') === k ? fn : functionOf('Tuple').map((value) => value.fn)
        return own === 'Integer' || own === 'Samples' ? smallValue(own) : containerOf(element)
      })
      return fc.tuple(...values).map((args) => ({ args }))
    })
  }

  function combinedArguments(primitive: Primitive): fc.Arbitrary<Arguments> {
    return elementType.chain((type): fc.Arbitrary<Arguments> => {
      const value = smallValue(type)
      const f = functionOf(type)
      switch (primitive.name) {
        case 'compose':
          return f.chain((inner) =>
            fc.tuple(functionOf(inner.returns), value).map(([outer, x]) => ({ args: [outer.fn, inner.fn], then: [x] })),
          )
        case 'chain':
          return f.chain((first) =>
            functionOf(first.returns, 1).chain((second) =>
              fc
                .tuple(functionOf(second.returns, 1), value)
                .map(([third, x]) => ({ args: [third.fn, second.fn, first.fn], then: [x] })),
            ),
          )
        case 'matcher':
          return f.chain(({ fn, returns }) =>
            fc.tuple(smallValue(returns), value).map(([target, x]) => ({ args: [fn, target], then: [x] })),
          )
        case 'fork':
          return fc
            .tuple(f, functionOf(type, 1))
            .chain(([a, b]) =>
              fc
                .tuple(binaryFunction(a.returns, b.returns), value)
                .map(([outer, x]) => ({ args: [outer.fn, a.fn, b.fn], then: [x] })),
            )
        case 'power':
          return fc
            .tuple(f, fc.integer({ min: 1, max: 5 }), value)
            .map(([{ fn }, n, x]) => ({ args: [fn, n], then: [x] }))
        default:
          return boundArguments(primitive.name === 'rbind')
      }
    })
  }

  /** A primitive of one to four arguments, one of them bound; what is left is then given. */
  function boundArguments(isLast: boolean): fc.Arbitrary<Arguments> {
    return fc.constantFrom(...BINDABLE.filter((name) => primitiveNamed(name, dialect) !== undefined)).chain((name) => {
      const types = parameterTypes(primitiveNamed(name, dialect)!)
      return fc.tuple(...types.map((type) => (type === 'Callable' ? anyFunction : task[type]))).map((values) => {
        const bound = isLast ? values.at(-1)! : values[0]!
        return { args: [{ f: name }, bound], then: isLast ? values.slice(0, -1) : values.slice(1) }
      })
    })
  }

  const anything = fc.oneof({ weight: 5, arbitrary: task.Any }, { weight: 1, arbitrary: anyFunction })

  /** Arguments of which one at least was drawn without looking at the signature; now and then one too many or too few. */
  function illTypedArguments(primitive: Primitive): fc.Arbitrary<Arguments> {
    const typed = typedArguments(primitive)
    const places = primitive.parameters.length
    const strange = fc.tuple(
      fc.integer({ min: 1, max: 2 ** places - 1 }),
      fc.array(anything, { minLength: places, maxLength: places }),
    )
    const replaced = fc.tuple(typed, strange).map(([{ args, ...rest }, [mask, others]]) => ({
      ...rest,
      args: args.map((arg, k) => ((mask >> k) & 1 ? others[k]! : arg)),
    }))
    const miscounted = fc
      .tuple(typed, anything)
      .map(([{ args, ...rest }, other]) => ({ ...rest, args: args.length === 1 ? [...args, other] : args.slice(1) }))
    return fc.oneof({ weight: 30, arbitrary: replaced }, { weight: 1, arbitrary: miscounted })
  }

  return { typedArguments, illTypedArguments }
}
