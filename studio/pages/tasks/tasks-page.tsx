// The page of tasks: all of them, or one in large view.

import type { Route } from '../../frame/route.ts'
import { isLoading, taskById } from '../../state/library.ts'
import { FilterBar } from './filter-bar.tsx'
import { TaskList } from './task-list.tsx'
import { TaskView } from './task-view.tsx'

/** The route names the task in large view, if any. */
export default function TasksPage({ route }: { readonly route: Route }) {
  const [id] = route.parts
  if (isLoading.value)
    return (
      <p class="starting" role="status">
        Starting the engine…
      </p>
    )
  const task = id === undefined ? undefined : taskById.value.get(id)
  if (task !== undefined) return <TaskView key={task.id} task={task} />
  return (
    <section class="tasks">
      <h1 class="visually-hidden">Tasks</h1>
      <FilterBar />
      {id !== undefined && <p class="problem">There is no task {id}.</p>}
      <TaskList />
    </section>
  )
}
