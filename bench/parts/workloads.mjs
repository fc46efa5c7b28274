// What the benchmarks of whole runs are run on: tasks from files or from the gallery, programs made of the gallery's.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Random, mixSeed } from '../../dist/data/random.js'
import { galleryPrograms, galleryTasks, makeDataset, readPrograms } from '../../dist/index.js'
import { loadTasks } from '../../dist/node.js'

const ARC_FOLDER = fileURLToPath(new URL('../../../shared/arc-agi-1/training', import.meta.url))
const SEED = 1

/**
 * About 1,700 samples: of the folder that was named, or of the public training tasks where they lie beside the checkout,
 * else of the gallery. `source` says which.
 */
export async function manyTasks({ folder, taskCount = Infinity }) {
  const path = folder ?? (existsSync(ARC_FOLDER) ? ARC_FOLDER : undefined)
  const tasks = path === undefined ? galleryTasks({ samples: 19 }) : (await loadTasks([path])).tasks
  const source = path === undefined ? 'gallery' : folder === undefined ? 'ARC-AGI-1 training' : 'task files'
  return { dataset: makeDataset(tasks.slice(0, taskCount)), source }
}

/** The right solver of each family. */
export function rightSolvers() {
  return galleryPrograms().filter(({ name }) => /^solve_[^_]+$/.test(name))
}

/** All strict programs of the gallery in an order that is drawn, so that any first few are like the rest. */
export function shuffledSolvers() {
  return new Random(SEED).shuffle(galleryPrograms().filter(({ mode }) => mode === 'strict'))
}

/** Programs with the shapes and the mix of calls of public solvers. */
export function profileMix() {
  const text = readFileSync(new URL('profile-mix.py', import.meta.url), 'utf8')
  return readPrograms(text, 'profile-mix.py').programs
}

/** Whether a program reads this input. */
export function readsInput({ statements, result }, name) {
  const isIt = (operand) => operand?.kind === 'input' && operand.name === name
  return isIt(result) || statements.some(({ callee, args }) => [callee, ...args].some(isIt))
}

/** A guarded batt of solvers one after the other, at least so many statements; equal calls stay as often as they occur. */
export function concatenateBatt(solvers, statementCount) {
  const statements = []
  const outputs = []
  for (const { name, statements: own, result } of solvers) {
    if (statements.length >= statementCount) break
    const offset = statements.length
    for (const statement of own) {
      const number = statements.length + 1
      statements.push({ ...moveStatement(statement, offset), name: `t${number}`, place: { line: number, column: 1 } })
    }
    const value = moveOperand(result, offset)
    outputs.push({ kind: 'o', number: statements.length, mutated: false, solver: name, value })
  }
  return { name: 'batt', mode: 'guarded', file: 'bench', statements, outputs }
}

/** A copy that gets the grid with two colours swapped: no call that depends on the grid is one of the original's. */
export function recolorProgram(program, copy) {
  const [a, b] = colorPairs[copy % colorPairs.length]
  const swap = {
    name: 'swapped',
    callee: { kind: 'primitive', key: 'switch' },
    args: [{ kind: 'input', name: 'I' }, constant(a), constant(b)],
    place: { line: 1, column: 1 },
  }
  const onSwapped = (operand) =>
    operand.kind === 'input' && operand.name === 'I' ? { kind: 'statement', index: 0 } : moveOperand(operand, 1)
  const statements = program.statements.map((statement) => ({
    ...statement,
    callee: onSwapped(statement.callee),
    args: statement.args.map(onSwapped),
  }))
  const name = `solve_swapped_${a}_${b}_${program.name}`
  return { ...program, name, statements: [swap, ...statements], result: onSwapped(program.result) }
}

/** A copy that differs by its name only. */
export function renameProgram(program, copy) {
  return { ...program, name: `solve_copy${copy}_${program.name}` }
}

/** Multiplies two intervals of n, both from the height of the grid on, and keeps the pairs of equal numbers. */
export function productProgram(n) {
  const { programs } = readPrograms(
    `def solve_product${n}(I):
    x1 = height(I)
    x2 = add(x1, ${n})
    x3 = interval(x1, x2, 1)
    x4 = product(x3, x3)
    x5 = fork(equality, first, last)
    O = sfilter(x4, x5)
    return O
`,
    'bench.py',
  )
  return programs[0]
}

/** What `productProgram(n)` gives for a grid of this height. */
export function productResult(n, height) {
  return { s: Array.from({ length: n }, (_, k) => ({ t: [height + k, height + k] })) }
}

/** A task of `count` square grids with coloured blobs that cover about a third; the outputs are the inputs. */
export function blobTask({ side, blobs, count, seed = SEED }) {
  const pairs = Array.from({ length: count }, (_, k) => {
    const input = drawBlobs(new Random(mixSeed(seed, `side ${side}`, k)), side, blobs)
    return { input, output: input }
  })
  return { id: `blobs${side}`, train: pairs.slice(0, 1), test: pairs.slice(1) }
}

/** Tasks with `count` samples in all, dealt out among these families one by one. */
export function dealtTasks(drawn, count) {
  return drawn.slice(0, count).map(({ id, train, test }, k) => {
    const pairs = [...train, ...test].slice(0, Math.ceil((count - k) / drawn.length))
    return { id, train: pairs.slice(0, 1), test: pairs.slice(1) }
  })
}

function drawBlobs(random, side, blobs) {
  const cells = new Uint8Array(side * side)
  const cellsOfEach = Math.max(1, Math.round((side * side) / (3 * blobs)))
  for (let blob = 0; blob < blobs; blob++) {
    const color = random.between(1, 9)
    let at = random.below(cells.length)
    // A walk stays in one piece; it may cross itself and others, so what is covered varies.
    for (let k = 0; k < cellsOfEach; k++) {
      cells[at] = color
      const row = Math.floor(at / side)
      const column = at % side
      const [i, j] = random.pick(steps)
      const isInside = row + i >= 0 && row + i < side && column + j >= 0 && column + j < side
      if (isInside) at = (row + i) * side + column + j
    }
  }
  return { height: side, width: side, cells }
}

const steps = [
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, 0],
]

const colorPairs = Array.from({ length: 10 }, (_, a) => Array.from({ length: 9 - a }, (_, k) => [a, a + k + 1])).flat()

function constant(value) {
  return { kind: 'constant', value }
}

function moveStatement(statement, offset) {
  return {
    ...statement,
    callee: moveOperand(statement.callee, offset),
    args: statement.args.map((operand) => moveOperand(operand, offset)),
  }
}

function moveOperand(operand, offset) {
  return operand.kind === 'statement' ? { kind: 'statement', index: operand.index + offset } : operand
}
