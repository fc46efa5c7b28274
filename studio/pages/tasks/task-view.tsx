// One task in large view: its demo pairs, its test pairs, and its programs with their verdicts.

import { useEffect } from 'preact/hooks'
import { type Pair, type Task, spellSample } from '../../../src/data/task.ts'
import type { PairResult } from '../../../src/engine/run/pair-result.ts'
import { GridView } from '../../draw/grid-view.tsx'
import { goTo, linkTo } from '../../frame/route.ts'
import { programsByTask } from '../../state/library.ts'
import { resultsByTask } from '../../state/results.ts'
import { linkToProgram } from '../../state/workbench.ts'
import { shownTasks } from './task-filter.ts'

const MAX_TESTS = 12
const SIZE = { cellSize: 24, maxSize: 240 }

/** A task; the arrow keys go to its neighbours in the list, Escape goes back to it. */
export function TaskView({ task }: { readonly task: Task }) {
  const { id, train, test } = task
  const list = shownTasks.value
  const place = list.findIndex((one) => one.id === id)
  const [before, after] = [list[place - 1]?.id, place < 0 ? undefined : list[place + 1]?.id]
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.composedPath()[0]
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof HTMLElement && target.matches('input, select, textarea')) return
      const link =
        event.key === 'Escape'
          ? linkTo('tasks')
          : event.key === 'ArrowLeft' && before !== undefined
            ? linkTo('tasks', [before])
            : event.key === 'ArrowRight' && after !== undefined
              ? linkTo('tasks', [after])
              : undefined
      if (link === undefined) return
      event.preventDefault()
      goTo(link)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [before, after])
  return (
    <section class="page task-view">
      <div class="task-head">
        <a class="button" href={linkTo('tasks')}>
          ← All tasks
        </a>
        <h1>{id}</h1>
        <span class="task-neighbours">
          <Neighbour id={before} text="←" label="Previous task" />
          <Neighbour id={after} text="→" label="Next task" />
        </span>
      </div>
      <Programs task={task} />
      <h2>Demo pairs</h2>
      <div class="pairs">
        {train.map((pair, k) => (
          <PairView key={k} pair={pair} name={spellSample({ set: 'demo', number: k + 1 })} />
        ))}
      </div>
      {test.length > 0 && <h2>Test pairs</h2>}
      <div class="pairs">
        {test.slice(0, MAX_TESTS).map((pair, k) => (
          <PairView key={k} pair={pair} name={spellSample({ set: 'test', number: k + 1 })} />
        ))}
      </div>
      {test.length > MAX_TESTS && <p class="soft">… and {test.length - MAX_TESTS} more test pairs</p>}
    </section>
  )
}

function Neighbour({
  id,
  text,
  label,
}: {
  readonly id: string | undefined
  readonly text: string
  readonly label: string
}) {
  if (id === undefined) return null
  return (
    <a class="button" href={linkTo('tasks', [id])} aria-label={label} title={`${label}: ${id}`}>
      {text}
    </a>
  )
}

function PairView({ pair: { input, output }, name }: { readonly pair: Pair; readonly name: string }) {
  return (
    <figure class="pair card">
      <figcaption>
        {name}
        <span class="soft">
          {' '}
          {input.height} × {input.width}
          {output !== undefined && ` → ${output.height} × ${output.width}`}
        </span>
      </figcaption>
      <div class="pair-grids">
        <GridView grid={input} label={`Input of ${name}`} {...SIZE} />
        <span class="pair-arrow" aria-hidden="true">
          →
        </span>
        {output === undefined ? (
          <span class="unknown-output soft">unknown</span>
        ) : (
          <GridView grid={output} label={`Output of ${name}`} {...SIZE} />
        )}
      </div>
    </figure>
  )
}

function Programs({ task: { id, train, test } }: { readonly task: Task }) {
  const own = programsByTask.value.get(id) ?? []
  const results = resultsByTask.value.get(id)
  if (own.length === 0) return <p class="soft">No program is for this task.</p>
  return (
    <ul class="task-programs" aria-label="Programs">
      {own.map(({ name, file }) => {
        const result = results?.find((one) => one.program === name && one.file === file)
        return (
          <li key={`${file}\n${name}`}>
            <a href={linkToProgram(name, { file, task: id, sample: firstFailing(result) })}>{name}</a>{' '}
            <span class={`badge ${toneOf(result)}`}>
              {result === undefined
                ? 'running'
                : `${result.verdict}, ${result.demos.right + result.tests.right} of ${train.length + test.length} right`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The sample to begin with: the first that is not right. */
function firstFailing(result: PairResult | undefined): number {
  const found = result?.samples.findIndex(({ verdict }) => verdict !== 'right' && verdict !== 'unknown')
  return Math.max(0, found ?? 0)
}

function toneOf(result: PairResult | undefined): string {
  if (result === undefined) return ''
  if (result.verdict === 'solved' || result.verdict === 'passes-demos') return 'good'
  return result.verdict === 'near' ? 'near' : result.verdict === 'unknown' ? '' : 'bad'
}
