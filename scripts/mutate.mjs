// Mutation tests: changes one place of a compiled module at a time, runs the tests that reach it, lists the mutants that no test notices.

import { statSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildIfStale } from './build/build-project.mjs'
import { listFiles } from './build/build-state.mjs'
import { drawSample } from './mutate/draw-sample.mjs'
import { TestChoice } from './mutate/test-choice.mjs'
import { CopyPool } from './mutate/copy-pool.mjs'
import { tryMutants } from './mutate/try-mutants.mjs'

const WRONG_USE = 2
const DEFAULT_SAMPLE = 150
/** Characters of a mutant that are printed, and how many of them before its change. */
const WIDTH = 80
const CONTEXT = 30
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
/** Not tests, not generated files, not scripts of pages: those are not in `dist/`. */
const SOURCE = /^src\/(?!.*\/page\/).*(?<!\.test|\.generated|\.d)\.ts$/

const HELP = `Example:
  npm run mutate -- src/plan src/language/python

Usage: npm run mutate -- [options] <file or folder of src/>...

Changes one place of a module at a time, runs the nearest tests that import the module and reach the place, and lists the changes that
no test notices. Results are kept in .mutate/; the next run tries only mutants whose module or tests have changed.

Options:
  --sample <n>  mutants of each folder, in proportion to the length of its files (default: ${DEFAULT_SAMPLE})
  --seed <n>    draws another sample (default: 1)
  --all         tries survivors also on tests that run commands
  --help        prints this text

Exit code: 0 finished, 2 wrong use.
`

const options = readArguments()
buildIfStale('bundles')
const copies = openCopies()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
process.on('exit', () => copies.close())

const tests = new TestChoice(ROOT, copies)
const summaries = []
for (const [folder, sources] of options.folders) {
  const start = performance.now()
  const mutants = drawSample(ROOT, sources, options.size, options.seed)
  const where = { root: ROOT, folder, copies, tests }
  await tryMutants({ ...where, stage: 'near', testsOf: await tests.chooseNear(folder, sources) }, mutants)
  const fast = summarize(mutants)
  if (options.isAll) {
    const alive = mutants.filter(isAlive)
    await tryMutants({ ...where, stage: 'all', testsOf: await tests.chooseAll(folder, sources) }, alive)
  }
  for (const mutant of mutants.filter(isAlive)) console.log(describe(mutant))
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  summaries.push(
    `${folder}: ${summarize(mutants)}${options.isAll ? `; without --all ${fast}` : ''}; ${minutes} minutes`,
  )
  console.log(summaries.at(-1))
}
copies.close()
if (summaries.length > 1) console.log(`\n${summaries.join('\n')}`)

function openCopies() {
  try {
    return new CopyPool(ROOT)
  } catch (error) {
    return refuse(error.message)
  }
}

function readArguments() {
  const { values, positionals } = parseOptions()
  if (values.help) {
    process.stdout.write(HELP)
    process.exit()
  }
  if (positionals.length === 0) refuse('name a file or folder of src/')
  for (const name of ['sample', 'seed'])
    if (!/^[1-9]\d{0,8}$/.test(values[name])) refuse(`--${name} takes a positive integer, not '${values[name]}'`)
  const folders = new Map()
  for (const source of new Set(positionals.flatMap(findSources))) {
    const folder = posix.dirname(source)
    folders.set(folder, [...(folders.get(folder) ?? []), source])
  }
  return { folders, size: Number(values.sample), seed: Number(values.seed), isAll: values.all }
}

function parseOptions() {
  const settings = {
    sample: { type: 'string', default: `${DEFAULT_SAMPLE}` },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  }
  try {
    return parseArgs({ options: settings, allowPositionals: true })
  } catch (error) {
    return refuse(error.message)
  }
}

function findSources(path) {
  const own = relative(ROOT, join(ROOT, path)).replaceAll('\\', '/')
  const found = statSync(join(ROOT, own), { throwIfNoEntry: false })
  const files = found?.isDirectory() ? listFiles(ROOT, own) : [own]
  const sources = files.filter((file) => SOURCE.test(file))
  return found === undefined || sources.length === 0 ? refuse(`no sources of src/ at '${path}'`) : sources
}

function refuse(reason) {
  console.error(`mutate: ${reason}\n  npm run mutate -- --help describes the command.`)
  process.exit(WRONG_USE)
}

function isAlive({ status }) {
  return status === 'survived' || status === 'not run'
}

/** The score leaves timeouts out: each may be an endless loop or a slow machine. */
function summarize(mutants) {
  const countOf = (status) => mutants.filter((mutant) => mutant.status === status).length
  const killed = countOf('killed')
  const all = killed + mutants.filter(isAlive).length
  const score = all === 0 ? 'no mutants' : `${((100 * killed) / all).toFixed(1)} % killed, ${killed} of ${all}`
  return `${score} (${countOf('not run')} not run, ${countOf('timed out')} timed out)`
}

function describe({ source, line, column, original, replacement, status }) {
  const note = status === 'not run' ? ' (not run)' : ''
  const [before, after] = [original, replacement].map((text) => text.replaceAll(/\s+/g, ' '))
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  // Of long texts, the part where they begin to differ.
  const start = Math.max(before.length, after.length) > WIDTH ? Math.max(0, same - CONTEXT) : 0
  return `${source}:${line}:${column} ${cut(before, start)} → ${cut(after, start)}${note}`
}

function cut(text, start) {
  const part = text.slice(start, start + WIDTH)
  return `${start > 0 ? '…' : ''}${part}${start + WIDTH < text.length ? '…' : ''}`
}
