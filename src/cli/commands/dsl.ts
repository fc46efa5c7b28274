// `megabatt dsl`: primitives of the DSL with drawn examples, in the terminal or as an HTML page.

import { type Command, Option } from 'commander'
import { runExamples } from '../../engine/reference/run-examples.ts'
import { type DialectId, dialectIds } from '../../language/dialects.ts'
import { primitives } from '../../language/names.ts'
import type { Primitive } from '../../primitives/primitive.ts'
import { countFromOne } from '../option-values.ts'
import { formatPrimitive } from '../reference/format-primitive.ts'
import { wrapText } from '../show/spell-value.ts'
import { paint } from '../show/terminal-colors.ts'
import { terminalOptions } from '../show/terminal-size.ts'
import { unknownName } from '../unknown-name.ts'
import { writeAtomically } from '../write-atomically.ts'

interface Options {
  readonly dialect?: DialectId
  readonly html?: string
  readonly force?: true
  readonly width?: number
  readonly json?: true
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Examples:\n  megabatt dsl objects gravitate\n  megabatt dsl --dialect t\n  megabatt dsl --html dsl.html\n',
    )
    .argument('[names...]', 'primitives to describe; default: list all names by family')
    .addOption(new Option('--dialect <id>', 'only primitives of this dialect').choices([...dialectIds]))
    .option('--html <file>', 'write the whole reference as one searchable page that needs no network')
    .option('--force', 'replace the file of --html if it exists')
    .option('--width <n>', 'columns to draw in; default: those of the terminal, else 100', countFromOne)
    .option('--json', 'print declarations, examples and their results as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 printed or written, 2 wrong use or an unknown name, 3 the file cannot be written.',
    )
    .action(describe)
}

async function describe(names: readonly string[], options: Options): Promise<void> {
  if (options.html !== undefined) {
    const { renderDslPage } = await import('../reference/dsl-page.ts')
    writeAtomically(options.html, renderDslPage(), { force: options.force === true })
    process.stderr.write(`megabatt: ${options.html} has ${primitives.length} primitives\n`)
    if (names.length === 0) return
  }
  const known = primitives.filter(({ declarations }) => options.dialect === undefined || declarations[options.dialect])
  const chosen = names.length === 0 ? known : names.flatMap((name) => findPrimitives(known, name))
  if (options.json) process.stdout.write(`${JSON.stringify(chosen.map(spellPrimitive))}\n`)
  else {
    const drawing = terminalOptions(Infinity, options.width)
    const parts =
      names.length === 0
        ? [listFamilies(known, drawing.width)]
        : chosen.map((one) => formatPrimitive(one, drawing, options.dialect))
    process.stdout.write(`${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`)
  }
}

/** The primitives that have the name in some dialect; several dialects can mean different things by it. */
function findPrimitives(known: readonly Primitive[], name: string): Primitive[] {
  const found = known.filter((primitive) => primitive.key === name || primitive.name === name)
  if (found.length > 0) return found
  throw unknownName(
    'primitive',
    name,
    known.map((primitive) => primitive.name),
  )
}

function listFamilies(known: readonly Primitive[], width: number): string[] {
  const families = [...new Set(known.map(({ family }) => family))].sort()
  return families.flatMap((family) => {
    const names = new Set(known.filter((primitive) => primitive.family === family).map(({ name }) => name))
    const lines = wrapText([...names].join(', '), Math.max(1, width - 2))
    return [paint('bold', family), ...lines.map((line) => `  ${line}`)]
  })
}

function spellPrimitive(primitive: Primitive): object {
  const { key, name, family, sort, prose, declarations } = primitive
  return { key, name, family, sort, prose, declarations, examples: runExamples(primitive) }
}
