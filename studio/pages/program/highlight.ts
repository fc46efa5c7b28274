// The cells of the input that belong to the value under the pointer.

import { signal } from '@preact/signals'
import type { PatchCell } from '../../../src/language/values/value-shapes.ts'

/** The cells; undefined if no value is under the pointer. */
export const hoveredCells = signal<readonly PatchCell[] | undefined>(undefined)
