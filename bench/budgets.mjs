// What the budget of a statement costs and saves: right results, limits and time of solvers on their own tasks and on all
// tasks, for budgets from 2^14 to 2^24. The default budget of `--pair all` is chosen by this table.
//
//   node bench/budgets.mjs [--tasks FOLDER] [--programs FILE] [--quick]
//
// Without --programs, the solvers of the gallery; without --tasks, the gallery's tasks.

import { parseArgs } from 'node:util'
import { galleryPrograms, galleryTasks, makeDataset, runPrograms } from '../dist/index.js'
import { loadPrograms, loadTasks } from '../dist/node.js'
import { describeMachine } from './parts/machine.mjs'

const { values: options } = parseArgs({
  options: { tasks: { type: 'string' }, programs: { type: 'string' }, quick: { type: 'boolean', default: false } },
})
const isGallery = options.programs === undefined
const gallery = makeDataset(galleryTasks({ samples: 20 }))
const given = options.tasks === undefined ? gallery : await loadTasks([options.tasks])
const all = options.quick ? makeDataset(given.tasks.slice(0, 40)) : given
const programs = (isGallery ? galleryPrograms() : (await loadPrograms([options.programs])).programs).filter(
  ({ mode }) => mode === 'strict',
)
const exponents = options.quick ? [14, 18, 24] : [14, 15, 16, 17, 18, 19, 20, 22, 24]

console.log(JSON.stringify(describeMachine()))
console.log('budget   own: right  limits     ms   all: right  limits       ms')
for (const exponent of exponents) {
  const settings = { budget: 2 ** exponent }
  const own = await runPrograms({ programs, dataset: isGallery ? gallery : given, settings })
  const every = await runPrograms({ programs, dataset: all, pairing: 'all', settings })
  const counts = [own, every].map(({ right, limits, time }) => [right, limits, Math.round(time.runMs)])
  const cells = counts.flat().map((count, k) => String(count).padStart([13, 7, 6, 12, 7, 8][k]))
  console.log(`${`2^${exponent}`.padEnd(6)} ${cells.join(' ')}`)
}
