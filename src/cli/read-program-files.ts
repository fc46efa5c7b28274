// Reads program files for commands that run them: problems are reported on stderr, and the other programs run.

import { loadPrograms } from '../data/load-programs.node.ts'
import { formatDiagnostic } from '../language/diagnostics.ts'
import { UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'
import type { ReadOptions } from '../language/recognize-dialect.ts'
import { plural } from '../language/format-count.ts'

/** The programs in these files and folders; an error in one of them makes the command's exit code 2. */
export async function readProgramFiles(
  paths: readonly string[],
  { dialect }: ReadOptions = {},
): Promise<readonly Program[]> {
  const { programs, diagnostics } = await loadPrograms(paths, { dialect, stdin: stdinOf(paths) })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  for (const diagnostic of errors) process.stderr.write(`${formatDiagnostic(diagnostic)}\n`)
  if (errors.length > 0) {
    process.stderr.write(
      `megabatt: ${plural(errors.length, 'error')} in program files; functions with errors do not run\n`,
    )
    process.exitCode = 2
  }
  if (programs.length === 0) throw new UserError('no-programs', 'There is no program to run')
  return programs
}

/** Standard input, if `-` is among the paths. */
export function stdinOf(paths: readonly string[]): AsyncIterable<Uint8Array> | undefined {
  if (!paths.includes('-')) return undefined
  if (process.stdin.isTTY) process.stderr.write('megabatt: reading programs from the terminal; Ctrl-D ends them\n')
  return process.stdin
}
