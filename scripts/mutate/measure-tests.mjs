// Which places of the compiled modules each test file runs, by V8's coverage, and how long it takes. Measurements are kept: one is
// repeated if a source, something that tests share, or the test file itself has changed.

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashFiles, hashSources, listFiles } from '../build/build-state.mjs'

/** What a test file is expected to take; one that takes much longer is not run on mutants. */
const USUAL_SECONDS = 20

export class TestMeasures {
  #root
  #folder
  #basis
  #known = new Map()

  constructor(root) {
    this.#root = root
    this.#folder = join(root, '.mutate/tests')
    const shared = listFiles(root, 'test').filter((path) => !path.endsWith('.test.ts'))
    this.#basis = hashSources(root).modules + hashFiles(root, shared)
  }

  /**
   * A measurement: the test file's hash, whether it passes, its seconds, and the ranges that it runs by module. Undefined if it has to
   * be measured.
   */
  of(file) {
    if (!this.#known.has(file)) this.#known.set(file, this.#read(file))
    return this.#known.get(file)
  }

  /** Runs a test file in a copy without a mutant. */
  async measure(file, copy) {
    rmSync(copy.reports, { recursive: true, force: true })
    const start = performance.now()
    const { failed, isTimeout } = await copy.run([file], [USUAL_SECONDS], true)
    const seconds = (performance.now() - start) / 1000
    const isPassing = failed === undefined && !isTimeout
    const measured = { hash: this.#hashOf(file), isPassing, seconds, ranges: isPassing ? readCoverage(copy) : {} }
    const path = this.#pathOf(file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify({ basis: this.#basis, ...measured }))
    this.#known.set(file, measured)
    return measured
  }

  #read(file) {
    try {
      const { basis, ...measured } = JSON.parse(readFileSync(this.#pathOf(file), 'utf8'))
      return basis === this.#basis && measured.hash === this.#hashOf(file) ? measured : undefined
    } catch {
      return undefined
    }
  }

  #hashOf(file) {
    return hashFiles(this.#root, [file])
  }

  #pathOf(file) {
    return join(this.#folder, `${file}.json`)
  }
}

/** The ranges that V8's reports show as run, by path in the copy's `dist/`. Each process and each thread writes a report. */
function readCoverage({ reports, folder }) {
  const found = {}
  const prefix = pathToFileURL(`${folder}/`).href
  for (const name of readdirSync(reports)) {
    for (const { url, functions } of JSON.parse(readFileSync(join(reports, name), 'utf8')).result) {
      if (!url.startsWith(`${prefix}dist/`)) continue
      const list = (found[url.slice(prefix.length)] ??= [])
      list.push(...listRun(functions.flatMap(({ ranges }) => ranges)))
    }
  }
  return Object.fromEntries(Object.entries(found).map(([path, list]) => [path, unite(list)]))
}

function unite(ranges) {
  const united = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = united.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else united.push([start, end])
  }
  return united
}

/** The parts of V8's nested ranges whose innermost range has run. */
export function listRun(ranges) {
  const run = []
  const open = []
  let from = 0
  const advance = (to) => {
    if (open.at(-1)?.count > 0 && to > from) run.push([from, to])
    from = to
  }
  const close = (limit) => {
    while (open.at(-1)?.endOffset <= limit) {
      advance(open.at(-1).endOffset)
      open.pop()
    }
  }
  for (const range of ranges.toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)) {
    close(range.startOffset)
    advance(range.startOffset)
    open.push(range)
  }
  close(Infinity)
  return run
}
