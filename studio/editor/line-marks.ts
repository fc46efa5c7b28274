// Marks of lines: the current step, and the statement that fails.

import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

interface LineMarks {
  readonly current: number | undefined
  readonly failed: number | undefined
}

/** Sets the marked lines, which count from 1. */
export const setLineMarks = StateEffect.define<LineMarks>()

const current = Decoration.line({ class: 'cm-current-line' })
const failed = Decoration.line({ class: 'cm-failed-line' })

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, state }) {
    for (const effect of effects) {
      if (!effect.is(setLineMarks)) continue
      const lines = [
        { line: effect.value.current, mark: current },
        { line: effect.value.failed, mark: failed },
      ]
      // A line can be gone by an edit that the engine has not seen.
      const ranges = lines.flatMap(({ line, mark }) =>
        line === undefined || line < 1 || line > state.doc.lines ? [] : [mark.range(state.doc.line(line).from)],
      )
      return Decoration.set(ranges, true)
    }
    return marks.map(changes)
  },
  provide: (own) => EditorView.decorations.from(own),
})

/** Shows the marks. */
export const lineMarks: Extension = field
