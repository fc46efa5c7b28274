// The searches of an evolution: a row for each, with the state of its best program.

import { formatCount } from '../../../src/language/format-count.ts'
import type { EvolutionLog, LoggedSearch } from '../../evolve/evolution-log.ts'
import { linkTo } from '../../frame/route.ts'

const MAX_ROWS = 1000

/** All searches that have begun; `chosen` is shown beside the list. */
export function SearchList({ log, chosen }: { readonly log: EvolutionLog; readonly chosen: string }) {
  const rows = [...log.searches].slice(0, MAX_ROWS)
  const waiting = log.isAcross ? 0 : log.tasks.length - log.searches.size
  return (
    <section class="card study-card" aria-labelledby="searches">
      <header>
        <h2 id="searches">Searches</h2>
      </header>
      <div class="table-box search-box" tabIndex={0} role="region" aria-label="List of searches">
        <table class="data searches">
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">Demos</th>
              <th scope="col" class="number">
                Generation
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([id, search]) => (
              <Row key={id} id={id} search={search} isChosen={id === chosen} />
            ))}
          </tbody>
        </table>
      </div>
      {log.searches.size > MAX_ROWS && <p class="soft">The first {formatCount(MAX_ROWS)} searches.</p>}
      {waiting > 0 && <p class="soft">Tasks that wait: {formatCount(waiting)}.</p>}
    </section>
  )
}

function Row({
  id,
  search,
  isChosen,
}: {
  readonly id: string
  readonly search: LoggedSearch
  readonly isChosen: boolean
}) {
  const { best, solved, isDone, generation } = search.last
  const state = solved.length > 0 ? 'solved' : best !== null && best.right > 0 ? 'near' : 'unsolved'
  const label = solved.length > 0 ? 'solved' : isDone ? 'not solved' : 'searching'
  return (
    <tr class={isChosen ? 'chosen' : undefined}>
      <th scope="row">
        <span class={`dot ${state}`} role="img" aria-label={label} />{' '}
        <a href={linkTo('evolve', [id])} aria-current={isChosen ? 'true' : undefined}>
          {id}
        </a>
      </th>
      <td>{best === null ? '–' : `${best.right}/${best.demos}`}</td>
      <td class="number">{formatCount(generation)}</td>
    </tr>
  )
}
