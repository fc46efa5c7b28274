// The half of bench/python-client.py that runs in Node: makes the work, and times the engine on it without a client.
//
//   node bench/python-client.mjs make FILE [generations] [offspring]     writes generations of program texts
//   node bench/python-client.mjs run FILE                                prints seconds and counts as JSON

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openBackend } from '../dist/cli/backend-options.js'
import {
  ReuseCache,
  cardPrograms,
  cutProgram,
  galleryPrograms,
  galleryTasks,
  makeDataset,
  printPrograms,
  readProgramFile,
  runPrograms,
} from '../dist/index.js'
import { describeMachine } from './parts/machine.mjs'

const SAMPLES = 5
const MUTATION_RATE = 0.05
const { positionals } = parseArgs({ allowPositionals: true })
const [action, file, generations = '10', offspring = '400'] = positionals

if (action === 'make') writeFileSync(file, JSON.stringify(makeWork(Number(generations), Number(offspring))))
else console.log(JSON.stringify(await timeWork(JSON.parse(readFileSync(file, 'utf8')))))

/** Each generation has the parents, which are known by then, and new mutants of them. */
function makeWork(generationCount, offspringCount) {
  const parents = galleryPrograms()
    .filter(({ mode, dialect }) => mode === 'strict' && dialect === 'a')
    .slice(0, 50)
    .map((program) => ({ ...program, file: program.name }))
  const parentTexts = parents.map((program) => printPrograms([program]))
  const mutants = []
  for (let seed = 1; mutants.length < generationCount * offspringCount; seed++) {
    const { program } = cardPrograms(parents, { seed, mutate: MUTATION_RATE, baseDiffers: false })
    for (const { kind, mutated, solver } of program.outputs)
      if (kind === 'o' && mutated) mutants.push(printPrograms([cutProgram(program, solver, { strict: true })]))
  }
  return {
    machine: describeMachine(),
    samples: SAMPLES,
    generations: Array.from({ length: generationCount }, (_, g) => [
      ...parentTexts,
      ...mutants.slice(g * offspringCount, (g + 1) * offspringCount),
    ]),
  }
}

/** The time from texts to results: each text is read once, results are reused, threads are open. */
async function timeWork({ generations: texts, samples, demosOnly = false }) {
  const tasks = galleryTasks({ samples })
  const dataset = makeDataset(demosOnly ? tasks.map((task) => ({ ...task, test: [] })) : tasks)
  const backend = await openBackend({ backend: 'workers', devices: 1, verify: 'off', route: 'resident' })
  const known = new Map()
  const reuse = new ReuseCache()
  const sums = { evaluations: 0, right: 0, wrong: 0, errors: 0, limits: 0 }
  const read = (text) => {
    if (!known.has(text)) known.set(text, readProgramFile(text, 'source').programs)
    return known.get(text)
  }
  const run = (programs, cache) => runPrograms({ programs, dataset, pairing: 'all', backend, reuse: cache })
  await run(readProgramFile(texts[0][0], 'source').programs, new ReuseCache())
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  for (const generation of texts) {
    const report = await run([...new Set(generation)].flatMap(read), reuse)
    for (const count of Object.keys(sums)) sums[count] += report[count]
  }
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  await backend.close()
  return { seconds, cpuSeconds: (user + system) / 1e6, sums }
}
