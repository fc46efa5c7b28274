// The page of a program.

/** A program step by step. */
export default function ProgramPage() {
  return (
    <section class="page">
      <h1>Program</h1>
    </section>
  )
}
