// Task files that are streamed: the same counts as in memory, archives, invalid examples, failures, and files that are damaged.

import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { galleryPrograms, galleryTasks } from '../../src/data/gallery.ts'
import { gridToRows } from '../../src/data/grid-rows.ts'
import { listTaskFiles } from '../../src/data/list-task-files.node.ts'
import { hashTasks } from '../../src/data/dataset-hash.ts'
import { loadTasks } from '../../src/data/load-tasks.node.ts'
import { readTasks } from '../../src/data/read-tasks.ts'
import { streamTasks } from '../../src/data/stream/task-windows.node.ts'
import { type Pair, type Task, samplesOf } from '../../src/data/task.ts'
import type { Pairing } from '../../src/engine/run/pair-programs.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import type { FailedExample } from '../../src/engine/stream/pair-tally.ts'
import { runStream } from '../../src/engine/stream/run-stream.ts'
import type { StreamReport } from '../../src/engine/stream/stream-report.ts'
import type { UserError } from '../../src/language/errors.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { type ZipContent, makeZip } from '../generators/zip-file.ts'
import { FLIP_TASK } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

// Threads need the built files.
const built = new URL('../../dist/backends/workers/workers-backend.node.js', import.meta.url).href
const { WorkersBackend } = (await import(built)) as typeof import('../../src/backends/workers/workers-backend.node.ts')
const folder = temporaryFolder('stream')
const gallery = galleryTasks({ samples: 20 }).slice(0, 6)
const spellPair = ({ input, output }: Pair) => ({ input: gridToRows(input), output: gridToRows(output!) })
const listOf = (task: Task) => samplesOf(task).map(spellPair)
const FLIP = { input: [[1, 2]], output: [[2, 1]] }
const list = (length: number, wrong: readonly number[] = [], invalid: readonly number[] = []) =>
  JSON.stringify(
    Array.from({ length }, (_, k) => ({
      input: [[k % 7, 1, 2]],
      output: [[2, wrong.includes(k) ? 9 : 1, invalid.includes(k) ? -1 : k % 7]],
    })),
  )
const FLIPS = 'def verify_flips(I):\n    x1 = vmirror(I)\n    return x1\n'

beforeAll(() => {
  for (const task of gallery) folder.write(`gallery/${task.id}.json`, JSON.stringify(listOf(task)))
  folder.write('gallery/other.json', JSON.stringify(FLIP_TASK))
})

/** The tasks of a stream, put together again. */
async function collect(paths: readonly string[], maxPairs = 8192) {
  const tasks = new Map<string, Pair[]>()
  const invalid: string[] = []
  const unreadable: UserError[] = []
  let windowCount = 0
  const listeners = {
    onInvalid: ({ message }: UserError, _file: string, index: number) => invalid.push(`${index}: ${message}`),
    onUnreadable: (problem: UserError) => unreadable.push(problem),
  }
  for await (const { parts } of streamTasks(await listTaskFiles(paths), listeners, { maxPairs })) {
    windowCount++
    for (const { task, from } of parts) {
      expect(task.train.length).toBe(task.id === 'other' ? 2 : Math.min(3, task.train.length + task.test.length))
      tasks.set(task.id, [...(tasks.get(task.id) ?? []), ...samplesOf(task).slice(from)])
    }
  }
  return { tasks, invalid, unreadable, windowCount }
}

describe('the stream of a folder', () => {
  test('has the samples of the files, whatever the windows are', async () => {
    const expected = await loadTasks([folder.pathOf('gallery')])
    for (const maxPairs of [1, 5, 64, undefined]) {
      const { tasks, windowCount } = await collect([folder.pathOf('gallery')], maxPairs)
      expect(windowCount).toBe(maxPairs === undefined ? 1 : maxPairs === 64 ? 3 : 7)
      for (const task of expected.tasks)
        expect(tasks.get(task.id)!.map((pair) => gridToRows(pair.input))).toEqual(
          samplesOf(task).map((pair) => gridToRows(pair.input)),
        )
      expect(tasks.size).toBe(expected.tasks.length)
    }
  })

  test.each<Pairing>(['own', 'all'])(
    'gives the counts and the failures of a run in memory, pairing %s',
    async (pairing) => {
      const programs = galleryPrograms().slice(0, 20)
      const dataset = await loadTasks([folder.pathOf('gallery')])
      const expected = await runPrograms({ programs, dataset, pairing })
      const backends = [new CpuBackend(), new WorkersBackend({ workers: 2 })]
      for (const [k, backend] of backends.entries()) {
        const failed: FailedExample[] = []
        const files = await listTaskFiles([folder.pathOf('gallery')])
        const windows = streamTasks(files, { onInvalid: fail, onUnreadable: fail }, { maxPairs: k === 0 ? 7 : 50 })
        const ids = dataset.tasks.map(({ id }) => id)
        const report = await runStream({
          programs,
          windows,
          ids,
          pairing,
          backend,
          onFailure: (own) => failed.push(own),
        })
        for (const key of [
          'programs',
          'tasks',
          'samples',
          'evaluations',
          'right',
          'wrong',
          'errors',
          'limits',
          'unknown',
          'demos',
          'tests',
          'defaults',
          'verdicts',
          'solvers',
          'solvedTasks',
          'passers',
          'passedTasks',
          'settings',
        ] as const)
          expect([key, report[key]]).toEqual([key, expected[key]])
        const nameOf = (task: string, program: string, set: string, number: number, verdict: string) =>
          [task, program, set, number, verdict].join(' ')
        const wanted = expected.results.flatMap(({ task, program, samples }) =>
          samples.flatMap(({ set, number, verdict }) =>
            verdict === 'right' || verdict === 'unknown' ? [] : [nameOf(task, program, set, number, verdict)],
          ),
        )
        expect(wanted.length).toBeGreaterThan(50)
        expect(
          failed
            .map(({ task, program, place, result }) => nameOf(task, program, place.set, place.number, result.verdict))
            .sort(),
        ).toEqual(wanted.sort())
        await backend.close()
      }
    },
  )

  test('a file of several pieces that is read as a whole keeps all of them', async () => {
    const content = `{"flips": ${list(20_000)}}`
    const path = folder.write('whole/tasks.json', content)
    const [task] = readTasks([{ name: 'tasks.json', content }])
    expect((await loadTasks([path])).hash).toBe(hashTasks([task!]))
    expect((await collect([path])).tasks.get('flips')).toEqual(samplesOf(task!))
  })

  test('a list over several windows keeps its demo pairs, and the places of its examples', async () => {
    const path = folder.write('long/flips.json', list(20_000, [0, 15_000, 19_999], [1, 12_000]))
    const { tasks, windowCount, invalid } = await collect([path], 100)
    expect([windowCount, tasks.get('flips')!.length]).toEqual([4, 19_998])
    expect(invalid.map((text) => text.split(':')[0])).toEqual(['1', '12000'])
    const failed: FailedExample[] = []
    const windows = streamTasks(
      await listTaskFiles([path]),
      { onInvalid: () => undefined, onUnreadable: fail },
      { maxPairs: 100 },
    )
    const { programs } = readPrograms(FLIPS, 'flips.py')
    const backend = new CpuBackend()
    const onFailure = (own: FailedExample) => void failed.push(own)
    const report = await runStream({ programs, windows, ids: ['flips'], pairing: 'own', backend, onFailure })
    expect([report.tasks, report.samples, report.right, report.results.length]).toEqual([1, 19_998, 19_995, 1])
    expect([report.demos.total, report.tests.total]).toEqual([3, 19_995])
    expect(failed.map(({ place }) => place)).toEqual([
      { set: 'demo', number: 1, index: 0 },
      { set: 'test', number: 14_996, index: 15_000 },
      { set: 'test', number: 19_995, index: 19_999 },
    ])
    expect(failed.map(({ input }) => [...input.cells])).toEqual([
      [0, 1, 2],
      [15_000 % 7, 1, 2],
      [19_999 % 7, 1, 2],
    ])
  })
})

function fail(problem: UserError): never {
  throw problem
}

describe('packed files', () => {
  const zip = (name: string, members: readonly ZipContent[]) => folder.write(name, makeZip(members))
  const flips = list(30)
  const problemOf = async (path: string) => {
    const streamed = await listTaskFiles([path])
      .then(async () => (await collect([path])).unreadable[0])
      .catch((error: UserError) => error)
    const loaded = await loadTasks([path]).catch((error: UserError) => error)
    expect(streamed).toMatchObject({ code: (loaded as UserError).code, message: (loaded as UserError).message })
    return `${streamed!.code} ${streamed!.message}`
  }

  test('zip, a folder in a zip, and gzip have the tasks of the plain file', async () => {
    const plain = await loadTasks([folder.write('plain/flips.json', flips)])
    const paths = [
      zip('deflated.zip', [{ name: 'flips.json', content: flips }]),
      zip('stored.ZIP', [{ name: 'flips.json', content: flips, method: 0 }]),
      `${zip('nested.zip', [
        { name: 'a/tasks/flips.json', content: flips },
        { name: 'a/notes.json', content: '"no task"' },
        { name: '__MACOSX/a/tasks/._flips.json', content: 'x' },
        { name: 'a/tasks/.hidden.json', content: 'x' },
        { name: 'a/tasks/readme.txt', content: 'x' },
        { name: 'a/tasks/', content: '', method: 0 },
      ])}/a/tasks`,
      folder.write('packed/flips.json.gz', gzipSync(flips)),
      folder.write('members/flips.json.gz', Buffer.concat([gzipSync(flips.slice(0, 100)), gzipSync(flips.slice(100))])),
      folder.pathOf('members'),
    ]
    for (const path of paths) {
      expect((await loadTasks([path])).hash).toBe(plain.hash)
      expect((await collect([path])).tasks.get('flips')).toEqual(samplesOf(plain.tasks[0]!))
    }
  })

  test('a damaged archive, and one that is not what it declares, is an error', async () => {
    const content = flips
    const whole = makeZip([{ name: 'flips.json', content }])
    expect(await problemOf(folder.write('cut.zip', whole.subarray(0, 200)))).toContain('archive-damaged')
    const broken = Buffer.from(whole)
    broken.fill(255, 60, 80)
    expect(await problemOf(folder.write('broken.zip', broken))).toContain('archive-damaged')
    expect(await problemOf(folder.write('cut.json.gz', gzipSync(flips).subarray(0, 60)))).toContain('archive-damaged')
    expect(await problemOf(zip('crc.zip', [{ name: 'flips.json', content, crc: 1 }]))).toContain(
      'not the file that was packed',
    )
    expect(await problemOf(zip('less.zip', [{ name: 'flips.json', content, declaredSize: 50 }]))).toContain(
      'more bytes than it declares',
    )
    expect(await problemOf(zip('more.zip', [{ name: 'flips.json', content, declaredSize: 5000 }]))).toContain(
      'not the file that was packed',
    )
    expect(await problemOf(zip('secret.zip', [{ name: 'flips.json', content, flags: 1 }]))).toContain('is encrypted')
    expect(await problemOf(zip('lzma.zip', [{ name: 'flips.json', content, method: 14 }]))).toContain('method 14')
  })

  test('names that leave the archive, and members that overlap, are refused', async () => {
    const content = flips
    for (const name of ['../flips.json', '/flips.json', 'a\\..\\..\\flips.json', 'C:\\flips.json'])
      expect(await problemOf(zip('path.zip', [{ name, content }]))).toContain('archive-damaged')
    const bomb = [
      { name: '0.json', content },
      ...Array.from({ length: 50 }, (_, k) => ({ name: `${k + 1}.json`, content, isOverlapping: true })),
    ]
    expect(await problemOf(zip('bomb.zip', bomb))).toContain('archive-refused')
    expect(await problemOf(zip('nothing.zip', [{ name: 'a.txt', content }]))).toContain('task-missing')
  })

  test('a member that is too large to be read as a whole is refused while it is unpacked', async () => {
    const content = `{"a":"${'x'.repeat(70_000_000)}"}`
    const path = folder.write('large.json.gz', gzipSync(content))
    expect(await problemOf(path)).toContain('file-too-large')
  })
})

describe('the command', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
  const schema = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../docs/schema/${name}`, import.meta.url), 'utf8')) as object
  ajv.addSchema(schema('results-2.json'))
  ajv.addSchema(schema('report-1.json'))
  const isReport = ajv.compile(schema('stream-report-1.json'))
  const run = (...args: string[]) =>
    runCommand(['run', '--json', '--programs', folder.write('flips.py', FLIPS), ...args])

  test('writes failures, counts invalid examples, and prints a report that fits its schema', async () => {
    const tasks = folder.write('cli/flips.json', list(40, [5, 30], [2, 20]))
    const failures = folder.pathOf('failures.jsonl')
    const { exitCode, stdout, stderr } = await run('--tasks', tasks, '--failures', failures)
    const report = JSON.parse(stdout) as StreamReport
    expect(isReport(report) || isReport.errors).toBe(true)
    expect([exitCode, report.samples, report.right, report.wrong, report.invalid]).toEqual([0, 38, 36, 2, 2])
    expect(stderr).toContain('[2].output[0][2] is -1, not a colour [task-grid]')
    expect(stderr).toContain('2 invalid examples left out')
    const lines = readFileSync(failures, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toEqual([
      {
        task: 'flips',
        index: 5,
        sample: 'test 2',
        program: 'verify_flips',
        verdict: 'wrong',
        mismatch: 'cells',
        cells: 3,
        differing: 1,
        source: tasks,
        input: [[5, 1, 2]],
        output: [[2, 9, 5]],
        found: [[2, 1, 5]],
      },
      expect.objectContaining({ index: 30, sample: 'test 26' }),
    ])
    expect(report.results[0]!.firstFailure).toMatchObject({ index: 5, set: 'test', number: 2, differing: 1 })
    const again = await run('--tasks', tasks, '--failures', failures)
    expect([again.exitCode, again.stdout]).toEqual([2, expect.stringContaining('out-exists')])
    expect((await run('--tasks', tasks, '--failures', failures, '--force', '--fail-on', 'wrong')).exitCode).toBe(1)
  })

  test('in memory, invalid examples are left out and counted as well; --strict stops at the first', async () => {
    const tasks = folder.write('memory/flips.json', list(10, [], [4]))
    const { exitCode, stdout, stderr } = await run('--tasks', tasks)
    const report = JSON.parse(stdout) as { invalid: number; samples: number; right: number }
    expect([exitCode, report.invalid, report.samples, report.right]).toEqual([0, 1, 9, 9])
    expect(stderr).toContain('[4].output[0][2] is -1')
    for (const stream of [[], ['--stream']]) {
      const strict = await run('--tasks', tasks, '--strict', ...stream)
      expect([strict.exitCode, strict.stdout]).toEqual([2, expect.stringContaining('[4].output[0][2] is -1')])
    }
    const broken = folder.write('memory2/flips.json', JSON.stringify({ train: [{ input: [[-1]], output: [[1]] }] }))
    expect((await run('--tasks', broken)).exitCode).toBe(2)
    const none = folder.write('memory3/flips.json', list(2, [], [0, 1]))
    expect((await run('--tasks', none)).stdout).toContain('has no valid pair')
  })

  test('a file that is damaged is named, the others count, and the exit code is 2', async () => {
    folder.write('bad/broken.json', list(20).slice(0, -40))
    folder.write('bad/flips.json', list(20))
    folder.write('bad/empty.json', '[]')
    const { exitCode, stdout, stderr } = await run('--tasks', folder.pathOf('bad'), '--stream')
    const report = JSON.parse(stdout) as StreamReport
    expect([exitCode, report.unreadable, report.right]).toEqual([2, 2, 20])
    expect(stderr).toMatch(/The file is not complete, at byte \d+ \[task-json\]\n {2}at .*broken\.json/)
    expect(stderr).toMatch(/The file has no pair .*\n {2}at .*empty\.json/)
    expect((await run('--tasks', folder.pathOf('bad'), '--stream', '--strict')).exitCode).toBe(2)
  })

  test('a task in two files is refused, and so are options that hold all results', async () => {
    const tasks = [folder.write('one/flips.json', list(4)), folder.write('two/flips.json', list(5))]
    expect((await run('--tasks', ...tasks, '--stream')).stderr).toContain('task-duplicate')
    for (const options of [['--out', folder.pathOf('o.jsonl')], ['--repeat', '2'], ['--grids']])
      expect((await run('--tasks', tasks[0]!, '--stream', ...options)).stdout).toContain('option-unused')
    expect((await run('--failures', folder.pathOf('g.jsonl'))).stdout).toContain('option-unused')
    expect(existsSync(folder.pathOf('g.jsonl'))).toBe(false)
  })

  test('failures and counts of shards are together those of the whole run; a shard may be empty', async () => {
    const sizes = [40, 3, 25, 60, 8]
    for (const [k, size] of sizes.entries())
      folder.write(`shards/f${k}_flips.json`, list(size, [1, size - 1], k === 2 ? [4] : []))
    const program = folder.write('all/flips.py', 'def solve_a(I):\n    x1 = vmirror(I)\n    return x1\n')
    const start = async (name: string, ...more: string[]) => {
      const out = folder.pathOf(`${name}.jsonl`)
      const words = ['run', '--json', '--programs', program, '--tasks', folder.pathOf('shards'), '--pair', 'all']
      const { stdout, exitCode } = await runCommand([...words, '--failures', out, ...more])
      return { exitCode, report: JSON.parse(stdout) as StreamReport, failures: readFileSync(out, 'utf8') }
    }
    const whole = await start('whole')
    const parts = await Promise.all([1, 2, 3, 4].map((k) => start(`part${k}`, '--shard', `${k}/4`)))
    expect(parts.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0])
    expect(parts.map(({ report }) => report.tasks)).toEqual([1, 2, 1, 1])
    expect(parts.map(({ failures }) => failures).join('')).toBe(whole.failures)
    expect(parts.flatMap(({ report }) => report.results)).toEqual(whole.report.results)
    for (const key of ['evaluations', 'right', 'wrong', 'invalid', 'bytes'] as const)
      expect(parts.reduce((sum, { report }) => sum + report[key], 0)).toBe(whole.report[key])
    expect(whole.report).toMatchObject({ invalid: 1, wrong: 10 })

    const empty = await runCommand([
      'run',
      '--json',
      '--programs',
      program,
      '--tasks',
      folder.pathOf('shards/f1_flips.json'),
      '--pair',
      'all',
      '--stream',
      '--shard',
      '1/9',
    ])
    expect([empty.exitCode, JSON.parse(empty.stdout)]).toEqual([0, expect.objectContaining({ evaluations: 0 })])
    const task = folder.write('shards-of-tasks/flip.json', JSON.stringify(FLIP_TASK))
    const other = await runCommand(['run', '--programs', program, '--tasks', task, '--stream', '--shard', '1/1'])
    expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('shard-list')])
  })

  test('prints rows of failing programs, and says when nothing runs', async () => {
    const tasks = folder.write('text/flips.json', list(10, [3]))
    const args = ['run', '--programs', folder.write('flips.py', FLIPS), '--tasks']
    const { stdout } = await runCommand([...args, tasks, '--stream'])
    expect(stdout).toMatch(/FAIL {2}verify_flips on flips: 1 wrong of 10; first: \[3\] \(1 of 3 cells\)/)
    expect(stdout).toMatch(/10 examples from .* a second with reading/)
    const { stderr, exitCode } = await runCommand([
      ...args,
      folder.write('text/other.json', JSON.stringify([FLIP])),
      '--stream',
    ])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('nothing-paired')])
  })

  test('--only selects files by their ids', async () => {
    folder.write('only/flips.json', list(10))
    folder.write('only/more_flips.json', list(5))
    const { stdout } = await run('--tasks', folder.pathOf('only'), '--stream', '--pair', 'all', '--skip', 'flips')
    expect((JSON.parse(stdout) as StreamReport).results.map(({ task, total }) => [task, total])).toEqual([
      ['more_flips', 5],
    ])
  })
})
