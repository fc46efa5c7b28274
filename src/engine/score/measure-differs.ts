// Measures with C given: runs the batts that have differs and adds up the worth of these on the demo pairs.

import type { Backend } from '../../backends/backend.ts'
import { listJobs } from '../run/pair-order.ts'
import { type Pairing, pairPrograms } from '../run/pair-programs.ts'
import type { PairSummary } from '../run/pair-result.ts'
import { type RunRequest, runPrograms } from '../run/run-programs.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { DifferMeter, type DifferWorth, listMeasures } from './differ-worth.ts'

/** The parameters of measuring. */
export interface MeasureRequest extends Pick<
  RunRequest,
  'programs' | 'dataset' | 'settings' | 'keepUnused' | 'onProgress' | 'signal'
> {
  readonly pairing: Pairing
  readonly backend: Backend
  /** The result of a program on a task while solving. */
  readonly resultOf: (program: number, task: string) => PairSummary | undefined
}

/** The worth of each differ. Test pairs do not count: in a competition their outputs are not known. */
export async function measureDiffers(request: MeasureRequest): Promise<DifferWorth[]> {
  const { dataset, pairing, resultOf, settings } = request
  const meter = new DifferMeter()
  const batts = request.programs
    .map((program, index) => ({ program, index, measures: listMeasures(program) }))
    .filter(({ measures }) => measures.length > 0)
  const programs = batts.map(({ program }) => program)
  const groups = pairPrograms(programs, dataset.tasks, pairing)
  if (groups.length === 0) return []
  const pairs = listJobs(groups, dataset).flatMap(({ task, programs: members }) =>
    members.map((p) => ({ batt: batts[p]!, task })),
  )
  let values: (Notation | null)[] = []
  await runPrograms({
    ...request,
    programs,
    settings: { ...settings, measure: true, outputs: 'value' },
    // The values of a batt on a sample come one after the other, in the order of its outputs.
    onValue({ pair, set, number, output, value }) {
      const { batt, task } = pairs[pair]!
      values.push(value)
      if (output < batt.program.outputs.length - 1) return
      if (set === 'demo') {
        const result = resultOf(batt.index, task.id)
        meter.add(batt.measures, values, (candidate) => {
          const own = result?.battOutputs?.[candidate]
          return own?.kind === 'o' && own.samples[number - 1]?.verdict === 'right'
        })
      }
      values = []
    },
  })
  return meter.finish()
}
