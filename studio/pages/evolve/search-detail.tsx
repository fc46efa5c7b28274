// One search: its best program, the outputs of it beside the expected ones, and its curves.

import { useState } from 'preact/hooks'
import { formatCount, plural } from '../../../src/language/format-count.ts'
import type { EvolutionLog, LoggedSearch } from '../../evolve/evolution-log.ts'
import { goTo } from '../../frame/route.ts'
import { linkToProgram, openText } from '../../state/workbench.ts'
import { BestOutputs } from './best-outputs.tsx'
import { GenerationCurve } from './generation-curve.tsx'

interface DetailProps {
  readonly log: EvolutionLog
  /** The task, or `all`. */
  readonly id: string
  readonly search: LoggedSearch
}

/** A search. */
export function SearchDetail({ log, id, search }: DetailProps) {
  const { best, accepted } = search.last
  const [chosen, setChosen] = useState(log.tasks[0]!)
  const task = log.isAcross ? chosen : id
  const result = log.results.get(task)
  // A solver is simpler than the program that was found, and right on the same demos.
  const source = result?.solved === true ? result.source : (best?.source ?? null)
  const operators = Object.entries(accepted).toSorted(([, a], [, b]) => b - a)
  return (
    <div class="search-detail">
      <section class="card study-card" aria-labelledby="best">
        <header>
          <h2 id="best">{result?.solved === true ? `Solver of ${task}` : `Best program of ${id}`}</h2>
          {log.isAcross && (
            <label class="choices">
              <span class="soft">Task</span>
              <select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
                {log.tasks.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
          )}
          {source !== null && (
            <button type="button" class="small" onClick={() => openSource(source, task)}>
              Open in the editor
            </button>
          )}
        </header>
        {best === null ? (
          <p class="soft">No program has grids as outputs on all demos yet.</p>
        ) : (
          <p class="soft best-facts">
            Right on {best.right} of {plural(best.demos, 'demo')}, error {formatCount(best.error)},{' '}
            {plural(best.statements, 'statement')}, made by <em>{best.operator}</em>
            {result?.tests != null && `; right on ${result.tests.right} of ${result.tests.total} tests`}
          </p>
        )}
        {source !== null && (
          <pre class="best-source" tabIndex={0} aria-label="Text of the program">
            {source}
          </pre>
        )}
        {source !== null && <BestOutputs task={task} source={source} />}
      </section>
      <section class="card study-card" aria-labelledby="curves">
        <header>
          <h2 id="curves">Generations</h2>
        </header>
        <div class="curves">
          <GenerationCurve
            title="Error of the best"
            points={search.points.map(({ generation, error }) => [generation, error])}
          />
          <GenerationCurve
            title="Different behaviours"
            points={search.points.map(({ generation, behaviours }) => [generation, behaviours])}
          />
          <GenerationCurve title="Calls" points={search.points.map(({ generation, calls }) => [generation, calls])} />
        </div>
        <p class="soft">
          Population {formatCount(search.last.population)}, archive {formatCount(search.last.archive)}, parts{' '}
          {formatCount(search.last.parts)}.{' '}
          {operators.length > 0 &&
            `Entered in the last generation: ${operators.map(([name, count]) => `${name} ${count}`).join(', ')}.`}
        </p>
      </section>
    </div>
  )
}

/** Opens a text in the editor, on the task. */
function openSource(source: string, task: string): void {
  const file = `evolved for ${task}`
  const program = /^def (\w+)\(/m.exec(source)?.[1] ?? 'solve'
  openText({ file, program, part: 'printed', original: source })
  goTo(linkToProgram(program, { file, task }))
}
