// Results of mutants in a file of lines: an interrupted run resumes, and a later one repeats only what changed.

import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export class KeptResults {
  #path
  #results = new Map()

  constructor(path) {
    this.#path = path
    for (const result of readResults(path)) this.#results.set(result.id, result)
  }

  /** The result of a mutant; undefined if there is none, or if its module or a test that decided has changed. `tests` are pairs of path and hash. */
  find(mutant, tests) {
    const result = this.#results.get(mutant.id)
    return result?.evidence === hashEvidence(mutant, tests, result?.killer) ? result : undefined
  }

  /** Keeps the status of a mutant; `killer` is the test file that failed, if one did. */
  add(mutant, tests, killer) {
    const { id, status } = mutant
    const result = { id, status, killer, evidence: hashEvidence(mutant, tests, killer) }
    mkdirSync(dirname(this.#path), { recursive: true })
    appendFileSync(this.#path, `${JSON.stringify(result)}\n`)
  }
}

/** One test file shows that a mutant is killed; all of them show that it survives. */
function hashEvidence({ text }, tests, killer) {
  const deciding = tests.filter(([file]) => killer === undefined || file === killer)
  return createHash('sha256')
    .update(JSON.stringify([text, deciding]))
    .digest('hex')
}

function readResults(path) {
  try {
    // A killed process may have left half a line.
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
    return lines.map((line) => JSON.parse(line))
  } catch {
    return []
  }
}
