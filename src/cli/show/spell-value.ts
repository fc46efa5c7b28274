// A short text of a value: Python's spelling, sets in braces, cut where it is too long.

import type { Notation } from '../../language/values/value-notation.ts'

/** The text of a value in about `limit` characters; for the rest, the count. */
export function spellValue(value: Notation, limit: number): string {
  if (value === null) return 'None'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if ('f' in value) return value.f
  if ('call' in value) return spellItems(`${value.call}(`, value.args, ')', limit)
  if ('s' in value) return spellItems('{', value.s, '}', limit)
  const items = 't' in value ? value.t : value.g.map((row): Notation => ({ t: Array.from(row, Number) }))
  return spellItems('(', items, items.length === 1 ? ',)' : ')', limit)
}

function spellItems(open: string, items: readonly Notation[], close: string, limit: number): string {
  let text = open
  for (const [k, item] of items.entries()) {
    const left = items.length - k
    const separator = k === 0 ? '' : ', '
    const room = limit - text.length - close.length
    const spelt = spellValue(item, Math.max(room, 0))
    // The last element may use the room that is reserved for the count.
    const needed = separator.length + spelt.length + (left > 1 ? ', … 1000 more'.length : 0)
    if (needed > room && (left > 1 || spelt.length > 16))
      return `${text}${separator}… ${left}${k === 0 ? '' : ' more'}${close}`
    text += separator + spelt
  }
  return text + close
}

/** The text in lines of at most so many characters, broken behind commas. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let rest = text
  while (rest.length > width) {
    const comma = rest.lastIndexOf(', ', width - 1)
    const end = comma > 0 ? comma + 1 : width
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  lines.push(rest)
  return lines
}
