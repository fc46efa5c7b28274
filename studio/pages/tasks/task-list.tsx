// Thumbnails of tasks in a virtual list of rows; arrow keys move, Enter opens.

import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Task } from '../../../src/data/task.ts'
import { GridThumb } from '../../draw/grid-thumb.tsx'
import { linkTo } from '../../frame/route.ts'
import { useVirtualizer } from '../../frame/use-virtualizer.ts'
import { type TaskState, taskStates } from '../../state/results.ts'
import { clearFilters, shownTasks } from './task-filter.ts'

const MIN_CARD_WIDTH = 160
const CARD_HEIGHT = 122
const GAP = 12
const THUMB = 68

/** The task that has or had the focus, by its place in the list; kept while another page is shown. */
const focused = signal(0)

/** All tasks that pass the filters. */
export function TaskList() {
  const box = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const [width, setWidth] = useState(0)
  const columnCount = Math.max(1, Math.floor((width + GAP) / (MIN_CARD_WIDTH + GAP)))
  const cardWidth = (width + GAP) / columnCount - GAP
  const list = shownTasks.value
  const virtualizer = useVirtualizer({
    count: Math.ceil(list.length / columnCount),
    estimateSize: () => CARD_HEIGHT,
    getScrollElement: () => box.current,
    gap: GAP,
    overscan: 3,
  })
  useLayoutEffect(() => {
    const measure = () => setWidth(rows.current!.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(rows.current!)
    measure()
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    // Only to come back to a task: the virtualizer holds on to its goal for a while, against a person who scrolls.
    if (focused.peek() > 0) virtualizer.scrollToIndex(Math.floor(focused.peek() / columnCount))
  }, [virtualizer, columnCount])
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current) return
    const card = box.current!.querySelector<HTMLElement>(`[data-place="${focused.value}"]`)
    if (card === null) return
    isWanted.current = false
    card.focus({ preventScroll: true })
  })
  const current = Math.min(focused.value, Math.max(0, list.length - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, current, columnCount, list.length)
    if (next === undefined) return
    event.preventDefault()
    isWanted.current = true
    focused.value = next
    virtualizer.scrollToIndex(Math.floor(next / columnCount), { align: 'auto' })
  }
  return (
    <div class="task-scroll" ref={box} onKeyDown={onKeyDown}>
      {list.length === 0 && (
        <p class="steps-empty soft">
          No task passes the filters.{' '}
          <button type="button" class="small" onClick={clearFilters}>
            Clear the filters
          </button>
        </p>
      )}
      <ul class="task-rows" ref={rows} style={{ height: `${virtualizer.getTotalSize()}px` }} aria-label="Tasks">
        {virtualizer.getVirtualItems().flatMap(({ index, start }) =>
          list.slice(index * columnCount, (index + 1) * columnCount).map((task, column) => {
            const place = index * columnCount + column
            return (
              <li
                key={task.id}
                aria-setsize={list.length}
                aria-posinset={place + 1}
                style={{
                  width: `${cardWidth}px`,
                  transform: `translate(${column * (cardWidth + GAP)}px, ${start}px)`,
                }}
              >
                <TaskCard task={task} place={place} isFocused={place === current} />
              </li>
            )
          }),
        )}
      </ul>
    </div>
  )
}

const WORDS: Readonly<Record<TaskState, string>> = {
  solved: 'solved',
  near: 'near miss',
  unsolved: 'unsolved',
  none: 'no program',
  pending: 'running',
}

interface CardProps {
  readonly task: Task
  readonly place: number
  readonly isFocused: boolean
}

function TaskCard({ task: { id, train, test }, place, isFocused }: CardProps) {
  const state = taskStates.value.get(id) ?? 'pending'
  const { input, output } = train[0] ?? test[0]!
  return (
    <a
      class={`task-card ${state}`}
      href={linkTo('tasks', [id])}
      data-place={place}
      tabIndex={isFocused ? 0 : -1}
      onFocus={() => (focused.value = place)}
    >
      <span class="task-thumbs">
        <GridThumb grid={input} size={THUMB} />
        {output !== undefined && <GridThumb grid={output} size={THUMB} />}
      </span>
      <span class="task-foot">
        <span class="task-id">{id}</span>
        <span class={`dot ${state}`} aria-hidden="true" />
        <span class="visually-hidden">{WORDS[state]}</span>
      </span>
    </a>
  )
}

function placeAfter(key: string, place: number, columnCount: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columnCount,
    ArrowDown: columnCount,
    PageUp: -4 * columnCount,
    PageDown: 4 * columnCount,
    Home: -Infinity,
    End: Infinity,
  }
  const step = steps[key]
  return step === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, place + step))
}
