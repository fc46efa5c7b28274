// Planning: what merging and lowering cost per statement, together, alone, and added to a graph that is kept; reading beside it.
//
//   node bench/planning.mjs [--programs 10000] [--passes 20] [--out FILE.json]
//
// The programs are gallery solvers with other constants, printed and read again, so that constants are objects of their own. CPU
// times, the fastest pass. Ends with exit code 1 where the plan of added programs is not the plan of these programs alone.

import { writeFileSync } from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { Random } from '../dist/data/random.js'
import { galleryPrograms, lowerGraph, mergePrograms, printPrograms, readPrograms } from '../dist/index.js'
import { describeMachine } from './parts/machine.mjs'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '10000' },
    passes: { type: 'string', default: '20' },
    out: { type: 'string' },
  },
})
const ADDED = 100
const random = new Random(1)
const solvers = galleryPrograms().filter(({ mode, dialect }) => mode === 'strict' && dialect === 'a')
const made = Array.from({ length: Number(values.programs) + ADDED }, (_, k) => vary(solvers[k % solvers.length], k))
const text = printPrograms(made)
const figures = {}
const all = time('reading', made, () => readPrograms(text, 'programs.py').programs, 1)
const programs = all.slice(0, -ADDED)
const added = all.slice(-ADDED)

time('together', programs, () => lowerGraph(mergePrograms(programs)))
time('each alone', programs.slice(0, 1000), () => {
  for (const program of programs.slice(0, 1000)) lowerGraph(mergePrograms([program]))
})
let plan
for (let pass = 0; pass < Number(values.passes); pass++) {
  const graph = mergePrograms(programs)
  lowerGraph(graph)
  const add = () =>
    lowerGraph(
      graph,
      added.map((program) => graph.add(program)),
    )
  plan = time(`${ADDED} added to ${programs.length}`, added, add, 1)
}
time(`${ADDED} by themselves`, added, () => lowerGraph(mergePrograms(added)))
for (const [name, us] of Object.entries(figures)) console.log(`${name}: ${us.toFixed(2)} µs per statement`)
const isEqual = isDeepStrictEqual(plan, lowerGraph(mergePrograms(added)))
console.log(`the plan of the added programs is ${isEqual ? 'that of these alone' : 'another one'}`)
if (values.out !== undefined)
  writeFileSync(values.out, `${JSON.stringify({ machine: describeMachine(), figures, isEqual }, null, 2)}\n`)
if (!isEqual) process.exitCode = 1

/** A copy of a program in which one integer constant is drawn anew. */
function vary(program, k) {
  const at = random.below(Math.max(1, program.statements.length))
  const draw = (operand) =>
    operand.kind === 'constant' && typeof operand.value === 'number'
      ? { kind: 'constant', value: random.below(10) }
      : operand
  const statements = program.statements.map((own, n) => (n === at ? { ...own, args: own.args.map(draw) } : own))
  return { ...program, name: `solve_${k}`, statements }
}

/** Notes the CPU time per statement of the fastest of all passes under this name; returns the last result. */
function time(name, members, work, passes = Number(values.passes)) {
  let statements = 0
  for (const program of members) statements += program.statements.length
  let result
  for (let pass = 0; pass < passes; pass++) {
    const started = process.cpuUsage()
    result = work()
    const { user, system } = process.cpuUsage(started)
    figures[name] = Math.min(figures[name] ?? Infinity, (user + system) / statements)
  }
  return result
}
