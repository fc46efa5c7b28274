// Shares in per cent: 100 % is all and 0 % is none, never a rounded number.

import { NO_BREAK } from './wrap-text.ts'

const TENTHS = 1000

/** A share in per cent, rounded down to tenths; more than none is at least 0.1 %. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return `0${NO_BREAK}%`
  const tenths = Math.max(part > 0 ? 1 : 0, Math.floor((TENTHS * part) / whole))
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}${NO_BREAK}%`
}
