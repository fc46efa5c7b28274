// `megabatt run --shard` and `megabatt merge`: byte identity with the whole run, resuming, and parts that cannot be merged.

import { appendFileSync, copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { checkParts, spellRanges } from '../../src/cli/merge/check-parts.ts'
import { mergeParts } from '../../src/cli/merge/merge-parts.ts'
import { readPart } from '../../src/cli/merge/read-part.ts'
import { parseShard } from '../../src/cli/option-values.ts'
import { nodeFiles } from '../../src/cli/results/file-calls.ts'
import { ResultFile } from '../../src/cli/results/result-file.ts'
import { runToFile } from '../../src/cli/results/run-to-file.ts'
import { fillAtomically } from '../../src/cli/write-atomically.ts'
import { galleryPrograms, galleryTasks } from '../../src/data/gallery.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import type { RunRequest } from '../../src/engine/run/run-programs.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { FLIP_BATT, FLIP_TASK, OPEN_FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('merge')
const backend = new CpuBackend()

async function write(name: string, request: RunRequest, grids: boolean): Promise<string> {
  const path = folder.pathOf(name)
  await runToFile(
    { ...request, backend },
    ResultFile.open(path, request, { resume: true, sync: false, grids, version: '1' }),
  )
  return path
}

/** The bytes of the whole run, and of its shards merged. */
async function bothWays(name: string, request: RunRequest, count: number, grids = false): Promise<[Buffer, Buffer]> {
  const whole = await write(`${name}-whole.jsonl`, request, grids)
  const paths: string[] = []
  for (let index = 1; index <= count; index++)
    paths.push(await write(`${name}-${index}.jsonl`, { ...request, shard: { index, count } }, grids))
  const merged = folder.pathOf(`${name}-merged.jsonl`)
  const parts = checkParts(paths.toReversed().map(readPart))
  fillAtomically(merged, { force: false }, (descriptor) => mergeParts(parts, nodeFiles, descriptor))
  return [readFileSync(whole), readFileSync(merged)]
}

describe('byte identity', () => {
  const gallery = { programs: galleryPrograms(), dataset: makeDataset(galleryTasks({ samples: 2 })) }

  test('sixteen shards of the gallery, outputs as hashes', async () => {
    const [whole, merged] = await bothWays('own', { ...gallery, settings: { outputs: 'hash' } }, 16)
    expect(merged.equals(whole)).toBe(true)
    expect(whole.length).toBeGreaterThan(100_000)
  })

  test('sixteen shards of three tasks: programs of one task are in several parts, with values', async () => {
    const programs = [...gallery.programs.slice(0, 70), ...readPrograms(FLIP_BATT, 'batt.py').programs]
    const dataset = makeDataset(gallery.dataset.tasks.slice(0, 3))
    for (const grids of [false, true]) {
      const request: RunRequest = { programs, dataset, pairing: 'all', settings: { outputs: 'value' } }
      const [whole, merged] = await bothWays(`all-${grids}`, request, 16, grids)
      expect(merged.equals(whole)).toBe(true)
    }
  })

  test('more shards than pairs', async () => {
    const dataset = makeDataset(gallery.dataset.tasks.slice(0, 1))
    const request: RunRequest = { programs: gallery.programs.slice(0, 3), dataset, pairing: 'all' }
    const [whole, merged] = await bothWays('few', request, 9)
    expect(merged.equals(whole)).toBe(true)
  })
})

describe('the command', () => {
  let own: string[]
  const run = (...args: string[]) => runCommand(['run', '--json', ...own, ...args])
  const part = (k: number) => folder.pathOf(`cli-${k}.jsonl`)
  const copy = (k: number, name: string) => {
    copyFileSync(part(k), folder.pathOf(name))
    return folder.pathOf(name)
  }
  const merge = (...paths: string[]) => runCommand(['merge', ...paths, '--out', folder.pathOf('refused.jsonl')])

  beforeAll(async () => {
    const tasks = [
      folder.write('flip0001.json', JSON.stringify(OPEN_FLIP_TASK)),
      folder.write('flip0002.json', JSON.stringify(FLIP_TASK)),
    ]
    const second = SAME_SOLVER.replace('flip0001', 'flip0002')
    const programs = folder.write('solvers.py', `${SAME_SOLVER}\n${second}\n${FLIP_BATT}`)
    own = ['--programs', programs, '--tasks', ...tasks, '--pair', 'all']
    await Promise.all([1, 2, 3].map((k) => run('--shard', `${k}/3`, '--out', part(k))))
  })

  test('merges, and the report of the merged file is that of the whole run', async () => {
    const whole = folder.pathOf('cli-whole.jsonl')
    const merged = folder.pathOf('cli-merged.jsonl')
    const wholeReport = JSON.parse((await run('--out', whole)).stdout) as RunReport
    const { exitCode, stdout } = await runCommand(['merge', part(3), part(1), part(2), '--out', merged, '--json'])
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, { out: merged, run: expect.any(String), parts: 3, pairs: 6 }])
    expect(readFileSync(merged, 'utf8')).toBe(readFileSync(whole, 'utf8'))
    const again = JSON.parse((await run('--out', merged, '--resume')).stdout) as RunReport
    expect([again.results, again.right, again.work.executed]).toEqual([wholeReport.results, wholeReport.right, 0])
    expect(again.shard).toBeUndefined()
  })

  test('the lines of a part fit their schema', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
    const read = (name: string) =>
      JSON.parse(readFileSync(new URL(`../../docs/schema/${name}`, import.meta.url), 'utf8')) as object
    ajv.addSchema(read('results-2.json'))
    const isLine = ajv.compile(read('part-1.json'))
    const lines = readFileSync(part(2), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    for (const line of lines) expect(isLine(line) || isLine.errors).toBe(true)
    expect(isLine({ ...lines[0], shard: {} })).toBe(false)
    expect(isLine({ ...lines[1], lines: -1 })).toBe(false)
  })

  test('a shard resumes, and is complete then', async () => {
    const path = copy(2, 'torn.jsonl')
    const bytes = readFileSync(path)
    truncateSync(path, bytes.length - 30)
    const unfinished = await merge(part(1), path, part(3))
    expect(unfinished.exitCode).toBe(2)
    expect(unfinished.stderr).toMatch(/torn\.jsonl is unfinished: 0 of 1 pairs; complete it .* --resume/)
    expect(unfinished.stderr).not.toMatch(/shards? \d/)
    const { exitCode, stdout } = await run('--shard', '2/3', '--out', path, '--resume')
    expect(exitCode).toBe(0)
    expect((JSON.parse(stdout) as RunReport).shard).toEqual({ index: 2, count: 3 })
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })

  test('names missing, repeated, damaged and foreign parts together, and writes nothing', async () => {
    const damaged = copy(3, 'damaged.jsonl')
    const bytes = readFileSync(damaged)
    bytes[bytes.indexOf('"verdict"') + 2]! ^= 1
    writeFileSync(damaged, bytes)
    const other = folder.pathOf('other.jsonl')
    await run('--shard', '2/3', '--budget', '5', '--out', other)
    const foreign = folder.write('foreign.jsonl', '{"a":1}\n')
    const { exitCode, stderr } = await merge(part(1), copy(1, 'again.jsonl'), damaged, other, foreign, 'nowhere.jsonl')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('[merge-parts]')
    expect(stderr).toMatch(/again\.jsonl is shard 1 again, which .*cli-1\.jsonl is/)
    expect(stderr).toMatch(/damaged\.jsonl is damaged in line \d/)
    expect(stderr).toMatch(
      /other\.jsonl does not belong to .*: it is of a run with other options: budget is 5, not \d+/,
    )
    expect(stderr).toContain('foreign.jsonl is not the file of a shard')
    expect(stderr).toContain('nowhere.jsonl cannot be read')
    expect(stderr).toContain('shard 2 of 3 missing')
    expect(existsSync(folder.pathOf('refused.jsonl'))).toBe(false)
  })

  /** The message that refuses parts, which are read in this process. */
  const refusal = (...paths: string[]) => {
    try {
      checkParts(paths.map(readPart))
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  test('says in what runs differ', () => {
    const differ = (edit: (header: string) => string) => {
      const lines = readFileSync(part(2), 'utf8').split('\n')
      const body = edit(lines[0]!.replace(/,"crc":.*/, ''))
      lines[0] = `${body},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}`
      return refusal(part(1), folder.write('edited.jsonl', lines.join('\n')), part(3))
    }
    expect(differ((text) => text)).toBe('')
    expect(differ((text) => text.replace(/"megabatt":"[^"]*"/, '"megabatt":"9.9"'))).toContain(
      'version 9.9 of Megabatt',
    )
    expect(differ((text) => text.replace(/"programs":"\w\w/, '"programs":"zz'))).toContain('other programs')
    expect(differ((text) => text.replace(/"tasks":"\w\w/, '"tasks":"zz'))).toContain('other tasks')
    expect(differ((text) => text.replace('"count":3', '"count":4'))).toContain('4 shards, not 3')
    expect(differ((text) => text.replace('"outputs":"hash","pairs"', '"outputs":"none","pairs"'))).toContain(
      'the form none, not hash',
    )
    expect(differ((text) => text.replace(/"run":"\w\w/, '"run":"zz'))).toContain('another order of tasks')
    expect(differ((text) => text.replace(/"pairs":\d/, '"pairs":9'))).toContain('another order of tasks')
    expect(differ((text) => text.replace('"version":1', '"version":7'))).toContain('version 7 of the format')
    expect(differ((text) => text.replace('"index":2', '"index":"x"'))).toContain('is damaged in line 1')
  })

  test('lines that do not belong to a part are found', () => {
    const surplus = copy(2, 'surplus.jsonl')
    appendFileSync(surplus, `${readFileSync(part(1), 'utf8').split('\n').at(-2)!}\n`)
    expect(refusal(part(1), surplus, part(3))).toMatch(/surplus\.jsonl is damaged in line \d+: it has more lines/)
    const lines = readFileSync(part(2), 'utf8').split('\n')
    const cut = folder.write('cut.jsonl', lines.toSpliced(2, 1).join('\n'))
    expect(refusal(part(1), cut, part(3))).toMatch(/cut\.jsonl is (?:damaged|unfinished)/)
  })

  test('a file of another shard, and of the whole run, is not resumed', async () => {
    const wrong = await run('--shard', '1/3', '--out', copy(2, 'wrong.jsonl'), '--resume')
    expect(wrong.stdout).toContain('of a run with shard 2, not 1')
    const part2 = await run('--out', copy(2, 'wrong2.jsonl'), '--resume')
    expect(part2.stdout).toContain('is the file of a shard, not of the whole run')
  })

  test('a shard that is none, and an existing file, are refused', async () => {
    for (const shard of ['0/3', '4/3', '1', '1/2000', 'a/b'])
      expect(() => parseShard(shard)).toThrow(/Expected|maximum/)
    expect((await run('--shard', '0/3')).exitCode).toBe(2)
    expect((await run('--shard', '1/3', '--report', folder.pathOf('r.html'))).stdout).toContain('option-unused')
    expect((await runCommand(['merge', part(1)])).stderr).toContain('[out-missing]')
    const out = folder.write('exists.jsonl', 'mine')
    const { exitCode, stderr } = await runCommand(['merge', part(1), part(2), part(3), '--out', out])
    expect([exitCode, readFileSync(out, 'utf8')]).toEqual([2, 'mine'])
    expect(stderr).toContain('[out-exists]')
  })
})

test('ranges of shards', () => {
  expect(spellRanges([1, 2, 4, 6, 7, 8, 12])).toBe('1, 2, 4, 6 to 8, 12')
})
