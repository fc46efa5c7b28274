// The tables of `megabatt bench`.

import type { RunReport } from '../../engine/run/run-report.ts'
import { formatCount } from '../../language/format-count.ts'

/** The time of a kernel on a device in one pass. */
export interface KernelTime {
  readonly kernel: string
  readonly calls: number
  readonly dispatches: number
  readonly ms: number
}

const MAX_KERNELS = 30

/** A row for each place. */
export function formatBench(reports: readonly { readonly name: string; readonly report: RunReport }[]): string {
  const rows = reports.map(({ name, report }) => {
    const { work, time, evaluations } = report
    return [
      name,
      `${time.runMs.toFixed(1)} ms`,
      formatCount(evaluations / (time.runMs / 1000)),
      formatCount(work.dispatches),
      formatCount(work.upload.count),
      formatCount(work.upload.bytes),
      formatCount(work.download.count),
      formatCount(work.download.bytes),
      `${formatCount(report.right)} of ${formatCount(evaluations)}`,
    ]
  })
  const heads = ['', 'time', 'evaluations/s', 'dispatches', 'uploads', 'bytes up', 'read-backs', 'bytes down', 'right']
  const { device } = reports.find(({ report }) => report.device !== null)?.report ?? { device: null }
  return [...align([heads, ...rows]), ...(device === null ? [] : [`device: ${device}`])].join('\n')
}

/** A row for each kernel, the longest time first. */
export function formatKernelTimes(kernels: readonly KernelTime[]): string {
  const total = kernels.reduce((sum, { ms }) => sum + ms, 0)
  const rows = kernels
    .slice(0, MAX_KERNELS)
    .map(({ kernel, calls, dispatches, ms }) => [
      kernel,
      formatCount(calls),
      formatCount(dispatches),
      ms.toFixed(3),
      `${((100 * ms) / Math.max(total, 1e-9)).toFixed(1)} %`,
      calls === 0 ? '' : formatCount((ms * 1e6) / calls),
    ])
  const more = kernels.length > MAX_KERNELS ? [`… and ${kernels.length - MAX_KERNELS} more`] : []
  return ['', ...align([['on the device', 'calls', 'dispatches', 'ms', 'share', 'ns a call'], ...rows]), ...more].join(
    '\n',
  )
}

/** Columns of equal width; the first to the left, the others to the right. */
function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]!) : cell.padStart(widths[k]!))).join('  '),
  )
}
