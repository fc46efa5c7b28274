// Printing docs/dsl.md: the reference of the DSL, a section a family.

import type { Declaration, DialectId } from '../primitives/primitive.ts'
import { DIALECTS } from './read-declarations.ts'
import type { PrimitiveSource } from './read-primitives.ts'

/** The text of the reference. */
export function printReference(primitives: readonly PrimitiveSource[]): string {
  const families = [...new Set(primitives.map((p) => p.family))].sort()
  const sections = families.map((family) => ({ family, members: primitives.filter((p) => p.family === family) }))
  const counts = DIALECTS.map((dialect) => `${countIn(primitives, dialect)} in dialect ${dialect}`)
  return `<!-- Generated from src/primitives by \`npm run generate\`; not to be edited. -->

# The DSL

${primitives.length} primitives in ${families.length} families: ${counts.join(', ')}. Each is declared in \`src/primitives\`, in one place: its names,
parameters with their types, return type and meaning. A primitive marked *higher-order* calls a function that it is given,
mostly for each element of a container; one marked *combinator* makes a function value. Dialects are named only if not
all three have a primitive, or if they declare it differently: \`a\` is the dialect of solvers, \`r\` that of verifiers,
\`t\` the extended one, whose cells are (row, column, colour).

\`megabatt dsl NAME\` draws an example of a primitive in the terminal. \`megabatt dsl --html dsl.html\` writes all primitives with drawn
examples as one searchable page ([lookup.md](lookup.md)).

## Contents

${sections.map(({ family, members }) => `- [${family}](#${family}): ${members.map(linkTo).join(', ')}\n`).join('')}
${sections.map(({ family, members }) => printFamily(family, members, primitives)).join('\n')}`
}

function countIn(primitives: readonly PrimitiveSource[], dialect: DialectId): number {
  return primitives.filter(({ declarations }) => declarations[dialect] !== undefined).length
}

function linkTo(p: PrimitiveSource): string {
  return `[\`${p.key}\`](#${anchorOf(p)})`
}

function anchorOf(p: PrimitiveSource): string {
  return `dsl-${p.key.replace('@', '-')}`
}

function printFamily(
  family: string,
  members: readonly PrimitiveSource[],
  primitives: readonly PrimitiveSource[],
): string {
  const intro = firstLine(members)
  const texts = members.map((p) => printPrimitive(p, primitives))
  return `## ${family}\n\n${intro === '' ? '' : `${intro}\n\n`}${texts.join('\n')}`
}

/** The text of the first line of the family's source. */
function firstLine(members: readonly PrimitiveSource[]): string {
  const text = members[0]?.kernel.source.text ?? ''
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (!line.startsWith('// ')) break
    lines.push(line.slice('// '.length))
  }
  return lines.join('\n')
}

function printPrimitive(p: PrimitiveSource, primitives: readonly PrimitiveSource[]): string {
  const sort = p.sort === 'first-order' ? '' : ` *${p.sort}*`
  const heads = groupDialects(p).map(({ dialects, declaration }) => {
    const where = dialects.length === DIALECTS.length ? '' : ` ${printDialects(dialects)}`
    return `**\`${printSignature(declaration)}\`**${sort}${where}\\\n`
  })
  return `<a id="${anchorOf(p)}"></a>\n${heads.join('')}${p.prose}${printAliases(p, primitives)}\n`
}

/** The declarations of a primitive, those that are alike together. */
function groupDialects({ declarations }: PrimitiveSource): { dialects: DialectId[]; declaration: Declaration }[] {
  const groups: { dialects: DialectId[]; declaration: Declaration }[] = []
  for (const dialect of DIALECTS) {
    const declaration = declarations[dialect]
    if (declaration === undefined) continue
    const same = groups.find((group) => printSignature(group.declaration) === printSignature(declaration))
    if (same === undefined) groups.push({ dialects: [dialect], declaration })
    else same.dialects.push(dialect)
  }
  return groups
}

function printDialects(dialects: readonly DialectId[]): string {
  return `${dialects.length === 1 ? 'dialect' : 'dialects'} ${dialects.join(', ')}`
}

function printSignature({ name, parameters, returns }: Declaration): string {
  const texts = parameters.map(({ name: own, type, isOptional }) => `${own}${isOptional === true ? '?' : ''}: ${type}`)
  return `${name}(${texts.join(', ')}) → ${returns}`
}

/** The other names of the kernel. */
function printAliases(p: PrimitiveSource, primitives: readonly PrimitiveSource[]): string {
  const others = primitives.filter((other) => other.kernel === p.kernel && other !== p)
  if (others.length === 0) return ''
  const names = others.map((other) => {
    const dialects = DIALECTS.filter((dialect) => other.declarations[dialect] !== undefined)
    return `\`${other.name}\` in ${printDialects(dialects)}`
  })
  return ` The same kernel as ${names.join(', ')}.`
}
