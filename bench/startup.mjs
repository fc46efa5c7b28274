// How long a small command takes from its start to its end, beside a process of Node that does nothing.
//
//   node bench/startup.mjs [--spawns N] [--out FILE.json]
//
// The commands are started in turns. The figure is the fastest of them, with the median beside it. Ends with exit code 1 where a
// result is not correct; an aim that is missed is only said.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from './parts/machine.mjs'

const { values: options } = parseArgs({
  options: { spawns: { type: 'string', default: '20' }, out: { type: 'string' } },
})
const COMMAND = fileURLToPath(new URL('../dist/bin/megabatt.cjs', import.meta.url))
const PROGRAM = 'def solve_mirrored(I):\n    x1 = hmirror(I)\n    O = vmirror(x1)\n    return O\n'
const PAIRS = [
  { input: [[1, 2, 3]], output: [[3, 2, 1]] },
  {
    input: [
      [1, 2],
      [3, 4],
    ],
    output: [
      [4, 3],
      [2, 1],
    ],
  },
]
const ALL_RIGHT = /^3 evaluations: 3 right/m

const folder = mkdtempSync(join(tmpdir(), 'megabatt-startup-'))
const [programs, tasks] = [join(folder, 'solvers.py'), join(folder, 'mirrored.json')]
writeFileSync(programs, PROGRAM)
writeFileSync(tasks, JSON.stringify({ train: PAIRS, test: PAIRS.slice(0, 1) }))
const run = [COMMAND, 'run', '--programs', programs, '--tasks', tasks]

const rows = [
  { label: 'node -e 0', words: ['-e', '0'], right: /^$/ },
  { label: 'megabatt --version', words: [COMMAND, '--version'], right: /^\d+\.\d+\.\d+$/m },
  { label: 'megabatt run, one program, one task', words: run, right: ALL_RIGHT, aim: 150 },
  { label: 'the same on two workers', words: [...run, '--backend', 'workers', '--workers', '2'], right: ALL_RIGHT },
].map((row) => ({ ...row, times: [], correct: 0 }))

const machine = describeMachine()
for (let k = 0; k < Number(options.spawns); k++) rows.forEach(spawnOnce)
rmSync(folder, { recursive: true })
const results = rows.map(({ label, times, correct, aim }) => {
  const sorted = times.toSorted((a, b) => a - b)
  const row = { label, fastest: sorted[0], median: sorted[sorted.length >> 1], aim, correct, of: times.length }
  const verdict = aim === undefined ? '' : `; aim: at most ${aim}, ${row.fastest <= aim ? 'met' : 'missed'}`
  process.stdout.write(
    `${label}\n    ${row.fastest.toFixed(0)} ms (median ${row.median.toFixed(0)})${verdict}; ${correct}/${times.length} right\n`,
  )
  return row
})
if (options.out !== undefined)
  writeFileSync(options.out, `${JSON.stringify({ machine, unit: 'ms', rows: results }, null, 2)}\n`)
if (results.some(({ correct, of }) => correct !== of)) process.exitCode = 1

function spawnOnce(row) {
  const started = performance.now()
  const { status, stdout } = spawnSync(process.execPath, row.words, { encoding: 'utf8' })
  row.times.push(performance.now() - started)
  if (status === 0 && row.right.test(stdout)) row.correct++
}
