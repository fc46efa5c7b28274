// The settings that results depend on, as stored content.

import { createHash } from 'node:crypto'
import type { RunSettings } from '../../backends/backend.ts'

/** The settings of an evaluation. */
export interface StoredSettings extends RunSettings {
  readonly keepUnused: boolean
}

const HASH_BYTES = 16

/** The fields in one order, so that equal settings have one hash. */
export function orderSettings({ budget, allowance, measure, outputs, keepUnused }: StoredSettings): StoredSettings {
  return { budget, allowance, measure, outputs, keepUnused }
}

/** The hash of settings. */
export function hashSettings(settings: StoredSettings): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(orderSettings(settings)))
    .digest()
    .subarray(0, HASH_BYTES)
}
