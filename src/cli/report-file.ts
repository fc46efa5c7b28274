// `--report`: the HTML report of a run or a score.

import type { Command } from 'commander'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import type { GatherRequest } from '../engine/report/gather-report.ts'
import { UserError } from '../language/errors.ts'
import { formatCount } from '../language/format-count.ts'
import { INTERRUPTED } from './interrupt.ts'
import { ProgressLine } from './show/progress.ts'
import { checkWritable, writeAtomically } from './write-atomically.ts'

/** The values of the options that `addReportOptions` adds, and of --force. */
export interface ReportOptions {
  readonly report?: string
  readonly profile?: true
  readonly force?: true
}

/** Adds the options of a report. */
export function addReportOptions(command: Command): Command {
  return command
    .option('--report <file>', 'write an HTML report: tasks, grids, solved tasks, near misses, errors')
    .option('--profile', 'add the time by primitive to the report, which needs a few more runs')
}

/** Checks the options before long work. */
export function checkReport({ report, profile, force }: ReportOptions): void {
  if (report !== undefined) checkWritable(report, { force: force === true })
  else if (profile) throw new UserError('out-missing', '--profile needs a report', { advice: 'Add --report FILE.' })
}

/** Writes the report, if one is wanted. */
export async function writeReport(
  { report: path, profile, force }: ReportOptions,
  request: Omit<GatherRequest, 'backend' | 'profile' | 'onProgress'>,
): Promise<void> {
  if (path === undefined || request.signal?.aborted) return
  const { profilePrograms } = await import('../engine/profile/profile-programs.ts')
  const { gatherReport } = await import('../engine/report/gather-report.ts')
  const { renderReport } = await import('../engine/report/render-report.ts')
  const measuring = new ProgressLine('evaluations for the profile')
  const fetching = new ProgressLine('tasks for the report')
  const backend = new CpuBackend()
  try {
    const profiled = profile
      ? await profilePrograms({ ...request, settings: request.run.settings, onProgress: measuring.show })
      : undefined
    measuring.clear()
    const data = await gatherReport({
      ...request,
      backend,
      ...(profiled === undefined ? {} : { profile: profiled.profile }),
      onProgress: fetching.show,
    })
    fetching.clear()
    const page = renderReport(data)
    writeAtomically(path, page, { force: force === true })
    process.stderr.write(
      `megabatt: ${path} has ${formatCount(data.tasks.length)} tasks, ${(page.length / 1e6).toFixed(1)} MB\n`,
    )
  } catch (error) {
    if (!request.signal?.aborted) throw error
    process.stderr.write('megabatt: interrupted; the report was not written\n')
    process.exitCode = INTERRUPTED
  } finally {
    measuring.clear()
    fetching.clear()
    await backend.close()
  }
}
