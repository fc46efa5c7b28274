// Reads a run back: programs, tasks and settings as they were submitted, and the results block by block.

import type { Evaluations, RunSettings } from '../../backends/backend.ts'
import { makeDataset } from '../../data/dataset-hash.ts'
import type { Dataset, Task } from '../../data/task.ts'
import { type Pairing, pairPrograms } from '../../engine/run/pair-programs.ts'
import { EnvironmentError, UserError } from '../../language/errors.ts'
import type { Program } from '../../language/program.ts'
import type { Session } from '../database/session.ts'
import { unpackResults } from '../store/pack-results.ts'
import { unpackPrograms } from '../store/stored-program.ts'
import type { StoredSettings } from '../store/stored-settings.ts'
import { unpackTask } from '../store/stored-task.ts'
import { inBatches } from './insert-rows.ts'

/** A run as it was submitted. */
export interface StoredRun {
  readonly id: string
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  readonly pairing: Pairing
  readonly settings: StoredSettings
  readonly outputs: RunSettings['outputs'] | 'grid'
}

/** The results of the programs of one block on one task. */
export interface BlockResult {
  readonly task: Task
  /** Indexes of programs, in the order of the evaluations. */
  readonly programs: readonly number[]
  /** The number of the first pair of these in the order of pairs. */
  readonly firstPair: number
  /** All samples in one unit. */
  readonly evaluations: Evaluations
}

const BATCH = 512

/** Reads a run; throws for one that is not there. */
export async function readRun(session: Session, id: string): Promise<StoredRun> {
  const [row] = await session.query<{ pairing: Pairing; outputs: StoredRun['outputs']; content: StoredSettings }>(
    'select pairing, outputs, content from runs join settings on settings.hash = runs.settings where id = $1',
    [id],
  )
  if (row === undefined) throw unknownRun(id)
  const parts = await session.query<{ content: Buffer }>(
    'select content from run_programs where run = $1 order by number',
    [id],
  )
  const tasks: Task[] = []
  for (const hashes of inBatches(await readHashes(session, id, 'task'), BATCH)) {
    const rows = await session.query<{ hash: Buffer; content: Buffer }>(
      'select hash, content from unnest($1::bytea[]) with ordinality as wanted (hash, number) join tasks using (hash) order by number',
      [hashes],
    )
    for (const { hash, content } of rows) tasks.push(unpackTask(content, hash))
  }
  return {
    id,
    programs: parts.flatMap(({ content }) => unpackPrograms(content)),
    dataset: makeDataset(tasks),
    pairing: row.pairing,
    outputs: row.outputs,
    settings: row.content,
  }
}

/** The error for a run that is not in the database. */
export function unknownRun(id: string): UserError {
  return new UserError('run-unknown', `There is no run ${JSON.stringify(id.slice(0, 40))} in the database`, {
    advice: '`megabatt status` lists the runs; `megabatt submit` prints the id of a new one.',
  })
}

/** Yields the results of a finished run, task by task in the order of pairs. */
export async function* readResults(
  session: Session,
  run: Pick<StoredRun, 'id' | 'programs' | 'dataset' | 'pairing'>,
): AsyncGenerator<BlockResult> {
  const [row] = await session.query<{ settings: Buffer }>('select settings from runs where id = $1', [run.id])
  if (row === undefined) throw unknownRun(run.id)
  const blockHashes = await readHashes(session, run.id, 'block')
  const lengths = await readLengths(session, blockHashes)
  const taskHashes = await readHashes(session, run.id, 'task')
  const { tasks } = run.dataset
  let firstBlock = 0
  let firstPair = 0
  for (const group of pairPrograms(run.programs, tasks, run.pairing)) {
    const blocks: number[][] = []
    for (let from = 0; from < group.programs.length; from += blocks.at(-1)!.length)
      blocks.push(group.programs.slice(from, from + lengths[firstBlock + blocks.length]!))
    const hashes = blockHashes.slice(firstBlock, firstBlock + blocks.length)
    for (const t of group.tasks) {
      let block = 0
      for (const batch of inBatches(hashes, BATCH)) {
        const rows = await session.query<{ content: Buffer }>(
          `select content from unnest($3::bytea[]) with ordinality as wanted (block, number)
           join results using (block) where settings = $1 and task = $2 order by number`,
          [row.settings, taskHashes[t], batch],
        )
        if (rows.length < batch.length) throw lostResults(run.id)
        for (const { content } of rows) {
          const programs = blocks[block++]!
          yield { task: tasks[t]!, programs, firstPair, evaluations: unpackResults(content) }
          firstPair += programs.length
        }
      }
    }
    firstBlock += blocks.length
  }
}

/** The numbers of programs of blocks. */
async function readLengths(session: Session, hashes: readonly Buffer[]): Promise<number[]> {
  const lengths: number[] = []
  for (const batch of inBatches(hashes, BATCH)) {
    const rows = await session.query<{ length: number }>(
      `select cardinality(programs) as length from unnest($1::bytea[]) with ordinality as wanted (hash, number)
       join blocks using (hash) order by number`,
      [batch],
    )
    lengths.push(...rows.map(({ length }) => length))
  }
  return lengths
}

function lostResults(id: string): EnvironmentError {
  return new EnvironmentError(
    'results-missing',
    `Results of run ${id} are not in the database, though it is finished`,
    {
      advice:
        'Somebody has deleted them, or a backup was restored in part. Delete the run and submit it again (docs/cluster.md).',
    },
  )
}

async function readHashes(session: Session, run: string, kind: 'task' | 'block'): Promise<Buffer[]> {
  const rows = await session.query<{ hashes: Buffer[] }>(
    'select hashes from run_hashes where run = $1 and kind = $2 order by number',
    [run, kind],
  )
  return rows.flatMap(({ hashes }) => hashes)
}
