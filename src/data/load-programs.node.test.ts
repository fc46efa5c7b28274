// Programs of folders that also have task files.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listProgramFiles, loadPrograms } from './load-programs.node.ts'

const GRID = '[[0, 1]]'
const PAIR = `{"input": ${GRID}, "output": ${GRID}}`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'megabatt-programs-'))
  write('solvers.py', 'def solve_a(I):\n    return I\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test.each([
  ['a task', `{"train": [${PAIR}], "test": []}`],
  ['a task with its tests first', `\uFEFF {\n "test" : [], "train": [${PAIR}]}`],
  ['a list of pairs', `[${PAIR}]`],
  ['tasks by id', `{"a": {"train": [${PAIR}]}}`],
  ['lists of pairs by id', `{"a": [\n${PAIR}]}`],
])('%s in a folder of programs is left out, but read if it is named', async (_, content) => {
  const path = write('a.json', content)
  const { files, programs, diagnostics } = await loadPrograms([folder])
  expect([files.length, programs.map(({ name }) => name), diagnostics]).toEqual([1, ['solve_a'], []])
  expect(await listProgramFiles([folder])).toEqual([join(folder, 'solvers.py')])
  expect((await loadPrograms([path])).diagnostics).not.toEqual([])
})

test.each([
  ['a program', '{"name": "solve_b", "result": 5}', 0],
  ['programs', '{"programs": [{"name": "solve_b", "result": 5}]}', 0],
  ['damaged JSON', '{"train"', 1],
  ['nothing', '', 1],
])('%s in a folder is read', async (_, content, errors) => {
  write('a.json', content)
  const { files, diagnostics } = await loadPrograms([folder])
  expect([files.length, diagnostics.length]).toEqual([2, errors])
})
