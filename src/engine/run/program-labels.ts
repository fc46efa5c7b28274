// Names of programs for people: the name alone where it is clear, with the file where several files have it.

import type { Program } from '../../language/program.ts'

type Named = Pick<Program, 'name' | 'file'>

/** A program with its file, as in `solvers.py:solve_a`; `--only` takes the same. */
export function nameWithFile({ name, file }: Named): string {
  return `${file}:${name}`
}

/** Returns a function that names a program of a list: with its file where another file has a program of that name. */
export function programLabels(programs: readonly Named[]): (program: Named) => string {
  // Few runs name a program.
  let shared: ReadonlySet<string> | undefined
  return (program) => {
    shared ??= findShared(programs)
    return shared.has(program.name) ? nameWithFile(program) : program.name
  }
}

/** The names that programs of several files have. */
function findShared(programs: readonly Named[]): Set<string> {
  const files = new Map<string, string>()
  const shared = new Set<string>()
  for (const { name, file } of programs) {
    if ((files.get(name) ?? file) !== file) shared.add(name)
    files.set(name, file)
  }
  return shared
}
