// The C files of the kernels, one for each cell layout.

import type { CellLayout } from '../../../kernel/cell-layout.ts'

/** The head and the tables by layout, and what stands between them in both. */
export interface CText {
  readonly heads: Readonly<Record<CellLayout, string>>
  readonly body: string
  readonly tables: Readonly<Record<CellLayout, string>>
}

/** The file of a layout. */
export function joinCText({ heads, body, tables }: CText, layout: CellLayout): string {
  return `${heads[layout]}${body}${tables[layout]}`
}
