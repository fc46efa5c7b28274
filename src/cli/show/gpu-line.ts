// The GPU's part in a run, as one line.

import type { RunReport } from '../../engine/run/run-report.ts'
import { formatCount } from '../../language/format-count.ts'

/** A line for stderr: how many of the calls ran on the GPU, how, and on which device. */
export function formatGpuLine({ work, gpu, device }: RunReport): string {
  const { onGpu, onCpu, dispatches, upload, download } = work
  const total = onGpu + onCpu
  const parts = [
    `${formatCount(onGpu)} of ${formatCount(total)} calls (${formatShare(onGpu, total)}) in ${count(dispatches, 'dispatch', 'dispatches')}`,
    count(upload.count, 'upload', 'uploads'),
    count(download.count, 'read-back', 'read-backs'),
    device ?? 'no device',
  ]
  if (gpu !== null && gpu.verified > 0) parts.push(`${count(gpu.verified, 'row', 'rows')} verified`)
  const lines = [`GPU: ${parts.join(', ')}`]
  for (const { reason, detail: why, rows, program, statement } of gpu?.fallbacks ?? []) {
    const detail = program === undefined ? why : `${statement} of ${program}, ${why}`
    lines.push(
      rows === 0 ? `  ${reason}: ${detail}` : `  ${count(rows, 'row', 'rows')} on the CPU, ${reason}: ${detail}`,
    )
  }
  return lines.join('\n')
}

// 100 % is printed only for all of them.
function formatShare(part: number, whole: number): string {
  if (whole === 0 || part === whole) return `${whole === 0 ? 0 : 100} %`
  return `${Math.min(99.9, (100 * part) / whole).toFixed(1)} %`
}

function count(number: number, one: string, many: string): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`
}
