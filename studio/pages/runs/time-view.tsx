// The time of the loaded programs on their tasks, by primitive and program.

import { signal } from '@preact/signals'
import { FigureList } from '../../frame/figure-list.tsx'
import { useMemo, useState } from 'preact/hooks'
import type { Profile } from '../../../src/engine/profile/profile-report.ts'
import { formatMs } from '../../../src/engine/bench/format-bench.ts'
import { formatCount, plural } from '../../../src/language/format-count.ts'
import { callEngine } from '../../engine/engine-pool.ts'
import { notifyError } from '../../frame/notices.tsx'
import { programs, programsByTask, tasks } from '../../state/library.ts'
import { FlameGraph } from './flame-graph.tsx'
import { type FlameOrder, flameFrames } from './flame-frames.ts'

const profile = signal<Profile | undefined>(undefined)
const isMeasuring = signal(false)
const TOP = 15

async function measure(): Promise<void> {
  isMeasuring.value = true
  try {
    profile.value = await callEngine('profile', { programs: programs.peek(), tasks: tasks.peek() }, 'batch')
  } catch (error) {
    notifyError(error)
  } finally {
    isMeasuring.value = false
  }
}

/** Measures on request, since it runs everything several times. */
export function TimeView() {
  const [order, setOrder] = useState<FlameOrder>('primitive')
  const found = profile.value
  const root = useMemo(() => (found === undefined ? undefined : flameFrames(found, order)), [found, order])
  const canMeasure = programsByTask.value.size > 0
  return (
    <>
      <div class="time-head">
        <button type="button" disabled={isMeasuring.value || !canMeasure} onClick={() => void measure()}>
          {isMeasuring.value ? 'Measuring…' : found === undefined ? 'Measure the loaded programs' : 'Measure again'}
        </button>
        <div class="segments" role="group" aria-label="Order of frames">
          {(['primitive', 'program'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={order === one} onClick={() => setOrder(one)}>
              By {one}
            </button>
          ))}
        </div>
        <span class="soft" role="status">
          {canMeasure
            ? `${plural(programs.value.length, 'program')}, ${plural(tasks.value.length, 'task')}, one thread of the CPU`
            : 'No loaded program belongs to a loaded task.'}
        </span>
      </div>
      {root === undefined || found === undefined ? (
        <p class="soft">
          Everything runs several times, without a clock and with clocks around calls and kernels, as megabatt profile
          does. The clock of a browser is coarse: sums of many calls are reliable, single ones are not.
        </p>
      ) : (
        <>
          <FigureList
            figures={[
              [formatMs(found.time.runMs), 'one run'],
              [formatMs(found.merging.mergedMs), `in ${formatCount(found.work.calls)} calls`],
              [formatMs(found.parts.inputsMs + found.parts.judgingMs), 'in inputs and judging'],
              [formatMs(found.merging.savedMs), 'saved by merging'],
            ]}
          />
          <div class="card flame-card">
            <FlameGraph root={root} />
          </div>
          <div class="time-tables">
            <TopTable
              title="Kernels by primitive"
              rows={found.byPrimitive.map(({ primitive, calls, ms, share }) => [primitive, calls, ms, share])}
            />
            <TopTable
              title="Programs"
              rows={found.byProgram.map(({ program, calls, ownMs, share }) => [program, calls, ownMs, share])}
            />
          </div>
        </>
      )}
    </>
  )
}

function TopTable(props: {
  readonly title: string
  readonly rows: readonly (readonly [string, number, number, number])[]
}) {
  const { title, rows } = props
  return (
    <section class="study-card card">
      <header>
        <h2>{title}</h2>
      </header>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" class="number">
              Calls
            </th>
            <th scope="col" class="number">
              Time
            </th>
            <th scope="col" class="number">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, TOP).map(([name, calls, ms, share], k) => (
            <tr key={k}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td class="number">{formatCount(calls)}</td>
              <td class="number">{formatMs(ms)}</td>
              <td class="number">{(100 * share).toFixed(1)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > TOP && <p class="soft">{rows.length - TOP} more</p>}
    </section>
  )
}
