// What one call of a primitive costs on the CPU, per cell or element of its data, next to how many vectors it passes.
//
//   node bench/primitives.mjs [--tasks FOLDER] [--out FILE.json] [--only name,...]
//
// Grids are made by a seeded generator, 145 cells on average as in the public tasks; with --tasks those of a folder of
// task files. A figure is the median of the passes over all data, with the fastest and slowest pass beside it.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CpuEvaluator } from '../dist/backends/cpu/cpu-evaluator.js'
import { conform } from '../dist/engine/conform.js'
import { readConformanceFile } from '../dist/engine/conformance-file.js'
import { Heap } from '../dist/kernel/heap.js'
import { isError } from '../dist/kernel/words.js'
import { primitiveWord } from '../dist/language/names.js'
import { encodeNotation } from '../dist/language/value-notation.js'

const PASSES = 25
const SEED = 1
const VECTORS = new URL('../test/conformance/data/primitives.jsonl', import.meta.url)

const { values: options } = parseArgs({
  options: { tasks: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
})
const only = options.only?.split(',')
const heap = new Heap(1 << 24)
const evaluator = new CpuEvaluator()
const random = seededRandom(SEED)
const grids = options.tasks === undefined ? madeUpGrids(1500) : taskGrids(options.tasks)
const gridWords = grids.map((grid) => encode(notation(grid)))
const gridCells = grids.map((grid) => grid.length * grid[0].length)
const thousands = makeThousands()
const start = heap.top

const rows = []
for (const work of [...gridWork(), ...setWork()]) {
  if (only !== undefined && !only.includes(work.name)) continue
  rows.push({ ...measure(work), ...(await check(work.name)) })
  printRow(rows.at(-1))
}
if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(report(), null, 2)}\n`)

/** One primitive over all grids; the unit is a cell. */
function gridWork() {
  const over = (name, ...extra) => ({
    name,
    unit: 'cell',
    calls: gridWords.map((w) => [w, ...extra]),
    units: sum(gridCells),
  })
  const twice = (name) => ({ name, unit: 'cell', calls: gridWords.map((w) => [w, w]), units: 2 * sum(gridCells) })
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

/** Thousands of elements; the unit is an element, so a quadratic step would show at once. */
function setWork() {
  const { integers, otherIntegers, pairs, otherPairs, tuple, side } = thousands
  const one = (name, units, ...args) => ({ name, unit: 'element', calls: [args], units })
  return [
    one('dedupe', 4000, tuple),
    one('mostcommon', 4000, tuple),
    { ...one('intersection', 8000, integers, otherIntegers), label: 'intersection of integers' },
    { ...one('intersection', 8000, pairs, otherPairs), label: 'intersection of indices' },
    { ...one('difference', 8000, pairs, otherPairs), label: 'difference of indices' },
    { ...one('combine', 8000, pairs, otherPairs), label: 'combine of indices' },
    { ...one('product', 90_000, side, side), label: 'product of 300 and 300' },
    { ...one('occurrences', 900, thousands.grid, thousands.object), label: 'occurrences in 30 x 30' },
    { ...one('shift', 4000, pairs, encode({ t: [1, -1] })), label: 'shift of indices' },
  ]
}

function measure({ name, label = name, unit, calls, units }) {
  const fn = primitiveWord(name)
  const prepared = calls.map((args) => ({ fn, args }))
  let errorCount = 0
  const times = []
  for (let pass = 0; pass < PASSES; pass++) {
    const before = performance.now()
    errorCount = 0
    for (const call of prepared) {
      if (isError(evaluator.call(heap, call))) errorCount++
      // The heap stays in cache, as it does in a run over chunks of rows.
      if (heap.top > start + (1 << 17)) heap.top = start
    }
    times.push(performance.now() - before)
    heap.top = start
  }
  times.sort((a, b) => a - b)
  const perUnit = (milliseconds) => Number(((milliseconds * 1e6) / units).toFixed(2))
  return {
    label,
    unit,
    calls: calls.length,
    errors: errorCount,
    ns: perUnit(times[PASSES >> 1]),
    fastest: perUnit(times[0]),
    slowest: perUnit(times.at(-1)),
  }
}

async function check(name) {
  const { vectors, lines } = readConformanceFile(readFileSync(VECTORS, 'utf8'), 'primitives.jsonl', new Set([name]))
  const { total, passed, deviations } = await conform(new CpuEvaluator(), vectors, lines)
  return { vectors: total, passed, deviations }
}

function printRow({ label, unit, ns, fastest, slowest, passed, vectors, errors }) {
  const figures = `${ns.toFixed(2).padStart(8)} ns a ${unit.padEnd(8)} (${fastest} to ${slowest})`
  process.stdout.write(
    `${label.padEnd(28)}${figures.padEnd(48)}${passed}/${vectors} vectors${errors > 0 ? `, ${errors} calls fail` : ''}\n`,
  )
}

function report() {
  return {
    machine: { cpu: cpus()[0]?.model.trim(), cores: cpus().length, node: process.version },
    data: {
      source: options.tasks === undefined ? `generated, seed ${SEED}` : 'task files',
      grids: grids.length,
      cells: sum(gridCells),
    },
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
  const set = (items) => encode({ s: [...new Map(items.map((item) => [JSON.stringify(item), item])).values()] })
  const indices = () =>
    Array.from({ length: 4000 }, () => ({ t: [Math.floor(random() * 200), Math.floor(random() * 200)] }))
  const cells = Array.from({ length: 9 }, (_, k) => ({ t: [k % 2, { t: [Math.floor(k / 3), k % 3] }] }))
  return {
    integers: set(numbers(4000, 100_000)),
    otherIntegers: set(numbers(4000, 100_000)),
    pairs: set(indices()),
    otherPairs: set(indices()),
    tuple: encode({ t: numbers(4000, 700) }),
    side: set(numbers(300, 1_000_000)),
    grid: encode(notation(Array.from({ length: 30 }, (_, i) => Array.from({ length: 30 }, (_, j) => (i * 3 + j) % 2)))),
    object: encode({ s: cells }),
  }
}

function notation(grid) {
  return { g: grid.map((row) => row.join('')) }
}

function encode(value) {
  return encodeNotation(heap, value)
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
