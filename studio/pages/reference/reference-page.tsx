// The page of the DSL reference: all primitives, searched by name, type or word, each with a live example.

import { signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { plural } from '../../../src/language/format-count.ts'
import type { DialectId } from '../../../src/language/dialects.ts'
import { callEngine } from '../../engine/engine-pool.ts'
import type { ReferenceEntry } from '../../engine/study-messages.ts'
import { notifyError } from '../../frame/notices.tsx'
import { type Route, goTo, linkTo } from '../../frame/route.ts'
import { useVirtualizer } from '../../frame/use-virtualizer.ts'
import { PrimitiveCard } from './primitive-card.tsx'
import { findPrimitives } from './find-primitives.ts'

const entries = signal<readonly ReferenceEntry[]>([])
const DIALECTS: readonly DialectId[] = ['a', 'r', 't']
const ESTIMATED_HEIGHT = 230

/** The reference. The route has the search: a name as its part, or the query. */
export default function ReferencePage({ route }: { readonly route: Route }) {
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const search = route.query['search'] ?? route.parts[0] ?? ''
  const dialect = DIALECTS.find((id) => id === route.query['dialect'])
  const { family } = route.query
  useEffect(() => {
    if (entries.peek().length === 0) callEngine('reference', {}).then((found) => (entries.value = found), notifyError)
    const onKey = (event: KeyboardEvent) => {
      const target = event.composedPath()[0]
      if (event.key !== '/' || (target instanceof HTMLElement && target.matches('input, select, textarea'))) return
      event.preventDefault()
      input.current!.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const all = entries.value
  const families = useMemo(() => [...new Set(all.map((entry) => entry.family))].sort(), [all])
  const found = useMemo(() => findPrimitives(all, { search, dialect, family }), [all, search, dialect, family])
  const change = (next: { search?: string; dialect?: string; family?: string }) => {
    const query = { search, dialect, family, ...next }
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined))
    goTo(linkTo('reference', [], given), { replace: true })
    box.current?.scrollTo(0, 0)
  }
  const virtualizer = useVirtualizer({
    count: found.length,
    estimateSize: () => ESTIMATED_HEIGHT,
    getScrollElement: () => box.current,
    getItemKey: (k) => found[k]?.key ?? k,
    overscan: 3,
    gap: 12,
    paddingEnd: 32,
  })
  return (
    <section class="reference">
      <header class="reference-head">
        <h1>Reference</h1>
        <form role="search" class="choices" onSubmit={(event) => event.preventDefault()}>
          <input
            ref={input}
            type="search"
            aria-label="Find primitives"
            placeholder="name, type or word   ( / )"
            value={search}
            onInput={({ currentTarget }) => change({ search: currentTarget.value })}
          />
          <label>
            <span>Dialect</span>
            <select value={dialect ?? ''} onChange={({ currentTarget }) => change({ dialect: currentTarget.value })}>
              <option value="">all</option>
              {DIALECTS.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </label>
          <label>
            <span>Family</span>
            <select value={family ?? ''} onChange={({ currentTarget }) => change({ family: currentTarget.value })}>
              <option value="">all</option>
              {families.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <span class="soft" role="status">
            {all.length === 0 ? 'Loading…' : plural(found.length, 'primitive')}
          </span>
        </form>
        <details class="reference-help">
          <summary>How examples are written</summary>
          <p>
            Examples run in the engine as you type. A grid is <code>[12/34]</code>, row by row; an object is{' '}
            <code>&lt;.2/22&gt;</code>, with dots where it has no cell; indices are <code>&lt;.x/xx&gt;</code>; sets are{' '}
            <code>{'{1, 2}'}</code>; functions are names or calls of combinators, such as <code>rbind(shift, UP)</code>.
            A second pair of brackets calls the result: <code>power(double, 3)(1)</code>. Dialect a is that of solvers,
            r that of verifiers, t the extended one, whose cells are (row, column, colour).
          </p>
        </details>
      </header>
      <div class="reference-box" ref={box} tabIndex={0} role="region" aria-label="Primitives">
        <ul class="reference-list" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => (
            <li
              key={key}
              ref={(row) => virtualizer.measureElement(row)}
              data-index={index}
              aria-setsize={found.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <PrimitiveCard entry={found[index]!} dialect={dialect} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
