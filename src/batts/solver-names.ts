// The names of solvers and differs in the entries of a batt.

import type { Program } from '../language/program.ts'

/**
 * The id of each solver, unique among them: its name without `solve_`. Where several have one name, the names of their
 * files are added, and then numbers.
 */
export function solverIds(programs: readonly Program[]): string[] {
  // The owner None compares I with C.
  return makeUnique(programs, ({ name }) => name.replace(/^solve_(?=.)/, ''), ['None'])
}

/** The name of each differ, unique among them: its name without `differ_`. */
export function differNames(programs: readonly Program[]): string[] {
  return makeUnique(programs, ({ name }) => name.replace(/^differ_(?=.)/, ''))
}

function makeUnique(
  programs: readonly Program[],
  nameOf: (program: Program) => string,
  reserved: readonly string[] = [],
): string[] {
  const names = programs.map(nameOf)
  const counts = countNames(names)
  const withFiles = names.map((name, k) => (counts.get(name)! > 1 ? `${stemOf(programs[k]!.file)}:${name}` : name))
  const taken = new Set(reserved)
  return withFiles.map((name) => {
    let own = name
    for (let k = 2; taken.has(own); k++) own = `${name}#${k}`
    taken.add(own)
    return own
  })
}

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The name of a file without folders and ending. */
function stemOf(file: string): string {
  return file.replace(/^.*[/\\]/s, '').replace(/\.[^.]*$/, '')
}
