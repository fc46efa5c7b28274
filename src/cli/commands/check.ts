// `megabatt check`: reads program files and reports errors, and code that is surely not meant.

import type { Command } from 'commander'
import { loadPrograms } from '../../data/load-programs.node.ts'
import { checkPrograms } from '../../language/check/check-program.ts'
import { type Diagnostic, formatDiagnostic } from '../../language/diagnostics.ts'
import { formatCount } from '../../language/format-count.ts'
import { type DialectOptions, dialectOption } from '../dialect-option.ts'
import { stdinOf } from '../read-program-files.ts'
import { paint, usesColor } from '../show/terminal-colors.ts'
import { addWatchedAction } from '../watch/watch-command.ts'

interface Options extends DialectOptions {
  readonly strict?: true
  readonly json?: true
}

/** The output of --json. */
interface CheckReport {
  readonly files: number
  /** The programs that can be run. */
  readonly programs: number
  readonly errors: number
  readonly warnings: number
  readonly diagnostics: readonly Diagnostic[]
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText('before', 'Example:\n  megabatt check solvers.py population/ --strict\n')
    .argument('<path...>', 'program files, folders to search for *.py and *.json, or - for stdin')
    .addOption(dialectOption())
    .option('--strict', 'exit code 1 if there are warnings')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 no errors, 1 warnings with --strict, 2 a program or a file cannot be read, or wrong use.',
    )
  addWatchedAction(command, check, (paths) => paths)
}

async function check(paths: readonly string[], options: Options): Promise<void> {
  const {
    files,
    programs,
    diagnostics: read,
  } = await loadPrograms(paths, { dialect: options.dialect, stdin: stdinOf(paths) })
  const diagnostics = inOrder(
    files.map(({ file }) => file),
    [...read, ...checkPrograms(programs, files)],
  )
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const warnings = diagnostics.length - errors
  const report: CheckReport = { files: files.length, programs: programs.length, errors, warnings, diagnostics }
  if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  else for (const diagnostic of diagnostics) process.stdout.write(`${colorDiagnostic(diagnostic)}\n`)
  process.stderr.write(`${summarize(report)}\n`)
  if (errors > 0) process.exitCode = 2
  else if (warnings > 0 && options.strict) process.exitCode = 1
}

/** In the order of the files, by line within each; a diagnostic that counts the rest comes last. */
function inOrder(files: readonly string[], diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const ranks = new Map(files.map((file, k) => [file, k]))
  const isRest = ({ code }: Diagnostic): number => Number(code === 'more-diagnostics')
  return diagnostics.toSorted(
    (a, b) =>
      ranks.get(a.file)! - ranks.get(b.file)! || isRest(a) - isRest(b) || a.line - b.line || a.column - b.column,
  )
}

/** The lines of a diagnostic, in colours on a terminal: the place bold, the severity and the caret in its colour. */
function colorDiagnostic(diagnostic: Diagnostic): string {
  const text = formatDiagnostic(diagnostic)
  if (!usesColor(process.stdout)) return text
  const style = diagnostic.severity === 'error' ? 'red' : 'yellow'
  const [first, ...others] = text.split('\n')
  const label = `: ${diagnostic.severity}: `
  const at = first!.indexOf(label)
  const code = first!.lastIndexOf(' [')
  const head =
    paint('bold', first!.slice(0, at), true) +
    ': ' +
    paint(style, diagnostic.severity, true) +
    first!.slice(at + label.length - 2, code) +
    paint('dim', first!.slice(code), true)
  const rest = others.map((line) => (/^ +\^$/.test(line) ? paint(style, line, true) : line))
  return [head, ...rest].join('\n')
}

function summarize({ files, programs, errors, warnings }: CheckReport): string {
  const count = (n: number, noun: string): string => `${formatCount(n)} ${noun}${n === 1 ? '' : 's'}`
  return [count(files, 'file'), count(programs, 'program'), count(errors, 'error'), count(warnings, 'warning')].join(
    ', ',
  )
}
