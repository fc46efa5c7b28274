// The page of tasks.

import { GridThumb } from '../../draw/grid-thumb.tsx'
import { isLoading, tasks } from '../../state/library.ts'

/** Thumbnails of all tasks. */
export default function TasksPage() {
  if (isLoading.value)
    return (
      <p class="starting" role="status">
        Starting the engine…
      </p>
    )
  return (
    <section class="page">
      <h1>Tasks</h1>
      <ul class="task-grid">
        {tasks.value.map(({ id, train }) => (
          <li key={id}>
            <GridThumb grid={train[0]!.input} size={64} /> {id}
          </li>
        ))}
      </ul>
    </section>
  )
}
