// The commands of a queue as processes: the same file as a run writes, status, metrics, errors, roles, TLS and trouble with the server.

import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../../src/cluster/database/address.ts'
import { Session } from '../../src/cluster/database/session.ts'
import { chooseServerUser, giveTo } from '../../src/cluster/embedded/server-user.ts'
import { MAIN, runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { describeEvolve } from './evolve-tests.ts'
import { SlowProxy } from './slow-proxy.ts'
import { testDatabase, until } from './test-database.ts'

const temporary = temporaryFolder('queue-commands')
const database = testDatabase('commands')
const { env } = database
const tlsFile = (name: string) => fileURLToPath(new URL(`tls/${name}`, import.meta.url))

const SOLVERS = `def solve_flip(I):
    x1 = hmirror(I)
    return x1

def solve_turn(I):
    x1 = rot90(I)
    x2 = add(x1, I)
    return x2

def solve_same(I):
    return I
`
const TASKS = {
  flip: { train: [{ input: [[1, 0]], output: [[1, 0]] }], test: [{ input: [[2], [3]], output: [[3], [2]] }] },
  other: { train: [{ input: [[1, 2]], output: [[1]] }], test: [{ input: [[4, 4]] }] },
}

function inputs(): string[] {
  const programs = temporary.write('solvers.py', SOLVERS)
  return ['--programs', programs, '--tasks', temporary.write('tasks.json', JSON.stringify(TASKS)), '--pair', 'all']
}

/** Starts a command whose stderr can be read while it runs. */
function start(args: readonly string[], more: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env, ...more } })
  const started = { child, stderr: '', exitCode: new Promise<number | null>((resolve) => child.once('close', resolve)) }
  child.stderr!.on('data', (chunk) => (started.stderr += String(chunk)))
  child.stdout!.resume()
  return started
}

async function address(user: string, password: string, port?: number): Promise<string> {
  const config = await database.locate()
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port ?? config.port}/postgres`
}

async function clear(session: Session): Promise<void> {
  await session.query('delete from runs')
  await session.query('delete from results')
}

test('submit, worker and fetch give the file of a run; status and metrics show the way there', async () => {
  const session = await database.open()
  const single = temporary.pathOf('single.jsonl')
  const running = runCommand(['run', ...inputs(), '--grids', '--out', single])
  const submitted = await runCommand(['submit', ...inputs(), '--grids', '--chunk', '4', '--json'], env)
  const { run, chunks } = JSON.parse(submitted.stdout) as { run: string; chunks: number }
  expect(chunks).toBeGreaterThan(1)

  const early = await runCommand(['fetch', run, '--out', temporary.pathOf('early.jsonl'), '--json'], env)
  expect(early).toMatchObject({ exitCode: 1 })
  expect(JSON.parse(early.stdout)).toEqual({ run, isFinished: false, chunksLeft: chunks, chunksFailed: 0 })
  expect(early.stderr).toContain(`${chunks} jobs left; wait with --wait`)

  const watching = start(['status', run, '--watch'])
  const waiting = runCommand(['fetch', run, '--wait', '--out', temporary.pathOf('fetched.jsonl'), '--json'], env)
  const worker = await runCommand(['worker', '--drain', '--metrics', '0'], env)
  expect(worker).toMatchObject({ exitCode: 0, stdout: '' })
  expect(worker.stderr).toContain(`${chunks} jobs done, 12 evaluations`)
  const fetched = await waiting
  expect(fetched).toMatchObject({ exitCode: 0 })
  expect(JSON.parse(fetched.stdout)).toMatchObject({ run, pairs: 6, verdicts: { solved: 1, error: 2 } })
  expect(await watching.exitCode).toBe(0)

  await running
  expect(readFileSync(temporary.pathOf('fetched.jsonl'), 'utf8')).toBe(readFileSync(single, 'utf8'))

  const [status, metrics] = await Promise.all(
    [[run, '--json'], ['--metrics']].map((words) => runCommand(['status', ...words], env)),
  )
  expect(JSON.parse(status!.stdout)).toMatchObject({
    runs: [{ id: run, done: 12, chunks, chunksDone: chunks, isFinished: true }],
    queueLength: 0,
  })
  expect(metrics!.stdout).toContain(`megabatt_run_evaluations_done{run="${run}"} 12\n`)
  await clear(session)
})

test('metrics of a worker are served on 127.0.0.1, and a stopped worker gives its chunk back', async () => {
  const session = await database.open()
  await runCommand(['submit', ...inputs(), '--chunk', '4'], env)
  const worker = start(['worker', '--metrics', '0'])
  await until(() => worker.stderr.includes('/metrics\n'))
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(worker.stderr)![0]
  let text = ''
  await until(async () => {
    text = await fetch(`${url}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    )
    return text.includes('megabatt_worker_evaluations_total 12')
  })
  expect(text).toMatch(/# TYPE megabatt_worker_rate gauge\nmegabatt_worker_rate [\d.]+\n/)
  expect((await fetch(url)).status).toBe(404)
  worker.child.kill('SIGTERM')
  expect(await worker.exitCode).toBe(130)
  expect(await session.query('select 1 from workers where ended_at is null')).toEqual([])
  await clear(session)
})

test('several processes are one command, and one that is killed is started again', async () => {
  const session = await database.open()
  const workers = start(['worker', '--processes', '2'])
  const alive = () =>
    session.query<{ pid: number }>(
      "select pid from workers where ended_at is null and seen_at > now() - interval '1 hour'",
    )
  await until(async () => (await alive()).length === 2)
  process.kill((await alive())[0]!.pid, 'SIGKILL')
  await until(async () => (await alive()).length === 3)
  expect(workers.stderr).toContain('a worker was ended by SIGKILL; starting another')
  workers.child.kill('SIGTERM')
  expect(await workers.exitCode).toBe(130)
  await session.query('delete from workers')
})

test(
  'a database that is slow, full and unreachable is named, and the run continues afterwards',
  { tags: ['long'] },
  async () => {
    const session = await database.open()
    const { port, password } = await database.locate()
    const proxy = new SlowProxy(port)
    await proxy.listen()
    const names = Array.from({ length: 200 }, (_, k) => {
      const calls = [...Array<string>(k % 20).fill('hmirror('), ...Array<string>(Math.floor(k / 20)).fill('vmirror(')]
      return `def solve_p${k}(I):\n    x1 = ${calls.join('')}I${')'.repeat(calls.length)}\n    return x1\n`
    })
    const programs = temporary.write('many.py', names.join('\n'))
    const many = ['--programs', programs, ...inputs().slice(2), '--outputs', 'none']
    const { stdout } = await runCommand(['submit', ...many, '--chunk', '2'], env)
    // The queue must not be empty before the last trouble.
    proxy.slow(30)
    const worker = start(['worker', '--drain'], { MEGABATT_DATABASE: await address('megabatt', password, proxy.port) })
    const done = async () => (await session.query('select 1 from chunks where state = 2')).length
    const waitForMore = async () => {
      const before = await done()
      await until(async () => (await done()) > before)
    }
    await waitForMore()
    await proxy.cut()
    await until(() => worker.stderr.includes('does not answer: nothing listens there; trying again'))
    await proxy.listen()
    await waitForMore()
    expect(worker.stderr).toMatch(/the database 127\.0\.0\.1:\d+\/postgres answers again, after \d+ s/)

    await session.query(`create function megabatt.no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await session.query('create trigger no_space before insert on results execute function megabatt.no_space()')
    await until(() => worker.stderr.includes('does not answer: the disk of the server is full; trying again'))
    await session.query('drop trigger no_space on results')
    await waitForMore()

    proxy.slow(3500)
    await until(() => worker.stderr.includes('is slow: no answer for 3 s; waiting'))
    proxy.slow(0)
    expect(await worker.exitCode).toBe(0)
    expect(worker.stderr).not.toContain(password)
    const out = temporary.pathOf('trouble.jsonl')
    expect(await runCommand(['fetch', stdout.trim(), '--out', out], env)).toMatchObject({ exitCode: 0 })
    await runCommand(['run', ...many, '--out', temporary.pathOf('calm.jsonl')])
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(temporary.pathOf('calm.jsonl'), 'utf8'))
    await proxy.cut()
    await clear(session)
  },
)

test('the role of docs/cluster.md suffices for a worker, and for nothing else', async () => {
  const session = await database.open()
  const docs = readFileSync(new URL('../../docs/cluster.md', import.meta.url), 'utf8')
  const sql = /```sql\n(create role megabatt_worker[\s\S]*?)```/.exec(docs)![1]!
  for (const statement of sql.split(';\n').filter((text) => text.trim() !== '')) await session.query(statement)
  await session.query("alter role megabatt_worker password 'sécret-9'")
  const own = { ...env, MEGABATT_DATABASE: await address('megabatt_worker', 'sécret-9') }
  await runCommand(['submit', ...inputs(), '--chunk', '4'], env)
  const worker = start(['worker'], own)
  await until(async () => (await session.query('select 1 from chunks where state <> 2')).length === 0)
  const shown =
    process.platform === 'linux'
      ? ['cmdline', 'stat'].map((file) => readFileSync(`/proc/${worker.child.pid}/${file}`, 'utf8'))
      : []
  worker.child.kill('SIGTERM')
  expect(await worker.exitCode).toBe(130)
  expect([...shown, worker.stderr].join('\n')).not.toContain('cret-9')
  const refused = await runCommand(['submit', ...inputs(), '--budget', '1000', '--json'], own)
  expect(refused).toMatchObject({ exitCode: 3 })
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'database-rights' } })
  for (const statement of [
    'delete from results',
    'update results set right_count = 0',
    "insert into programs values ('x', 'y')",
    'delete from runs',
    "update chunks set run = 'x'",
    'drop table scores',
  ])
    await expect(
      session.transaction(async (statements) => {
        await statements.query('set local role megabatt_worker')
        await statements.query(statement)
      }),
    ).rejects.toThrow(/denies this/)
  await clear(session)
})

test('errors name the server and the remedy, and never the password', async () => {
  const { port } = await database.locate()
  const wrong = await address('megabatt', 'wrong-9')
  const cases = [
    [['status'], { MEGABATT_DATABASE: wrong }, 'database-login', 2],
    [
      ['status'],
      {
        MEGABATT_DATABASE: wrong
          .replace('/postgres', '/nothing')
          .replace('wrong-9', (await database.locate()).password),
      },
      'database-missing',
      2,
    ],
    [['status', '--database', `postgres://me:wrong-9@127.0.0.1:${port}/x`], {}, 'database-address', 2],
    [['fetch', 'ffff', '--out', temporary.pathOf('no.jsonl')], {}, 'run-unknown', 2],
    [
      [
        'submit',
        ...inputs(),
        '--lineage',
        temporary.write('lineage.jsonl', '{"child": "solve_flip", "parent": "solve_nobody", "change": "x"}\n'),
      ],
      {},
      'lineage-line',
      2,
    ],
  ] as const
  await Promise.all(
    cases.map(async ([args, more, code, exitCode]) => {
      const outcome = await runCommand([...args, '--json'], { ...env, ...more })
      expect(outcome).toMatchObject({ exitCode })
      expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code } })
      expect(outcome.stdout + outcome.stderr).not.toContain('wrong-9')
    }),
  )
})

test('TLS: a certificate that is trusted, and one that is not', async () => {
  const session = await database.open()
  const { password, port } = await database.locate()
  for (const name of ['server.crt', 'server.key']) {
    const path = join(database.files.data, name)
    copyFileSync(tlsFile(name), path)
    giveTo(chooseServerUser(), path)
    await import('node:fs').then(({ chmodSync }) => chmodSync(path, 0o600))
  }
  await session.query("alter system set ssl = 'on'")
  await session.query('select pg_reload_conf()')
  const secure = (mode: string, file: string) =>
    `postgres://megabatt:${password}@localhost:${port}/postgres?sslmode=${mode}&sslrootcert=${encodeURIComponent(tlsFile(file))}`
  const isEncrypted = async (mode: string, file: string) => {
    const { config, shown } = readAddress(undefined, { MEGABATT_DATABASE: secure(mode, file) })!
    const own = new Session({ shown, locate: () => Promise.resolve(config) }, { name: 'tls', patienceMs: 0 })
    const rows = own.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    return rows.then(
      ([row]) => own.close().then(() => row!.ssl),
      () => own.close().then(() => undefined),
    )
  }
  await until(async () => (await isEncrypted('verify-full', 'server.crt')) === true)
  const secured = { ...env, MEGABATT_DATABASE: secure('verify-full', 'other.crt') }
  const outcome = await runCommand(['status', '--json'], secured)
  expect(outcome).toMatchObject({ exitCode: 3 })
  expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code: 'database-tls' } })
  expect(outcome.stdout + outcome.stderr).not.toContain(password)
  expect(await isEncrypted('require', 'other.crt')).toBe(true)
})

describe('evolve --queue', () => {
  describeEvolve(database)
})
