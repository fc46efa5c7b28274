// Describes values of the heap in a few words: "the integer 2", "a 3 by 4 grid", "the function compose(first, delta)".

import {
  CELL,
  CELL_SET,
  CLOSURE,
  GRID,
  INTEGER,
  INTS,
  INT_SET,
  NONE_KIND,
  PAIR,
  PAIR_SET,
  PRIMITIVE,
  SET,
  TUPLE,
  cellsAt,
  gridCols,
  gridRows,
  itemAt,
  kindOf,
  sizeOf,
} from '../../kernel/blocks.ts'
import { closureArgument, closureMaker } from '../../kernel/closures.ts'
import type { Heap } from '../../kernel/heap.ts'
import { PRIMITIVE_BASE, type Word } from '../../kernel/words.ts'
import { combinatorNames, primitiveOfKey, primitives } from '../../language/names.ts'

/** The length up to which a tuple or set is spelt out. */
const MAX_LITERAL = 32
/** The length up to which a function is spelt out. */
const MAX_FUNCTION = 72
const MAX_COLOR = 15

/** A value with its noun, as the object of a sentence. */
export function describeWord(h: Heap, w: Word): string {
  switch (kindOf(h, w)) {
    case INTEGER:
      return `the integer ${w}`
    case NONE_KIND:
      return 'None'
    case PRIMITIVE:
    case CLOSURE:
      return `the function ${spellWord(h, w)}`
    case GRID:
      return describeGrid(h, w)
    case CELL_SET:
      return `an object of ${plural(sizeOf(h, w), 'cell')}`
    case PAIR_SET:
      return `a set of ${plural(sizeOf(h, w), 'index', 'indices')}`
    default:
      return describeContainer(h, w)
  }
}

/** A value as an argument of a call: spelt out if it is short, else described. */
export function spellWord(h: Heap, w: Word, room = MAX_FUNCTION): string {
  const kind = kindOf(h, w)
  if (kind === GRID || kind === CELL_SET || kind === PAIR_SET) return describeWord(h, w)
  const text = spellLiteral(h, w, kind === PRIMITIVE || kind === CLOSURE ? room : Math.min(room, MAX_LITERAL))
  if (text !== undefined) return text
  return kind === CLOSURE ? `${makerOf(h, w)}(…)` : describeWord(h, w)
}

function describeGrid(h: Heap, grid: Word): string {
  const [rows, cols, first] = [gridRows(h, grid), gridCols(h, grid), cellsAt(grid)]
  const hasColors = h.words.subarray(first, first + rows * cols).every((cell) => cell >= 0 && cell <= MAX_COLOR)
  // As spoken: an eight, an eleven, an eighteen.
  const article = /^(?:8|11$|18$)/.test(String(rows)) ? 'an' : 'a'
  if (hasColors) return `${article} ${rows} by ${cols} grid`
  return `a tuple of ${plural(rows, cols === 2 ? 'pair' : 'tuple')}`
}

function describeContainer(h: Heap, w: Word): string {
  const count = sizeOf(h, w)
  const kind = kindOf(h, w)
  const noun =
    kind === SET || kind === INT_SET ? 'set' : kind === PAIR ? 'pair' : isColoredCell(h, kind) ? 'cell' : 'tuple'
  if (count === 0) return `the empty ${noun}`
  const text = spellLiteral(h, w, MAX_LITERAL)
  return text === undefined ? `a ${noun} of ${describeElements(h, w, count)}` : `the ${noun} ${text}`
}

/** In layout t a cell cannot be told from any other tuple of three integers. */
function isColoredCell(h: Heap, kind: number): boolean {
  return kind === CELL && !h.hasTriples
}

/** The number of the elements, with their noun where they have the same one. */
function describeElements(h: Heap, w: Word, count: number): string {
  let noun = nounOf(h, itemAt(h, w, 0))
  for (let k = 1; k < count && noun[0] !== 'element'; k++) {
    if (nounOf(h, itemAt(h, w, k))[0] !== noun[0]) noun = ELEMENT
  }
  return plural(count, ...noun)
}

type Noun = readonly [singular: string, plural?: string]

const ELEMENT: Noun = ['element']
const NOUNS: Readonly<Record<number, Noun>> = {
  [INTEGER]: ['integer'],
  [PAIR]: ['pair'],
  [CELL]: ['cell'],
  [GRID]: ['grid'],
  [CELL_SET]: ['object'],
  [PAIR_SET]: ['set of indices', 'sets of indices'],
  [SET]: ['set'],
  [INT_SET]: ['set'],
  [TUPLE]: ['tuple'],
  [INTS]: ['tuple'],
  [PRIMITIVE]: ['function'],
  [CLOSURE]: ['function'],
}

function nounOf(h: Heap, w: Word): Noun {
  return NOUNS[kindOf(h, w)] ?? ELEMENT
}

/** The count with its noun. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`
}

/** The value as Python writes it, sets in braces; undefined if that takes more than `room` characters. */
function spellLiteral(h: Heap, w: Word, room: number): string | undefined {
  const kind = kindOf(h, w)
  if (room < 1) return undefined
  if (kind === CLOSURE) return spellClosure(h, w, room)
  if (kind === GRID) {
    const text = describeGrid(h, w)
    return text.length <= room ? text : undefined
  }
  const count = sizeOf(h, w)
  if (count < 0) return fitting(spellAtom(w, kind), room)
  // Every element takes at least one character and its separator two.
  if (count * 3 > room + 2) return undefined
  const [open, close] = kind >= SET && kind <= CELL_SET ? ['{', '}'] : ['(', count === 1 ? ',)' : ')']
  return spellItems(
    h,
    Array.from({ length: count }, (_, k) => itemAt(h, w, k)),
    open,
    close,
    room,
  )
}

function spellAtom(w: Word, kind: number): string {
  if (kind === INTEGER) return String(w)
  return kind === PRIMITIVE ? (primitives[w - PRIMITIVE_BASE]?.name ?? '?') : 'None'
}

function fitting(text: string, room: number): string | undefined {
  return text.length <= room ? text : undefined
}

function spellClosure(h: Heap, w: Word, room: number): string | undefined {
  const maker = makerOf(h, w)
  const count = primitiveOfKey(maker)?.parameters.length ?? 0
  const args = Array.from({ length: count }, (_, k) => closureArgument(h, w, k))
  let left = room - maker.length - 2
  const texts: string[] = []
  for (const [k, arg] of args.entries()) {
    // Room for at least a name is kept for the arguments that follow.
    const text = spellWord(h, arg, left - (count - k - 1) * 8)
    left -= text.length + 2
    texts.push(text)
  }
  return fitting(`${maker}(${texts.join(', ')})`, room)
}

function makerOf(h: Heap, closure: Word): string {
  // The closure that no combinator makes is the default of a failed statement.
  return combinatorNames[closureMaker(h, closure)] ?? 'default_function'
}

function spellItems(h: Heap, items: readonly Word[], open: string, close: string, room: number): string | undefined {
  let text = open
  for (const [k, item] of items.entries()) {
    if (k > 0) text += ', '
    const part = spellLiteral(h, item, room - text.length - close.length)
    if (part === undefined) return undefined
    text += part
  }
  return fitting(text + close, room)
}
