// Differ measures before and after solving: their worth as `megabatt score` counts it, and the counts on each demo pair.

import type { BattStudy, MeasuredDiffer } from '../../engine/study-messages.ts'

/** The differs of the batt. */
export function DifferTables({ study: { differs, measures } }: { readonly study: BattStudy }) {
  return (
    <section class="study-card card" aria-labelledby="differs-title">
      <header>
        <h2 id="differs-title">Differs before and after</h2>
      </header>
      {differs.length === 0 ? (
        <p class="soft">These programs have no differs. A batt of megabatt card has four.</p>
      ) : (
        <>
          <p class="soft">
            Measured on the demo pairs with C given: a differ is worth something where it sees a difference between
            input and expected output, and none between the output of a solver and the expected one.
          </p>
          <div class="table-box" tabIndex={0} role="region" aria-label="Worth of differs">
            <table class="data">
              <thead>
                <tr>
                  <th scope="col">Differ</th>
                  {['Before', 'None after', 'Worth', 'Right', 'Invalid'].map((title) => (
                    <th key={title} scope="col" class="number">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {differs.map((differ) => (
                  <tr key={differ.differ}>
                    <th scope="row">{differ.differ}</th>
                    <td class="number">
                      {differ.before} of {differ.samples}
                    </td>
                    <td class="number">
                      {differ.after} of {differ.outputs}
                    </td>
                    <td class="number">{differ.worth}</td>
                    <td class="number">{differ.worthRight}</td>
                    <td class="number">{differ.invalid}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {measures.map((measure) => (
            <Counts key={measure.differ} measure={measure} />
          ))}
        </>
      )}
    </section>
  )
}

const MAX_OWNERS = 100

function Counts({ measure: { differ, before, after } }: { readonly measure: MeasuredDiffer }) {
  const demoCount = Math.max(before.length, after[0]?.counts.length ?? 0)
  const rows = [
    ...(before.length === 0 ? [] : [{ owner: 'before: input', counts: before }]),
    ...after.slice(0, MAX_OWNERS).map(({ owner, counts }) => ({ owner: `after: ${owner}`, counts })),
  ]
  return (
    <details class="counts">
      <summary>Counts of {differ} on each demo pair</summary>
      <div class="table-box" tabIndex={0} role="region" aria-label={`Counts of ${differ}`}>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">Measured</th>
              {Array.from({ length: demoCount }, (_, k) => (
                <th key={k} scope="col" class="number">
                  demo {k + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ owner, counts }, k) => (
              <tr key={k}>
                <th scope="row">{owner}</th>
                {counts.map((count, d) => (
                  <td key={d} class={`number ${count === null ? 'soft' : count === 0 ? 'none' : 'some'}`}>
                    {count ?? 'invalid'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {after.length > MAX_OWNERS && <p class="soft">{after.length - MAX_OWNERS} more solvers not shown.</p>}
    </details>
  )
}
