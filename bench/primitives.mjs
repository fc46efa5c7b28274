// What one call of a primitive costs on the CPU, per cell or element of its data, next to how many vectors it passes: the
// kernel in WebAssembly, the same kernel in JavaScript, which is the reference, and in native code where that is compiled
// (`megabatt native`).
//
//   node bench/primitives.mjs [--tasks FOLDER] [--out FILE.json] [--only name,...]
//
// Grids are made by a seeded generator, 145 cells on average as in the public tasks; with --tasks those of a folder of
// task files. A figure is the median of the passes over all data, with the fastest and slowest pass beside it. The two are
// measured in turns, each in a process of its own: JavaScript that has seen heaps of two shapes is slower on both. Ends with
// exit code 1 where a vector fails, or where the two give different results.

import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CpuEvaluator } from '../dist/backends/cpu/cpu-evaluator.js'
import { jsEngine, wasmEngine } from '../dist/backends/cpu/engine.js'
import { findNative } from '../dist/backends/cpu/native/library-cache.node.js'
import { openNativeEngine } from '../dist/backends/cpu/native/native-engine.node.js'
import { WasmHeap } from '../dist/backends/cpu/wasm-heap.js'
import { conform } from '../dist/engine/conform/conform.js'
import { readConformanceFile } from '../dist/engine/conform/conformance-file.js'
import { DEFAULT_BUDGET } from '../dist/kernel/heap.js'
import { isError } from '../dist/kernel/words.js'
import { primitiveWord } from '../dist/language/names.js'
import { decodeNotation, encodeNotation, spellNotation } from '../dist/language/values/value-notation.js'
import { askChild } from './parts/children.mjs'
import { describeMachine } from './parts/machine.mjs'
import { planCalls } from './parts/plan-of-calls.mjs'

const PASSES = 25
const WARMUPS = 5
/** A pass of one call is too short to be timed, and too few calls for JavaScript to be compiled. */
const LEAST_CALLS = 200
/** How often a pass runs a plan. */
const PLAN_REPEATS = 50
const SEED = 1
const VECTORS = new URL('../test/conformance/data/primitives.jsonl', import.meta.url)

/** Runs what it is given on a heap of the module: the same words, at the same addresses. */
class WasmEvaluator extends CpuEvaluator {
  evaluate(heap, calls) {
    const copy = new WasmHeap(heap.words.length)
    copy.words.set(heap.words.subarray(0, heap.top))
    copy.top = heap.top
    return super.evaluate(copy, calls)
  }
}

const evaluator = new CpuEvaluator()
const native = findNative()
const engines = {
  wasm: wasmEngine,
  js: jsEngine,
  ...(native.isReady ? { native: openNativeEngine(native.paths) } : {}),
}
const { values: options } = parseArgs({
  options: { tasks: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' }, heap: { type: 'string' } },
})
const random = seededRandom(SEED)
const grids = options.tasks === undefined ? madeUpGrids(1500) : taskGrids(options.tasks)
const gridCells = grids.map((grid) => grid.length * grid[0].length)
const thousands = makeThousands()
const works = [...gridWork(), ...setWork()]
const rows = []

if (options.heap === undefined) await compareHeaps()
else measureForParent(setStage(engines[options.heap].newHeap(1 << 24, 'a')))

async function compareHeaps() {
  const only = options.only?.split(',')
  const heaps = Object.fromEntries(Object.keys(engines).map((name) => [name, forkHeap(name)]))
  for (const [k, { name, label = name, unit }] of works.entries()) {
    if (only !== undefined && !only.includes(name)) continue
    const wasm = await askChild(heaps.wasm, k)
    const js = await askChild(heaps.js, k)
    const native = heaps.native && (await askChild(heaps.native, k))
    const isEqual = (result, call) => result === js.results[call] && (native?.results[call] ?? result) === result
    const equal = wasm.results.filter(isEqual).length
    const ratio = Number((js.ns.median / wasm.ns.median).toFixed(2))
    const { calls, errors } = wasm
    const ns = { wasm: wasm.ns, js: js.ns, native: native?.ns }
    rows.push({ label, unit, calls, errors, ...ns, ratio, equal, vectors: await checkVectors(name) })
    printRow(rows.at(-1))
  }
  for (const child of Object.values(heaps)) child.disconnect()
  if (rows.length > 0) printRatio()
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(report(), null, 2)}\n`)
  if (rows.some(isIncorrect)) process.exitCode = 1
}

function forkHeap(kind) {
  const tasks = options.tasks === undefined ? [] : ['--tasks', options.tasks]
  return fork(fileURLToPath(import.meta.url), ['--heap', kind, ...tasks])
}

/** Gives the parent, for each number of a work, what was measured. */
function measureForParent(stage) {
  process.on('message', (k) => process.send({ ...measure(works[k], stage), results: hashResults(works[k], stage) }))
}

/** A heap with all data on it; what is above `start` is free to be used and forgotten. */
function setStage(heap) {
  // A heap of the module begins without a budget.
  heap.budget = DEFAULT_BUDGET
  const encode = (value) => encodeNotation(heap, value)
  const gridWords = grids.map((grid) => encode(notation(grid)))
  const words = Object.fromEntries(Object.entries(thousands).map(([name, value]) => [name, encode(value)]))
  return { heap, gridWords, words, start: heap.top }
}

/** One primitive over all grids; the unit is a cell. */
function gridWork() {
  const over = (name, ...extra) => ({
    name,
    unit: 'cell',
    callsOn: ({ gridWords }) => gridWords.map((w) => [w, ...extra]),
    units: sum(gridCells),
  })
  const twice = (name) => ({
    name,
    unit: 'cell',
    callsOn: ({ gridWords }) => gridWords.map((w) => [w, w]),
    units: 2 * sum(gridCells),
  })
  return [
    ...['rot90', 'rot180', 'rot270', 'hmirror', 'vmirror', 'dmirror', 'cmirror', 'tophalf', 'lefthalf', 'trim'].map(
      (name) => over(name),
    ),
    ...['hconcat', 'vconcat'].map(twice),
    over('upscale', 2),
    over('replace', 1, 2),
    ...['mostcolor', 'palette', 'asindices', 'asobject', 'partition', 'fgpartition', 'frontiers', 'compress'].map(
      (name) => over(name),
    ),
    over('ofcolor', 1),
    { ...over('objects', 1, 1, 1), label: 'objects T T T' },
    { ...over('objects', 1, 0, 1), label: 'objects T F T' },
    { ...over('objects', 0, 1, 1), label: 'objects F T T' },
    { ...over('objects', 1, 0, 0), label: 'objects T F F' },
  ]
}

/** Thousands of elements, by their names in `thousands`; the unit is an element, so a quadratic step would show at once. */
function setWork() {
  const one = (name, units, ...args) => ({
    name,
    unit: 'element',
    callsOn: ({ words }) => [args.map((arg) => words[arg])],
    units,
  })
  // Short calls, as steps of a plan: a call from the host takes longer than they do.
  const inPlan = (name, a, b, label) => ({ ...one(name, 1, a, b), label, unit: 'call', isInPlan: true })
  return [
    one('dedupe', 4000, 'tuple'),
    one('mostcommon', 4000, 'tuple'),
    { ...one('intersection', 8000, 'integers', 'otherIntegers'), label: 'intersection of integers' },
    { ...one('intersection', 8000, 'pairs', 'otherPairs'), label: 'intersection of indices' },
    { ...one('difference', 8000, 'pairs', 'otherPairs'), label: 'difference of indices' },
    { ...one('combine', 8000, 'pairs', 'otherPairs'), label: 'combine of indices' },
    { ...one('product', 90_000, 'side', 'side'), label: 'product of 300 and 300' },
    { ...one('occurrences', 900, 'grid', 'object'), label: 'occurrences in 30 x 30' },
    { ...one('shift', 4000, 'pairs', 'offset'), label: 'shift of indices' },
    { ...one('apply', 900, 'first', 'indices'), label: 'apply first to 900 indices' },
    inPlan('difference', 'cells4', 'cells49', 'difference of 4 and 49'),
    inPlan('difference', 'cells100', 'otherCells100', 'difference of 100 and 100'),
    inPlan('intersection', 'cells100', 'otherCells100', 'intersection of 100 and 100'),
    inPlan('combine', 'cells100', 'otherCells100', 'combine of 100 and 100'),
  ]
}

function measure(work, stage) {
  const { name, callsOn, units } = work
  if (work.isInPlan) return measureInPlan(work, stage)
  const { heap, start } = stage
  const fn = primitiveWord(name)
  const calls = callsOn(stage).map((args) => ({ fn, args }))
  const repeats = Math.ceil(LEAST_CALLS / calls.length)
  const times = []
  let errors = 0
  for (let pass = 0; pass < WARMUPS + PASSES; pass++) {
    const before = performance.now()
    for (let repeat = 0; repeat < repeats; repeat++) {
      errors = 0
      for (const call of calls) {
        if (isError(evaluator.call(heap, call))) errors++
        // The heap stays in cache, as it does in a run over chunks of rows.
        if (heap.top > start + (1 << 17)) heap.top = start
      }
    }
    if (pass >= WARMUPS) times.push(performance.now() - before)
    heap.top = start
  }
  return { calls: calls.length, errors, ns: figuresOf(times, units * repeats) }
}

/** The same for one call, as the steps of a plan that is run several times a pass. */
function measureInPlan({ name, callsOn, units }, stage) {
  const { heap, start } = stage
  const run = planCalls(heap, evaluator, primitiveWord(name), callsOn(stage)[0], LEAST_CALLS)
  const times = []
  let errors = 0
  for (let pass = 0; pass < WARMUPS + PASSES; pass++) {
    const before = performance.now()
    for (let repeat = 0; repeat < PLAN_REPEATS; repeat++) errors = run().some(isError) ? 1 : 0
    if (pass >= WARMUPS) times.push(performance.now() - before)
  }
  heap.top = start
  return { calls: 1, errors, ns: figuresOf(times, units * LEAST_CALLS * PLAN_REPEATS) }
}

/** Median, fastest and slowest pass in ns a unit. */
function figuresOf(times, unitCount) {
  times.sort((a, b) => a - b)
  const perUnit = (milliseconds) => Number(((milliseconds * 1e6) / unitCount).toFixed(2))
  return { median: perUnit(times[PASSES >> 1]), fastest: perUnit(times[0]), slowest: perUnit(times.at(-1)) }
}

/** What each call gives, as something short that can be compared. */
function hashResults({ name, callsOn }, stage) {
  const { heap, start } = stage
  const fn = primitiveWord(name)
  return callsOn(stage).map((args) => {
    const word = evaluator.call(heap, { fn, args })
    const text = isError(word) ? `error ${word}` : spellNotation(decodeNotation(heap, word))
    heap.top = start
    return createHash('sha256').update(text).digest('hex').slice(0, 16)
  })
}

async function checkVectors(name) {
  const { vectors, lines } = readConformanceFile(readFileSync(VECTORS, 'utf8'), 'primitives.jsonl', {
    only: new Set([name]),
  })
  const { total, passed: js, deviations } = await conform(new CpuEvaluator(), vectors, lines)
  const { passed: wasm } = await conform(new WasmEvaluator(), vectors, lines)
  return { total, deviations, wasm, js }
}

function printRow({ label, unit, wasm, js, native, ratio, vectors, calls, equal, errors }) {
  const figure = ({ median, fastest, slowest }) =>
    `${median.toFixed(2).padStart(8)} (${fastest} to ${slowest})`.padEnd(29)
  process.stdout.write(
    `${label.padEnd(28)}ns a ${unit.padEnd(8)} wasm${figure(wasm)} js${figure(js)} ${native === undefined ? '' : `native${figure(native)} `}ratio ${ratio.toFixed(2)}  ` +
      `${vectors.wasm} and ${vectors.js} of ${vectors.total} vectors, ${equal}/${calls} equal` +
      `${errors > 0 ? `, ${errors} fail` : ''}\n`,
  )
}

function printRatio() {
  const logs = rows.map(({ ratio }) => Math.log(ratio))
  const mean = Math.exp(sum(logs) / logs.length)
  process.stdout.write(`WebAssembly is ${mean.toFixed(2)} times as fast as JavaScript (geometric mean of all rows).\n`)
}

function isIncorrect({ calls, equal, vectors }) {
  const { total, deviations, wasm, js } = vectors
  return equal !== calls || wasm + deviations !== total || js + deviations !== total
}

function report() {
  return {
    machine: describeMachine(),
    data: {
      source: options.tasks === undefined ? `generated, seed ${SEED}` : 'task files',
      grids: grids.length,
      cells: sum(gridCells),
    },
    warmups: WARMUPS,
    passes: PASSES,
    rows,
  }
}

function madeUpGrids(count) {
  return Array.from({ length: count }, () => {
    const height = 3 + Math.floor(random() * 18)
    const width = 3 + Math.floor(random() * 18)
    const colors = Array.from({ length: 2 + Math.floor(random() * 4) }, () => Math.floor(random() * 10))
    const density = 0.1 + random() * 0.4
    return Array.from({ length: height }, () =>
      Array.from({ length: width }, () => (random() < density ? colors[Math.floor(random() * colors.length)] : 0)),
    )
  })
}

function taskGrids(folder) {
  if (!existsSync(folder)) throw new Error(`${folder} is not there`)
  const files = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.json'))
  return files.flatMap((name) => {
    const { train, test } = JSON.parse(readFileSync(join(folder, String(name)), 'utf8'))
    return [...train, ...test].map(({ input }) => input)
  })
}

function makeThousands() {
  const numbers = (count, range) => Array.from({ length: count }, () => Math.floor(random() * range))
  const set = (items) => ({ s: [...new Map(items.map((item) => [JSON.stringify(item), item])).values()] })
  const indices = () =>
    Array.from({ length: 4000 }, () => ({ t: [Math.floor(random() * 200), Math.floor(random() * 200)] }))
  const square = (side, color, row) => ({
    s: Array.from({ length: side * side }, (_, k) => ({ t: [color, { t: [row + Math.floor(k / side), k % side] }] })),
  })
  const cells = Array.from({ length: 9 }, (_, k) => ({ t: [k % 2, { t: [Math.floor(k / 3), k % 3] }] }))
  return {
    integers: set(numbers(4000, 100_000)),
    otherIntegers: set(numbers(4000, 100_000)),
    pairs: set(indices()),
    otherPairs: set(indices()),
    tuple: { t: numbers(4000, 700) },
    side: set(numbers(300, 1_000_000)),
    grid: notation(Array.from({ length: 30 }, (_, i) => Array.from({ length: 30 }, (_, j) => (i * 3 + j) % 2))),
    object: { s: cells },
    offset: { t: [1, -1] },
    first: { f: 'first' },
    indices: { s: Array.from({ length: 900 }, (_, k) => ({ t: [Math.floor(k / 30), k % 30] })) },
    cells4: square(2, 1, 3),
    cells49: square(7, 1, 0),
    cells100: square(10, 1, 0),
    otherCells100: square(10, 1, 5),
  }
}

function notation(grid) {
  return { g: grid.map((row) => row.join('')) }
}

function sum(numbers) {
  return numbers.reduce((total, n) => total + n, 0)
}

/** Deterministic on every machine (mulberry32). */
function seededRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
