// `megabatt card`: makes a batt of solvers and differs, with or without mutations.

import type { Command } from 'commander'
import { type CardOptions, type CardedBatt, cardPrograms } from '../../batts/card.ts'
import { printBatt, printMutations } from '../../batts/print-batt.ts'
import { galleryPrograms } from '../../data/gallery.ts'
import { layoutOf } from '../../language/dialects.ts'
import { UserError } from '../../language/errors.ts'
import { formatCount } from '../../language/format-count.ts'
import { printJsonPrograms } from '../../language/json/print-json.ts'
import type { Program } from '../../language/program.ts'
import { type DialectOptions, dialectOption } from '../dialect-option.ts'
import { countFromOne, parseRate, parseSeed } from '../option-values.ts'
import { type FormatOptions, addFormatOptions, formatOf, writeProgram } from '../program-format.ts'
import { readProgramFiles } from '../read-program-files.ts'
import { selectIds } from '../select-ids.ts'

interface Options extends DialectOptions, FormatOptions {
  readonly only?: string
  readonly skip?: string
  readonly differs?: string[]
  readonly baseDiffers: boolean
  readonly count?: number
  readonly seed: number
  readonly mutate: number
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Examples:\n  megabatt card solvers.py --out batt.py\n  megabatt card population/ --count 100 --seed 7 --mutate 0.01 --out batt.py\n',
    )
    .argument('[path...]', 'files or folders with solvers; default: the built-in gallery')
    .addOption(dialectOption())
    .option('--only <names>', 'only these solvers (by name, or file:name), separated by commas')
    .option('--skip <names>', 'all but these')
    .option('--count <n>', 'number of solvers to draw at random; default: all', countFromOne)
    .option('--seed <n>', 'seed of the order, the draw and the mutations', parseSeed, 1)
    .option('--mutate <rate>', 'probability of a mutation, per argument; each is recorded beside --out', parseRate, 0)
    .option('--differs <paths...>', 'files with differs: functions of S, I and C')
    .option('--no-base-differs', 'omit the four base differs')
  addFormatOptions(command)
    .addHelpText('after', '\nExit code: 0 success, 2 wrong use or bad input, 3 a file cannot be written.')
    .action(card)
}

async function card(paths: readonly string[], options: Options): Promise<void> {
  if (options.mutate > 0 && options.out === undefined)
    throw new UserError('out-missing', '--mutate needs a file beside which mutations are recorded', {
      advice: 'Add --out FILE; the record is FILE with .mutations.json in the place of its ending.',
    })
  const given = paths.length === 0 ? galleryPrograms() : await readProgramFiles(paths, options)
  const solvers = chooseSolvers(selectIds(given, [], options).programs)
  const { seed, mutate, count, baseDiffers } = options
  const settings: CardOptions = {
    seed,
    mutate,
    baseDiffers,
    ...(count === undefined ? {} : { count }),
    differs: await readDiffers(options, solvers),
  }
  const carded = cardPrograms(solvers, settings)
  const text = formatOf(options) === 'json' ? printJsonPrograms([carded.program]) : printBatt(carded, settings)
  const record = { path: recordPath(options.out ?? ''), text: printMutations(carded, settings) }
  await writeProgram(text, options, mutate > 0 ? [record] : [])
  process.stderr.write(`${summarize(carded, options)}\n`)
}

/** The strict programs; batts among them are left out, and counted on stderr. */
function chooseSolvers(programs: readonly Program[]): readonly Program[] {
  const solvers = programs.filter(({ mode }) => mode === 'strict')
  const batts = programs.length - solvers.length
  if (batts > 0) process.stderr.write(`megabatt: batts among the programs, which are left out: ${batts}\n`)
  return solvers
}

/** Differs are read in the dialect of the solvers: their names often belong to all dialects. */
async function readDiffers({ differs, dialect }: Options, solvers: readonly Program[]): Promise<readonly Program[]> {
  if (differs === undefined) return []
  const isT = solvers.every((program) => layoutOf(program.dialect) === 't')
  return readProgramFiles(differs, { dialect: dialect ?? (isT ? 't' : 'a') })
}

/** The file of the record: that of the batt, with another ending. */
function recordPath(out: string): string {
  return `${out.replace(/\.(?:py|json)$/i, '')}.mutations.json`
}

function summarize({ program, solvers, differs, mutations, lines }: CardedBatt, { out, mutate }: Options): string {
  const count = (n: number, noun: string): string => `${formatCount(n)} ${noun}${n === 1 ? '' : 's'}`
  const parts = [
    `${count(solvers.length, 'solver')} and ${count(differs.length, 'differ')} of dialect ${program.dialect}`,
    `${count(program.statements.length, 'statement')} for ${count(lines, 'line')}`,
  ]
  if (mutate > 0) parts.push(`${count(mutations.length, 'mutation')} in ${recordPath(out ?? '')}`)
  return parts.join(', ')
}
