// Runs programs and writes the results to a file.

import { type RunRequest, runPrograms } from '../../engine/run/run-programs.ts'
import type { RunReport } from '../../engine/run/run-report.ts'
import type { ResultFile } from './result-file.ts'

/** Runs the pairs that the file has no results of. The file is complete and closed before the report is returned. */
export async function runToFile(request: RunRequest, file: ResultFile): Promise<RunReport> {
  try {
    const report = await runPrograms({
      ...request,
      earlier: file.earlier,
      onPair: file.addPair,
      onValue(value) {
        file.addValue(value)
        request.onValue?.(value)
      },
      onProgress(progress) {
        file.flushOld()
        request.onProgress?.(progress)
      },
    })
    file.close()
    return report
  } catch (error) {
    file.abandon()
    throw error
  }
}
