// Printing docs/dsl.md: the reference of the DSL, a section a family.

import type { PrimitiveSource } from './read-primitives.ts'

/** The text of the reference. */
export function printReference(primitives: readonly PrimitiveSource[]): string {
  const families = [...new Set(primitives.map((p) => p.family))].sort()
  const sections = families.map((family) => {
    const members = primitives.filter((p) => p.family === family).sort((a, b) => (a.name < b.name ? -1 : 1))
    return { family, members }
  })
  return `<!-- Generated from src/primitives by \`npm run generate\`; not to be edited. -->

# The DSL

${primitives.length} primitives in ${families.length} families. Each is declared once, in \`src/primitives\`: its name, its parameters with their types,
what it returns and what it does. A primitive marked *higher-order* calls a function that it is given for each element
of something; one marked *combinator* makes a function value.

## Contents

${sections.map(({ family, members }) => `- [${family}](#${family}): ${members.map(linkTo).join(', ')}\n`).join('')}
${sections.map(({ family, members }) => printFamily(family, members)).join('\n')}`
}

function linkTo(p: PrimitiveSource): string {
  return `[\`${p.name}\`](#${anchorOf(p)})`
}

function anchorOf(p: PrimitiveSource): string {
  return `dsl-${p.name}`
}

function printFamily(family: string, members: readonly PrimitiveSource[]): string {
  const intro = firstLine(members)
  return `## ${family}\n\n${intro === '' ? '' : `${intro}\n\n`}${members.map(printPrimitive).join('\n')}`
}

/** The purpose of a family: the first line of its source. */
function firstLine(members: readonly PrimitiveSource[]): string {
  const text = members[0]?.kernel.source.text ?? ''
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (!line.startsWith('// ')) break
    lines.push(line.slice('// '.length))
  }
  return lines.join('\n')
}

function printPrimitive(p: PrimitiveSource): string {
  const parameters = p.parameters.map((q) => `${q.name}: ${q.type}`).join(', ')
  const sort = p.sort === 'first-order' ? '' : ` *${p.sort}*`
  return `<a id="${anchorOf(p)}"></a>\n**\`${p.name}(${parameters}) → ${p.returns}\`**${sort}\\\n${p.prose}\n`
}
