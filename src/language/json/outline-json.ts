// Outline of a JSON text: offsets of the members of an object or the items of a list, and of the items of nested lists.
//
// JSON.parse is fast but reports no places. One pass over brackets and strings finds the offsets. It also accepts broken
// text; offsets found there may be wrong and are used only to place error messages.

/** Start and end offsets of the items of a list; an end includes trailing blanks. */
export interface JsonItems {
  readonly starts: number[]
  readonly ends: number[]
}

/** The offset of a member value, and its items if it is a list. */
export interface JsonMember {
  readonly at: number
  readonly items: JsonItems
}

/** The outline of one JSON value. */
export interface JsonOutline {
  /** The items of a list. */
  readonly items: JsonItems
  /** The members of an object by their keys as written; the last of equal keys. */
  readonly members: ReadonlyMap<string, JsonMember>
  /** End of the value, or of the text if the value is not closed. */
  readonly end: number
  /** Number of objects and lists, including the value itself. */
  readonly containerCount: number
  /** First offset beyond the maximum nesting, if any; the outline ends there. */
  readonly deepAt: number | undefined
  /** First object with too many keys for a program file, if any; JSON.parse is slow on such objects. */
  readonly crowdedAt: number | undefined
}

const MAX_KEYS = 100

const TAB = 9
const NEWLINE = 10
const SPACE = 32
const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Outlines the value at `start` within the half-open range [start, limit). */
export function outlineJson(text: string, start: number, limit: number, maxDepth: number): JsonOutline {
  const items: JsonItems = { starts: [], ends: [] }
  const members = new Map<string, JsonMember>()
  const isList = text.charCodeAt(start) === OPEN_BRACKET
  let depth = 0
  let containerCount = 0
  let deepAt: number | undefined
  let crowdedAt: number | undefined
  const keyCounts: number[] = []
  // The list that collects items, by the depth of its items.
  let inner: JsonItems | undefined
  let key: string | undefined
  // The next token is an item, key or value of the outer two levels.
  let isFresh = false
  let at = start
  for (; at < limit; at++) {
    const c = text.charCodeAt(at)
    if (c === SPACE || c === NEWLINE || c === TAB) continue
    const list = depth === 1 && isList ? items : depth === 2 ? inner : undefined
    if (isFresh && c !== CLOSE_BRACKET && c !== CLOSE_BRACE) {
      isFresh = false
      if (list !== undefined) list.starts.push(at)
      else if (depth === 1 && key !== undefined) {
        const member: JsonMember = { at, items: { starts: [], ends: [] } }
        if (members.size <= MAX_KEYS) members.set(key, member)
        inner = c === OPEN_BRACKET ? member.items : undefined
        key = undefined
      } else if (depth === 1 && c === QUOTE) {
        const end = skipString(text, at, limit)
        key = text.slice(at + 1, end - 1)
        at = end - 1
        continue
      }
    }
    switch (c) {
      case QUOTE:
        at = skipString(text, at, limit) - 1
        break
      case COLON:
        isFresh = depth === 1 && !isList
        keyCounts[depth] = (keyCounts[depth] ?? 0) + 1
        if (keyCounts[depth]! > MAX_KEYS) crowdedAt ??= at
        break
      case COMMA:
        if (list !== undefined && list.ends.length < list.starts.length) list.ends.push(at)
        isFresh = depth <= 2
        break
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth++
        containerCount++
        if (depth > maxDepth) {
          deepAt = at
          break
        }
        keyCounts[depth] = 0
        isFresh = depth <= 2
        break
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        if (list !== undefined && list.ends.length < list.starts.length) list.ends.push(at)
        if (depth === 2) inner = undefined
        depth--
        isFresh = false
        break
      default:
    }
    if (depth <= 0 || deepAt !== undefined) break
  }
  const end = Math.min(at + 1, limit)
  for (const list of [items, ...(inner === undefined ? [] : [inner])]) {
    if (list.ends.length < list.starts.length) list.ends.push(end)
  }
  return { items, members, end, containerCount, deepAt, crowdedAt }
}

/** The offset after a string; an unclosed string ends with its line. */
function skipString(text: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at++) {
    const c = text.charCodeAt(at)
    if (c === QUOTE) return at + 1
    if (c === NEWLINE) return at
    if (c === BACKSLASH) at++
  }
  return limit
}
