// The task that a program belongs to.

import type { Program } from './program.ts'
import { taskOfName } from './program-names.ts'

/**
 * Returns a function that finds the task of a program among `ids`: the task that the program declares, else the longest
 * id that its name ends with, else, if its name says no task, the longest id that the name of its file ends with. A
 * program that declares a task outside `ids` has none here, whatever its name ends with.
 */
export function taskFinder(
  ids: Iterable<string>,
): (program: Pick<Program, 'name' | 'task' | 'file'>) => string | undefined {
  const known = new Set(ids)
  const lengths = [...new Set(Array.from(known, ({ length }) => length))].sort((a, b) => b - a)
  const findEnding = (text: string): string | undefined => {
    const length = lengths.find((count) => count > 0 && known.has(text.slice(-count)))
    return length === undefined ? undefined : text.slice(-length)
  }
  return ({ name, task, file }) => {
    // Readers set `task` from the name where a file declares none.
    if (task !== undefined && task !== taskOfName(name)) return known.has(task) ? task : undefined
    return findEnding(name) ?? (task === undefined ? findEnding(stemOf(file)) : undefined)
  }
}

/** The name of a file without folders and ending. */
function stemOf(file: string): string {
  return file.replace(/^.*[/\\]/s, '').replace(/\.[^.]*$/, '')
}
