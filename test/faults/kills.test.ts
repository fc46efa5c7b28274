// The command is killed many times, mostly in the middle of a line, and resumed after each kill.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { MAIN, SIGNAL_ON_WRITE, runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { newRandom, SEED } from '../generators/seed.ts'

const folder = temporaryFolder('kills')
const KILL_COUNT = amount(10, 40)
/** Kills of one file before it is completed and compared. */
const KILLS_OF_A_FILE = 20
const JOB_COUNT = 4
/** Each sample gives a line of half a megabyte, which takes eight writes. */
const SIDE = 30
const FACTOR = 24
/** Calls that change files, of which a run with its locks makes a few more. */
const CALLS = 60

let args: string[]
let whole: Buffer

beforeAll(async () => {
  const grid = Array.from({ length: SIDE }, (_, i) => Array.from({ length: SIDE }, (_, j) => (i * j) % 10))
  const task = JSON.stringify({ train: [{ input: grid, output: [[0]] }], test: [{ input: grid }] })
  const ids = Array.from({ length: JOB_COUNT }, (_, k) => `large00${k}`)
  for (const id of ids) folder.write(`tasks/${id}.json`, task)
  const solvers = ids.map((id) => `def solve_${id}(I):\n    O = upscale(I, ${FACTOR})\n    return O\n`)
  const programs = folder.write('large.py', solvers.join('\n'))
  args = ['run', '--json', '--fsync', '--outputs', 'value', '--programs', programs, '--tasks', folder.pathOf('tasks')]
  const out = folder.pathOf('whole.jsonl')
  const { exitCode, stderr } = await runCommand([...args, '--out', out])
  expect([exitCode, stderr]).toEqual([0, ''])
  whole = readFileSync(out)
})

test(`${KILL_COUNT} kills, resumed after each`, { timeout: 900_000 }, async () => {
  const counts = { kills: 0, torn: 0 }
  const work = async (name: string, k: number) => {
    mkdirSync(folder.pathOf(name))
    const random = newRandom(SEED + k)
    for (let file = 0; counts.kills < KILL_COUNT; file++)
      await killOneFile(folder.pathOf(`${name}/${file}.jsonl`), counts, random)
  }
  await Promise.all(['a', 'b'].map(work))
  expect(counts.torn).toBeGreaterThan(0)
})

async function killOneFile(out: string, counts: { kills: number; torn: number }, random: () => number): Promise<void> {
  const lengths = Array.from({ length: KILLS_OF_A_FILE }, () => random() % whole.length).sort((a, b) => a - b)
  for (const length of lengths) {
    if (counts.kills >= KILL_COUNT) break
    const isAtCall = random() % 5 === 0
    const isKilled = await runAndKill(
      out,
      isAtCall ? { SIGNAL_CALL: `${random() % CALLS}` } : { SIGNAL_FILE: basename(out), SIGNAL_LENGTH: `${length}` },
    )
    if (isKilled) counts.kills++
    if (isAtCall) continue
    // Unless an earlier run was killed behind that length, or not at all.
    const content = readFileSync(out)
    if (content.length > length) continue
    // Not toEqual: the difference of two files of megabytes is not worth printing.
    expect([length, isKilled, content.equals(whole.subarray(0, length))]).toEqual([length, true, true])
    if (length > 0 && content.at(-1) !== 10) counts.torn++
  }
  const { exitCode, stderr } = await runCommand([...args, '--out', out, '--resume'])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(readFileSync(out).equals(whole)).toBe(true)
  rmSync(out)
}

/** Kills the command when the file has a length, or before one of its calls; false where it ended before. */
async function runAndKill(out: string, when: NodeJS.ProcessEnv): Promise<boolean> {
  const env = { ...process.env, SIGNAL: 'SIGKILL', ...when }
  const child = spawn(process.execPath, [...SIGNAL_ON_WRITE, MAIN, ...args, '--out', out, '--resume'], {
    env,
    stdio: 'ignore',
  })
  return (await new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))) === 'SIGKILL'
}
