// The page of a program: the editor beside the steps, one sample at a time.

import { useEffect } from 'preact/hooks'
import { CodeEditor } from '../../editor/code-editor.tsx'
import type { Route } from '../../frame/route.ts'
import { isLoading, programs, programsByTask, tasks } from '../../state/library.ts'
import {
  editText,
  goToSample,
  goToStep,
  inspection,
  openDocument,
  openLibraryProgram,
  sample,
  startInspections,
  step,
  steps,
  taskId,
  text,
} from '../../state/workbench.ts'
import { notifyError } from '../../frame/notices.tsx'
import { taskFinder } from '../../../src/language/program-task.ts'
import { ProgramBar } from './program-bar.tsx'
import { Stage } from './stage.tsx'
import { StepList } from './step-list.tsx'

startInspections()

/** A program step by step. The route names the program, its task and the sample. */
export default function ProgramPage({ route }: { readonly route: Route }) {
  const [name] = route.parts
  const { file, task: wantedTask, sample: wantedSample } = route.query
  const known = programs.value
  useEffect(() => {
    if (isLoading.value || (known.length === 0 && tasks.value.length === 0)) return
    const wanted = name ?? openDocument.peek()?.program ?? firstProgram()
    if (wanted === undefined) return
    const open = openDocument.peek()
    const isOpen = open?.program === wanted && (file === undefined || open.file === file)
    if (!isOpen) openLibraryProgram(wanted, file).catch(notifyError)
    taskId.value = wantedTask ?? taskOf(wanted, file) ?? taskId.peek()
    sample.value = Math.max(0, Number.parseInt(wantedSample ?? '0', 10) || 0)
  }, [known, name, file, wantedTask, wantedSample])
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (isLoading.value)
    return (
      <p class="starting" role="status">
        Starting the engine…
      </p>
    )
  const found = inspection.value
  const line = steps.value[step.value]?.line
  // A batt goes on with the default.
  const failed = steps.value.find(({ error, isDefault }) => error !== undefined && !isDefault)?.line
  return (
    <section class="workbench">
      <ProgramBar />
      <div class="workbench-editor card">
        <CodeEditor
          text={text.value}
          label="Program"
          {...(found === undefined ? {} : { diagnostics: found.diagnostics })}
          dialect={found?.program?.dialect}
          currentLine={line}
          failedLine={failed}
          onChange={editText}
          onLine={goToLine}
        />
      </div>
      <div class="workbench-steps">
        <Stage />
        <StepList />
        <p class="keys soft">
          <kbd>J</kbd> <kbd>K</kbd> or <kbd>F8</kbd> step · <kbd>N</kbd> <kbd>P</kbd> or <kbd>F9</kbd> sample
        </p>
      </div>
    </section>
  )
}

function firstProgram(): string | undefined {
  return [...programsByTask.peek().values()][0]?.[0]?.name ?? programs.peek()[0]?.name
}

function taskOf(name: string, file: string | undefined): string | undefined {
  const program = programs.peek().find((one) => one.name === name && (file === undefined || one.file === file))
  return program === undefined ? undefined : taskFinder(tasks.peek().map(({ id }) => id))(program)
}

/** Goes to the last step of a line: nested calls come before the call that they are in. */
function goToLine(line: number): void {
  const found = steps.peek().findLastIndex((one) => one.line === line)
  if (found >= 0) goToStep(found)
}

/** Keys of the page; those without a modifier only where no field has the focus. */
function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const action =
    ANYWHERE[event.shiftKey ? `Shift ${event.key}` : event.key] ?? (isTyping(event) ? undefined : OUTSIDE[event.key])
  if (action === undefined) return
  event.preventDefault()
  action()
}

const ANYWHERE: Readonly<Record<string, () => void>> = {
  F8: () => goToStep(step.peek() + 1),
  'Shift F8': () => goToStep(step.peek() - 1),
  F9: () => goToSample(sample.peek() + 1),
  'Shift F9': () => goToSample(sample.peek() - 1),
}

const OUTSIDE: Readonly<Record<string, () => void>> = {
  j: () => goToStep(step.peek() + 1),
  ArrowDown: () => goToStep(step.peek() + 1),
  k: () => goToStep(step.peek() - 1),
  ArrowUp: () => goToStep(step.peek() - 1),
  Home: () => goToStep(0),
  End: () => goToStep(Infinity),
  n: () => goToSample(sample.peek() + 1),
  p: () => goToSample(sample.peek() - 1),
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0]
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
}
