// The page of backends.

/** CPU and GPU side by side in this browser. */
export default function BackendsPage() {
  return (
    <section class="page">
      <h1>Backends</h1>
      <p class="lead">CPU and GPU side by side in this browser.</p>
    </section>
  )
}
