// Files that a run must not resume, or only in part: foreign ones, damaged ones, and lines that do not fit the run.

import { crc32 } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunRequest } from '../../src/engine/run/run-programs.ts'
import { MemoryFiles } from './memory-files.ts'
import { SimulatedProcesses } from './simulated-processes.ts'
import { OUT, flipRequest, runProcess } from './simulated-run.ts'

let request: RunRequest
let lines: string[]
/** A value without meaning for the run, which makes a file long: damage before it is not at the end. */
const LONG = 1 << 17

beforeAll(async () => {
  request = flipRequest({ outputs: 'value' })
  lines = await linesOf(request)
})

async function linesOf(request: RunRequest): Promise<string[]> {
  const disk = new MemoryFiles()
  await runProcess(disk, new SimulatedProcesses(), request)
  return disk.content(OUT).split('\n').slice(0, -1)
}

/** A line with a right checksum. */
function seal(line: string): string {
  const body = line.replace(/(?:,"crc":"[0-9a-f]{8}")?\}$/, '')
  return `${body},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}`
}

const textOf = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')

async function expectRefused(content: string, code: string, line?: number): Promise<void> {
  const disk = new MemoryFiles()
  disk.put(OUT, content)
  const place = line === undefined ? {} : { place: { file: OUT, line } }
  const expected = { code, exitCode: 2, advice: expect.any(String) as string, ...place }
  await expect(runProcess(disk, new SimulatedProcesses(), request)).rejects.toMatchObject(expected)
  expect(disk.content(OUT)).toBe(content)
  expect(disk.names).toEqual([OUT])
}

async function expectRepaired(content: string): Promise<void> {
  const disk = new MemoryFiles()
  disk.put(OUT, content)
  await runProcess(disk, new SimulatedProcesses(), request)
  expect(disk.content(OUT)).toBe(textOf(lines))
}

test('the seal of this test is that of the file', () => {
  for (const line of lines) expect(seal(line)).toBe(line)
})

describe('a file that is none of ours stays as it is', () => {
  test.each([
    '{"precious":1}',
    '{"precious":1}\n',
    '\n',
    ' ',
    'text',
    '{"format":"other"}\n',
    '{}\n{}\n',
    '[]',
    'null\n',
    '\0\n',
    '\0'.repeat(1000),
    '{"format":"megabatt results X',
  ])('%j', async (content) => {
    await expectRefused(content, 'out-foreign')
  })

  test('a file that begins like the header', async () => {
    await expectRefused(`${lines[0]!.slice(0, 10)}x`, 'out-foreign')
    await expectRefused(`${lines[0]!.slice(0, 10)}\n`, 'out-foreign')
  })
})

describe('the header', () => {
  test('of another run', async () => {
    await expectRefused(textOf(await linesOf(flipRequest({ outputs: 'hash' }))), 'resume-mismatch', 1)
    const other = seal(lines[0]!.replace(/"run":"./, '"run":"z'))
    await expectRefused(textOf([other, ...lines.slice(1)]), 'resume-mismatch', 1)
  })

  test('of another version of the format', async () => {
    const newer = seal(lines[0]!.replace('"version":2', '"version":3'))
    await expectRefused(textOf([newer, ...lines.slice(1)]), 'resume-mismatch', 1)
  })

  test('that is damaged', async () => {
    const damaged = lines[0]!.replace(/"run":"./, '"run":"z')
    await expectRefused(textOf([damaged, ...lines.slice(1)]), 'out-damaged', 1)
    await expectRefused(textOf([lines[0]!.replace('"version"', 'version'), ...lines.slice(1)]), 'out-damaged', 1)
  })
})

describe('damage', () => {
  test('of each of the last lines is repaired', async () => {
    for (let k = 1; k < lines.length; k++)
      await expectRepaired(
        textOf(
          lines.with(
            k,
            lines[k]!.replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10)),
          ),
        ),
      )
  })

  test.each([
    ['garbage', '\u0001\u0002garbage'],
    ['zeros', '\0'.repeat(5000)],
    ['half a line', '{"pair":0'],
    ['a line without a checksum', '{"pair":0}\n'],
    ['an empty line', '\n'],
  ])('%s at the end of each part of the file is removed', async (_, garbage) => {
    for (const length of [1, 5, lines.length]) await expectRepaired(textOf(lines.slice(0, length)) + garbage)
  })

  test('far from the end, with results after it, is an error; without results after it, it is repaired', async () => {
    const damaged = lines[1]!.replace('"pair":0', '"pair":1')
    const long = seal(`{"pair":0,"sample":0,"output":0,"value":"${'x'.repeat(LONG)}"}`)
    await expectRefused(textOf([lines[0]!, damaged, long]), 'out-damaged', 2)
    await expectRefused(textOf([lines[0]!, lines[1]!, lines[2]!.slice(0, -1), long]), 'out-damaged', 3)
    await expectRefused(textOf([...lines, damaged, long]), 'out-damaged', lines.length + 1)
    await expectRepaired(textOf([lines[0]!, damaged, long.slice(0, -1)]))
    await expectRepaired(textOf([...lines, damaged, long.slice(0, -1)]))
  })
})

describe('a line with a right checksum that does not fit the run', () => {
  const change = (pattern: RegExp, text: string, index = lines.findIndex((line) => pattern.test(line))) => {
    expect(index).toBeGreaterThan(0)
    return { content: textOf(lines.with(index, seal(lines[index]!.replace(pattern, text)))), line: index + 1 }
  }

  test.each<[string, RegExp, string]>([
    ['a count below 0', /"right":0/, '"right":-5'],
    ['a count that is no number', /"right":0/, '"right":"0"'],
    ['a count that is missing', /"right":0,/, ''],
    ['counts that are not those of the samples', /"demos":\{"total":2,"right":0/, '"demos":{"total":2,"right":1'],
    ['counts of tests that are not', /"tests":\{"total":2/, '"tests":{"total":3'],
    ['a verdict that is not that of the samples', /"verdict":"wrong","demos"/, '"verdict":"solved","demos"'],
    ['a sample too few', /\{"set":"demo","number":1[^}]*\},/, ''],
    ['a sample of another number', /"samples":\[\{"set":"demo","number":1/, '"samples":[{"set":"demo","number":2'],
    ['a sample of another set', /"samples":\[\{"set":"demo"/, '"samples":[{"set":"test"'],
    ['a sample without a verdict', /"number":2,"verdict":"unknown"/, '"number":2'],
    ['an unknown verdict', /"number":2,"verdict":"unknown"/, '"number":2,"verdict":"perfect"'],
    ['an unknown mismatch', /"mismatch":"cells"/, '"mismatch":"colours"'],
    ['no cells', /"cells":2/, '"cells":0'],
    ['more differing cells than there are', /"differing":2/, '"differing":20'],
    ['differing cells that are not counted', /,"differing":2/, ''],
    ['an error without its message', /,"message":"[^"]*"/, ''],
    ['an error without its kind', /"kind":"type",/, ''],
    ['an error whose line is no number', /"line":\d+/, '"line":"x"'],
    ['an error whose statement is no name', /"statement":"x2"/, '"statement":2'],
    ['defaults that are no list', /"defaults":\[\]/, '"defaults":0'],
    ['defaults without a count', /"defaults":\[\{"statement":"t2","count":4\}/, '"defaults":[{"statement":"t2"}'],
    ['outputs of a batt at a strict program', /"defaults":\[\]/, '"defaults":[],"battOutputs":[]'],
    ['a batt without outputs', /,"battOutputs":.*(?=,"crc")/, ''],
    ['outputs of another batt', /"kind":"o","number":1/, '"kind":"o","number":9'],
    ['an output of another kind', /"kind":"o","number":1/, '"kind":"s","number":1'],
    ['a candidate with other counts', /("name":"flips","verdict":"passes-demos","demos":\{"total":2,"right":)2/, '$11'],
    ['another program', /"program":"solve_same_flip0001"/, '"program":"solve_flip0001"'],
    ['a program of another file', /"file":"flips.py"/, '"file":"others.py"'],
    ['another task', /"task":"flip0001"/, '"task":"flip0002"'],
    ['another pair', /^\{"pair":1,"program"/, '{"pair":0,"program"'],
    ['no samples', /,"samples":\[/, ',"others":['],
    ['no JSON', /"right":0/, '"right":'],
    [
      'a value of another pair',
      /^\{"pair":0,"set":"demo","number":1,"output":0/,
      '{"pair":1,"set":"demo","number":1,"output":0',
    ],
    ['a value of another sample', /^\{"pair":0,"set":"demo","number":2/, '{"pair":0,"set":"test","number":2'],
    ['a value of another output', /"output":1/, '"output":0'],
  ])('%s', async (_, pattern, text) => {
    const { content, line } = change(pattern, text)
    await expectRefused(content, 'resume-mismatch', line)
  })

  test('a pair line instead of a value line, a line too few, a line too many', async () => {
    const pairAt = lines.findIndex((line) => line.includes('"program"'))
    await expectRefused(textOf([lines[0]!, lines[pairAt]!, ...lines.slice(1)]), 'resume-mismatch', 2)
    await expectRefused(textOf(lines.toSpliced(3, 1)), 'resume-mismatch', 4)
    await expectRefused(textOf([...lines, lines.at(-1)!]), 'resume-mismatch', lines.length + 1)
  })
})
