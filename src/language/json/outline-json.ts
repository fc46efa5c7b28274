// Where the parts of a JSON text stand: the members of an object or the items of a list, and the items of lists in those.
//
// JSON.parse is fast and says nothing about places. One walk along brackets and strings finds those that are needed, and
// works on broken text, too: what it finds there may be wrong, and is only used to say where something is broken.

/** The items of a list: where each begins, and where each ends, blanks behind it included. */
export interface JsonItems {
  readonly starts: number[]
  readonly ends: number[]
}

/** A member of an object: where its value begins, and the items if that is a list. */
export interface JsonMember {
  readonly at: number
  readonly items: JsonItems
}

/** What stands where in one JSON value. */
export interface JsonOutline {
  /** The items, if the value is a list. */
  readonly items: JsonItems
  /** The members by their keys as written, if the value is an object; of equal keys the last. */
  readonly members: ReadonlyMap<string, JsonMember>
  /** Where the value ends, or the text if the value does not. */
  readonly end: number
  /** Objects and lists, the value itself included. */
  readonly containerCount: number
  /** Where the nesting first is deeper than was asked for, if it is; nothing was looked at beyond. */
  readonly deepAt: number | undefined
  /** Where an object first has more keys than anything in a program file has, if one does; JSON.parse takes long then. */
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

/** Outlines the value that begins at `start`; text from `limit` on is not looked at. */
export function outlineJson(text: string, start: number, limit: number, maxDepth: number): JsonOutline {
  const items: JsonItems = { starts: [], ends: [] }
  const members = new Map<string, JsonMember>()
  const isList = text.charCodeAt(start) === OPEN_BRACKET
  let depth = 0
  let containerCount = 0
  let deepAt: number | undefined
  let crowdedAt: number | undefined
  const keyCounts: number[] = []
  // The list whose items are wanted, by the depth at which they stand.
  let inner: JsonItems | undefined
  let key: string | undefined
  // An item, key or value of the outer two levels comes next.
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

/** The offset behind a string; one that is not closed ends with its line. */
function skipString(text: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at++) {
    const c = text.charCodeAt(at)
    if (c === QUOTE) return at + 1
    if (c === NEWLINE) return at
    if (c === BACKSLASH) at++
  }
  return limit
}
