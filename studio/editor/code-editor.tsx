// The editor: CodeMirror with Python, names of the DSL, diagnostics, and marks of the current step and of failed lines.
//
// It stands in a shadow root: CodeMirror then keeps its styles in style sheets of that root, which the policy of the page allows.

import { useEffect, useRef } from 'preact/hooks'
import type { Diagnostic } from '../../src/language/diagnostics.ts'
import type { DialectId } from '../../src/language/dialects.ts'
import { EditorView } from '@codemirror/view'
import { setDiagnostics } from '@codemirror/lint'
import { createState } from './editor-state.ts'
import { setLineMarks } from './line-marks.ts'
import { toDiagnostics } from './to-diagnostics.ts'

export interface CodeEditorProps {
  readonly text: string
  readonly label: string
  readonly diagnostics?: readonly Diagnostic[]
  /** The dialect whose names are completed; default: a. */
  readonly dialect?: DialectId | undefined
  /** The line of the current step, and the line of an error; they count from 1. */
  readonly currentLine?: number | undefined
  readonly failedLine?: number | undefined
  readonly onChange: (text: string) => void
  /** Called with the line of the cursor when a person moves it. */
  readonly onLine?: (line: number) => void
}

const NONE: readonly Diagnostic[] = []

/** An editor of a program. Tab leaves it, as it leaves every other field. */
export function CodeEditor(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  // Texts that came from here and may come back later than the next one: they are no news.
  const sent = useRef(new Set<string>())
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    const state = createState(latest.current.text, {
      label: latest.current.label,
      dialect: () => latest.current.dialect ?? 'a',
      onChange: (text) => {
        sent.current.add(text)
        latest.current.onChange(text)
      },
      onLine: (line) => latest.current.onLine?.(line),
    })
    view.current = new EditorView({ state, root, parent: root })
    return () => view.current!.destroy()
  }, [])
  const { text, diagnostics = NONE, currentLine, failedLine } = props
  useEffect(() => {
    const { state } = view.current!
    const isUpToDate = state.doc.toString() === text
    if (!isUpToDate && sent.current.has(text)) return
    sent.current.clear()
    if (isUpToDate) return
    view.current!.dispatch({ changes: { from: 0, to: state.doc.length, insert: text } })
  }, [text])
  useEffect(() => {
    const { state } = view.current!
    view.current!.dispatch(setDiagnostics(state, toDiagnostics(diagnostics, state.doc)))
  }, [diagnostics])
  useEffect(() => {
    const { state, hasFocus } = view.current!
    const isShown = currentLine !== undefined && currentLine <= state.doc.lines && !hasFocus
    const scroll = isShown ? [EditorView.scrollIntoView(state.doc.line(currentLine).from, { y: 'nearest' })] : []
    view.current!.dispatch({ effects: [setLineMarks.of({ current: currentLine, failed: failedLine }), ...scroll] })
  }, [currentLine, failedLine, text])
  return <div class="code-editor" ref={host} />
}
