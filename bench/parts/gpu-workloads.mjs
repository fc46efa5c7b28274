// What the benchmark of the device is run on: programs with kernels that compile quickly, chains, tasks of so many samples.

import { schedulePlan } from '../../dist/backends/gpu/schedule/schedule.js'
import { drawTasks } from '../../dist-tools/tools/gallery/draw.js'
import { Random } from '../../dist/data/random.js'
import { planGroups, plansOf } from '../../dist/engine/run/plan-groups.js'
import { galleryPrograms, galleryTasks, makeDataset, readPrograms } from '../../dist/index.js'

/** Kernels that a software device compiles in about a second or less. */
const QUICK_KERNELS = new Set(
  ['rot90', 'rot180', 'rot270', 'tophalf', 'bottomhalf', 'lefthalf', 'righthalf', 'hconcat', 'vconcat']
    .concat(['portrait', 'square', 'branch', 'first', 'last', 'shape', 'canvas', 'hsplit', 'decrement', 'crop'])
    .concat(['cellwise']),
)

/** Primitives that take a grid, each a kernel of its own. */
const OF_A_GRID = ['rot90', 'rot180', 'rot270', 'tophalf', 'bottomhalf', 'lefthalf', 'righthalf', 'shape'].concat([
  'portrait',
  'square',
  'size',
  'identity',
  'first',
  'last',
  'height',
  'width',
])

const TURNS = ['rot90', 'rot180', 'rot270']

/** All programs of the gallery in an order that is drawn. */
export function shuffledGallery() {
  return new Random(1).shuffle(galleryPrograms())
}

/** The programs of the gallery that need nothing but quick kernels, in an order that is drawn. */
export function quickPrograms() {
  const dataset = makeDataset(galleryTasks({ samples: 1 }).slice(0, 1))
  return shuffledGallery().filter((program) => {
    const [plan] = plansOf(planGroups({ programs: [program], dataset, pairing: 'all' }))
    return schedulePlan(plan).rounds.every(({ kernels }) =>
      [...kernels.keys()].every((name) => QUICK_KERNELS.has(name)),
    )
  })
}

/** Turns a grid `count` times, a statement after the other. */
export function chainProgram(count) {
  const lines = Array.from({ length: count }, (_, k) => {
    const name = k === count - 1 ? 'O' : `x${k + 1}`
    return `    ${name} = ${TURNS[k % TURNS.length]}(${k === 0 ? 'I' : `x${k}`})\n`
  })
  return readOne(`def solve_chain${count}(I):\n${lines.join('')}    return O\n`)
}

/** As many programs of one statement, each of another primitive. */
export function primitivePrograms() {
  return OF_A_GRID.map((name) => readOne(`def solve_${name}(I):\n    O = ${name}(I)\n    return O\n`))
}

/** Two families of the gallery with `count` samples each. */
export function tasksOf(count) {
  return makeDataset(
    drawTasks({ samples: count, only: ['turnflip', 'swaphalf'] }).map(({ id, train, test }) => {
      const pairs = [...train, ...test].slice(0, count)
      return { id, train: pairs.slice(0, 1), test: pairs.slice(1) }
    }),
  )
}

/** 1, 2, 4, … and the last one. */
export function doublings(last) {
  const counts = []
  for (let count = 1; count < last; count *= 2) counts.push(count)
  return [...counts, last]
}

function readOne(text) {
  return readPrograms(text, 'bench.py').programs[0]
}
