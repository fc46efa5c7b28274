// A primitive: signatures, prose and live examples.

import type { DialectId } from '../../../src/language/dialects.ts'
import type { ReferenceEntry } from '../../engine/study-messages.ts'
import { LiveExample } from './live-example.tsx'

/** The card of a primitive; `dialect` chooses among examples that differ by dialect. */
export function PrimitiveCard({
  entry,
  dialect,
}: {
  readonly entry: ReferenceEntry
  readonly dialect: DialectId | undefined
}) {
  const { name, family, sort, prose, signatures, examples } = entry
  const own = examples.filter(({ dialects }) => dialect === undefined || dialects.includes(dialect))
  return (
    <article class="primitive-card card" aria-label={name}>
      <header>
        <h2>
          <code>{name}</code>
        </h2>
        <span class="soft">
          {family}
          {sort === 'higher-order' && ', higher-order'}
        </span>
      </header>
      {signatures.map(({ text, dialects }) => (
        <p key={text} class="signature">
          <code>{text}</code> <Dialects ids={dialects} />
        </p>
      ))}
      <p>{prose}</p>
      {own.map(({ text, dialects }) => (
        <div key={text} class="live">
          {examples.length > 1 && (
            <p class="soft live-dialects">
              In <Dialects ids={dialects} />
            </p>
          )}
          <LiveExample text={text} dialect={dialect ?? dialects[0]!} name={name} />
        </div>
      ))}
    </article>
  )
}

function Dialects({ ids }: { readonly ids: readonly DialectId[] }) {
  return (
    <>
      {ids.map((id) => (
        <span key={id} class="badge" title={`dialect ${id}`}>
          {id}
        </span>
      ))}
    </>
  )
}
