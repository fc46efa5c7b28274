// Submits a run: programs, tasks and chunks go to the database in one transaction, so a run is there as a whole or not at all.

import type { RunSettings } from '../../backends/backend.ts'
import { samplesOf } from '../../data/task.ts'
import { pairPrograms } from '../../engine/run/pair-programs.ts'
import { runKey } from '../../engine/run/run-key.ts'
import { settleSettings } from '../../engine/run/run-pass.ts'
import type { RunRequest } from '../../engine/run/run-programs.ts'
import type { Session, Statements } from '../database/session.ts'
import { hashBlock, mergeBlock, packProgram, packPrograms } from '../store/stored-program.ts'
import { hashSettings, orderSettings, type StoredSettings } from '../store/stored-settings.ts'
import { hashOfTask, packTask } from '../store/stored-task.ts'
import { FAILED_CHUNK, READY, SUBMITTED } from './chunk-states.ts'
import { type CutChunk, type GroupOfBlocks, type Item, chunkSize, cutBlocks, cutChunks } from './cut-chunks.ts'
import { inBatches, insertRows } from './insert-rows.ts'

/** A program that was made from another one, by indexes. */
export interface Descent {
  readonly child: number
  readonly parent: number
  /** How it was made, as in 'mutation'. */
  readonly change: string
}

/** The parameters of a submission. */
export interface Submission {
  /** The id of the run; default: its key, so that the same run is submitted once. */
  readonly id?: string | undefined
  readonly request: Pick<RunRequest, 'programs' | 'dataset' | 'pairing' | 'settings' | 'keepUnused'>
  /** The form of outputs in the result file; `grid` is `value` with grids as plain JSON. */
  readonly outputs: RunSettings['outputs'] | 'grid'
  /** The evaluations of a chunk; default: up to 32,768, fewer in small runs. */
  readonly chunkSize?: number | undefined
  /** The chunks of a small run; default: 64. */
  readonly minChunks?: number | undefined
  /** Chunks of a higher priority come first; default: 0. */
  readonly priority?: number | undefined
  readonly lineage?: readonly Descent[] | undefined
}

/** A run that is in the database. */
export interface SubmittedRun {
  readonly id: string
  /** Whether it was submitted before: then only its failed chunks are queued again. */
  readonly isKnown: boolean
  readonly evaluations: number
  /** Evaluations whose results are in the database already. */
  readonly knownEvaluations: number
  readonly chunks: number
}

/** Programs, tasks and labels of a part are written in one statement. */
const PART_PROGRAMS = 256
const PART_HASHES = 4096

/** Submits a run; submitting it again changes nothing but queues its failed chunks again. */
export async function submitRun(session: Session, submission: Submission): Promise<SubmittedRun> {
  const prepared = prepareRun(submission)
  return session.transaction(async (statements) => {
    // Somebody may be submitting the same run.
    await statements.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [prepared.id])
    const [known] = await statements.query<{ evaluations: string; known_evaluations: string; chunks: number }>(
      'select evaluations, known_evaluations, chunks from runs where id = $1',
      [prepared.id],
    )
    await writeLineage(statements, prepared, submission.lineage ?? [])
    if (known !== undefined) {
      await statements.query(
        `update chunks set state = ${READY}, attempts = 0, failures = 0 where run = $1 and state = ${FAILED_CHUNK}`,
        [prepared.id],
      )
      return {
        id: prepared.id,
        isKnown: true,
        evaluations: Number(known.evaluations),
        knownEvaluations: Number(known.known_evaluations),
        chunks: known.chunks,
      }
    }
    await writeContent(statements, prepared)
    const isKnown = await findKnown(statements, prepared)
    const size = prepared.chunkSize
    const chunks = cutChunks(prepared.groups, prepared.sampleCount, size, (item) => !isKnown(item))
    const queued = chunks.reduce((sum, { evaluations }) => sum + evaluations, 0)
    await writeRun(statements, prepared, submission, chunks, queued)
    await statements.query(`notify ${SUBMITTED}`)
    const { id, evaluations } = prepared
    return { id, isKnown: false, evaluations, knownEvaluations: evaluations - queued, chunks: chunks.length }
  })
}

interface PreparedRun {
  readonly id: string
  readonly request: Submission['request']
  readonly settings: StoredSettings
  readonly settingsHash: Buffer
  readonly groups: readonly GroupOfBlocks[]
  /** By group and block. */
  readonly blockHashes: readonly (readonly Buffer[])[]
  /** By group and block, the hashes of the programs. */
  readonly programHashes: readonly (readonly (readonly Buffer[])[])[]
  readonly taskHashes: readonly Buffer[]
  readonly evaluations: number
  readonly pairs: number
  readonly chunkSize: number
  readonly sampleCount: (task: number) => number
}

function prepareRun({ id, request, chunkSize: wantedSize, minChunks }: Submission): PreparedRun {
  const { programs, dataset, pairing = 'own', keepUnused = false } = request
  const settings = orderSettings({ ...settleSettings(request.settings, pairing), keepUnused })
  const sampleCounts = dataset.tasks.map((task) => samplesOf(task).length)
  const paired = pairPrograms(programs, dataset.tasks, pairing)
  let evaluations = 0
  let pairs = 0
  for (const group of paired) {
    pairs += group.programs.length * group.tasks.length
    for (const t of group.tasks) evaluations += group.programs.length * sampleCounts[t]!
  }
  const size = wantedSize ?? chunkSize(evaluations, minChunks)
  const groups = cutBlocks(paired, (t) => sampleCounts[t]!, wantedSize, minChunks)
  const programHashes = groups.map(({ blocks }) =>
    blocks.map(
      (block) =>
        mergeBlock(
          block.map((p) => programs[p]!),
          keepUnused,
        ).hashes,
    ),
  )
  return {
    id: id ?? runKey(request),
    request,
    settings,
    settingsHash: hashSettings(settings),
    groups,
    programHashes,
    blockHashes: programHashes.map((blocks) => blocks.map(hashBlock)),
    taskHashes: dataset.tasks.map(hashOfTask),
    evaluations,
    pairs,
    chunkSize: size,
    sampleCount: (task) => sampleCounts[task]!,
  }
}

/** Writes what is kept by content hash. In the order of the hashes: submissions at the same time wait for each other in one order. */
async function writeContent(statements: Statements, prepared: PreparedRun): Promise<void> {
  const { request, settings, settingsHash, groups, programHashes, blockHashes, taskHashes } = prepared
  await insertRows(statements, 'settings', { hash: 'bytea', content: 'jsonb' }, [
    [settingsHash, JSON.stringify(settings)],
  ])
  const tasks = request.dataset.tasks.map((task, t) => ({ hash: taskHashes[t]!, task }))
  const columns = { hash: 'bytea', content: 'bytea' }
  for (const batch of inBatches(sorted(tasks), PART_PROGRAMS)) {
    const rows = batch.map(({ hash, task }) => [hash, task.id, packTask(task)])
    await insertRows(statements, 'tasks', { hash: 'bytea', id: 'text', content: 'bytea' }, rows)
  }
  const programs = groups.flatMap(({ blocks }, g) =>
    blocks.flatMap((block, b) => block.map((p, k) => ({ hash: programHashes[g]![b]![k]!, program: p }))),
  )
  for (const batch of inBatches(sorted(programs), PART_PROGRAMS)) {
    const rows = batch.map(({ hash, program }) => [hash, packProgram(request.programs[program]!)])
    await insertRows(statements, 'programs', columns, rows)
  }
  const blocks = groups.flatMap((group, g) =>
    group.blocks.map((_, b) => ({ hash: blockHashes[g]![b]!, members: programHashes[g]![b]! })),
  )
  for (const { hash, members } of sorted(blocks))
    await statements.query('insert into blocks values ($1, $2) on conflict do nothing', [hash, members])
}

function sorted<Hashed extends { readonly hash: Buffer }>(items: readonly Hashed[]): Hashed[] {
  return items.toSorted((a, b) => Buffer.compare(a.hash, b.hash))
}

/** Finds the items whose results are known, whichever run they are of. */
async function findKnown(statements: Statements, prepared: PreparedRun): Promise<(item: Item) => boolean> {
  const { settingsHash, taskHashes, blockHashes } = prepared
  const known = new Set<string>()
  const nameOf = (task: Buffer, block: Buffer) => task.toString('latin1') + block.toString('latin1')
  const items = cutChunks(prepared.groups, prepared.sampleCount, Infinity).flatMap((chunk) => chunk.items)
  for (const batch of inBatches(items, PART_HASHES)) {
    const rows = await statements.query<{ task: Buffer; block: Buffer }>(
      `select task, block from unnest($2::bytea[], $3::bytea[]) as item (task, block)
       join results using (task, block) where settings = $1`,
      [
        settingsHash,
        batch.map(({ task }) => taskHashes[task]!),
        batch.map(({ group, block }) => blockHashes[group]![block]!),
      ],
    )
    for (const { task, block } of rows) known.add(nameOf(task, block))
  }
  return ({ group, block, task }) => known.has(nameOf(taskHashes[task]!, blockHashes[group]![block]!))
}

async function writeRun(
  statements: Statements,
  prepared: PreparedRun,
  { outputs, priority = 0 }: Submission,
  chunks: readonly CutChunk[],
  queued: number,
): Promise<void> {
  const { id, request, settingsHash, taskHashes, blockHashes, evaluations, pairs } = prepared
  const { programs, dataset, pairing = 'own' } = request
  const sums = [evaluations, evaluations - queued, chunks.length]
  const counts = [programs.length, dataset.tasks.length, pairs, ...sums]
  await statements.query(
    `insert into runs (id, settings, pairing, outputs, programs, tasks, pairs, evaluations, known_evaluations, chunks)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, settingsHash, pairing, outputs, ...counts],
  )
  for (const [number, part] of inBatches(programs, PART_PROGRAMS).entries())
    await statements.query('insert into run_programs values ($1, $2, $3)', [id, number, packPrograms(part)])
  for (const [kind, hashes] of [['task', taskHashes] as const, ['block', blockHashes.flat()] as const])
    for (const [number, part] of inBatches(hashes, PART_HASHES).entries())
      await statements.query('insert into run_hashes values ($1, $2, $3, $4)', [id, kind, number, part])
  for (const batch of inBatches(chunks, PART_PROGRAMS)) {
    // An array of arrays would have to be a rectangle: each chunk is a text of hashes instead.
    await statements.query(
      `insert into chunks (run, settings, priority, blocks, tasks, evaluations)
       select $1, $2, $3, cut.blocks::bytea[], cut.tasks::bytea[], cut.evaluations
       from unnest($4::text[], $5::text[], $6::int[]) with ordinality as cut (blocks, tasks, evaluations, number)
       order by cut.number`,
      [
        id,
        settingsHash,
        priority,
        batch.map(({ items }) => spellHashes(items.map(({ group, block }) => blockHashes[group]![block]!))),
        batch.map(({ items }) => spellHashes(items.map(({ task }) => taskHashes[task]!))),
        batch.map((chunk) => chunk.evaluations),
      ],
    )
  }
}

function spellHashes(hashes: readonly Buffer[]): string {
  return `{${hashes.map((hash) => `"\\\\x${hash.toString('hex')}"`).join()}}`
}

async function writeLineage(
  statements: Statements,
  { groups, programHashes }: PreparedRun,
  lineage: readonly Descent[],
): Promise<void> {
  if (lineage.length === 0) return
  const hashOf = new Map<number, Buffer>()
  for (const [g, { blocks }] of groups.entries())
    for (const [b, block] of blocks.entries())
      for (const [k, p] of block.entries()) hashOf.set(p, programHashes[g]![b]![k]!)
  const rows = lineage
    .map(({ child, parent, change }) => [hashOf.get(child), hashOf.get(parent), change])
    .filter(([child, parent]) => child !== undefined && parent !== undefined)
  for (const batch of inBatches(rows, PART_HASHES))
    await insertRows(statements, 'lineage', { child: 'bytea', parent: 'bytea', change: 'text' }, batch)
}
