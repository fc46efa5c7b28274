// How the time of a run grows: with samples, programs, the side of the grids, and worker threads.
//
//   node bench/growth.mjs [--only curve,...] [--tasks FOLDER] [--out FILE.json] [--quick]
//
// Writes bench/report/index.html (charts) and bench/report/growth.json (or FILE.json), and prints the exponent of each
// curve: the slope of the line through its points on logarithmic axes, by least squares; of all points, and of the upper
// half alone, where what a run costs by itself counts for little. Each curve is measured in a process of its own. Ends with
// exit code 1 where a result is not correct.

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawTasks } from '../dist-tools/tools/gallery/draw.js'
import { CpuBackend, galleryPrograms, makeDataset } from '../dist/index.js'
import { WorkersBackend } from '../dist/node.js'
import { answer, runChild } from './parts/children.mjs'
import { printPage } from './parts/growth-page.mjs'
import { describeMachine } from './parts/machine.mjs'
import { argumentsForChild, readOptions, wantedNames } from './parts/options.mjs'
import { rounded, timeInTurns, timePasses } from './parts/passes.mjs'
import { compareWithReference } from './parts/reference.mjs'
import { fitSlope, upperHalf } from './parts/slope.mjs'
import {
  blobTask,
  dealtTasks,
  manyTasks,
  readsInput,
  recolorProgram,
  renameProgram,
  rightSolvers,
  shuffledSolvers,
} from './parts/workloads.mjs'

const options = readOptions('curve')
const timing = options.quick ? { warmups: 1, passes: 3 } : { warmups: 2, passes: 5 }
const machine = describeMachine()
/** Runs that take less are repeated more often. */
const SHORT_MS = 30

const measured = { samples: growSamples, programs: growPrograms, side: growSide, workers: growWorkers }

if (options.curve === undefined) await measureAll()
else answer(await measured[options.curve]())

async function measureAll() {
  const wanted = wantedNames(options, measured)
  const passed = argumentsForChild(options)
  const curves = []
  for (const name of wanted) {
    const curve = await runChild(fileURLToPath(import.meta.url), ['--curve', name, ...passed])
    for (const one of curve.series) {
      one.slope = fitSlope(one.points)
      one.upperSlope = fitSlope(upperHalf(one.points))
    }
    curves.push({ name, ...curve })
    printCurve(curves.at(-1))
  }
  const report = { machine, quick: options.quick, ...timing, curves }
  const folder = new URL('report/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('index.html', folder), printPage(report))
  writeFileSync(options.out ?? new URL('growth.json', folder), `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(`Charts: ${fileURLToPath(new URL('index.html', folder))}\n`)
  const points = curves.flatMap(({ series }) => series.flatMap((one) => one.points))
  if (points.some(({ correct }) => correct.count !== correct.of)) process.exitCode = 1
}

/** Ten families, one solver each, on more and more samples. */
async function growSamples() {
  const counts = options.quick ? [1, 10, 100, 1000, 10_000] : thirds(1, 100_000)
  const programs = rightSolvers()
    .filter((program) => !readsInput(program, 'S'))
    .filter((_, k) => k % 7 === 3)
    .slice(0, 10)
  const drawn = drawTasks({ samples: counts.at(-1) / programs.length, only: programs.map(({ task }) => task) })
  const datasets = counts.map((count) => makeDataset(dealtTasks(drawn, count)))
  const workers = new WorkersBackend()
  const series = [
    { label: 'one core', backend: new CpuBackend() },
    { label: `${workers.workerCount} workers`, backend: workers },
  ].map(({ label, backend }) => ({ label, requests: datasets.map((dataset) => ({ programs, dataset, backend })) }))
  await timeSeries(series)
  await workers.close()
  return {
    title: 'Samples',
    about: `The solvers of ${programs.length} families on their own tasks, gallery samples dealt out among them.`,
    xLabel: 'samples',
    yLabel: 'time of a run, ms',
    series: series.map(({ label, timed }) => ({
      label,
      points: timed.map(({ runMs, report }, k) => {
        const { right, evaluations } = report
        return { ...milliseconds(counts[k], runMs), ...batchOf(report), correct: { count: right, of: evaluations } }
      }),
    })),
    guides: [guideThrough('linear', 1, counts, series[0].timed)],
  }
}

/** Programs that have to be run, against copies that do not. */
async function growPrograms() {
  const counts = options.quick ? [1, 10, 100, 500] : [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]
  const { dataset, source } = await manyTasks({ folder: options.tasks, taskCount: 25 })
  const solvers = shuffledSolvers()
  const different = Array.from({ length: counts.at(-1) }, (_, k) =>
    k < solvers.length ? solvers[k] : recolorProgram(solvers[k % solvers.length], Math.floor(k / solvers.length) - 1),
  )
  const model = rightSolvers().find(({ statements }) => statements.length >= 9)
  const equal = different.map((_, k) => renameProgram(model, k))
  const backend = new CpuBackend()
  const kinds = [
    { label: 'different programs', programs: different },
    { label: 'copies of one', programs: equal },
  ].map(({ label, programs }) => ({
    label,
    requests: counts.map((count) => ({ programs: programs.slice(0, count), dataset, pairing: 'all', backend })),
  }))
  await timeSeries(kinds)
  const series = []
  for (const { label, requests, timed } of kinds) {
    const points = []
    for (const request of requests) points.push({ correct: await equalOnes(request, 4) })
    const pointsOf = (times) =>
      points.map((point, k) => {
        const { report } = timed[k]
        return { ...point, ...milliseconds(counts[k], timed[k][times]), ...batchOf(report), nodes: report.work.nodes }
      })
    series.push(
      { label: `${label}: run`, points: pointsOf('runMs') },
      { label: `${label}: plan`, points: pointsOf('planMs') },
    )
  }
  const samples = dataset.tasks.reduce((sum, { train, test }) => sum + train.length + test.length, 0)
  return {
    title: 'Programs',
    about:
      `The ${solvers.length} solvers of the gallery, then copies that get the grid with two colours swapped and share no call ` +
      `with the original; against copies of one, which share all. ${samples} samples (${source}), one core.`,
    xLabel: 'programs',
    yLabel: 'time, ms',
    series,
    guides: [guideThrough('linear', 1, counts, kinds[0].timed)],
  }
}

/** The right solvers on ever larger grids. */
async function growSide() {
  const sides = options.quick ? [3, 8, 21, 60] : [3, 4, 6, 8, 11, 15, 21, 30, 42, 60]
  const programs = rightSolvers().filter((program) => !readsInput(program, 'S'))
  const backend = new CpuBackend()
  const count = 20
  const series = [
    { label: '5 blobs that grow', blobsAt: () => 5 },
    { label: 'a blob for every 30 cells', blobsAt: (side) => Math.ceil((side * side) / 30) },
  ].map(({ label, blobsAt }) => ({
    label,
    requests: sides.map((side) => {
      const dataset = makeDataset([blobTask({ side, blobs: blobsAt(side), count })])
      return { programs, dataset, pairing: 'all', backend }
    }),
  }))
  await timeSeries(series)
  for (const one of series) {
    one.points = []
    for (const [k, request] of one.requests.entries()) {
      const { runMs, report } = one.timed[k]
      const { errors, limits } = report
      const correct = await equalOnes(request, 1)
      one.points.push({ ...milliseconds(sides[k], runMs), ...batchOf(report), errors, limits, correct })
    }
  }
  return {
    title: 'Side of the grids',
    about: `${programs.length} gallery solvers on ${count} square grids with random blobs, one core. Linear means: in cells.`,
    xLabel: 'side of the grids, cells',
    xTicks: [3, 5, 10, 20, 30, 60],
    yLabel: 'time of a run, ms',
    series: series.map(({ label, points }) => ({ label, points })),
    guides: [guideThrough('linear in cells', 2, sides, series[0].timed)],
  }
}

/** All programs of the gallery on ever more threads. */
async function growWorkers() {
  const { dataset, source } = await manyTasks({ folder: options.tasks, taskCount: options.quick ? 40 : 200 })
  const programs = galleryPrograms()
  const points = []
  for (const count of threadCounts(2 * machine.cores)) {
    const backend = new WorkersBackend({ workers: count })
    const request = { programs, dataset, pairing: 'all', backend }
    const { runMs, report } = await timePasses(request, timing)
    const rate = (ms) => rounded((1000 * report.evaluations) / ms)
    const correct = await equalOnes(request, 5)
    const [y, low, high] = [runMs[runMs.length >> 1], runMs.at(-1), runMs[0]].map(rate)
    points.push({ x: count, y, low, high, ...batchOf(report), correct })
    await backend.close()
  }
  return {
    title: 'Worker threads',
    about: `All gallery programs on all samples of ${dataset.tasks.length} tasks (${source}); the machine has ${machine.cores} cores, more cannot be had from it.`,
    xLabel: 'worker threads',
    xTicks: points.map(({ x }) => x),
    yLabel: 'evaluations a second',
    series: [{ label: 'evaluations a second', points }],
    guides: [{ label: 'linear', slope: 1, x: points[0].x, y: points[0].y }],
  }
}

/** All requests of all series in turns, from the largest on: the small ones must not pay for the compiling of code. */
async function timeSeries(series) {
  const requests = series.flatMap((one) => one.requests).toReversed()
  const timed = (await timeInTurns(requests, { ...timing, shortMs: SHORT_MS })).toReversed()
  for (const one of series) one.timed = timed.splice(0, one.requests.length)
}

function milliseconds(x, times) {
  return { x, y: rounded(times[times.length >> 1]), low: rounded(times[0]), high: rounded(times.at(-1)) }
}

function batchOf({ samples, evaluations, dataset }) {
  return { samples, evaluations, dataset: dataset.hash }
}

async function equalOnes(request, taskCount) {
  const { compared, equal } = await compareWithReference({ ...request, taskCount })
  return { count: equal, of: compared }
}

/** Through the last point. */
function guideThrough(label, slope, xs, timed) {
  const { x, y } = milliseconds(xs.at(-1), timed.at(-1).runMs)
  return { label, slope, x, y }
}

/** 1, 3, 10, 30, … */
function thirds(from, to) {
  const counts = []
  for (let count = from; count <= to; count *= 10) counts.push(count, 3 * count)
  return counts.filter((count) => count <= to)
}

/** 1, 2, 3, 4, 6, 8, 12, … */
function threadCounts(most) {
  const counts = [1]
  for (let count = 2; count <= most; count *= 2) counts.push(count, 1.5 * count)
  return counts.filter((count) => count <= most)
}

function printCurve({ title, series, yLabel }) {
  process.stdout.write(`${title} (${yLabel})\n`)
  for (const { label, slope, upperSlope, points } of series) {
    const right = points.reduce((sum, { correct }) => sum + correct.count, 0)
    const all = points.reduce((sum, { correct }) => sum + correct.of, 0)
    const [first, last] = [points[0], points.at(-1)]
    process.stdout.write(
      `    ${label}: exponent ${slope.toFixed(2)}, upper half ${upperSlope.toFixed(2)}; ${first.y} at ${first.x}, ${last.y} at ${last.x}; ${right}/${all} correct\n`,
    )
  }
}
