// Printing src/primitives/registry.generated.ts: the list of all primitives with their functions.

import type { Declaration } from '../primitives/primitive.ts'
import type { PrimitiveSource } from './read-primitives.ts'

/** The text of the registry. */
export function printRegistry(primitives: readonly PrimitiveSource[]): string {
  const families = [...new Set(primitives.map((p) => p.family))]
  const imports = families.map((family) => {
    const names = primitives
      .filter((p) => p.family === family)
      .flatMap((p) => (p.calls ? [p.kernel.name, p.calls.name] : [p.kernel.name]))
    return `import {\n${[...new Set(names)].map((name) => `  ${name},\n`).join('')}} from './${family}.ts'\n`
  })
  return `// All primitives. Generated from src/primitives by \`npm run generate\`; not to be edited.

${imports.join('')}import type { Primitive } from './primitive.ts'

/** Every primitive of all dialects, ascending by key, at the place that is its id. */
export const primitives: readonly Primitive[] = [
${primitives.map(printPrimitive).join('')}]
`
}

function printPrimitive(p: PrimitiveSource, id: number): string {
  const fields = [
    `id: ${id}`,
    `key: ${quote(p.key)}`,
    `name: ${quote(p.name)}`,
    `family: ${quote(p.family)}`,
    `sort: ${quote(p.sort)}`,
    `parameters: ${printParameters(p)}`,
    `returns: ${quote(p.returns)}`,
    `declarations: {\n${printDeclarations(p)}    }`,
    `prose: ${quote(p.prose)}`,
    `kernel: ${p.kernel.name}`,
    `kernelName: ${quote(p.kernel.name)}`,
  ]
  if (p.calls) {
    fields.push(`calls: ${p.calls.name}`, `callsName: ${quote(p.calls.name)}`)
    fields.push(`callArity: ${p.callArity}`, `lazy: ${p.lazy}`, `toLast: ${p.toLast}`)
  }
  return `  {\n${fields.map((field) => `    ${field},\n`).join('')}  },\n`
}

function printDeclarations({ declarations }: PrimitiveSource): string {
  return Object.entries(declarations)
    .map(
      ([dialect, d]) =>
        `      ${dialect}: { name: ${quote(d.name)}, parameters: ${printParameters(d)}, returns: ${quote(d.returns)} },\n`,
    )
    .join('')
}

function printParameters({ parameters }: Declaration): string {
  const texts = parameters.map(({ name, type, isOptional }) => {
    const optional = isOptional === true ? ', isOptional: true' : ''
    return `{ name: ${quote(name)}, type: ${quote(type)}${optional} }`
  })
  return `[${texts.join(', ')}]`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
