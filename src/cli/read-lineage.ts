// The file of `submit --lineage`: a JSON object in each line, with the names of a program and of the one that it was made from.

import { readFile } from 'node:fs/promises'
import type { Descent } from '../cluster/queue/submit-run.ts'
import { UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'

const MAX_CHANGE_LENGTH = 200

/** Reads the file; every name must be that of a program, or of a program in a file as file:name. */
export async function readLineage(path: string, programs: readonly Program[]): Promise<Descent[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new UserError('file-unreadable', `${path} cannot be read: ${(cause as Error).message}`, {
      place: { file: path },
      advice: 'Check its name and its permissions.',
    })
  }
  const indexOf = new Map<string, number>()
  for (const [p, { name, file }] of programs.entries()) for (const key of [name, `${file}:${name}`]) indexOf.set(key, p)
  return text
    .split('\n')
    .flatMap((line, k) => (line.trim() === '' ? [] : [readDescent(line, { file: path, line: k + 1 })]))

  function readDescent(line: string, place: { readonly file: string; readonly line: number }): Descent {
    const { child, parent, change } = parseLine(line)
    if (typeof child !== 'string' || typeof parent !== 'string' || typeof change !== 'string')
      throw new UserError('lineage-line', 'A line of the lineage has no texts child, parent and change', {
        place,
        advice: 'A line has the form {"child": "solve_b", "parent": "solve_a", "change": "mutation"}.',
      })
    const numbers = [child, parent].map((name) => {
      const number = indexOf.get(name)
      if (number === undefined)
        throw new UserError('lineage-line', `${JSON.stringify(name.slice(0, 100))} is not a program of this run`, {
          place,
          advice: 'Give its file with --programs as well, or leave out the line.',
        })
      return number
    })
    return { child: numbers[0]!, parent: numbers[1]!, change: change.slice(0, MAX_CHANGE_LENGTH) }
  }
}

function parseLine(line: string): Partial<Record<keyof Descent, unknown>> {
  try {
    return (JSON.parse(line) ?? {}) as Partial<Record<keyof Descent, unknown>>
  } catch {
    return {}
  }
}
