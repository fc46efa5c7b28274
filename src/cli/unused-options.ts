// Options without effect: a command refuses those that change results elsewhere, and warns of those that only change what is printed.

import type { Command } from 'commander'
import { UserError } from '../language/errors.ts'

/** A case in which an option has no effect. */
export interface UnusedCase<Options> {
  /** The name of the option in `Options`. */
  readonly option: keyof Options & string
  readonly isUnused: (options: Options) => boolean
  /** The case, as the end of the sentence "--option has no effect …". */
  readonly when: string
  /** What gives the option an effect, or the reason. */
  readonly advice: string
}

/** Has a command refuse options that are given where they have no effect. */
export function refuseUnused<Options extends object>(command: Command, cases: readonly UnusedCase<Options>[]): Command {
  return command.hook('preAction', () => {
    const found = findUnused(command, cases)
    if (found === undefined) return
    throw new UserError('option-unused', `${found.flag} has no effect ${found.when}`, { advice: found.advice })
  })
}

/** The same as a warning on stderr, for options that change only what is printed. */
export function warnOfUnused<Options extends object>(command: Command, cases: readonly UnusedCase<Options>[]): Command {
  return command.hook('preAction', () => {
    for (const unused of cases) {
      const found = findUnused(command, [unused])
      if (found !== undefined) process.stderr.write(`megabatt: ${found.flag} has no effect ${found.when}\n`)
    }
  })
}

function findUnused<Options extends object>(
  command: Command,
  cases: readonly UnusedCase<Options>[],
): (UnusedCase<Options> & { readonly flag: string }) | undefined {
  const options = command.opts<Options>()
  const found = cases.find(
    ({ option, isUnused }) => command.getOptionValueSource(option) === 'cli' && isUnused(options),
  )
  if (found === undefined) return undefined
  const flag = command.options.find((option) => option.attributeName() === found.option)!.long!
  return { ...found, flag }
}

/** The cases of options that arrange text, which JSON does not have. */
export function unusedWithJson<Options extends { readonly json?: true }>(
  ...options: readonly (keyof Options & string)[]
): UnusedCase<Options>[] {
  return options.map((option) => ({
    option,
    isUnused: ({ json }) => json === true,
    when: 'with --json',
    advice: 'Leave it out.',
  }))
}
