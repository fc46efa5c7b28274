// The colours of cells in a report: the same as in the terminal.

/** The colours from 0 to 15. */
export const CELL_COLORS = [
  '#000000',
  '#1e93ff',
  '#f93c31',
  '#4fcc30',
  '#ffdc00',
  '#999999',
  '#e53aa3',
  '#ff851b',
  '#87d8f1',
  '#921231',
  '#6254d6',
  '#00a08a',
  '#c8e86b',
  '#f7b9cf',
  '#8b5a2b',
  '#ffffff',
] as const

/** Whether dark digits are read better on a colour than light ones. */
export function isBright(color: string): boolean {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5) > 140
}
