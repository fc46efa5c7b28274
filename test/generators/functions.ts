// Function values as fast-check arbitraries: primitives and closures that fit what they will be called with, or do not.

import fc from 'fast-check'
import { primitiveNamed } from '../../src/language/names.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import type { Declaration, DialectId, Primitive } from '../../src/primitives/primitive.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'
import { type TypeName, drawnType, valuesOf } from './values.ts'

/** A function value and the type of what it gives. */
export interface FunctionValue {
  readonly fn: Notation
  readonly returns: TypeName
}

// Which parameter types a value of a type fits.
const FITS: Readonly<Record<TypeName, readonly TypeName[]>> = {
  Any: [],
  Boolean: ['Integer', 'Numerical'],
  Integer: ['Boolean', 'Numerical'],
  IntegerTuple: ['Numerical', 'Tuple', 'Container'],
  Numerical: [],
  IntegerSet: ['FrozenSet', 'Container'],
  Grid: ['Element', 'Piece', 'Tuple', 'TupleTuple', 'Container', 'ContainerContainer'],
  Cell: ['Tuple', 'Container'],
  Object: ['Patch', 'Element', 'Piece', 'FrozenSet', 'Container', 'ContainerContainer'],
  Objects: ['FrozenSet', 'Container', 'ContainerContainer'],
  Indices: ['Patch', 'Piece', 'FrozenSet', 'Container', 'ContainerContainer'],
  IndicesSet: ['FrozenSet', 'Container', 'ContainerContainer'],
  Patch: ['Piece', 'FrozenSet', 'Container'],
  Element: ['Piece', 'Container'],
  Piece: ['Container'],
  Tuple: ['Container'],
  TupleTuple: ['Tuple', 'Container', 'ContainerContainer'],
  Container: [],
  ContainerContainer: ['Container'],
  FrozenSet: ['Container'],
  Samples: ['Tuple', 'Container', 'ContainerContainer'],
  Callable: [],
}

function fits(type: TypeName, parameter: TypeName): boolean {
  return parameter === type || parameter === 'Any' || FITS[type].includes(parameter)
}

const MAPPINGS = ['apply', 'mapply', 'sfilter', 'order', 'argmax', 'valmin', 'extract']

/** Arbitraries of function values of a dialect. */
export interface FunctionValues {
  /** The types that the arguments of a primitive are drawn by. */
  readonly parameterTypes: (primitive: Primitive) => TypeName[]
  /** A function of one value of the type; closures are at most `depth` deep. */
  readonly functionOf: (type: TypeName, depth?: number) => fc.Arbitrary<FunctionValue>
  /** A function of two values of these types. */
  readonly binaryFunction: (a: TypeName, b: TypeName) => fc.Arbitrary<FunctionValue>
  /** Some function, whatever it takes. */
  readonly anyFunction: fc.Arbitrary<Notation>
}

const byDialect = new Map<DialectId, FunctionValues>()

/** The function values of a dialect. */
export function functionsOf(dialect: DialectId): FunctionValues {
  const known = byDialect.get(dialect) ?? makeFunctionsOf(dialect)
  byDialect.set(dialect, known)
  return known
}

function makeFunctionsOf(dialect: DialectId): FunctionValues {
  const small = valuesOf('small', dialect === 't' ? 't' : 'a')
  const ownPrimitives = primitives.filter(({ declarations }) => declarations[dialect] !== undefined)
  const declarationOf = ({ declarations }: Primitive): Declaration => declarations[dialect]!
  const parameterTypes = (primitive: Primitive): TypeName[] =>
    declarationOf(primitive).parameters.map(({ type }) => drawnType(type))

  function typeOfResult(primitive: Primitive): TypeName {
    return drawnType(declarationOf(primitive).returns)
  }

  /** The first-order primitives that take as many arguments as types are given, of those types. */
  function takers(...types: readonly TypeName[]): Primitive[] {
    return ownPrimitives.filter(
      (primitive) =>
        primitive.sort === 'first-order' &&
        primitive.parameters.length === types.length &&
        parameterTypes(primitive).every((parameter, k) => fits(types[k]!, parameter)),
    )
  }

  /** A value for a parameter of first-order primitives. */
  function fixedValue(type: TypeName): fc.Arbitrary<Notation> {
    return type === 'Callable' ? anyFunction : small[type]
  }

  function named(primitive: Primitive): FunctionValue {
    return { fn: { f: primitive.name }, returns: typeOfResult(primitive) }
  }

  const memo = new Map<string, fc.Arbitrary<FunctionValue>>()

  /** A function of one value of the type; closures are at most `depth` deep. */
  function functionOf(type: TypeName, depth = 2): fc.Arbitrary<FunctionValue> {
    const key = `${type} ${depth}`
    const made = memo.get(key) ?? makeFunctionOf(type, depth)
    memo.set(key, made)
    return made
  }

  function makeFunctionOf(type: TypeName, depth: number): fc.Arbitrary<FunctionValue> {
    const plain = fc.constantFrom(...takers(type)).map(named)
    if (depth === 0) return plain
    const inner = functionOf(type, depth - 1)
    const container = FITS[type].includes('Container') || type === 'Container'
    return fc.oneof(
      { weight: 6, arbitrary: plain },
      { weight: 4, arbitrary: boundTo(type) },
      {
        weight: 2,
        arbitrary: inner.chain((f) => functionOf(f.returns, depth - 1).map((g) => made('compose', g.returns, g, f))),
      },
      {
        weight: 1,
        arbitrary: inner.chain((f) =>
          functionOf(f.returns, 0).chain((g) => functionOf(g.returns, 0).map((h) => made('chain', h.returns, h, g, f))),
        ),
      },
      {
        weight: 2,
        arbitrary: inner.chain((f) => fixedValue(f.returns).map((target) => made('matcher', 'Boolean', f, target))),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(inner, functionOf(type, 0))
          .chain(([f, g]) =>
            binaryFunction(f.returns, g.returns).map((outer) => made('fork', outer.returns, outer, f, g)),
          ),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(inner, fc.integer({ min: 1, max: 4 })).map(([f, n]) => made('power', f.returns, f, n)),
      },
      ...(container ? [{ weight: 1, arbitrary: mappingOver(depth - 1) }] : []),
    )
  }

  function made(call: string, returns: TypeName, ...args: (FunctionValue | Notation)[]): FunctionValue {
    return {
      fn: { call, args: args.map((arg) => (typeof arg === 'object' && arg !== null && 'fn' in arg ? arg.fn : arg)) },
      returns,
    }
  }

  /** A function of two or three arguments with all but one bound. */
  function boundTo(type: TypeName): fc.Arbitrary<FunctionValue> {
    const candidates = ownPrimitives.filter(
      (p) => p.sort === 'first-order' && (p.parameters.length === 2 || p.parameters.length === 3),
    )
    const bindings = candidates.flatMap((primitive) =>
      parameterTypes(primitive).flatMap((parameter, free) => (fits(type, parameter) ? [{ primitive, free }] : [])),
    )
    return fc.constantFrom(...bindings).chain(({ primitive, free }) => {
      const types = parameterTypes(primitive)
      return fc.tuple(...types.map(fixedValue)).map((values) => {
        let fn: FunctionValue = named(primitive)
        // From the right down to the free place, then from the left up to it.
        for (let k = types.length - 1; k > free; k--) fn = made('rbind', fn.returns, fn, values[k]!)
        for (let k = 0; k < free; k++) fn = made('lbind', fn.returns, fn, values[k]!)
        return fn
      })
    })
  }

  /** A higher-order primitive with its function bound, so that it takes a container. */
  function mappingOver(depth: number): fc.Arbitrary<FunctionValue> {
    const elements = fc.constantFrom<TypeName>('Integer', 'IntegerTuple', 'Cell', 'Object', 'Any')
    return elements.chain((element) =>
      fc
        .tuple(
          functionOf(element, Math.max(0, depth)),
          fc.constantFrom(...MAPPINGS.filter((name) => primitiveNamed(name, dialect) !== undefined)),
        )
        .map(([f, name]) => {
          const returns = name === 'order' ? 'Tuple' : name === 'apply' || name === 'sfilter' ? 'Container' : 'Any'
          return made(
            name === 'apply' || name === 'mapply' ? 'lbind' : 'rbind',
            returns,
            { fn: { f: name }, returns },
            f,
          )
        }),
    )
  }

  /** A function of two values of these types. */
  function binaryFunction(a: TypeName, b: TypeName): fc.Arbitrary<FunctionValue> {
    const plain = fc.constantFrom(...takers(a, b)).map(named)
    const bound = ownPrimitives.filter(
      (p) =>
        p.sort === 'first-order' &&
        p.parameters.length === 3 &&
        fits(a, parameterTypes(p)[0]!) &&
        fits(b, parameterTypes(p)[1]!),
    )
    if (bound.length === 0) return plain
    return fc.oneof(
      { weight: 5, arbitrary: plain },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...bound)
          .chain((p) =>
            fixedValue(parameterTypes(p)[2]!).map((value) => made('rbind', typeOfResult(p), named(p), value)),
          ),
      },
    )
  }

  /** Some function, whatever it takes. */
  const anyFunction: fc.Arbitrary<Notation> = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ownPrimitives).map(({ name }) => ({ f: name })) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom<TypeName>('Integer', 'IntegerTuple', 'Grid', 'Object', 'Objects', 'Tuple')
        .chain((type) => functionOf(type))
        .map(({ fn }) => fn),
    },
  )

  return { parameterTypes, functionOf, binaryFunction, anyFunction }
}
