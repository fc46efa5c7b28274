// A small run with a result file on a simulated disk, in a simulated process.

import type { RunSettings } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import type { FileCalls } from '../../src/cli/results/file-calls.ts'
import { ResultFile, type ResultFileOptions } from '../../src/cli/results/result-file.ts'
import { runToFile } from '../../src/cli/results/run-to-file.ts'
import { makeDataset } from '../../src/data/dataset-hash.ts'
import { readTasks } from '../../src/data/read-tasks.ts'
import type { RunRequest } from '../../src/engine/run/run-programs.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { readPrograms } from '../../src/language/python/read-python.ts'
import { FLIP_BATT, FLIP_TASK, OPEN_FLIP_TASK, SAME_SOLVER } from '../cli/flip-task.ts'
import type { SimulatedProcesses } from './simulated-processes.ts'

export const OUT = 'out.jsonl'
/** Small, so that a line takes several writes. */
const BLOCK_BYTES = 128
const PROGRAMS = `${SAME_SOLVER}
def solve_flip0002(I):
    x1 = first(I)
    x2 = subgrid(x1, I)
    return x2

${FLIP_BATT}`

const backend = new CpuBackend()

/** Two tasks, with values, failures, defaults, and a sample without a known output. */
export function flipRequest(settings: Partial<RunSettings>): RunRequest {
  const tasks = readTasks([
    { name: 'flip0001.json', content: JSON.stringify(OPEN_FLIP_TASK) },
    { name: 'flip0002.json', content: JSON.stringify(FLIP_TASK) },
  ])
  return { programs: readPrograms(PROGRAMS, 'flips.py').programs, dataset: makeDataset(tasks), backend, settings }
}

/** A process that runs everything with `--resume` and ends, in whatever way. */
export async function runProcess(
  files: FileCalls,
  processes: SimulatedProcesses,
  request: RunRequest,
  others: Partial<ResultFileOptions> = {},
): Promise<RunReport> {
  const own = processes.start()
  try {
    const fixed = { resume: true, sync: true, blockBytes: BLOCK_BYTES, maxWaitingMs: Infinity }
    const options = { ...fixed, files, processes: own, ...others }
    return await runToFile(request, ResultFile.open(OUT, request, options))
  } finally {
    own.end()
  }
}
