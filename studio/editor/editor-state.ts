// The extensions of the editor.

import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { pythonLanguage } from '@codemirror/lang-python'
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, drawSelection, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import type { DialectId } from '../../src/language/dialects.ts'
import { completeNames, describeName } from './dsl-names.ts'
import { editorTheme, highlighting } from './editor-theme.ts'
import { lineMarks } from './line-marks.ts'

/** What the editor asks for, and whom it tells. */
export interface EditorHost {
  readonly label: string
  readonly dialect: () => DialectId
  readonly onChange: (text: string) => void
  readonly onLine: (line: number) => void
}

/** The state of an editor with this text. */
export function createState(doc: string, { label, dialect, onChange, onLine }: EditorHost): EditorState {
  return EditorState.create({
    doc,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightSpecialChars(),
      indentOnInput(),
      indentUnit.of('    '),
      bracketMatching(),
      pythonLanguage,
      syntaxHighlighting(highlighting),
      autocompletion({ override: [(context) => completeNames(context, dialect())] }),
      hoverTooltip((view, at) => describeName(view, at, dialect())),
      lineMarks,
      editorTheme,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
      EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
        if (docChanged) onChange(state.doc.toString())
        const isOwn = transactions.some((one) => one.isUserEvent('select') || one.isUserEvent('input'))
        if (isOwn && (selectionSet || docChanged)) onLine(state.doc.lineAt(state.selection.main.head).number)
      }),
    ],
  })
}
