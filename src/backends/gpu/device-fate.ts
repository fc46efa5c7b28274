// Errors that end a device: how a report names them, and whether the device may be opened again.

import type { MegabattError } from '../../language/errors.ts'
import type { FallbackReason } from '../gpu-report.ts'

const FATES: Readonly<Record<string, FallbackReason>> = {
  'gpu-lost': 'device-lost',
  'gpu-hung': 'device-hung',
  'gpu-untrusted': 'untrusted',
}
const HOPELESS: ReadonlySet<string> = new Set(['gpu-untrusted', 'gpu-kernel'])

/** The reason for a fallback after this error. */
export function fateOf({ code }: MegabattError): FallbackReason {
  return FATES[code] ?? 'device-failed'
}

/** False for errors that would recur. */
export function mayReopen({ code }: MegabattError): boolean {
  return !HOPELESS.has(code)
}
