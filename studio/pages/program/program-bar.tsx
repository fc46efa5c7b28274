// The bar above the program: which program, which task, and its samples with their verdicts.

import { type SampleName, nameSample, spellSample } from '../../../src/data/task.ts'
import type { SampleVerdict } from '../../../src/engine/run/sample-result.ts'
import { goTo, linkTo } from '../../frame/route.ts'
import { programs, programsByTask, tasks } from '../../state/library.ts'
import {
  goToSample,
  inspection,
  linkToProgram,
  measure,
  openDocument,
  revert,
  roundTripMs,
  sample,
  sampleCount,
  task,
  taskId,
  text,
} from '../../state/workbench.ts'

const MAX_LISTED = 1000

/** Chooses program, task and sample. */
export function ProgramBar() {
  const document = openDocument.value
  const isEdited = document !== undefined && text.value !== document.original
  const own = taskId.value === undefined ? [] : (programsByTask.value.get(taskId.value) ?? [])
  return (
    <div class="program-bar">
      <h1 class="visually-hidden">Program</h1>
      <label>
        <span>Task</span>
        <select value={taskId.value ?? ''} onChange={(event) => chooseTask(event.currentTarget.value)}>
          {taskId.value === undefined && <option value="">none</option>}
          {tasks.value.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
      <label>
        <span>Program</span>
        <select
          value={document === undefined ? '' : `${document.file}\n${document.program}`}
          onChange={(event) => chooseProgram(event.currentTarget.value)}
        >
          {document !== undefined &&
            !own.some((one) => one.name === document.program && one.file === document.file) && (
              <option value={`${document.file}\n${document.program}`}>{document.program}</option>
            )}
          {own.map(({ name, file }) => (
            <option key={`${file}\n${name}`} value={`${file}\n${name}`}>
              {name}
            </option>
          ))}
          {own.length === 0 &&
            programs.value.slice(0, MAX_LISTED).map(({ name, file }) => (
              <option key={`${file}\n${name}`} value={`${file}\n${name}`}>
                {name}
              </option>
            ))}
        </select>
      </label>
      <Samples />
      {/\bC\b/.test(text.value) && (
        <label>
          <input
            type="checkbox"
            checked={measure.value}
            onChange={(event) => (measure.value = event.currentTarget.checked)}
          />
          <span>C is the expected output</span>
        </label>
      )}
      <span class="bar-end">
        {isEdited && (
          <button type="button" class="small" onClick={revert}>
            Discard edits
          </button>
        )}
        {inspection.value !== undefined && (
          <span class="soft timing" title="Time of the last edit: read, checked, run on all samples and traced">
            {Math.max(1, Math.round(roundTripMs.value))} ms
          </span>
        )}
      </span>
    </div>
  )
}

const MARKS: Readonly<Record<SampleVerdict, string>> = { right: '✓', wrong: '✗', error: '!', limit: '!', unknown: '?' }

function Samples() {
  const own = task.value
  if (own === undefined) return null
  const verdicts = inspection.value?.samples
  return (
    <div class="samples" role="group" aria-label="Samples">
      {Array.from({ length: sampleCount.value }, (_, k) => {
        const name = nameSample(own, k)
        const verdict = verdicts?.[k]?.verdict
        return (
          <button
            key={k}
            type="button"
            class={`sample ${verdict ?? 'pending'}`}
            aria-pressed={k === sample.value}
            aria-label={`${spellSample(name)}${verdict === undefined ? '' : `, ${verdict}`}`}
            onClick={() => goToSample(k)}
          >
            {shortName(name)} <span aria-hidden="true">{verdict === undefined ? '' : MARKS[verdict]}</span>
          </button>
        )
      })}
    </div>
  )
}

function shortName({ set, number }: SampleName): string {
  return `${set} ${number}`
}

function chooseTask(id: string): void {
  const [first] = programsByTask.peek().get(id) ?? []
  const document = openDocument.peek()
  if (first !== undefined) goTo(linkToProgram(first.name, { file: first.file, task: id }))
  else if (document !== undefined) goTo(linkToProgram(document.program, { file: document.file, task: id }))
  else goTo(linkTo('tasks', [id]))
}

function chooseProgram(key: string): void {
  const [file, name] = key.split('\n') as [string, string]
  const id = taskId.peek()
  goTo(linkToProgram(name, { file, ...(id === undefined ? {} : { task: id }), sample: sample.peek() }))
}
