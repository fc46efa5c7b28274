// The options of commands that write a program: its format, its file, and whether a file may be replaced.

import { type Command, Option } from 'commander'
import { type UnusedCase, refuseUnused } from './unused-options.ts'
import { writeNewFiles } from './write-new-file.ts'

/** The values of the options that `addFormatOptions` adds. */
export interface FormatOptions {
  readonly format?: 'python' | 'json'
  readonly out?: string
  readonly force?: true
}

const UNUSED: readonly UnusedCase<FormatOptions>[] = [
  {
    option: 'force',
    isUnused: ({ out }) => out === undefined,
    when: 'without --out',
    advice: 'Add --out FILE, or leave it out.',
  },
]

/** Adds the options. */
export function addFormatOptions(command: Command): Command {
  return refuseUnused(command, UNUSED)
    .addOption(
      new Option(
        '--format <format>',
        'format of the program (default: json for a file that ends in .json, else python)',
      ).choices(['python', 'json']),
    )
    .option('--out <file>', 'write the program to a file instead of stdout')
    .option('--force', 'replace existing files')
}

/** The wanted format. */
export function formatOf({ format, out }: FormatOptions): 'python' | 'json' {
  return format ?? (out?.toLowerCase().endsWith('.json') === true ? 'json' : 'python')
}

/** Writes the text to stdout or to the file of --out, the latter together with other files. */
export async function writeProgram(
  text: string,
  { out, force }: FormatOptions,
  others: readonly { path: string; text: string }[] = [],
): Promise<void> {
  if (out === undefined) process.stdout.write(text)
  else await writeNewFiles([...others, { path: out, text }], force === true)
}
