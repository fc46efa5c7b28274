// The option --database of the commands that use a queue.

import type { Command } from 'commander'

/** The value of the option. */
export interface DatabaseOptions {
  readonly database?: string
}

/** Adds the option to a command. */
export function addDatabaseOption(command: Command): Command {
  return command.option(
    '--database <address>',
    'a PostgreSQL server, postgres://user@host/database; default: MEGABATT_DATABASE, else an embedded one in the data folder',
  )
}
