// The command is killed many times, mostly in the middle of a line, and resumed after each kill.

import { spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, rmSync, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { MAIN, runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { newRandom, SEED } from '../generators/seed.ts'

const folder = temporaryFolder('kills')
const KILL_COUNT = Number(process.env['MEGABATT_KILLS'] ?? 25)
const LEAST_TORN_COUNT = KILL_COUNT * 0.3
/** Kills of one file before it is completed and compared. */
const KILLS_OF_A_FILE = 20
const JOB_COUNT = 4
/** Each sample gives a line of half a megabyte, which takes eight writes; --fsync makes each of them slow. */
const SIDE = 30
const FACTOR = 24

let args: string[]
let whole: string
let random: () => number

beforeAll(async () => {
  random = newRandom(SEED)
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
  whole = readFileSync(out, 'utf8')
})

test(`${KILL_COUNT} kills, resumed after each`, { timeout: 900_000 }, async () => {
  const counts = { kills: 0, torn: 0 }
  const isDone = () => counts.kills >= KILL_COUNT
  const work = async (name: string) => {
    mkdirSync(folder.pathOf(name))
    for (let file = 0; !isDone(); file++) await killOneFile(folder.pathOf(`${name}/${file}.jsonl`), counts, isDone)
  }
  await Promise.all(['a', 'b'].map(work))
  console.log(`${counts.kills} kills, ${counts.torn} of which tore a line`)
  expect(counts.kills).toBeGreaterThanOrEqual(KILL_COUNT)
  expect(counts.torn).toBeGreaterThanOrEqual(LEAST_TORN_COUNT)
})

async function killOneFile(out: string, counts: { kills: number; torn: number }, isDone: () => boolean): Promise<void> {
  const lengths = Array.from({ length: KILLS_OF_A_FILE }, () => random() % whole.length).sort((a, b) => a - b)
  for (const length of lengths) {
    if (isDone()) break
    // A file grows only while a line is written: a kill at a length is a kill within a line, if it is fast enough.
    const when = random() % 5 === 0 ? { afterMs: random() % 900 } : { atLength: length }
    if (!(await runAndKill(out, when))) continue
    counts.kills++
    if (sizeOf(out) > 0 && lastByte(out) !== '\n') counts.torn++
  }
  const { exitCode, stderr } = await runCommand([...args, '--out', out, '--resume'])
  expect([exitCode, stderr]).toEqual([0, ''])
  // Not toBe: the difference of two files of megabytes is not worth printing.
  expect(readFileSync(out, 'utf8') === whole).toBe(true)
  rmSync(out)
}

/** Kills the command after a time, or when the file has a length; false where it ended before. */
async function runAndKill(out: string, when: { afterMs?: number; atLength?: number }): Promise<boolean> {
  const child = spawn(process.execPath, [MAIN, ...args, '--out', out, '--resume'], { stdio: 'ignore' })
  const { afterMs, atLength = 0 } = when
  const timer = afterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), afterMs)
  const watcher = watch(dirname(out), () => {
    if (afterMs === undefined && sizeOf(out) >= atLength) child.kill('SIGKILL')
  })
  const signal = await new Promise((resolve) => child.once('exit', (_, ended) => resolve(ended)))
  watcher.close()
  clearTimeout(timer)
  return signal === 'SIGKILL'
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function lastByte(path: string): string {
  const descriptor = openSync(path, 'r')
  try {
    const byte = Buffer.alloc(1)
    readSync(descriptor, byte, 0, 1, fstatSync(descriptor).size - 1)
    return byte.toString('latin1')
  } finally {
    closeSync(descriptor)
  }
}
