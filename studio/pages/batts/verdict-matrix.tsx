// The matrix of solvers by samples. A cell opens its solver in the editor at its sample.

import { useState } from 'preact/hooks'
import { plural } from '../../../src/language/format-count.ts'
import { spellSample } from '../../../src/data/task.ts'
import { isNear } from '../../../src/engine/run/pair-verdict.ts'
import type { SampleResult } from '../../../src/engine/run/sample-result.ts'
import type { BattStudy, StudiedSolver } from '../../engine/study-messages.ts'
import { moveFocus } from '../../frame/move-focus.ts'
import { markedNode, markedSolver, openSolver } from './batts-state.ts'

type CellKind = 'right' | 'near' | 'wrong' | 'error' | 'unknown'

const MARKS: Readonly<Record<CellKind, string>> = { right: '✓', near: '≈', wrong: '✗', error: '!', unknown: '?' }
const MAX_ROWS = 2000

/** Right, near, wrong or failed, for each solver on each sample. */
export function VerdictMatrix({ study: { solvers, nodes } }: { readonly study: BattStudy }) {
  const [wanted, setWanted] = useState('')
  const sharers = markedNode.value === undefined ? undefined : new Set(nodes[markedNode.value]?.solvers)
  const found = [...solvers.keys()].filter((k) => solvers[k]!.label.includes(wanted))
  const shown = found.slice(0, MAX_ROWS)
  return (
    <section class="study-card card" aria-labelledby="verdicts-title">
      <header>
        <h2 id="verdicts-title">Solvers by samples</h2>
        <ul class="matrix-legend" aria-label="Marks">
          {(['right', 'near', 'wrong', 'error'] as const).map((kind) => (
            <li key={kind}>
              <span class={`cell ${kind}`} aria-hidden="true">
                {MARKS[kind]}
              </span>{' '}
              {kind}
            </li>
          ))}
        </ul>
        {solvers.length > 12 && (
          <input
            type="search"
            placeholder="Find a solver"
            aria-label="Find a solver"
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        )}
      </header>
      <div class="matrix-box">
        <table class="matrix" onKeyDown={moveFocus}>
          <thead>
            <tr>
              <th scope="col">Solver</th>
              {solvers[0]?.samples.map(({ set, number }) => (
                <th key={`${set}${number}`} scope="col">
                  <abbr title={`${set} ${number}`}>
                    {set === 'demo' ? 'd' : 't'}
                    {number}
                  </abbr>
                </th>
              ))}
              <th scope="col">
                <span class="visually-hidden">Editor</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((k, row) => (
              <Row key={k} solver={solvers[k]!} index={k} row={row} isSharer={sharers?.has(k) === true} />
            ))}
          </tbody>
        </table>
      </div>
      {found.length > shown.length && (
        <p class="soft">
          The first {MAX_ROWS} of {found.length} solvers; search for others.
        </p>
      )}
    </section>
  )
}

function Row(props: {
  readonly solver: StudiedSolver
  readonly index: number
  readonly row: number
  readonly isSharer: boolean
}) {
  const { solver, index, row, isSharer } = props
  const isMarked = markedSolver.value === index
  const columns = solver.samples.length
  return (
    <tr class={isSharer ? 'sharer' : undefined}>
      <th scope="row">
        <button
          type="button"
          class="solver-name"
          aria-pressed={isMarked}
          title="Mark its calls in the shared graph"
          onClick={() => (markedSolver.value = isMarked ? undefined : index)}
        >
          {solver.label}
        </button>
        {solver.mutated && <span class="badge near">mutated</span>}
        <span class="soft solver-size">{plural(solver.size, 'call')}</span>
      </th>
      {solver.samples.map((sample, column) => {
        const kind = kindOf(sample)
        return (
          <td key={column}>
            <button
              type="button"
              class={`cell ${kind}`}
              data-row={row}
              data-column={column}
              tabIndex={row === 0 && column === 0 ? 0 : -1}
              title={describe(sample)}
              aria-label={`${solver.label}, ${describe(sample)}: open the steps`}
              onClick={() => void openSolver(solver, column)}
            >
              {MARKS[kind]}
            </button>
          </td>
        )
      })}
      <td>
        <button
          type="button"
          class="small"
          data-row={row}
          data-column={columns}
          tabIndex={-1}
          aria-label={`${solver.id === null ? 'Open' : 'Extract'} ${solver.label} in the editor`}
          onClick={() =>
            void openSolver(
              solver,
              Math.max(
                0,
                solver.samples.findIndex((one) => one.verdict !== 'right'),
              ),
            )
          }
        >
          {solver.id === null ? 'Open' : 'Extract'}
        </button>
      </td>
    </tr>
  )
}

function kindOf(sample: SampleResult): CellKind {
  switch (sample.verdict) {
    case 'wrong':
      return isNear(sample) ? 'near' : 'wrong'
    case 'error':
    case 'limit':
      return 'error'
    default:
      return sample.verdict
  }
}

function describe(sample: SampleResult): string {
  const name = spellSample(sample)
  if (sample.verdict === 'wrong')
    return sample.differing === undefined
      ? `${name} wrong: ${sample.mismatch === 'size' ? 'another size' : 'not a grid'}`
      : `${name} ${kindOf(sample)}: ${sample.differing} of ${sample.cells} cells differ`
  return sample.verdict === 'error' || sample.verdict === 'limit'
    ? `${name} ${sample.verdict}: ${sample.message}`
    : `${name} ${sample.verdict}`
}
