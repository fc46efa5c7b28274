// Options without effect are refused, and those that only arrange text are warned of with --json.

import { beforeAll, expect, test } from 'vitest'
import { OPEN_FLIP_TASK, SAME_SOLVER } from './flip-task.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('unused')
let tasks: string
let programs: string
beforeAll(() => {
  tasks = folder.write('flip0001.json', JSON.stringify(OPEN_FLIP_TASK))
  programs = folder.write('solvers.py', SAME_SOLVER)
})

test.each([
  ['run --samples 3 --tasks TASKS', '--samples has no effect with --tasks'],
  ['profile --dialect a', '--dialect has no effect without --programs'],
  ['run --workers 2 --backend cpu', '--workers has no effect with --backend cpu and gpu'],
  ['run --workers 2 --backend gpu', '--workers has no effect with --backend cpu and gpu'],
  ['run --engine wasm --backend gpu', '--engine has no effect with --backend gpu'],
  ['run --route grouped', '--route has no effect without --backend gpu'],
  ['run --families small', '--families has no effect without --backend gpu or auto'],
  ['run --families small --backend gpu --route per-op', '--families has no effect with --route'],
  ['run --kernels tuned --backend auto', '--kernels has no effect without --backend gpu'],
  ['run --gpu-memory 100', '--gpu-memory has no effect without --backend gpu or auto'],
  ['run --memory 100 --backend gpu --route per-op', '--memory has no effect with --route'],
  ['run --outputs value', '--outputs has no effect without --out'],
  ['run --outputs hash --grids --out OUT', '--outputs has no effect with --grids, which writes values'],
  ['run --explain', '--explain has no effect without --backend auto'],
  ['run --force', '--force has no effect without --report or --failures'],
  ['run --strict', '--strict has no effect without --tasks'],
  ['run --shard 1/2 --report r.html', '--report has no effect with --shard, whose results are a part'],
  ['run --watch --programs PROGRAMS --out OUT', '--watch has no effect with --out, which is written once'],
  ['score --force', '--force has no effect without --submission and --report'],
  ['plan --measured 3', '--measured has no effect without --explain'],
  ['plan --budget 3', '--budget has no effect on a plan'],
  ['list --no-run --measure', '--measure has no effect with --no-run'],
  ['trace solve_keepbig1 --number 2', '--number has no effect without --solver'],
  ['card --force', '--force has no effect without --out'],
])('%s', async (line, message) => {
  const paths: Record<string, string> = { TASKS: tasks, PROGRAMS: programs, OUT: folder.pathOf('out.jsonl') }
  const { exitCode, stdout, stderr } = await runCommand(line.split(' ').map((word) => paths[word] ?? word))
  expect(stderr).toContain(`megabatt: ${message} [option-unused]\n  `)
  expect([exitCode, stdout]).toEqual([2, ''])
})

test.each([
  ['run', ['--programs', 'PROGRAMS', '--tasks', 'TASKS', '--all'], '--all'],
  ['list', ['--programs', 'PROGRAMS', '--tasks', 'TASKS', '--width', '50'], '--width'],
  ['show', ['flip0001', '--tasks', 'TASKS', '--width', '50'], '--width'],
])('%s --json warns of options that arrange text, and runs', async (command, words, flag) => {
  const paths: Record<string, string> = { TASKS: tasks, PROGRAMS: programs }
  const { exitCode, stdout, stderr } = await runCommand([
    command,
    ...words.map((word) => paths[word] ?? word),
    '--json',
  ])
  expect(exitCode).toBe(0)
  expect(() => JSON.parse(stdout) as unknown).not.toThrow()
  expect(stderr).toBe(`megabatt: ${flag} has no effect with --json\n`)
})

test('defaults are no options that were given', async () => {
  const { exitCode, stderr } = await runCommand(['run', '--programs', programs, '--tasks', tasks])
  expect([exitCode, stderr]).toEqual([0, ''])
})
