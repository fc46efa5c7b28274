// A device that is listened to, and runs on it that are compared with the CPU's, result by result.

import { CARD_MEMORY, IdleDevice } from '../../dist/backends/auto/idle-device.js'
import { LocalDevice } from '../../dist/backends/gpu/resident/local-device.js'
import { openNodeDevice } from '../../dist/backends/gpu/device/device.node.js'
import { GpuBackend } from '../../dist/backends/gpu/gpu-backend.js'
import { ProcessDevice } from '../../dist/backends/gpu/process/process-device.node.js'
import { STATE } from '../../dist/backends/gpu/shaders/device-state.js'
import { StepwiseBackend } from '../../dist/backends/gpu/stepwise/stepwise-backend.js'
import { runPrograms } from '../../dist/index.js'
import { cpuMilliseconds } from './passes.mjs'

/** Dispatches of a round besides its kernels: going on with calls and starting those of maps, laying out the queues. */
const OF_A_ROUND = 2
/** Dispatches after the last round: judging, and copying outputs. */
const OF_A_CHUNK = 6

/** The resident backend on one device; `chunks` lists what the device was given and gave, until somebody empties it. */
export function openResident({ onCompile } = {}) {
  const chunks = []
  const backend = new GpuBackend({
    open: [async () => new HeardDevice(new LocalDevice(await openNodeDevice()), chunks)],
    watchdogMs: 600_000,
    onCompile,
    onNotice: (text) => process.stderr.write(`${text}\n`),
  })
  return { backend, chunks }
}

/** A backend of one of the routes that are not resident. */
export async function openStepwise(route) {
  return new StepwiseBackend(await openNodeDevice(), route)
}

/** Hands everything on to a device and notes of each chunk that came to its end how long it took and what its state says. */
class HeardDevice {
  #device
  #chunks

  constructor(device, chunks) {
    this.#device = device
    this.#chunks = chunks
  }

  get facts() {
    return this.#device.facts
  }

  get work() {
    return this.#device.work
  }

  async run(image, budget, options) {
    const compiledBefore = this.work.compiled.ms
    const started = performance.now()
    const words = await this.#device.run(image, budget, options)
    // What was too small is run again, with more.
    if (words.state[STATE.lacking] !== 0) return words
    const kernels = new Set(image.rounds.flatMap((round) => [...round.kernels.keys()]))
    this.#chunks.push({
      ms: performance.now() - started - (this.work.compiled.ms - compiledBefore),
      rounds: image.rounds.length,
      kernels: kernels.size,
      uploadedHeapWords: image.heap.length,
      heapWords: words.state[STATE.heapTop],
      arenaWords: words.state[STATE.arenaTop],
      mostEntries: words.state[STATE.mostEntries],
    })
    return words
  }

  close() {
    return this.#device.close()
  }
}

/** The share of the heap that the backend plans with, and the scratch of an invocation. */
const FILLING = 0.6
const SCRATCH_WORDS = 1 << 11

/** What chunks have of a card's memory: words of the heap that are planned to be used, and warps with scratch memory. */
export function plannedMemory() {
  const { heap, scratch, groups } = CARD_MEMORY
  return { heapWords: FILLING * heap, warps: Math.min(groups, Math.floor(scratch / (SCRATCH_WORDS * 64))) * 2 }
}

/**
 * What a run takes the host alone, in milliseconds of CPU time (of the fastest pass, and the median), and what would cross, in bytes.
 * `open` opens a device that computes nothing; by default it is in this process.
 */
export async function measureHost(request, passes, open = async () => new IdleDevice()) {
  const backend = new GpuBackend({ open: [open] })
  const counted = { ...request, backend, keepResults: false }
  await runPrograms(counted)
  const times = []
  let bytes = 0
  for (let pass = 0; pass < passes; pass++) {
    let work
    times.push(await cpuMilliseconds(async () => ({ work } = await runPrograms(counted))))
    bytes = work.upload.bytes + work.download.bytes
  }
  await backend.close()
  times.sort((a, b) => a - b)
  return { ms: times[0], median: times[passes >> 1], bytes }
}

/** A device that computes nothing, in a process of its own, as each of several devices is. */
export function openIdleProcess() {
  return ProcessDevice.open({ module: new URL('idle-child.mjs', import.meta.url) })
}

/** Runs a request on the device, keeping hashes of all outputs, and on the CPU; gives what was counted on the device. */
export async function measurePoint({ backend, chunks }, request) {
  const expected = await collectPairs(request)
  chunks.length = 0
  const { report, pairs } = await collectPairs({ ...request, backend })
  const { work, gpu } = report
  const bound = chunks.reduce((sum, { rounds, kernels }) => sum + rounds * (kernels + OF_A_ROUND) + OF_A_CHUNK, 0)
  return {
    dispatches: work.dispatches,
    uploads: work.upload,
    readbacks: work.download,
    chunks: work.chunks,
    rounds: gpu.rounds,
    kernels: Math.max(0, ...chunks.map(({ kernels }) => kernels)),
    bound,
    onGpu: work.onGpu,
    onCpu: work.onCpu,
    repeats: gpu.repeats,
    splits: gpu.splits,
    rowsOnCpu: gpu.fallbacks.reduce((sum, { rows }) => sum + rows, 0),
    heapWords: sum(chunks, 'heapWords') - sum(chunks, 'uploadedHeapWords'),
    arenaWords: sum(chunks, 'arenaWords'),
    deviceMs: sum(chunks, 'ms'),
    runMs: report.time.runMs,
    nodes: work.nodes,
    samples: report.samples,
    evaluations: report.evaluations,
    dataset: report.dataset.hash,
    correct: countEqual(pairs, expected.pairs),
  }
}

/** A run with all that it gave, pair by pair. */
export async function collectPairs(request) {
  const pairs = []
  const settings = { outputs: 'hash' }
  const report = await runPrograms({ ...request, settings, onPair: (pair) => pairs.push(pair) })
  return { report, pairs }
}

/** Of how many evaluations everything is equal: verdicts, errors with their statements, defaults, hashes of values. */
export function countEqual(pairs, expected) {
  const of = expected.reduce((total, { samples }) => total + samples.length, 0)
  const count = expected.reduce(
    (total, pair, k) => total + (JSON.stringify(pairs[k]) === JSON.stringify(pair) ? pair.samples.length : 0),
    0,
  )
  return { count, of }
}

function sum(list, key) {
  return list.reduce((total, one) => total + one[key], 0)
}
