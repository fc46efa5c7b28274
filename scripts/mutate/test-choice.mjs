// Chooses the test files that are tried on the mutants of a folder, and measures those of which too little is known.

import { posix } from 'node:path'
import { listFiles } from '../build/build-state.mjs'
import { findDependents } from '../build/import-graph.mjs'
import { Progress } from './progress.mjs'
import { TestMeasures } from './measure-tests.mjs'

/** Test files that are measured for each source: of those beside the sources, and of those in `test/`. */
const MEASURED_BESIDE = 30
const MEASURED_APART = 10
/** Test files that are tried on a mutant. The nearest kill nearly all that are killed, and a survivor runs all of its files. */
const NEAR_TESTS = 12
const ALL_TESTS = 30
/** Tests that need a device, a browser, Python or a package. */
const UNUSED = /^test\/(?:browser|gpu|package|python|studio)\/|^test\/conformance\/(?:gpu|opencl|shaders)/

export class TestChoice {
  #root
  #copies
  #measures

  constructor(root, copies) {
    this.#root = root
    this.#copies = copies
    this.#measures = new TestMeasures(root)
  }

  /**
   * Tests that import a source, directly or not: for a mutant, those that run its place. Those of its folder come first, then others
   * beside the sources, then those in `test/`, each by the number of imports between.
   */
  async chooseNear(folder, sources) {
    const nearest = new Map(sources.map((source) => [source, this.#listNear(source)]))
    await this.#measure(folder, Array.from(nearest.values()).flat())
    return (mutant) => this.#filter(nearest.get(mutant.source), mutant, NEAR_TESTS)
  }

  /** All tests: for a mutant, those that run its place, the folder of that name in `test/` first, then the shortest. */
  async chooseAll(folder, sources) {
    const beside = sources.flatMap((source) => findDependents(this.#root, source))
    const others = listFiles(this.#root, 'test').filter((file) => file.endsWith('.test.ts'))
    const files = Array.from(new Set([...beside, ...others])).filter((file) => !UNUSED.test(file))
    await this.#measure(folder, files)
    const isNamesake = (file) => file.startsWith(`test/${folder.split('/')[1]}/`)
    const secondsOf = (file) => this.#measures.of(file).seconds
    files.sort((a, b) => isNamesake(b) - isNamesake(a) || secondsOf(a) - secondsOf(b))
    return (mutant) => this.#filter(files, mutant, ALL_TESTS)
  }

  /** What is known of a test file that was chosen. */
  measureOf(file) {
    return this.#measures.of(file)
  }

  #listNear(source) {
    const files = findDependents(this.#root, source).filter((file) => !UNUSED.test(file))
    const isOfFolder = (file) => posix.dirname(file) === posix.dirname(source)
    const beside = files.filter(isBeside).toSorted((a, b) => isOfFolder(b) - isOfFolder(a))
    const apart = files.filter((file) => !isBeside(file))
    return [...beside.slice(0, MEASURED_BESIDE), ...apart.slice(0, MEASURED_APART)]
  }

  #filter(files, { built, start }, most) {
    const isUsed = (file) => {
      const { isPassing, ranges } = this.#measures.of(file)
      return isPassing && ranges[built]?.some(([from, to]) => from <= start && start < to)
    }
    const used = files.filter(isUsed).slice(0, most)
    // Vitest runs them in this order.
    return used.toSorted((a, b) => isBeside(b) - isBeside(a))
  }

  async #measure(folder, files) {
    const unknown = Array.from(new Set(files)).filter((file) => this.#measures.of(file) === undefined)
    const progress = new Progress(`${folder}: tests measured`, unknown.length)
    await this.#copies.share(unknown, async (file, copy) => {
      const { isPassing } = await this.#measures.measure(file, copy)
      progress.step(isPassing ? undefined : `mutate: ${file} is left out: it fails without a mutant, or takes too long`)
    })
  }
}

function isBeside(file) {
  return file.startsWith('src/')
}
