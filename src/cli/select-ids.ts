// --only and --skip: which tasks, by id, and which programs, by name, take part.

import type { Task } from '../data/task.ts'
import { closestName } from '../language/closest-name.ts'
import { UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'

interface Selected {
  readonly programs: readonly Program[]
  readonly tasks: readonly Task[]
}

/** Those that remain. Ids of tasks say nothing about programs, and names of programs nothing about tasks. */
export function selectIds(
  programs: readonly Program[],
  tasks: readonly Task[],
  { only, skip }: { readonly only?: string; readonly skip?: string },
): Selected {
  const names = new Set(programs.map(({ name }) => name))
  const ids = new Set(tasks.map(({ id }) => id))
  const wanted = splitIds(only, names, ids)
  const unwanted = splitIds(skip, names, ids)
  return {
    programs: programs.filter(
      ({ name }) => (wanted.names.size === 0 || wanted.names.has(name)) && !unwanted.names.has(name),
    ),
    tasks: tasks.filter(({ id }) => (wanted.ids.size === 0 || wanted.ids.has(id)) && !unwanted.ids.has(id)),
  }
}

function splitIds(list: string | undefined, names: ReadonlySet<string>, ids: ReadonlySet<string>) {
  const given = (list ?? '').split(',').map((id) => id.trim())
  const found = { names: new Set<string>(), ids: new Set<string>() }
  for (const id of given.filter((text) => text !== '')) {
    if (names.has(id)) found.names.add(id)
    else if (ids.has(id)) found.ids.add(id)
    else throw unknownId(id, [...ids, ...names])
  }
  return found
}

function unknownId(id: string, known: readonly string[]): UserError {
  const suggestion = closestName(id, known)
  const message = `No task has the id, and no program the name, ${JSON.stringify(id.slice(0, 100))}`
  return new UserError('unknown-id', message, suggestion === undefined ? {} : { advice: `Did you mean ${suggestion}?` })
}
