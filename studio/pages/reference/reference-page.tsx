// The page of reference.

/** The DSL with live examples. */
export default function ReferencePage() {
  return (
    <section class="page">
      <h1>Reference</h1>
      <p class="lead">The DSL with live examples.</p>
    </section>
  )
}
