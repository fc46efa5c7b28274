// Printing src/language/examples/examples.generated.ts: an example call of every primitive, by dialect.

import type { PrimitiveSource } from './read-primitives.ts'

/** The text of the file. It is apart from the registry: a run of programs does not load it. */
export function printExamples(primitives: readonly PrimitiveSource[]): string {
  const lines = primitives.map(
    ({ key, examples }) =>
      `  ${JSON.stringify(key)}: { ${Object.entries(examples)
        .map(([dialect, text]) => `${dialect}: ${JSON.stringify(text)}`)
        .join(', ')} },\n`,
  )
  return `// Examples of all primitives. Generated from src/primitives by \`npm run generate\`; not to be edited.

import type { DialectId } from '../../primitives/primitive.ts'

/** Example calls by the key of a primitive and by dialect; empty for a primitive without \`@example\`. */
export const exampleCalls: Readonly<Record<string, Readonly<Partial<Record<DialectId, string>>>>> = {
${lines.join('')}}
`
}
