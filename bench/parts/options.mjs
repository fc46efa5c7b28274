// The options of benchmarks that measure several works, each in a process of its own.

import { parseArgs } from 'node:util'

/** What the command line says; `part` is the option that names the one work of a child process. */
export function readOptions(part) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      tasks: { type: 'string' },
      engine: { type: 'string', default: 'wasm' },
      out: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      lockstep: { type: 'boolean', default: false },
      [part]: { type: 'string' },
    },
  })
  return values
}

/** The names of the works that are wanted: those of --only, else all. */
export function wantedNames({ only }, works) {
  const wanted = only?.split(',') ?? Object.keys(works)
  const unknown = wanted.find((name) => !Object.hasOwn(works, name))
  if (unknown !== undefined) throw new Error(`There is no ${unknown}, but: ${Object.keys(works).join(', ')}`)
  return wanted
}

/** The arguments that a child process has of its parent. */
export function argumentsForChild({ tasks, quick, engine }) {
  return ['--engine', engine, ...(tasks ? ['--tasks', tasks] : []), ...(quick ? ['--quick'] : [])]
}
