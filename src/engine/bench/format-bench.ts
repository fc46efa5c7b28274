// Numbers of benchmarks as text, for tables and pages.

import { formatCount } from '../../language/format-count.ts'
import type { BreakEven } from './break-even.ts'

/** The batch size from which a route is faster than the sequential one. */
export function formatBreakEven({ kind, samples }: BreakEven): string {
  const count = formatCount(samples)
  if (kind === 'reached') return `~${count}`
  return kind === 'always' ? `≤ ${count}` : `> ${count}`
}

/** A time with three digits. */
export function formatMs(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`
  if (ms < 0.1) return `${(1000 * ms).toFixed(ms < 0.01 ? 2 : 1)} µs`
  return `${ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2)} ms`
}

/** A ratio with two or three digits. */
export function formatRatio(ratio: number): string {
  if (ratio >= 100) return formatCount(ratio)
  if (ratio >= 10) return ratio.toFixed(1)
  return ratio >= 0.01 ? ratio.toFixed(2) : ratio.toPrecision(2)
}

/** A share in per cent; 100 % is all and 0 % is none, never a rounded number. */
export function formatPercent(share: number): string {
  if (share === 0 || share === 1) return `${100 * share} %`
  return `${Math.min(99.9, Math.max(0.1, 100 * share)).toFixed(1)} %`
}
