// docs/shards.md: the commands of the page run as a scheduler runs them, and their parts merge into the file of the whole run.

import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { FLIP_TASK, OPEN_FLIP_TASK, SAME_SOLVER } from '../cli/flip-task.ts'
import { MAIN } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { blocksOf, readPage } from './examples.ts'

const page = readPage('shards.md')
const folder = temporaryFolder('shards')
const SOLVER = 'def solve_flip0002(I):\n    x1 = vmirror(I)\n    return x1\n'

beforeAll(() => {
  folder.write('solvers.py', `${SAME_SOLVER}\n${SOLVER}`)
  folder.write('training/flip0001.json', JSON.stringify(OPEN_FLIP_TASK))
  folder.write('training/flip0002.json', JSON.stringify(FLIP_TASK))
  for (const name of ['slurm', 'kubernetes', 'kaggle']) folder.write(`parts/${name}`, '')
  // Commands of the page find these; `parallel` gives each line of its input to the command, as GNU parallel does.
  chmodSync(folder.write('bin/megabatt', `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`), 0o755)
  const parallel = 'shift 4\nwhile read k; do echo "$@" | sed "s/{}/$k/g" | sh || exit 1; done\n'
  chmodSync(folder.write('bin/parallel', `#!/bin/sh\n${parallel}`), 0o755)
})

function run(script: string, environment: Record<string, string> = {}): void {
  const cwd = dirname(folder.pathOf('solvers.py'))
  const PATH = `${folder.pathOf('bin')}${delimiter}${process.env['PATH']}`
  execFileSync('sh', ['-ec', script], { cwd, env: { ...process.env, PATH, ...environment }, stdio: 'pipe' })
}

/** Merges the parts, which are then removed, and compares with the whole run. */
function expectMerged(options = ''): void {
  run(`megabatt run --programs solvers.py --tasks training/ ${options} --out whole.jsonl`)
  run('[ -e all.jsonl ] || megabatt merge parts/*.jsonl --out all.jsonl')
  expect(readFileSync(folder.pathOf('all.jsonl'), 'utf8')).toBe(readFileSync(folder.pathOf('whole.jsonl'), 'utf8'))
  run('rm parts/*.jsonl all.jsonl whole.jsonl')
}

test('Slurm', () => {
  const block = blocksOf(page, 'sh').find((text) => text.includes('SLURM'))!
  for (const id of ['1', '2', '3']) run(block, { SLURM_ARRAY_TASK_ID: id, SLURM_ARRAY_TASK_MAX: '3' })
  expectMerged('--pair all')
})

test('Kubernetes', () => {
  const [, command] = /^ +- '(k=.*)'$/m.exec(blocksOf(page, 'yaml')[0]!)!
  for (const index of ['0', '1']) run(command!.replace('$k/16', '$k/2'), { JOB_COMPLETION_INDEX: index })
  expectMerged()
})

test('GNU parallel', () => {
  const block = blocksOf(page, 'sh').find((text) => text.includes('parallel'))!
  run(block.replace('seq 16', 'seq 2').replace('{}/16', '{}/2'))
  expectMerged()
})

test('Kaggle notebooks', () => {
  const [, command] = /^!node megabatt\.mjs (.*)$/m.exec(blocksOf(page, 'python')[0]!)!
  for (const shard of ['1/2', '2/2'])
    run(`megabatt ${command!.replace('{shard}', shard).replace('part{shard[0]}', `parts/${shard[0]}`)}`)
  expectMerged()
})
