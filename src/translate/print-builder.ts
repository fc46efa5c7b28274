// Printing the typed faces of the DSL for programs in TypeScript: methods of the builder, and functions for tracing.

import type { PrimitiveSource } from './read-primitives.ts'

const NOTE = 'Generated from src/primitives by `npm run generate`; not to be edited.'
const IMPORTS = `import type * as Given from './given-values.ts'
import type * as Value from './recorded-values.ts'
`

/** The text of src/language/builder/builder.generated.ts. */
export function printBuilder(primitives: readonly PrimitiveSource[]): string {
  const methods = inDialectA(primitives).map(
    (p) => `${printProse(p, '  ')}  get ${p.name}() {
    return this.primitive<${printType(p)}>('${p.name}')
  }
`,
  )
  return `// The primitives as methods. ${NOTE}

${IMPORTS}
/** Every primitive as a method that adds a call to a program; without a call it is the primitive as a value. */
export abstract class PrimitiveMethods {
  protected abstract primitive<F>(name: string): Value.Primitive<F>

${methods.join('\n')}}
`
}

/** The text of src/language/builder/dsl.generated.ts. */
export function printTracedPrimitives(primitives: readonly PrimitiveSource[]): string {
  const functions = inDialectA(primitives).map(
    (p) =>
      `${printProse(p, '')}export const ${identifierFor(p.name)} = tracedPrimitive<${printType(p)}>('${p.name}')\n`,
  )
  return `// The primitives as functions to be traced. ${NOTE}

${IMPORTS}import { tracedPrimitive } from './trace.ts'

${functions.join('\n')}`
}

/** The builder writes programs of dialect a. */
function inDialectA(primitives: readonly PrimitiveSource[]): PrimitiveSource[] {
  return primitives.filter(({ declarations }) => declarations.a !== undefined)
}

function printProse(p: PrimitiveSource, indent: string): string {
  // The prose is one comment already, so it holds no end of one.
  return `${indent}/** ${p.prose} */\n`
}

function printType(p: PrimitiveSource): string {
  const parameters = p.parameters.map(({ name, type }) => `${identifierFor(name)}: Given.${typeName(type)}`)
  return `(${parameters.join(', ')}) => Value.${typeName(p.returns)}`
}

/** The DSL's type as signature.ts spells it. */
function typeName(type: string): string {
  return type === 'Boolean' || type === 'Object' ? `${type}_` : type
}

const reservedWords = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if import in instanceof new null return super switch this throw true try typeof var void while with yield ' +
    'let static await implements interface package private protected public'
  ).split(' '),
)

/** A name of the DSL where TypeScript takes no reserved word: an underscore behind it keeps clear of these. */
function identifierFor(name: string): string {
  return reservedWords.has(name) ? `${name}_` : name
}
