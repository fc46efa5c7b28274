// The task that a program belongs to.

import type { Program } from './program.ts'
import { taskOfName } from './program-names.ts'

/**
 * Returns a function that finds the task of a program among `ids`: the task that the program declares, else the longest
 * id that its name ends with. A program that declares a task outside `ids` has none here, whatever its name ends with.
 */
export function taskFinder(ids: Iterable<string>): (program: Pick<Program, 'name' | 'task'>) => string | undefined {
  const known = new Set(ids)
  const lengths = [...new Set(Array.from(known, ({ length }) => length))].sort((a, b) => b - a)
  return ({ name, task }) => {
    // Readers set `task` from the name where a file declares none.
    if (task !== undefined && task !== taskOfName(name)) return known.has(task) ? task : undefined
    const length = lengths.find((count) => count > 0 && known.has(name.slice(-count)))
    return length === undefined ? undefined : name.slice(-length)
  }
}
