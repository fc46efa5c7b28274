// The layout of cells of a program, known without the tables of its dialect.

import type { CellLayout, DialectId } from '../../../src/language/dialects.ts'

/** Cells of dialect t are (row, column, colour), those of the others (colour, (row, column)). */
export function layoutOfDialect(dialect: DialectId | undefined): CellLayout {
  return dialect === 't' ? 't' : 'a'
}
