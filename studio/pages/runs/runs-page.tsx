// The page of runs: results of any size, time as a flame graph, and the plots of a benchmark.

import { useRef } from 'preact/hooks'
import { type Route, linkTo } from '../../frame/route.ts'
import { openFiles } from '../../state/open-files.ts'
import { BenchPlots } from './bench-plots.tsx'
import { ResultsView } from './results-view.tsx'
import { startResults } from './runs-state.ts'
import { TimeView } from './time-view.tsx'

startResults()

const VIEWS = [
  { id: undefined, title: 'Results' },
  { id: 'time', title: 'Time' },
  { id: 'bench', title: 'Benchmark' },
] as const

/** Three views; the route names the view. */
export default function RunsPage({ route }: { readonly route: Route }) {
  const view = VIEWS.find(({ id }) => id === route.parts[0])?.id
  const input = useRef<HTMLInputElement>(null)
  return (
    <section class="page runs">
      <header class="page-head">
        <div>
          <h1>Runs</h1>
          <nav class="views" aria-label="Views of runs">
            {VIEWS.map(({ id, title }) => (
              <a
                key={title}
                href={linkTo('runs', id === undefined ? [] : [id])}
                aria-current={view === id ? 'true' : undefined}
              >
                {title}
              </a>
            ))}
          </nav>
        </div>
        <button type="button" onClick={() => input.current!.click()}>
          Open {view === 'bench' ? 'a benchmark' : 'a result file'}…
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Result or benchmark file"
          onChange={({ currentTarget }) => {
            void openFiles([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </header>
      {view === 'time' ? <TimeView /> : view === 'bench' ? <BenchPlots /> : <ResultsView />}
    </section>
  )
}
