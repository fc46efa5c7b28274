// Draws the mutants of a folder: the same for the same sources and seed, and mostly the same after an edit, so that results are kept.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { listMutants } from './operators.mjs'

/** Mutants of these sources in proportion to their numbers, at least one of each; `size` is their total, roughly. */
export function drawSample(root, sources, size, seed) {
  const ranked = sources.map((source) => rankMutants(root, source, seed))
  const count = ranked.reduce((sum, mutants) => sum + mutants.length, 0)
  return ranked.flatMap((mutants) => {
    const share = Math.max(1, Math.round((size * mutants.length) / count))
    return takeValid(mutants, share).toSorted((a, b) => a.start - b.start)
  })
}

function builtFileOf(source) {
  return source.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js')
}

function rankMutants(root, source, seed) {
  const built = builtFileOf(source)
  const text = readFileSync(join(root, built), 'utf8')
  const map = new SourceMap(JSON.parse(readFileSync(join(root, `${built}.map`), 'utf8')))
  const seen = new Map()
  const mutants = listMutants(text).map((mutant) => {
    // Without its position in the file, a mutant keeps its rank if other lines change.
    const line = text.slice(text.lastIndexOf('\n', mutant.start) + 1, mutant.start)
    const name = [source, line.trim(), mutant.original, mutant.replacement].join('\n')
    const ordinal = seen.get(name) ?? 0
    seen.set(name, ordinal + 1)
    const mutated = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end)
    const id = hash(`${name}\n${ordinal}`)
    return {
      ...mutant,
      source,
      built,
      text,
      mutated,
      id,
      rank: hash(`${seed} ${id}`),
      ...locate(map, text, mutant.start),
    }
  })
  return mutants.toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
}

function takeValid(mutants, count) {
  const taken = []
  for (const mutant of mutants) {
    if (taken.length === count) break
    if (parseSync('module.js', mutant.mutated).errors.length === 0) taken.push(mutant)
  }
  return taken
}

/** Line and column in the source, both from 1. */
function locate(map, text, offset) {
  const lines = text.slice(0, offset).split('\n')
  const { originalLine, originalColumn } = map.findEntry(lines.length - 1, lines.at(-1).length)
  return { line: originalLine + 1, column: originalColumn + 1 }
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
