// The page of batts.

/** A matrix of solvers by samples, the shared graph, and differ measures. */
export default function BattsPage() {
  return (
    <section class="page">
      <h1>Batts</h1>
      <p class="lead">A matrix of solvers by samples, the shared graph, and differ measures.</p>
    </section>
  )
}
