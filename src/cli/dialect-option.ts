// The option --dialect of all commands that read programs.

import { Option } from 'commander'
import { type DialectId, dialectIds } from '../language/dialects.ts'

/** The value of the option. */
export interface DialectOptions {
  readonly dialect?: DialectId
}

/** The option. */
export function dialectOption(): Option {
  const text = 'dialect of the programs; default: declared in the file, or recognised by names'
  return new Option('--dialect <id>', text).choices([...dialectIds])
}
