// Figures in a row, each with what it counts below it.

/** Pairs of a figure and its label. */
export function FigureList({ figures }: { readonly figures: readonly (readonly [string, string])[] }) {
  return (
    <dl class="figures">
      {figures.map(([value, label]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
