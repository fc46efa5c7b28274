// Counts on the CPU what a device would have to do: the work of every kernel call, in the dispatches that it would be in.

import { CpuBackend } from '../../dist/backends/cpu/cpu-backend.js'
import { WasmHeap } from '../../dist/backends/cpu/wasm-heap.js'
import { ownerOf, watchHeap } from '../../dist/backends/cpu/watched-heap.js'
import { schedulePlan } from '../../dist/backends/gpu/schedule/schedule.js'
import { planGroups, plansOf } from '../../dist/engine/run/plan-groups.js'
import { runPrograms } from '../../dist/engine/run/run-programs.js'
import { samplesOf } from '../../dist/data/task.js'

/** Invocations that a card runs in step. */
export const WARP = 32
/** A call of more work than this is one that a card's single lane would take long for. */
export const OVERLONG = 100_000

/**
 * Runs all programs merged on all tasks and counts. Gives the sums, and for each dispatch of a kernel its calls, their
 * work, the most of one call, and the work of the largest call in each 32 that follow each other; the last three again
 * (`short`) without calls that are overlong. `chunkEnds` are the rows that the chunks end before; one chunk if not said.
 *
 * On the device, the calls of a kernel in a round lie step by step, and of a step sample by sample. Calls that a map makes
 * count to the round in which its step begins; there they are spread over the rounds after it.
 */
export async function countWork({ programs, dataset, chunkEnds = [Infinity] }) {
  const counter = new KernelCounter(chunkEnds)
  const heap = watchHeap(new WasmHeap(1 << 20), counter)
  counter.heap = heap
  const report = await runPrograms({
    programs,
    dataset,
    pairing: 'all',
    backend: new CpuBackend({ heaps: [heap], observer: counter }),
  })
  const [plan, ...others] = plansOf(planGroups({ programs, dataset, pairing: 'all' }))
  if (others.length > 0) throw new Error('Programs that run on the same tasks are one plan')
  const schedule = schedulePlan(plan)
  return {
    evaluations: report.evaluations,
    samples: report.samples,
    tasks: dataset.tasks.length,
    grids: gridWords(dataset),
    steps: report.work.executed,
    calls: counter.calls,
    work: counter.work,
    words: counter.words,
    nodes: report.work.nodes,
    rounds: schedule.rounds.length,
    kernels: new Set(schedule.rounds.flatMap(({ kernels }) => [...kernels.keys()])).size,
    kernelDispatches: schedule.rounds.reduce((sum, { kernels }) => sum + kernels.size, 0),
    dispatches: countDispatches(schedule),
    overlongRows: counter.overlong.size,
    overlongRowsWork: [...counter.overlong].reduce((sum, row) => sum + counter.workOfRow[row], 0),
    groups: counter.chunks.flatMap((bySite, chunk) => groupCalls(bySite, schedule, chunk)),
  }
}

/** Without the ones that copy outputs; judging is one. */
function countDispatches({ rounds }) {
  const ofRound = ({ kernels, spawns }) => 2 + (spawns ? 1 : 0) + (kernels.size > 0 ? 1 + kernels.size : 0)
  return 1 + rounds.reduce((sum, round) => sum + ofRound(round), 0)
}

/** Adds up, and keeps the works of each step's calls of a kernel, in the order in which they were made. */
class KernelCounter {
  heap
  calls = 0
  work = 0
  words = 0
  /** Chunk by chunk, by slot and kernel. */
  chunks
  /** Rows with a call that is overlong. */
  overlong = new Set()
  workOfRow = []
  #ends
  #row = -1
  #chunk = 0
  #before = 0
  /** The kernels of the step that is running, and the work of each. */
  #running = []

  constructor(chunkEnds) {
    this.#ends = chunkEnds
    this.chunks = chunkEnds.map(() => new Map())
  }

  beginSample() {
    this.#row++
    this.workOfRow.push(0)
    if (this.#row >= this.#ends[this.#chunk]) this.#chunk++
  }

  beginSteps() {
    this.#before = 0
  }

  endStep(slot) {
    this.#before = 0
    const bySite = this.chunks[this.#chunk]
    let kernels = bySite.get(slot)
    if (kernels === undefined) bySite.set(slot, (kernels = new Map()))
    for (const [kernel, work] of this.#running) {
      const works = kernels.get(kernel)
      if (works === undefined) kernels.set(kernel, [work])
      else works.push(work)
    }
    this.#running = []
  }

  endKernel(kernel, _started, _ended, words) {
    const now = this.heap.work
    const work = now - this.#before
    this.#before = now
    this.calls++
    this.work += work
    this.words += words
    this.workOfRow[this.#row] += work
    if (work > OVERLONG) this.overlong.add(this.#row)
    this.#running.push([kernel, work])
  }
}

function groupCalls(bySite, { rounds }, chunk) {
  const groups = []
  for (const [round, { sites }] of rounds.entries()) {
    const byKernel = new Map()
    for (const { raw } of sites) {
      for (const [kernel, works] of bySite.get(raw) ?? []) {
        if (!byKernel.has(kernel)) byKernel.set(kernel, [])
        byKernel.get(kernel).push(works)
      }
    }
    for (const [kernel, lists] of byKernel) {
      const works = lists.flat()
      const short = describe(works.filter((work) => work <= OVERLONG))
      groups.push({ chunk, round, kernel: nameOf(kernel), ...describe(works), short })
    }
  }
  return groups
}

function nameOf(kernel) {
  const { primitive, isCalls } = ownerOf[kernel]
  return isCalls ? primitive.callsName : primitive.kernelName
}

function describe(works) {
  let [sum, most, largest, imbalance, warps] = [0, 0, 0, 0, 0]
  for (let at = 0; at < works.length; at += WARP) {
    const end = Math.min(works.length, at + WARP)
    let [ownSum, ownMost] = [0, 0]
    for (let k = at; k < end; k++) {
      ownSum += works[k]
      ownMost = Math.max(ownMost, works[k])
    }
    sum += ownSum
    most = Math.max(most, ownMost)
    largest += ownMost
    imbalance += ownSum === 0 ? 1 : (ownMost * (end - at)) / ownSum
    warps++
  }
  return { calls: works.length, work: sum, mostWork: most, warps, warpWork: largest, imbalance }
}

/** Words of all grids as they are uploaded: inputs and outputs once, and the lists of demo pairs. */
function gridWords({ tasks }) {
  let words = 0
  for (const task of tasks) {
    for (const { input, output } of samplesOf(task))
      for (const grid of [input, output]) if (grid !== undefined) words += 2 + grid.cells.length
    words += 4 * task.train.length + 1
  }
  return words
}
