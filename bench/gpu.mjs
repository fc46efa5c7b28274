// What the device does: how dispatches grow, the routes side by side, and what a card may be expected to do.
//
//   node bench/gpu.mjs [--only part,...] [--tasks FOLDER] [--out FILE.json] [--quick] [--write] [--lockstep]
//
// Writes bench/report/gpu.html (charts) and bench/report/gpu.json (or FILE.json) after each part. Every run on the device is
// compared with the CPU's, evaluation by evaluation; ends with exit code 1 where one differs. The whole takes some 175
// kernels, which a software device compiles for minutes; --quick takes programs with few. Counts are exact and the same on
// every device; times of a software device say nothing of a card, and the prediction is arithmetic.

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { restartWithDevice } from '../dist/backends/gpu/software/restart.node.js'
import { CpuBackend, galleryPrograms, makeDataset, runPrograms } from '../dist/index.js'
import {
  collectPairs,
  countEqual,
  measureHost,
  measurePoint,
  openIdleProcess,
  openResident,
  openStepwise,
  plannedMemory,
} from './parts/gpu-device.mjs'
import { printPage } from './parts/gpu-page.mjs'
import { inputsOf } from './parts/card-model.mjs'
import { printCardPage } from './parts/card-page.mjs'
import { formatCurve, formatRoutes } from './parts/gpu-text.mjs'
import { countWork } from './parts/gpu-work.mjs'
import { canCountLockstep, countLockstep, summarize } from './parts/lockstep/count-lockstep.mjs'
import {
  chainProgram,
  doublings,
  primitivePrograms,
  quickPrograms,
  shuffledGallery,
  tasksOf,
} from './parts/gpu-workloads.mjs'
import { describeMachine } from './parts/machine.mjs'
import { readOptions, wantedNames } from './parts/options.mjs'
import { cpuMilliseconds, rounded, spread } from './parts/passes.mjs'
import { manyTasks, renameProgram } from './parts/workloads.mjs'
import { fitSlope, upperHalf } from './parts/slope.mjs'

const options = readOptions('part')
const PASSES = options.quick ? 3 : 5
/** The host's code takes some dozens of passes until it is compiled; a long run is what the figure is for. */
const HOST_PASSES = options.quick ? 3 : 60

/** Those with few kernels come first. */
const parts = {
  rows: growRows,
  levels: growLevels,
  primitives: growPrimitives,
  routes: compareRoutes,
  programs: growPrograms,
  prediction: predictCards,
  gallery: growGalleryRows,
}

const exitCode = await restartWithDevice()
if (exitCode === undefined) await measureAll()
else process.exitCode = exitCode

async function measureAll() {
  const machine = describeMachine()
  const resident = openResident({ onCompile: showCompiling })
  const report = { machine, device: null, quick: options.quick, passes: PASSES, curves: [] }
  try {
    for (const name of wantedNames(options, parts)) {
      const text = await parts[name](resident, report)
      process.stdout.write(text)
      // Which it is, is known only once it was opened.
      report.device = resident.backend.device
      writeReport(report)
    }
  } finally {
    await resident.backend.close()
  }
  process.stdout.write(`Charts: ${fileURLToPath(new URL('report/gpu.html', import.meta.url))}\n`)
  const counts = [
    ...report.curves.flatMap(({ series }) => series.flatMap(({ points }) => points.map(({ correct }) => correct))),
    ...(report.routes ?? []).map(({ correct }) => correct),
  ]
  if (counts.some(({ count, of }) => count !== of)) process.exitCode = 1
}

function writeReport(report) {
  const folder = new URL('report/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('gpu.html', folder), printPage(report))
  writeFileSync(options.out ?? new URL('gpu.json', folder), `${JSON.stringify(report, null, 2)}\n`)
}

/** Programs with few kernels on more and more samples. */
function growRows(resident, report) {
  return growRowsOf(resident, report, { name: 'rows', programs: quickPrograms(), last: options.quick ? 64 : 1024 })
}

/** All programs of the gallery on more and more samples. */
function growGalleryRows(resident, report) {
  const programs = options.quick ? quickPrograms() : galleryPrograms()
  return growRowsOf(resident, report, { name: 'gallery', programs, last: 8 })
}

async function growRowsOf(resident, report, { name, programs, last }) {
  const points = []
  for (const count of doublings(last)) {
    const request = { programs, dataset: tasksOf(count), pairing: 'all' }
    points.push({ x: 2 * count, ...(await measurePoint(resident, request)) })
  }
  return addCurve(report, {
    name,
    title: `Rows of ${programs.length} programs`,
    about: `${programs.length} gallery programs, merged, on ever more samples of two tasks.`,
    xLabel: 'rows (samples)',
    expected: 'flat: a dispatch makes the calls of all rows; as many again for each chunk, once a memory is full',
    measured: [{ label: 'dispatches', points }],
    isBounded: false,
  })
}

/** A chain of ever more statements, each of which needs the one before. */
async function growLevels(resident, report) {
  const dataset = tasksOf(16)
  const points = []
  for (const count of doublings(64))
    points.push({
      x: count,
      ...(await measurePoint(resident, { programs: [chainProgram(count)], dataset, pairing: 'all' })),
    })
  return addCurve(report, {
    name: 'levels',
    title: 'Levels',
    about:
      'One program that turns a grid again and again, on 16 samples of two tasks each: every statement waits for the one before.',
    xLabel: 'statements, one after the other',
    expected: 'linear: a round a level',
    measured: [{ label: 'dispatches', points }],
    isBounded: false,
  })
}

/** Ever more different kernels in the same round. */
async function growPrimitives(resident, report) {
  const dataset = tasksOf(16)
  const programs = primitivePrograms()
  const points = []
  for (const count of doublings(programs.length)) {
    const request = { programs: programs.slice(0, count), dataset, pairing: 'all' }
    points.push({ x: count, ...(await measurePoint(resident, request)) })
  }
  return addCurve(report, {
    name: 'primitives',
    title: 'Different primitives',
    about: 'Programs of one statement, each another primitive, on 16 samples of two tasks each: all in one round.',
    xLabel: 'primitives',
    expected: 'one more for each primitive',
    measured: [{ label: 'dispatches', points }],
    isBounded: false,
  })
}

/** Different programs, and copies of one, on the same tasks. */
async function growPrograms(resident, report) {
  const different = options.quick ? quickPrograms() : shuffledGallery()
  const model = quickPrograms().find(({ name }) => name === 'solve_swaphalf')
  const measured = []
  for (const [label, programs] of [
    ['different programs', different],
    ['copies of one', different.map((_, k) => renameProgram(model, k))],
  ]) {
    const points = []
    for (const count of doublings(programs.length)) {
      const request = { programs: programs.slice(0, count), dataset: tasksOf(4), pairing: 'all' }
      points.push({ x: count, ...(await measurePoint(resident, request)) })
    }
    measured.push({ label, points })
  }
  return addCurve(report, {
    name: 'programs',
    title: 'Programs',
    about: `Gallery programs in an order that is drawn, merged, on 4 samples of two tasks each; against copies of one.`,
    xLabel: 'programs',
    expected: 'at most rounds × (kernels + 2), whatever the number of programs; flat for copies',
    measured,
    isBounded: true,
  })
}

/** Adds lines for what would be, and the slopes. */
function addCurve(report, { measured, isBounded, ...curve }) {
  const line = (label, points, key) => ({
    label,
    points: points.map((point) => ({ ...point, y: point[key], low: point[key], high: point[key] })),
  })
  const [{ points: own }] = measured
  const series = [
    ...measured.map(({ label, points }) => line(label, points, 'dispatches')),
    line('one dispatch a call', own, 'onGpu'),
    ...(isBounded ? [line('rounds × (kernels + 2)', own, 'bound')] : []),
  ]
  for (const one of series) {
    const [first, last] = [one.points[0], one.points.at(-1)]
    one.step = rounded((last.y - first.y) / (last.x - first.x))
    one.upperSlope = fitSlope(upperHalf(one.points))
  }
  report.curves.push({ ...curve, yLabel: 'dispatches', series })
  return formatCurve(report.curves.at(-1))
}

/** The ways to use a device beside each other, and beside one core. */
async function compareRoutes(resident, report) {
  const programs = quickPrograms().slice(0, 8)
  const request = { programs, dataset: tasksOf(8), pairing: 'all' }
  const expected = await collectPairs(request)
  report.routes = []
  const routes = [
    ['cpu, one core', async () => new CpuBackend()],
    ['per-op', () => openStepwise('per-op')],
    ['grouped', () => openStepwise('grouped')],
    ['resident', async () => resident.backend],
  ]
  for (const [name, open] of routes) {
    const backend = await open()
    await collectPairs({ ...request, backend })
    const times = []
    let last
    for (let pass = 0; pass < PASSES; pass++) {
      last = await collectPairs({ ...request, backend })
      times.push(last.report.time.runMs)
    }
    if (backend !== resident.backend) await backend.close()
    const { work } = last.report
    report.routes.push({
      name,
      ms: spread(
        times.sort((a, b) => a - b),
        (ms) => ms,
      ),
      dispatches: work.dispatches,
      uploads: work.upload,
      readbacks: work.download,
      onGpu: work.onGpu,
      onCpu: work.onCpu,
      evaluations: last.report.evaluations,
      correct: countEqual(last.pairs, expected.pairs),
    })
  }
  return formatRoutes(report.routes)
}

/**
 * Counts the work of all gallery programs, measures what one core and the host take, and predicts; --write writes the page. --lockstep
 * counts the instructions of compiled kernels first; the inputs of the model are read anew with the next run.
 */
async function predictCards(_, report) {
  const programs = options.quick ? quickPrograms() : galleryPrograms()
  const { dataset, source } = await manyTasks({ folder: options.tasks, ...(options.quick ? { taskCount: 40 } : {}) })
  const counted = await countWork({ programs, dataset })
  const memory = plannedMemory()
  const chunkRows = (memory.heapWords / counted.words) * counted.samples
  if (options.lockstep) await writeLockstep({ programs, dataset, chunkRows })
  const cpuNanoseconds = await measureCore({ programs, dataset }, counted.work)
  const host = await measureHost({ programs, dataset, pairing: 'all' }, HOST_PASSES, openIdleProcess)
  const hostMicroseconds = (1000 * host.ms) / counted.samples
  const inputs = inputsOf({ counted, cpuNanoseconds, hostMicroseconds, memory })
  report.prediction = { source, programs: programs.length, counted, inputs, machine: report.machine.cpu }
  const page = printCardPage(report.prediction)
  if (options.write) writeFileSync(new URL('../docs/gpu-prediction.md', import.meta.url), page)
  return page
}

/** Compiles kernels, counts their instructions on every twentieth task, and writes what the model reads. */
async function writeLockstep({ programs, dataset, chunkRows }) {
  if (!canCountLockstep())
    throw new Error('--lockstep needs nvcc and ptxas (CUDA 12 or later, no card) and a C compiler')
  const tasks = dataset.tasks.filter((_, k) => k % 20 === 0)
  const onKernel = ({ kernel }) => process.stderr.write(`${kernel} counted\n`)
  const kernels = await countLockstep({ programs, dataset: makeDataset(tasks), chunkRows, onKernel })
  const file = new URL('parts/lockstep/counted.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify({ summary: summarize(kernels), kernels }, null, 2)}\n`)
}

/** Nanoseconds of CPU time that a piece of work takes one core: other load on the machine changes it less than the clock. */
async function measureCore(request, work) {
  const backend = new CpuBackend()
  const run = () => runPrograms({ ...request, pairing: 'all', backend })
  await run()
  const times = []
  for (let pass = 0; pass < PASSES; pass++) times.push(await cpuMilliseconds(run))
  return rounded((Math.min(...times) * 1e6) / work)
}

function showCompiling(done, total) {
  if (process.stderr.isTTY)
    process.stderr.write(done === total ? '\r\u001B[K' : `\r${done} of ${total} kernels compiled`)
}
