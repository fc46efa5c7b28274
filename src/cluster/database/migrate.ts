// Brings the tables of a database to the version of this program.

import { EnvironmentError } from '../../language/errors.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Session, Statements } from './session.ts'

/** Any number that other programs hardly use: two processes must not migrate at the same time. */
const LOCK = 7_362_524_118

/** Creates or updates the tables, in one transaction; refuses tables of a newer version. Writes nothing where they are current. */
export async function migrate(session: Session, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  if ((await readVersion(session, session.shown, migrations.length)) === migrations.length) return
  await session.transaction(async (statements) => {
    await statements.query('select pg_advisory_xact_lock($1)', [LOCK])
    const version = await readVersion(statements, session.shown, migrations.length)
    if (version === 0) {
      await statements.query('create schema if not exists megabatt')
      await statements.query('create table schema_version (version integer not null)')
      await statements.query('insert into schema_version values (0)')
    }
    for (const migration of migrations.slice(version)) {
      for (const statement of migration.split(';\n').filter((text) => text.trim() !== ''))
        await statements.query(statement)
    }
    await statements.query('update schema_version set version = $1', [migrations.length])
  })
}

async function readVersion(statements: Statements, shown: string, known: number): Promise<number> {
  // Not to_regclass, which may answer from a cache that is older than the lock.
  const [table] = await statements.query<{ found: boolean }>(
    "select exists (select from pg_tables where schemaname = 'megabatt' and tablename = 'schema_version') as found",
  )
  if (table?.found !== true) return 0
  const [row] = await statements.query<{ version: number }>('select version from schema_version')
  const version = row?.version ?? 0
  if (version > known)
    throw new EnvironmentError(
      'database-newer',
      `The tables of ${shown} have version ${version}, and this Megabatt knows up to ${known}`,
      { advice: 'Update Megabatt on this machine.' },
    )
  return version
}
