// Writes the results of a run in the database to a result file: the file that `megabatt run --out` would have written.

import type { Session } from '../../cluster/database/session.ts'
import { planDescriptions } from '../../cluster/queue/guarded-statements.ts'
import { type BlockResult, type StoredRun, readResults } from '../../cluster/queue/read-run.ts'
import { nameSample } from '../../data/task.ts'
import { type PairResult, collectPair } from '../../engine/run/pair-result.ts'
import { SampleDescriber } from '../../engine/run/sample-result.ts'
import type { PlannedProgram } from '../../plan/plan.ts'
import type { ResultFile } from './result-file.ts'

/** Writes all results; `onPair` sees each. */
export async function fetchToFile(
  session: Session,
  run: StoredRun,
  file: ResultFile,
  onPair: (result: PairResult) => void,
): Promise<void> {
  let waiting: BlockResult[] = []
  const flush = () => {
    writeTask(run, waiting, file, onPair)
    waiting = []
    file.flushOld()
  }
  for await (const block of readResults(session, run)) {
    // The values of all programs of a task come before the pairs; without values, blocks need not wait for each other.
    if (waiting.length > 0 && (run.settings.outputs !== 'value' || waiting[0]!.task !== block.task)) flush()
    waiting.push(block)
  }
  flush()
}

const descriptions = new WeakMap<readonly number[], Pick<PlannedProgram, 'mode' | 'guarded'>[]>()

function writeTask(
  run: StoredRun,
  blocks: readonly BlockResult[],
  file: ResultFile,
  onPair: (result: PairResult) => void,
): void {
  const task = blocks[0]?.task
  if (task === undefined) return
  if (run.settings.outputs === 'value') writeValues(run, blocks, file)
  const describer = new SampleDescriber(task)
  for (const { programs, firstPair, evaluations } of blocks) {
    const planned = descriptionsOf(run, programs)
    const { values: _, ...units } = evaluations
    for (const [index, p] of programs.entries()) {
      const program = run.programs[p]!
      const pair = collectPair({ task, program, planned: planned[index]!, index, units: [units], describer })
      file.addPair(pair, firstPair + index)
      onPair(pair)
    }
  }
}

/** Sample by sample, and for each in the order of the programs. */
function writeValues(run: StoredRun, blocks: readonly BlockResult[], file: ResultFile): void {
  const { task, evaluations: first } = blocks[0]!
  for (let s = 0; s < first.sampleCount; s++) {
    const name = nameSample(task, s)
    for (const { programs, firstPair, evaluations } of blocks) {
      for (const [index, p] of programs.entries()) {
        const { mode, outputs } = run.programs[p]!
        const count = mode === 'strict' ? 1 : outputs.length
        for (let output = 0; output < count; output++) {
          const value = evaluations.values?.[index]?.[output * evaluations.sampleCount + s] ?? null
          file.addValue({ pair: firstPair + index, ...name, output, value })
        }
      }
    }
  }
}

/** The blocks of a group are the same lists for all its tasks. */
function descriptionsOf(run: StoredRun, members: readonly number[]) {
  let planned = descriptions.get(members)
  if (planned === undefined) {
    planned = planDescriptions(
      members.map((p) => run.programs[p]!),
      run.settings.keepUnused,
    )
    descriptions.set(members, planned)
  }
  return planned
}
