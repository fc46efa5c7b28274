// The natural form of a value: what it is drawn as.

import { spellValue } from '../../src/cli/show/spell-value.ts'
import type { GridData } from '../../src/data/task.ts'
import type { CellLayout } from '../../src/language/dialects.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { type Patch, type PatchCell, gridOf, patchOf, patchesOf } from '../../src/language/values/value-shapes.ts'
import { gridFromColors } from './grid-paths.ts'

/** A function as a tree: a combinator with its arguments, a primitive, or a value. */
export interface FunctionTree {
  readonly text: string
  readonly parts: readonly FunctionTree[]
}

/** A value in the form that it is drawn in. */
export type ValueForm =
  | { readonly form: 'grid'; readonly grid: GridData }
  /** One object or one set of indices, or a set of them, each of which is framed. */
  | { readonly form: 'patches'; readonly patches: readonly Patch[]; readonly isSet: boolean }
  | {
      readonly form: 'items'
      readonly noun: 'tuple' | 'set'
      readonly items: readonly ValueForm[]
      readonly count: number
    }
  | { readonly form: 'function'; readonly tree: FunctionTree }
  | { readonly form: 'text'; readonly text: string }

const MAX_TEXT = 400
const MAX_ITEMS = 60
const MAX_SIDE = 200
const MAX_TREE_DEPTH = 8

/** Finds the form of a value; cells have the given layout. */
export function formOf(value: Notation, layout: CellLayout): ValueForm {
  const text: ValueForm = { form: 'text', text: spellValue(value, MAX_TEXT) }
  if (typeof value !== 'object' || value === null) return text
  if ('f' in value || 'call' in value) return { form: 'function', tree: treeOf(value, 0) }
  const rows = gridOf(value)
  if (rows !== undefined && rows.length <= MAX_SIDE && rows[0]!.length <= MAX_SIDE)
    return { form: 'grid', grid: gridFromColors(rows) }
  const single = patchOf(value, layout)
  if (single !== undefined) return { form: 'patches', patches: [single], isSet: false }
  const patches = patchesOf(value, layout)
  if (patches !== undefined) return { form: 'patches', patches, isSet: true }
  const list = 't' in value ? value.t : 's' in value ? value.s : []
  const items = list.slice(0, MAX_ITEMS).map((item) => formOf(item, layout))
  if (items.every(({ form }) => form === 'text')) return text
  return { form: 'items', noun: 't' in value ? 'tuple' : 'set', items, count: list.length }
}

function treeOf(value: Notation, depth: number): FunctionTree {
  if (typeof value === 'object' && value !== null && 'call' in value && depth < MAX_TREE_DEPTH)
    return { text: value.call, parts: value.args.map((part) => treeOf(part, depth + 1)) }
  return { text: spellValue(value, 60), parts: [] }
}

/** The cells of a value that can be shown in a grid, for highlighting; a grid has none. */
export function cellsOf(form: ValueForm): readonly PatchCell[] {
  if (form.form === 'patches') return form.patches.flatMap(({ cells }) => cells)
  return form.form === 'items' ? form.items.flatMap(cellsOf) : []
}

/** The form in a few words, for captions and screen readers. */
export function describeForm(form: ValueForm): string {
  switch (form.form) {
    case 'grid':
      return `grid ${form.grid.height} × ${form.grid.width}`
    case 'patches': {
      const { patches, isSet } = form
      const cellCount = patches.reduce((sum, { cells }) => sum + cells.length, 0)
      const hasColors = patches[0]!.hasColors
      const cells = cellCount === 1 ? '1 cell' : `${cellCount} cells`
      if (!isSet) return `${hasColors ? 'object' : 'indices'}, ${cells}`
      if (!hasColors) return `${patches.length} sets of indices, ${cells}`
      return `${patches.length === 1 ? '1 object' : `${patches.length} objects`}, ${cells}`
    }
    case 'items':
      return `${form.noun} of ${form.count}`
    case 'function':
      return 'function'
    case 'text':
      return 'value'
    default:
      throw form satisfies never
  }
}
