// The page of evolutions: the searches of a log, and of one search its best program, outputs and curves.

import { useRef } from 'preact/hooks'
import { formatCount } from '../../../src/language/format-count.ts'
import { FigureList } from '../../frame/figure-list.tsx'
import type { Route } from '../../frame/route.ts'
import { type OpenEvolution, evolution } from '../../state/evolution.ts'
import { openFiles } from '../../state/open-files.ts'
import { SearchDetail } from './search-detail.tsx'
import { SearchList } from './search-list.tsx'

/** An evolution; the route names the search. */
export default function EvolvePage({ route }: { readonly route: Route }) {
  const input = useRef<HTMLInputElement>(null)
  const open = evolution.value
  return (
    <section class="page evolve">
      <header class="page-head">
        <div>
          <h1>Evolve</h1>
          <p class="lead">The search of programs for tasks: the best program of each, and how it came about.</p>
        </div>
        <button type="button" onClick={() => input.current!.click()}>
          Open a log…
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Log of an evolution"
          onChange={({ currentTarget }) => {
            void openFiles([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </header>
      {open === undefined ? (
        <p class="soft">
          Open <code>log.jsonl</code> in the folder of <code>megabatt evolve --out</code>, or drop it anywhere.{' '}
          <code>megabatt studio --evolve FOLDER</code> follows an evolution while it runs.
        </p>
      ) : (
        <Evolution open={open} chosen={route.parts[0]} />
      )}
    </section>
  )
}

function Evolution({ open, chosen }: { readonly open: OpenEvolution; readonly chosen: string | undefined }) {
  const { log, name, isFollowed } = open
  const search = log.searches.get(chosen ?? '') === undefined ? firstOpen(open) : chosen
  return (
    <>
      <p class="run-name">
        <strong>{name}</strong>{' '}
        <span class={`badge ${log.isEnded ? 'good' : isFollowed ? 'near' : ''}`} role="status">
          {log.isEnded ? 'finished' : isFollowed ? 'following' : 'not finished'}
        </span>
      </p>
      <FigureList figures={figuresOf(open)} />
      {log.damaged > 0 && <p class="soft read-note">Damaged lines that were left out: {formatCount(log.damaged)}.</p>}
      {search === undefined ? (
        <p class="soft" role="status">
          The first round is not complete yet.
        </p>
      ) : (
        <div class="evolve-columns">
          <SearchList log={log} chosen={search} />
          <SearchDetail key={search} log={log} id={search} search={log.searches.get(search)!} />
        </div>
      )}
    </>
  )
}

function figuresOf({ log, rate }: OpenEvolution): (readonly [string, string])[] {
  const sums = { evaluations: 0, calls: 0, population: 0, behaviours: 0 }
  for (const { last } of log.searches.values()) {
    sums.evaluations += last.evaluations
    sums.calls += last.calls
    // A search that is done has given up its population.
    sums.population += last.isDone ? 0 : last.population
    sums.behaviours += last.isDone ? 0 : last.behaviours
  }
  return [
    [`${formatCount(log.solved.size)} of ${formatCount(log.tasks.length)}`, 'tasks solved'],
    [formatCount(log.round), 'rounds'],
    [formatCount(sums.evaluations), 'evaluations'],
    [formatCount(sums.calls), 'calls'],
    ...(rate === undefined ? [] : [[formatCount(Math.round(rate)), 'evaluations a second'] as const]),
    ...(sums.population === 0
      ? []
      : [[`${formatCount(sums.behaviours)} of ${formatCount(sums.population)}`, 'different behaviours'] as const]),
  ]
}

/** The search whose best program is closest to right, of those that are not done; else the first. */
function firstOpen({ log }: OpenEvolution): string | undefined {
  let found: string | undefined
  let least = Infinity
  for (const [id, { last }] of log.searches) {
    found ??= id
    const error = last.best === null ? Infinity : last.best.error / last.best.demos
    if (last.isDone || error >= least) continue
    found = id
    least = error
  }
  return found
}
