// Tables of text for the terminal: aligned columns, the last one cut to the width.

/** A column of a table. */
export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Left out where the table is too wide, the last such column first. */
  readonly isOptional?: true
}

const GAP = 2

/** The lines of a table: the titles, then the rows. Texts have no escape codes; the last column fills the rest of the width. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const dropped = findDropped(columns, rows, width)
  if (dropped >= 0) {
    const keep = (_: unknown, k: number) => k !== dropped
    return formatTable(
      columns.filter(keep),
      rows.map((row) => row.filter(keep)),
      width,
    )
  }
  const widths = columns.map(({ title }, k) => rows.reduce((most, row) => Math.max(most, row[k]!.length), title.length))
  const last = columns.length - 1
  const before = widths.slice(0, last).reduce((sum, own) => sum + own + GAP, 0)
  const room = Math.max(columns[last]!.title.length, width - before)
  const format = (cells: readonly string[]): string =>
    cells
      .map((cell, k) => {
        if (k === last) return cutText(cell, room)
        return columns[k]!.align === 'right' ? cell.padStart(widths[k]!) : cell.padEnd(widths[k]!)
      })
      .join(' '.repeat(GAP))
      .trimEnd()
  return [columns.map(({ title }) => title), ...rows].map(format)
}

/** The column to leave out; -1 if the table fits, or if all others are needed. */
function findDropped(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): number {
  const widthOf = (k: number) => rows.reduce((most, row) => Math.max(most, row[k]!.length), columns[k]!.title.length)
  let total = columns.at(-1)!.title.length
  for (let k = 0; k < columns.length - 1; k++) total += widthOf(k) + GAP
  return total <= width ? -1 : columns.findLastIndex(({ isOptional }) => isOptional === true)
}

function cutText(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`
}
