// `megabatt cut`: extracts one solver or differ of a batt as a program of its own.

import type { Command } from 'commander'
import { cutProgram } from '../../batts/cut.ts'
import { UserError } from '../../language/errors.ts'
import { printJsonPrograms } from '../../language/json/print-json.ts'
import type { Program } from '../../language/program.ts'
import { printPrograms } from '../../language/python/print-python.ts'
import { type DialectOptions, dialectOption } from '../dialect-option.ts'
import { parseNumber } from '../option-values.ts'
import { type FormatOptions, addFormatOptions, formatOf, writeProgram } from '../program-format.ts'
import { readProgramFiles } from '../read-program-files.ts'
import { namesOf } from '../select-ids.ts'

interface Options extends DialectOptions, FormatOptions {
  readonly strict?: true
  readonly number?: number
}

const MAX_LISTED = 5

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Examples:\n  megabatt cut batt.py 67a3c6ac\n  megabatt cut batt.py 67a3c6ac --strict --out solver.py\n  megabatt cut batt.py 67a3c6ac/colors_lost\n',
    )
    .argument('<batt>', 'the file of the batt, or file:name if it has several')
    .argument('<name>', 'the id of a solver, or owner/differ; the owner None compares I with C')
    .addOption(dialectOption())
    .option('--strict', 'make a strict program, which fails where the batt uses a default')
    .option('--number <n>', 'the number of the entry, if several have the same name', parseNumber)
  addFormatOptions(command)
    .addHelpText('after', '\nExit code: 0 success, 2 wrong use or bad input, 3 a file cannot be written.')
    .action(cut)
}

async function cut(path: string, name: string, options: Options): Promise<void> {
  const program = cutProgram(await readBatt(path, options), name, {
    strict: options.strict === true,
    ...(options.number === undefined ? {} : { number: options.number }),
  })
  const print = formatOf(options) === 'json' ? printJsonPrograms : printPrograms
  await writeProgram(print([program]), options)
}

/** The batt of a file, or the named one. */
async function readBatt(path: string, options: Options): Promise<Program> {
  const [, file, name] = /^(.+):([\p{XID_Start}_]\p{XID_Continue}*)$/u.exec(path) ?? []
  const programs = await readProgramFiles([file ?? path], options)
  const batts = programs.filter(
    (program) => program.mode === 'guarded' && (name === undefined || namesOf(program).includes(name)),
  )
  if (batts.length === 1) return batts[0]!
  if (batts.length === 0) {
    const advice = 'A batt is a function called batt or batt_…, or one with the parameter task_id.'
    throw new UserError('cut-batt', `There is no ${name === undefined ? 'batt' : `batt ${name}`} in ${file ?? path}`, {
      advice,
    })
  }
  const names = batts.slice(0, MAX_LISTED).map((batt) => batt.name)
  const advice = `Name one of them, as in ${path}:${names[0]}: ${names.join(', ')}${batts.length > MAX_LISTED ? ', …' : ''}`
  throw new UserError('unknown-id', `${path} has ${batts.length} batts`, { advice })
}
