// The list of pairs: a virtual list in pages, since a browser cannot scroll through millions of rows in one element.

import { useEffect, useRef, useState } from 'preact/hooks'
import { formatCount } from '../../../src/language/format-count.ts'
import { useVirtualizer } from '../../frame/use-virtualizer.ts'
import type { SortKey } from '../../runs/order-rows.ts'
import type { ResultRow } from '../../runs/result-columns.ts'
import { ResultDetail } from './result-detail.tsx'
import { linkToSteps, listVersion, query, rowAt, rowCount, sortBy } from './runs-state.ts'
import { VERDICT_CLASSES } from './verdict-classes.ts'

const ROW_HEIGHT = 36
const PAGE_ROWS = 200_000

const HEADS: readonly { readonly key: SortKey; readonly title: string }[] = [
  { key: 'pair', title: '#' },
  { key: 'verdict', title: 'Verdict' },
  { key: 'program', title: 'Program' },
  { key: 'task', title: 'Task' },
  { key: 'right', title: 'Right' },
  { key: 'cells', title: 'Cells' },
]

/** The rows of the query. A row leads to the steps of its first failure. */
export function ResultList() {
  const box = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState(0)
  const [detail, setDetail] = useState<number>()
  const all = rowCount.value
  const pages = Math.max(1, Math.ceil(all / PAGE_ROWS))
  const first = Math.min(page, pages - 1) * PAGE_ROWS
  const count = Math.min(PAGE_ROWS, all - first)
  useEffect(() => {
    setPage(0)
    setDetail(undefined)
    box.current?.scrollTo(0, 0)
  }, [query.value])
  const virtualizer = useVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT,
    getScrollElement: () => box.current,
    overscan: 10,
  })
  // Rows come later than the list.
  void listVersion.value
  const { sort, descending } = query.value
  return (
    <div class="result-list card">
      {pages > 1 && (
        <label class="result-pages">
          Rows{' '}
          <select value={String(page)} onChange={({ currentTarget }) => setPage(Number(currentTarget.value))}>
            {Array.from({ length: pages }, (_, k) => (
              <option key={k} value={String(k)}>
                {formatCount(k * PAGE_ROWS + 1)} to {formatCount(Math.min(all, (k + 1) * PAGE_ROWS))}
              </option>
            ))}
          </select>{' '}
          of {formatCount(all)}
        </label>
      )}
      <div class="result-table" role="table" aria-label="Pairs" aria-rowcount={all + 1}>
        <div class="result-row result-heads" role="row" aria-rowindex={1}>
          {HEADS.map(({ key, title }) => (
            <span
              key={key}
              role="columnheader"
              class={`col-${key}`}
              aria-sort={sort === key ? (descending ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" class="quiet small" onClick={() => sortBy(key)}>
                {title}
                <span aria-hidden="true">{sort === key ? (descending ? ' ↓' : ' ↑') : ''}</span>
              </button>
            </span>
          ))}
          <span role="columnheader" class="col-more">
            <span class="visually-hidden">Samples</span>
          </span>
        </div>
        <div class="result-box" role="rowgroup" ref={box} tabIndex={0} aria-label="Rows">
          <div class="result-rows" role="presentation" style={{ height: `${virtualizer.getTotalSize()}px` }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => (
              <Row
                key={first + index}
                at={first + index}
                start={start}
                row={rowAt(first + index)}
                isOpen={detail === first + index}
                onDetail={() => setDetail(detail === first + index ? undefined : first + index)}
              />
            ))}
          </div>
        </div>
      </div>
      {all === 0 && <p class="soft result-empty">No pair has these verdicts and names.</p>}
      {detail !== undefined && <ResultDetail at={detail} onClose={() => setDetail(undefined)} />}
    </div>
  )
}

interface RowProps {
  readonly at: number
  readonly start: number
  readonly row: ResultRow | undefined
  readonly isOpen: boolean
  readonly onDetail: () => void
}

function Row({ at, start, row, isOpen, onDetail }: RowProps) {
  const style = { transform: `translateY(${start}px)` }
  if (row === undefined)
    return (
      <div class="result-row" role="row" aria-rowindex={at + 2} style={style}>
        <span role="cell">…</span>
      </div>
    )
  const { pair, program, file, task, verdict, demosRight, demos, testsRight, tests, differing, failedSample, error } =
    row
  const link = linkToSteps(row, failedSample ?? 0)
  return (
    <div class={`result-row${isOpen ? ' open' : ''}`} role="row" aria-rowindex={at + 2} style={style}>
      <span role="cell" class="col-pair soft">
        {pair + 1}
      </span>
      <span role="cell" class="col-verdict">
        <span class={`badge ${VERDICT_CLASSES[verdict]}`} title={error === undefined ? undefined : `${error} error`}>
          {verdict}
        </span>
      </span>
      <span role="cell" class="col-program" title={`${program} in ${file}`}>
        {link === undefined ? program : <a href={link}>{program}</a>}
      </span>
      <span role="cell" class="col-task" title={task}>
        {task}
      </span>
      <span role="cell" class="col-right">
        <span title="demo pairs">
          {demosRight}/{demos}
        </span>{' '}
        <span class="soft" title="test pairs">
          + {testsRight}/{tests}
        </span>
      </span>
      <span role="cell" class="col-cells">
        {differing === undefined ? '' : formatCount(differing)}
      </span>
      <span role="cell" class="col-more">
        <button
          type="button"
          class="quiet small"
          aria-expanded={isOpen}
          aria-label={`Samples of ${program} on ${task}`}
          onClick={onDetail}
        >
          …
        </button>
      </span>
    </div>
  )
}
