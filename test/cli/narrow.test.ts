// At 60 columns, no line of a report is longer; commands to be copied stay whole.

import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

test.each([
  ['run', '--samples', '1'],
  ['run', '--samples', '1', '--show', 'failed', '--sort', 'cells'],
  ['score', '--samples', '1'],
  ['show', 'keepbig1', 'cutsmall'],
  ['list', 'tasks', '--samples', '1'],
  ['list', 'programs', '--samples', '1'],
])('megabatt %s %s %s', async (...words) => {
  const { exitCode, stdout } = await runCommand(words, { COLUMNS: '60', NO_COLOR: '1' })
  expect(exitCode).toBe(0)
  const tooLong = stdout.split('\n').filter((line) => line.length > 60 && !line.includes('megabatt trace '))
  expect(tooLong).toEqual([])
})
