// The page of runs.

/** Results of runs: sorted, filtered, and from a failure to its steps. */
export default function RunsPage() {
  return (
    <section class="page">
      <h1>Runs</h1>
      <p class="lead">Results of runs: sorted, filtered, and from a failure to its steps.</p>
    </section>
  )
}
