// Mutation test: changes the sources in one place at a time, runs the tests that cover the place, lists the mutants that
// no test notices. `npm run mutate -- src/language src/plan/plan.ts`, needs the generated sources (`npm run build`).
// `--tests src/language` runs only tests under this path, much faster for a file that most of the tests import.
// `--skip-static` leaves out mutants that run while a module is loaded (tables, patterns): each needs all tests again.
// The result of each folder is kept in `.mutate/`; the next run repeats only mutants whose source or tests have changed.

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const WRONG_USE = 2
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const ALIVE = new Set(['Survived', 'NoCoverage'])

process.chdir(ROOT)
const { values: options, positionals } = parseArgs({
  options: { tests: { type: 'string', multiple: true }, 'skip-static': { type: 'boolean' } },
  allowPositionals: true,
})
if (options.tests !== undefined) process.env.MEGABATT_MUTATE_TESTS = options.tests.join()
const files = positionals.flatMap(findSources)
if (files.length === 0) {
  console.error('mutate: name files or folders of src/, for example: npm run mutate -- src/language/check')
  process.exit(WRONG_USE)
}
const totals = new Map()
for (const [folder, members] of groupByFolder(files)) {
  const results = await mutate(folder, members)
  printSurvivors(results)
  totals.set(folder, count(results))
}
printTotals(totals)

/** The sources under a path: no tests, no generated files. */
function findSources(path) {
  const own = relative(ROOT, join(ROOT, path))
  if (!statSync(own, { throwIfNoEntry: false })?.isDirectory()) return isSource(own) ? [own] : []
  const found = readdirSync(own, { recursive: true }).map((name) => join(own, name))
  return found.filter(isSource).toSorted()
}

function isSource(path) {
  return /^src\/.*(?<!\.test|\.generated|\.d)\.ts$/.test(path)
}

function groupByFolder(paths) {
  const groups = new Map()
  for (const path of paths) groups.set(dirname(path), [...(groups.get(dirname(path)) ?? []), path])
  return groups
}

/** One run of Stryker. The instrumented copy of the project is in `.mutate/`, too. */
async function mutate(folder, members) {
  const stryker = new Stryker({
    mutate: members,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: true },
    plugins: ['@stryker-mutator/vitest-runner', join(ROOT, 'scripts/mutate/ignore-sentences.mjs')],
    ignorers: ['sentences'],
    coverageAnalysis: 'perTest',
    ignoreStatic: options['skip-static'] === true,
    incremental: true,
    incrementalFile: `.mutate/${folder.replaceAll('/', '-')}.json`,
    tempDirName: '.mutate',
    ignorePatterns: ['/dist', '/dist-*', '/bench', '/coverage'],
    // TypeScript 7 has no JavaScript interface for Stryker to rewrite a configuration with; none is needed here.
    tsconfigFile: 'none',

    reporters: process.stderr.isTTY ? ['progress'] : ['progress-append-only'],
    logLevel: 'error',
    concurrency: 2,
    // On a loaded machine a short timeout ends mutants that change nothing, and they would count as noticed.
    timeoutMS: 60_000,
    cleanTempDir: 'always',
  })
  return stryker.runMutationTest()
}

function printSurvivors(results) {
  const alive = results.filter(({ status }) => ALIVE.has(status))
  const sourceOf = new Map()
  for (const { fileName, location, mutatorName, replacement, status } of alive.toSorted(byPlace)) {
    const path = relative(ROOT, fileName)
    if (!sourceOf.has(path)) sourceOf.set(path, readFileSync(path, 'utf8').split('\n'))
    const place = `${path}:${location.start.line}:${location.start.column}`
    const original = shorten(cut(sourceOf.get(path), location))
    console.log(`${place} ${status} ${mutatorName}: ${original} → ${shorten(replacement ?? '')}`)
  }
}

function byPlace(a, b) {
  const [from, to] = [a.location.start, b.location.start]
  return a.fileName.localeCompare(b.fileName) || from.line - to.line || from.column - to.column
}

/** The text of a range; lines and columns count from 1. */
function cut(lines, { start, end }) {
  const part = lines.slice(start.line - 1, end.line)
  part[part.length - 1] = part.at(-1).slice(0, end.column - 1)
  part[0] = part[0].slice(start.column - 1)
  return part.join(' ')
}

function shorten(text) {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

function count(results) {
  const countOf = (isWanted) => results.filter(({ status }) => isWanted(status)).length
  return {
    killed: countOf((status) => status === 'Killed'),
    timedOut: countOf((status) => status === 'Timeout'),
    alive: countOf((status) => ALIVE.has(status)),
  }
}

function printTotals(counts) {
  const sum = { killed: 0, timedOut: 0, alive: 0 }
  for (const [folder, own] of counts) {
    for (const key of Object.keys(sum)) sum[key] += own[key]
    console.log(`${folder}: ${describe(own)}`)
  }
  if (counts.size > 1) console.log(`all: ${describe(sum)}`)
}

/** A timeout may be an endless loop or a slow machine, so it is no part of the score. */
function describe({ killed, timedOut, alive }) {
  const all = killed + timedOut + alive
  if (all === 0) return 'no mutants'
  return `${((100 * killed) / all).toFixed(1)} % killed, ${killed} of ${all}; ${timedOut} timed out`
}
