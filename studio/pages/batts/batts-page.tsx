// The page of batts: solvers by samples, the graph that they share, and their differs before and after.

import { useEffect } from 'preact/hooks'
import { plural } from '../../../src/language/format-count.ts'
import { goTo, linkTo } from '../../frame/route.ts'
import type { Route } from '../../frame/route.ts'
import { isLoading, tasks } from '../../state/library.ts'
import { DifferTables } from './differ-tables.tsx'
import { SharedGraph } from './shared-graph.tsx'
import { VerdictMatrix } from './verdict-matrix.tsx'
import { batts, chosenBatt, chosenTask, isStudying, startStudies, study, taskOfBatt } from './batts-state.ts'

startStudies()

/** A batt, or all programs of a task. The route names the batt, its file and the task. */
export default function BattsPage({ route }: { readonly route: Route }) {
  const [name] = route.parts
  const { file, task } = route.query
  const known = batts.value
  useEffect(() => {
    if (isLoading.value) return
    const isNamed = name !== undefined || (task === undefined && known.length > 0)
    const batt = isNamed
      ? (known.find((one) => one.name === name && (file === undefined || one.file === file)) ?? known[0])
      : undefined
    chosenBatt.value = batt === undefined ? undefined : { name: batt.name, file: batt.file }
    const own = batt === undefined ? undefined : taskOfBatt(batt.name, batt.file)
    chosenTask.value = task ?? own ?? tasks.peek()[0]?.id
  }, [known, tasks.value, name, file, task])
  if (isLoading.value)
    return (
      <p class="starting" role="status">
        Starting the engine…
      </p>
    )
  const found = study.value
  return (
    <section class="page batts" aria-busy={isStudying.value}>
      <header class="page-head">
        <div>
          <h1>Batts</h1>
          <p class="lead">Solvers that were merged: their verdicts, the calls that they share, and their differs.</p>
        </div>
        <Choices />
      </header>
      {found === undefined ? (
        <p class="soft" role="status">
          {isStudying.value ? 'Running…' : 'No program runs on this task. Choose another one, or open a batt file.'}
        </p>
      ) : (
        <>
          <p class="batts-sum" role="status">
            {plural(found.solvers.length, 'solver')}, {plural(found.solvers[0]?.samples.length ?? 0, 'sample')};{' '}
            {found.solvers.filter(({ verdict }) => verdict === 'solved' || verdict === 'passes-demos').length} right on
            all known samples
          </p>
          <VerdictMatrix study={found} />
          <SharedGraph study={found} />
          <DifferTables study={found} />
        </>
      )}
    </section>
  )
}

function Choices() {
  const chosen = chosenBatt.value
  const choose = (key: string, task = chosenTask.peek()) => {
    const [file, name] = key.split('\n') as [string, string | undefined]
    if (name === undefined) goTo(linkTo('batts', [], { task }))
    else goTo(linkTo('batts', [name], { file, task }))
  }
  const key = chosen === undefined ? '' : `${chosen.file}\n${chosen.name}`
  return (
    <div class="choices">
      <label>
        <span>Batt</span>
        <select
          value={key}
          onChange={({ currentTarget }) => {
            const [file, name] = currentTarget.value.split('\n') as [string, string | undefined]
            choose(currentTarget.value, name === undefined ? undefined : taskOfBatt(name, file))
          }}
        >
          <option value="">all programs of the task</option>
          {batts.value.map(({ file, name }) => (
            <option key={`${file}\n${name}`} value={`${file}\n${name}`}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Task</span>
        <select value={chosenTask.value ?? ''} onChange={({ currentTarget }) => choose(key, currentTarget.value)}>
          {tasks.value.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
    </div>
  )
}
