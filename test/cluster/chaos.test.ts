// Workers, submitters and the database are killed at random times: every result is there exactly once, equal to a single run.
// MEGABATT_SEED sets the order of kills.

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAlive } from '../../src/cluster/embedded/server-files.ts'
import { drawTasks } from '../../tools/gallery/draw.ts'
import { printTask } from '../../tools/gallery/print-task.ts'
import { amount } from '../amount.ts'
import { MAIN, runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { SEED, newRandom } from '../generators/seed.ts'
import { testDatabase, until } from './test-database.ts'

const KILLS = amount(3, 12)
const WORKERS = 4
const VICTIMS = [
  'submitter',
  'worker',
  'database',
  'worker',
  'worker',
  'keeper',
  'worker',
  'database',
  'worker',
] as const
/** Tasks of the gallery. */
const TASKS = 16
const temporary = temporaryFolder('chaos')
const database = testDatabase('chaos')
const { env, files } = database

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Processes that are started again whenever they end, until the end of the test. */
class Restarted {
  readonly #args: readonly string[]
  #child: ChildProcess | undefined
  #isOver = false
  #ended: Promise<void>
  stderr = ''

  constructor(args: readonly string[]) {
    this.#args = args
    this.#ended = this.#start()
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.#child?.kill('SIGTERM')
    await this.#ended
  }

  async #start(): Promise<void> {
    while (!this.#isOver) {
      const child = spawn(process.execPath, [MAIN, ...this.#args], { env: { ...process.env, ...env }, stdio: 'pipe' })
      this.#child = child
      child.stderr.on('data', (chunk) => (this.stderr += String(chunk)))
      child.stdout.resume()
      await new Promise((resolve) => child.once('close', resolve))
    }
  }
}

test(
  `after ${KILLS} kills, every result is there exactly once and equals that of a single run`,
  { timeout: 3_600_000 },
  async () => {
    const next = newRandom(SEED)
    const random = () => next() / 2 ** 32
    // Rounds differ in their grids, so that none has its results from the one before.
    const inputs = (round: number) => {
      const folder = `tasks-${round}`
      for (const task of drawTasks({ samples: 1, seed: SEED + round + 1 }).slice(0, TASKS))
        temporary.write(`${folder}/${task.id}.json`, printTask(task))
      return ['--pair', 'all', '--tasks', temporary.pathOf(folder)]
    }
    const session = await database.open()
    const workers = Array.from(
      { length: WORKERS },
      () => new Restarted(['worker', '--lease', '2', '--spare-after', '3']),
    )
    const doneChunks = async () =>
      (await session.query<{ sum: string | null }>('select sum(chunks) from progress'))[0]!.sum
    let kills = 0
    let finished = 0
    try {
      for (let round = 0; kills < KILLS || round === 0; round++) {
        const args = ['submit', ...inputs(round), '--chunk', '600']
        let submitter: ChildProcess | undefined
        let isSubmitted = false
        const submitting = (async () => {
          // As its user would: until it succeeds.
          while (!isSubmitted) {
            submitter = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env }, stdio: 'ignore' })
            isSubmitted = (await new Promise((resolve) => submitter!.once('close', resolve))) === 0
          }
        })()
        const finishing = (async () => {
          await submitting
          const out = temporary.pathOf(`fetched-${round}.jsonl`)
          const [run] = await session.query<{ id: string }>('select id from runs order by submitted_at desc limit 1')
          const outcome = await runCommand(['fetch', run!.id, '--wait', '--out', out], env)
          expect(outcome).toMatchObject({ exitCode: 0 })
          return out
        })()
        const state = { isFinished: false }
        void finishing.finally(() => (state.isFinished = true)).catch(() => undefined)
        while (!state.isFinished && kills < KILLS) {
          // In the midst of work: after a further chunk, or where there is none, all the same.
          const before = await doneChunks()
          const deadline = performance.now() + 3000
          while (!state.isFinished && performance.now() < deadline && (await doneChunks()) === before) await pause(20)
          await pause(300 * random())
          const victim = VICTIMS[kills++ % VICTIMS.length]!
          if (victim === 'worker') workers[Math.floor(random() * WORKERS)]!.kill()
          else if (victim === 'submitter') submitter?.kill('SIGKILL')
          else {
            const pid = victim === 'database' ? files.readPostmaster()?.pid : files.readServer()?.keeper
            if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL')
          }
        }
        const out = await finishing
        finished++
        const single = temporary.pathOf(`single-${round}.jsonl`)
        expect(await runCommand(['run', ...inputs(round), '--out', single], env)).toMatchObject({ exitCode: 0 })
        expect(readFileSync(out).equals(readFileSync(single)), `seed ${SEED}, round ${round}`).toBe(true)
      }
      const rows = await session.query(
        `select runs.id from runs left join progress on progress.run = runs.id
       group by runs.id having sum(progress.chunks) <> runs.chunks or sum(progress.evaluations) + known_evaluations <> runs.evaluations`,
      )
      expect(rows).toEqual([])
      const [twice] = await session.query<{ count: number }>('select count(*)::int from chunks where state <> 2')
      expect(twice).toEqual({ count: 0 })
    } finally {
      await Promise.all(workers.map((worker) => worker.end()))
    }
    expect(finished).toBeGreaterThan(0)
    await until(() => files.readServer() !== undefined)
    process.stderr.write(`chaos: ${kills} kills, ${finished} runs, seed ${SEED}\n`)
  },
)
