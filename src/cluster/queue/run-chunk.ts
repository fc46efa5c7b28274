// Runs a chunk: its blocks on their tasks, on any backend, and packs the results.

import type { Backend, Evaluations, Unit } from '../../backends/backend.ts'
import { outputCount } from '../../backends/evaluations.ts'
import { type Task, samplesOf } from '../../data/task.ts'
import { PairCounter } from '../../engine/run/pair-counts.ts'
import { isPassed } from '../../engine/run/pair-verdict.ts'
import { packResults } from '../store/pack-results.ts'
import type { ClaimedChunk, ItemResult, ItemScore } from './chunk-queue.ts'
import type { ContentCache, PlannedBlock } from './content-cache.ts'

/** The most samples of a unit. */
const UNIT_SAMPLES = 256

/** What a chunk is run with. */
export interface ChunkContext {
  readonly cache: ContentCache
  readonly backend: Backend
  readonly signal?: AbortSignal | undefined
}

/** The results of a chunk, item by item; undefined where the signal ended it. */
export async function runChunk(chunk: ClaimedChunk, context: ChunkContext): Promise<ItemResult[] | undefined> {
  const { cache, backend, signal } = context
  const tasks = await cache.readTasks(chunk.tasks)
  const blocks: PlannedBlock[] = []
  for (const hash of chunk.blocks) blocks.push(await cache.readBlock(hash, chunk.settings.keepUnused))
  // Plans of a block are numbered once, however many items have it.
  const plans = [...new Set(blocks.flatMap((block) => block.plans))]
  const numberOf = new Map(plans.map((plan, number) => [plan, number]))
  const units = blocks.map((block, k) =>
    cutUnits(
      block.plans.map((plan) => numberOf.get(plan)!),
      tasks[k]!,
    ),
  )
  const results: ItemResult[] = []
  let parts: Evaluations[] = []
  const finishItems = () => {
    // Several at once: a task without samples has no units.
    while (results.length < units.length && parts.length === units[results.length]!.length) {
      const k = results.length
      results.push(describeItem(chunk, k, blocks[k]!, tasks[k]!, parts))
      parts = []
    }
  }
  finishItems()
  for await (const part of backend.run(plans, units.flat(), chunk.settings, signal)) {
    if (signal?.aborted === true) return undefined
    parts.push(part)
    finishItems()
  }
  return results.length === units.length ? results : undefined
}

/** The units of an item: its plans in turn on each range of samples. */
function cutUnits(plans: readonly number[], task: Task): Unit[] {
  const count = samplesOf(task).length
  const units: Unit[] = []
  for (let from = 0; from < count; from += UNIT_SAMPLES)
    for (const plan of plans) units.push({ plan, task, from, to: Math.min(count, from + UNIT_SAMPLES) })
  return units
}

function describeItem(
  chunk: ClaimedChunk,
  item: number,
  { plans, places, hashes }: PlannedBlock,
  task: Task,
  parts: readonly Evaluations[],
): ItemResult {
  const unitsOf = plans.map((_, plan) => parts.filter((__, k) => k % plans.length === plan))
  const counts = { total: 0, right: 0, wrong: 0, errors: 0, limits: 0, unknown: 0 }
  const scores: ItemScore[] = []
  const counter = new PairCounter(task)
  const programs = places.map(({ plan, index, planned }, p) => {
    const own = counter.count(index, unitsOf[plan]!)
    for (const key of ['total', 'right', 'wrong', 'errors', 'limits', 'unknown'] as const)
      counts[key] += own.counts[key]
    if (isPassed(own.verdict)) {
      const { demos, tests } = own.tally
      scores.push({ program: hashes[p]!, verdict: own.verdict, demosRight: demos.right, testsRight: tests.right })
    }
    const isBatt = planned.mode === 'guarded'
    return {
      units: unitsOf[plan]!,
      index,
      guardedCount: isBatt ? planned.guarded.length : 0,
      candidateCount: isBatt ? planned.candidates.length : 0,
      outputCount: outputCount(planned),
    }
  })
  const content = packResults(programs, samplesOf(task).length)
  return { task: chunk.tasks[item]!, block: chunk.blocks[item]!, counts, content, scores }
}
