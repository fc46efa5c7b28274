// What whole runs cost, beside what they should: a table of aims, each line with its count of correct results.
//
//   node bench/runs.mjs [--engine native|wasm|js] [--only work,...] [--tasks FOLDER] [--out FILE.json] [--quick]
//
// Each work is measured in a process of its own. A figure is the median of the warm passes, with the fastest and the slowest
// beside it. Some works take the public training tasks where they lie beside the checkout, or the task files of
// --tasks, else the gallery's tasks. Ends with exit code 1 where a result is not correct; an aim that is missed is only said.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawTasks } from '../dist-tools/tools/gallery/draw.js'
import { CpuBackend, galleryPrograms, makeDataset, runPrograms, spellNotation } from '../dist/index.js'
import { chooseEngine } from '../dist/cli/engine-option.js'
import { WorkersBackend } from '../dist/node.js'
import { answer, runChild } from './parts/children.mjs'
import { describeMachine } from './parts/machine.mjs'
import { argumentsForChild, readOptions, wantedNames } from './parts/options.mjs'
import { rounded, spread, timeInTurns, timePasses } from './parts/passes.mjs'
import { compareWithReference } from './parts/reference.mjs'
import {
  concatenateBatt,
  manyTasks,
  productProgram,
  productResult,
  profileMix,
  rightSolvers,
  shuffledSolvers,
} from './parts/workloads.mjs'

const options = readOptions('work')
const engine = chooseEngine(options)
const timing = options.quick ? { warmups: 1, passes: 3, warmMs: 0 } : { warmups: 3, passes: 5, warmMs: 2000 }
/** Goals that depend on the engine. */
const AIMS =
  engine.name === 'native'
    ? { solverMicroseconds: 2, kernelNanoseconds: 25, battSamples: 10_000 }
    : { solverMicroseconds: 3, kernelNanoseconds: 50, battSamples: 4500 }
/** As the command has them: one of the two is the thread of the command. */
const WORKERS = 2
const LONG_STATEMENTS = 9
const BATT_STATEMENTS = 1000
const MEMORY_EVALUATIONS = options.quick ? 100_000 : 700_000

/** The works by name; each gives rows of the table. Those that measure memory are run in several processes. */
const works = {
  solvers: () => measureSolvers(0),
  'solvers-long': () => measureSolvers(LONG_STATEMENTS),
  'solvers-few': measureSolversOnFewSamples,
  'solvers-workers': () => measureSolversOnWorkers('solvers, own tasks', solversOnOwnTasks(0)),
  'solvers-few-workers': () => measureSolversOnWorkers('solvers, tasks of four samples', solversOnFewSamples()),
  gallery: measureGallery,
  applications: measureApplications,
  'profile-mix': measureProfileMix,
  batt: measureBatt,
  product: measureProduct,
  'memory-passes': measureMemoryOfPasses,
  'memory-samples': measureMemoryOfSamples,
}

if (options.work === undefined) await measureAll()
else answer(await works[options.work]())

async function measureAll() {
  const wanted = wantedNames(options, works)
  const machine = describeMachine()
  const passed = argumentsForChild(options)
  const rows = []
  for (const name of wanted) {
    const runOnce = () => runChild(fileURLToPath(import.meta.url), ['--work', name, ...passed])
    const made =
      name.startsWith('memory') && !options.quick
        ? joinPeaks([await runOnce(), await runOnce(), await runOnce()])
        : await runOnce()
    for (const row of made) {
      rows.push({ work: name, ...row })
      printRow(row)
    }
  }
  if (options.quick) process.stdout.write('Quick: less data and fewer passes; these are not figures to be quoted.\n')
  const report = { machine, engine: engine.name, quick: options.quick, ...timing, rows }
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`)
  if (rows.some(({ correct }) => correct.count !== correct.of)) process.exitCode = 1
}

/** Right solvers with at least so many statements, each on the task that it solves, on one core. */
async function measureSolvers(leastStatements) {
  const request = solversOnOwnTasks(leastStatements)
  const { runMs, report } = await timePasses({ ...request, backend: new CpuBackend({ engine }) }, timing)
  const { programs } = request
  const statements = rounded(programs.reduce((sum, program) => sum + program.statements.length, 0) / programs.length)
  const label = leastStatements > 0 ? `solvers of ${leastStatements} statements and more` : 'solvers'
  return [
    {
      label: `${label} (${statements} on average), own tasks, one core`,
      unit: 'µs a run',
      ...spread(runMs, (ms) => (1000 * ms) / report.evaluations),
      aim: { atMost: leastStatements > 0 ? 12 : AIMS.solverMicroseconds },
      correct: rightOf(report),
      batch: batchOf(report),
      meanStatements: statements,
    },
  ]
}

/** Right solvers on many tasks of four samples each, as people run thousands of solvers: planning counts, too. */
async function measureSolversOnFewSamples() {
  const request = { ...solversOnFewSamples(), backend: new CpuBackend({ engine }) }
  const { runMs, planMs, report } = await timePasses(request, timing)
  return [
    {
      label: 'solvers, tasks of four samples, planning included, one core',
      unit: 'µs a run',
      ...spread(
        runMs.map((ms, k) => ms + planMs[k]),
        (ms) => (1000 * ms) / report.evaluations,
      ),
      aim: { atMost: AIMS.solverMicroseconds },
      correct: rightOf(report),
      batch: batchOf(report),
      planMs: rounded(planMs[planMs.length >> 1]),
    },
  ]
}

async function measureSolversOnWorkers(what, request) {
  const workers = new WorkersBackend({ workers: WORKERS, withHost: true, engine })
  const [one, two] = await timeInTurns(
    [
      { ...request, backend: new CpuBackend({ engine }) },
      { ...request, backend: workers },
    ],
    // Short runs, of which some meet a compilation or a collection of garbage that takes one of the cores.
    { ...timing, passes: 3 * timing.passes },
  )
  await workers.close()
  const { report } = two
  const common = { correct: rightOf(report), batch: batchOf(report) }
  // The passes are in turns, but each list is sorted: the fastest are compared with the fastest, and so on.
  const worth = one.runMs.map((ms, k) => ms / two.runMs[k] - 1).sort((a, b) => b - a)
  return [
    {
      label: `${what}, two workers`,
      unit: 'µs a run',
      ...spread(two.runMs, (ms) => (1000 * ms) / report.evaluations),
      aim: { atMost: 6.5 },
      ...common,
    },
    {
      label: 'what the second core is worth there',
      unit: 'cores',
      ...spread(worth, (value) => value),
      aim: { atLeast: 0.85 },
      ...common,
    },
  ]
}

/** Every program of the gallery on every sample. */
async function measureGallery() {
  const { dataset, source } = await arc()
  const backend = new WorkersBackend({ workers: WORKERS, withHost: true, engine })
  const programs = galleryPrograms()
  const { runMs, planMs, report } = await timePasses({ programs, dataset, pairing: 'all', backend }, timing)
  const correct = await equalOnes({ programs, dataset, backend })
  await backend.close()
  return [
    {
      label: `gallery programs merged, every sample (${source}), two workers`,
      unit: 'evaluations/s',
      ...spread(runMs, (ms) => (1000 * report.evaluations) / ms),
      aim: { atLeast: 350_000 },
      correct,
      batch: { ...batchOf(report), source },
      planMs: rounded(planMs[planMs.length >> 1]),
      nodes: report.work.nodes,
      outcomes: outcomesOf(report),
    },
  ]
}

/** Kernels a second on one core, in three kinds of run. */
async function measureApplications() {
  const { dataset, source } = await arc()
  const batt = makeBatt()
  const kinds = [
    { what: 'solvers, own tasks', request: solversOnOwnTasks(0) },
    {
      what: `gallery programs, every sample (${source})`,
      request: { programs: galleryPrograms(), dataset, pairing: 'all' },
    },
    { what: `the batt, every sample (${source})`, request: { programs: [batt], dataset, pairing: 'all' } },
  ]
  for (const kind of kinds) {
    kind.request.backend = new CpuBackend({ engine })
    kind.timed = await timePasses(kind.request, timing)
  }
  const rows = []
  // Only now: the reference has a heap of another shape, and JavaScript that has seen both is slower.
  for (const { what, request, timed } of kinds) {
    const { runMs, report } = timed
    const isEverywhere = request.pairing === 'all'
    rows.push({
      label: `primitive applications: ${what}, one core`,
      unit: 'million/s',
      ...spread(runMs, (ms) => report.work.onCpu / ms / 1000),
      aim: { atLeast: 10 },
      correct: isEverywhere ? await equalOnes(request) : rightOf(report),
      batch: { ...batchOf(report), applications: report.work.onCpu, ...(isEverywhere ? { source } : {}) },
    })
  }
  return rows
}

/** Programs that call primitives as often as public solvers do: what a call costs. */
async function measureProfileMix() {
  const { dataset, source } = await arc()
  const programs = profileMix()
  const request = { programs, dataset, pairing: 'all', backend: new CpuBackend({ engine }) }
  const { runMs, report } = await timePasses(request, timing)
  return [
    {
      label: `programs with the mix of public solvers, every sample (${source}), one core`,
      unit: 'ns a kernel',
      ...spread(runMs, (ms) => (1e6 * ms) / report.work.onCpu),
      aim: { atMost: AIMS.kernelNanoseconds },
      correct: await equalOnes(request),
      batch: { ...batchOf(report), applications: report.work.onCpu, source },
      outcomes: outcomesOf(report),
    },
  ]
}

async function measureBatt() {
  const { dataset, source } = await arc()
  const backend = new WorkersBackend({ workers: WORKERS, withHost: true, engine })
  const programs = [makeBatt()]
  const { runMs, report } = await timePasses({ programs, dataset, pairing: 'all', backend }, timing)
  const correct = await equalOnes({ programs, dataset, backend })
  await backend.close()
  return [
    {
      label: `a batt of ${programs[0].statements.length} statements, every sample (${source}), two workers`,
      unit: 'samples/s',
      ...spread(runMs, (ms) => (1000 * report.samples) / ms),
      aim: { atLeast: AIMS.battSamples },
      correct,
      batch: { ...batchOf(report), source },
      nodes: report.work.nodes,
      outcomes: outcomesOf(report),
    },
  ]
}

/** Time a pair of the product must be the same whatever n is. */
async function measureProduct() {
  const rows = []
  for (const n of options.quick ? [100, 200, 400] : [100, 200, 400, 800]) {
    const samples = Math.max(4, Math.round(1_600_000 / (n * n)))
    const pairs = Array.from({ length: samples }, (_, k) => {
      const input = { height: 1 + (k % 30), width: 1, cells: new Uint8Array(1 + (k % 30)) }
      return { input, output: input }
    })
    const dataset = makeDataset([{ id: `product${n}`, train: pairs.slice(0, 1), test: pairs.slice(1) }])
    const request = { programs: [productProgram(n)], dataset, backend: new CpuBackend({ engine }) }
    const { runMs, report } = await timePasses(request, timing)
    let count = 0
    const onPair = ({ outputs: [values] }) => {
      for (const [k, { input }] of pairs.entries())
        if (values[k] !== null && spellNotation(values[k]) === spellNotation(productResult(n, input.height))) count++
    }
    await runPrograms({ ...request, settings: { outputs: 'value' }, onPair })
    const { median } = spread(runMs, (ms) => (1e6 * ms) / (samples * n * n))
    rows.push({
      label: `product of ${n} and ${n}, filtered, one core`,
      unit: 'ns a pair',
      ...spread(runMs, (ms) => (1e6 * ms) / (samples * n * n)),
      // Linear: no dearer than at the smallest n, but for a quarter that caches may cost.
      aim: { atMost: rounded(1.25 * (rows[0]?.median ?? median)) },
      correct: { count, of: samples, how: 'right' },
      batch: batchOf(report),
    })
  }
  return rows
}

/** Many passes over the same samples: what a run leaves behind would show. */
async function measureMemoryOfPasses() {
  const { dataset, source } = await arc()
  const programs = galleryPrograms()
  const backend = new WorkersBackend({ workers: WORKERS, withHost: true, engine })
  const samples = dataset.tasks.reduce((sum, { train, test }) => sum + train.length + test.length, 0)
  const repeat = Math.ceil(MEMORY_EVALUATIONS / (samples * programs.length))
  const report = await runPrograms({ programs, dataset, pairing: 'all', backend, repeat })
  const peak = peakMegabytes()
  const correct = await equalOnes({ programs, dataset, backend })
  await backend.close()
  return [memoryRow(`${repeat} passes over every sample (${source})`, peak, report, correct, { source, repeat })]
}

/** Many samples: what a run keeps of each would show. They are drawn in the same process, which counts, too. */
async function measureMemoryOfSamples() {
  const programs = galleryPrograms()
  const samples = Math.ceil(MEMORY_EVALUATIONS / programs.length) - 3
  const dataset = makeDataset(drawTasks({ samples }))
  const drawn = peakMegabytes()
  const backend = new WorkersBackend({ workers: WORKERS, withHost: true, engine })
  const report = await runPrograms({ programs, dataset, backend })
  const peak = peakMegabytes()
  await backend.close()
  const solvers = new Set(rightSolvers().map(({ name }) => name))
  const results = report.results.filter(({ program }) => solvers.has(program))
  const correct = {
    count: results.reduce((sum, result) => sum + result.demos.right + result.tests.right, 0),
    of: results.reduce((sum, result) => sum + result.samples.length, 0),
    how: 'right (of the right solvers)',
  }
  return [memoryRow(`${report.samples} generated samples`, peak, report, correct, { afterDrawing: drawn })]
}

function memoryRow(what, peak, report, correct, extra) {
  return {
    label: `peak memory: ${what}, two workers`,
    unit: 'MB',
    median: peak,
    fastest: peak,
    slowest: peak,
    aim: { atMost: 400 },
    correct,
    batch: { ...batchOf(report), ...extra },
  }
}

/** One row of those of several processes. */
function joinPeaks(answers) {
  return answers[0].map((row, k) => {
    const peaks = answers.map((rows) => rows[k].median).sort((a, b) => a - b)
    return { ...row, median: peaks[peaks.length >> 1], fastest: peaks[0], slowest: peaks.at(-1) }
  })
}

function solversOnOwnTasks(leastStatements) {
  const programs = rightSolvers().filter(({ statements }) => statements.length >= leastStatements)
  const only = programs.map(({ task }) => task)
  return { programs, dataset: makeDataset(drawTasks({ samples: options.quick ? 47 : 197, only })) }
}

/** Each right solver on tasks of its family that are drawn with different seeds. */
function solversOnFewSamples() {
  const programs = []
  const tasks = []
  for (let seed = 1; seed <= (options.quick ? 5 : 25); seed++) {
    const drawn = new Map(drawTasks({ seed, samples: 1 }).map((task) => [task.id, task]))
    for (const program of rightSolvers()) {
      const id = `${program.task}_${seed}`
      tasks.push({ ...drawn.get(program.task), id })
      programs.push({ ...program, name: `solve_${id}`, task: id })
    }
  }
  return { programs, dataset: makeDataset(tasks) }
}

/** The right solvers first, then others, until it is long enough. */
function makeBatt() {
  const right = rightSolvers()
  return concatenateBatt([...right, ...shuffledSolvers().filter((solver) => !right.includes(solver))], BATT_STATEMENTS)
}

function arc() {
  return manyTasks({ folder: options.tasks, ...(options.quick ? { taskCount: 60 } : {}) })
}

function rightOf({ right, evaluations }) {
  return { count: right, of: evaluations, how: 'right' }
}

async function equalOnes(request) {
  const { equal, compared } = await compareWithReference({ ...request, taskCount: options.quick ? 10 : 40 })
  return { count: equal, of: compared, how: 'equal to the reference' }
}

function batchOf({ programs, tasks, samples, evaluations, dataset }) {
  return { programs, tasks, samples, evaluations, dataset: dataset.hash }
}

function outcomesOf({ right, wrong, errors, limits, defaults }) {
  return { right, wrong, errors, limits, defaults }
}

function peakMegabytes() {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}

function printRow({ label, unit, median, fastest, slowest, aim, correct }) {
  const [word, wanted] = aim.atMost === undefined ? ['at least', aim.atLeast] : ['at most', aim.atMost]
  const isMet = aim.atMost === undefined ? median >= wanted : median <= wanted
  const spell = (value) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
  process.stdout.write(
    `${label}\n` +
      `    ${spell(median)} ${unit} (${spell(fastest)} to ${spell(slowest)}); ` +
      `aim: ${word} ${spell(wanted)}, ${isMet ? 'met' : 'missed'}; ` +
      `${spell(correct.count)}/${spell(correct.of)} ${correct.how}\n`,
  )
}
