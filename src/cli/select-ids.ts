// --only and --skip: select tasks by id, and programs by name or by file and name.

import type { Task } from '../data/task.ts'
import { closestName } from '../language/closest-name.ts'
import { UserError } from '../language/errors.ts'
import { nameWithFile } from '../engine/run/program-labels.ts'
import type { Program } from '../language/program.ts'

interface Selected {
  readonly programs: readonly Program[]
  readonly tasks: readonly Task[]
}

/** The selected programs and tasks. Ids of tasks select no programs, and names of programs select no tasks. */
export function selectIds(
  programs: readonly Program[],
  tasks: readonly Task[],
  { only, skip }: { readonly only?: string; readonly skip?: string },
): Selected {
  const names = new Set(programs.flatMap(namesOf))
  const ids = new Set(tasks.map(({ id }) => id))
  const wanted = splitIds(only, names, ids)
  const unwanted = splitIds(skip, names, ids)
  return {
    programs: programs.filter((program) => {
      const isIn = (chosen: ReadonlySet<string>) => namesOf(program).some((name) => chosen.has(name))
      return (wanted.names.size === 0 || isIn(wanted.names)) && !isIn(unwanted.names)
    }),
    tasks: tasks.filter(({ id }) => (wanted.ids.size === 0 || wanted.ids.has(id)) && !unwanted.ids.has(id)),
  }
}

/** The names by which a program can be selected: its name, and with its file, as a path or by its last part. */
export function namesOf({ name, file }: Pick<Program, 'name' | 'file'>): string[] {
  const last = file.replace(/^.*[/\\]/s, '')
  return [name, nameWithFile({ name, file }), nameWithFile({ name, file: last })]
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
