// The JSON schemas of the report and of the result file: real output fits them, damaged output does not.

import { readFileSync, truncateSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { FLIP_BATT, OPEN_FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('schema')
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../docs/schema/${name}`, import.meta.url), 'utf8')) as object
const isLine = ajv.compile(read('results-2.json'))
const isReport = ajv.compile(read('report-1.json'))

// A right one, a wrong one, an error, a limit, values of all kinds, an unknown output, a batt with defaults and cuts.
const PROGRAMS = `def solve_flip0001(I):
    O = vmirror(I)
    return O

${SAME_SOLVER}
def solve_half_flip0001(I):
    x1 = lefthalf(I)
    return x1

def solve_number_flip0001(I):
    x1 = size(I)
    return x1

def solve_objects_flip0001(I):
    x1 = objects(I, T, F, F)
    return x1

def solve_function_flip0001(I):
    x1 = rbind(add, TWO)
    return x1

def solve_fails_flip0001(I):
    x1 = first(I)
    x2 = subgrid(x1, I)
    return x2

def solve_huge_flip0001(I):
    x1 = upscale(I, 3000)
    x2 = upscale(x1, 3000)
    return x2

def batt_large_flip0001(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = upscale(I, 60)
    t2 = size(t1)
    t3 = vmirror(I)
    o.append((1, False, 'large', t1))
    s.append((2, 'None', 'sizes', t2))
    o.append((3, False, 'flips', t3))
    return o, s

${FLIP_BATT}`

let inputs: string[]
beforeAll(() => {
  const programs = folder.write('kinds.py', PROGRAMS)
  inputs = ['--programs', programs, '--tasks', folder.write('flip0001.json', JSON.stringify(OPEN_FLIP_TASK))]
})

interface Output {
  readonly report: Record<string, unknown>
  readonly lines: readonly Record<string, unknown>[]
}

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

async function run(name: string, ...args: string[]): Promise<Output> {
  const file = folder.pathOf(`${name}.jsonl`)
  const { stdout, stderr } = await runCommand(['run', '--json', '--out', file, ...inputs, ...args])
  expect(stderr).toBe('')
  return { report: JSON.parse(stdout) as Output['report'], lines: linesOf(file) }
}

function expectValid({ report, lines }: Output): void {
  isReport(report)
  expect(isReport.errors).toBeNull()
  for (const line of lines) {
    isLine(line)
    expect([line, isLine.errors]).toEqual([line, null])
  }
}

describe('real output fits', () => {
  test.each([
    ['hashes', []],
    ['values', ['--outputs', 'value']],
    ['none', ['--outputs', 'none']],
    ['grids', ['--grids']],
    ['measured', ['--measure', '--keep-unused']],
    ['little memory', ['--program-memory', '3000', '--outputs', 'value']],
    ['workers', ['--backend', 'workers', '--workers', '1']],
  ])('%s', async (name, args) => {
    const output = await run(name, ...args)
    expectValid(output)
    expect(output.lines.length).toBeGreaterThan(10)
  })

  test('every verdict occurs', async () => {
    const { report, lines } = await run('verdicts', '--program-memory', '3000')
    const text = JSON.stringify(lines)
    for (const verdict of ['right', 'wrong', 'error', 'limit', 'unknown'])
      expect(text).toContain(`"verdict":"${verdict}"`)
    for (const mismatch of ['cells', 'size', 'not-a-grid']) expect(text).toContain(`"mismatch":"${mismatch}"`)
    expect(text).toMatch(/"kind":"s",[^}]*"limits":\[\{/)
    expect(report.verdicts).toMatchObject({ 'passes-demos': 3, error: 1 })
  })
})

test('grids are plain JSON in both, also of a run that is resumed', async () => {
  const whole = await run('resumed', '--grids')
  const results = whole.report.results as { readonly outputs: unknown }[]
  expect(results[0]!.outputs).toEqual([[[[0, 1]], [[3, 2]], [[6, 5, 4]], [[7]]]])
  const values = whole.lines.filter((line) => 'value' in line)
  expect(values[0]).toMatchObject({ pair: 0, set: 'demo', number: 1, output: 0, value: [[0, 1]] })
  // A value that is no grid is in the notation.
  expect(values.find(({ pair }) => pair === 5)!.value).toEqual({ call: 'rbind', args: [{ f: 'add' }, 2] })
  expect(whole.lines[0]).toMatchObject({ version: 2, outputs: 'grid' })

  const twoTasks = folder.write('flip0002.json', JSON.stringify(OPEN_FLIP_TASK))
  const args = ['--grids', '--pair', 'all', '--tasks', twoTasks, folder.pathOf('flip0001.json')]
  const undisturbed = await run('undisturbed', ...args)
  const file = folder.pathOf('undisturbed.jsonl')
  const text = readFileSync(file, 'utf8')
  // Within the lines of the second task.
  truncateSync(file, text.length - 100)
  const resumed = await run('undisturbed', ...args, '--resume')
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect({ ...resumed.report, time: 0, work: 0 }).toEqual({ ...undisturbed.report, time: 0, work: 0 })
  expectValid(resumed)
})

test('without JSON there is no place for grids', async () => {
  const { exitCode, stderr } = await runCommand(['run', '--grids', ...inputs])
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/--grids .*\n.*--json/)])
})

describe('damaged output does not fit', () => {
  let output: Output
  beforeAll(async () => {
    output = await run('damaged', '--grids')
  })
  type Json = Record<string, unknown>
  const change = (object: Json, fields: Json): Json => ({ ...object, ...fields })
  const samplesOf = (pair: Json) => pair.samples as Json[]

  test.each<[string, (report: Json) => Json]>([
    ['another version', (report) => change(report, { version: 2 })],
    ['no format', (report) => change(report, { format: undefined })],
    ['a field too many', (report) => change(report, { solved: 1 })],
    ['a count below 0', (report) => change(report, { right: -1 })],
    ['a verdict that is none', (report) => change(report, { verdicts: { solved: 1 } })],
    [
      'a result without samples',
      (report) => change(report, { results: [{ ...(report.results as Json[])[0], samples: undefined }] }),
    ],
    [
      'a result with its error of old',
      (report) => change(report, { results: [{ ...(report.results as Json[])[0], error: null }] }),
    ],
  ])('report: %s', (_, damage) => {
    expect(isReport(JSON.parse(JSON.stringify(damage(output.report))))).toBe(false)
  })

  test.each<[string, (line: Json) => Json]>([
    ['a sample that counts from 0', (line) => change(line, { samples: [{ ...samplesOf(line)[0], number: 0 }] })],
    ['a sample of an unknown set', (line) => change(line, { samples: [{ ...samplesOf(line)[0], set: 'train' }] })],
    [
      'wrong without a mismatch',
      (line) => change(line, { samples: [{ set: 'demo', number: 1, verdict: 'wrong', cells: 4 }] }),
    ],
    [
      'differing cells of another size',
      (line) =>
        change(line, {
          samples: [{ set: 'demo', number: 1, verdict: 'wrong', mismatch: 'size', cells: 4, differing: 1 }],
        }),
    ],
    [
      'an error without its message',
      (line) =>
        change(line, {
          samples: [{ set: 'demo', number: 1, verdict: 'error', statement: 'x1', line: 1, kind: 'type' }],
        }),
    ],
    ['a pair verdict that is none', (line) => change(line, { verdict: 'right' })],
    ['no checksum', (line) => change(line, { crc: undefined })],
    ['a checksum of another form', (line) => change(line, { crc: 'xyz' })],
  ])('line: %s', (_, damage) => {
    const line = output.lines.findLast((own) => 'program' in own)!
    expect(isLine(line)).toBe(true)
    expect(isLine(JSON.parse(JSON.stringify(damage(line))))).toBe(false)
  })
})
