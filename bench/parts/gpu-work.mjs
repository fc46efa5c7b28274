// Counts on the CPU what a device would have to do: the work of every kernel call, in the dispatches that it would be in.

import { CpuBackend } from '../../dist/backends/cpu/cpu-backend.js'
import { WasmHeap } from '../../dist/backends/cpu/wasm-heap.js'
import { ownerOf, watchHeap } from '../../dist/backends/cpu/watched-heap.js'
import { schedulePlan } from '../../dist/backends/gpu/schedule/schedule.js'
import { GROUP_FAMILY, familyOf, isInGroupFamily } from '../../dist/backends/gpu/shaders/families.js'
import { tunedKernels } from '../../dist/backends/gpu/shaders/tuned-kernels.js'
import { planGroups, plansOf } from '../../dist/engine/run/plan-groups.js'
import { POPULATION_BUDGET } from '../../dist/engine/run/run-pass.js'
import { runPrograms } from '../../dist/engine/run/run-programs.js'
import { isMadeTogether } from './tuned-calls.mjs'

/** A call of more work than this is left to the CPU, if one lane would have to make it. */
const CALL_LIMIT = 1 << 18

/**
 * Runs all programs merged on all tasks, as one chunk, and counts. Calls of kernels that have a tuned form count as made by a
 * workgroup if their results are of the sort that it makes. Calls that a map makes count to the round in which its step begins; on the device they are spread over the rounds
 * after it.
 */
export async function countWork({ programs, dataset }) {
  const [plan, ...others] = plansOf(planGroups({ programs, dataset, pairing: 'all' }))
  if (others.length > 0) throw new Error('Programs that run on the same tasks are one plan')
  const schedule = schedulePlan(plan)
  const counter = new KernelCounter(plan, schedule)
  const heap = watchHeap(new WasmHeap(1 << 20), counter)
  counter.heap = heap
  const { run } = heap
  heap.run = (...call) => {
    counter.beginKernel(call)
    return run(...call)
  }
  const report = await runPrograms({
    programs,
    dataset,
    pairing: 'all',
    keepResults: false,
    backend: new CpuBackend({ heaps: [heap], observer: counter }),
  })
  counter.endRow()
  const dispatches = countDispatches(schedule)
  return {
    evaluations: report.evaluations,
    samples: report.samples,
    tasks: dataset.tasks.length,
    calls: counter.calls,
    work: counter.work,
    words: counter.words,
    nodes: report.work.nodes,
    rounds: schedule.rounds.length,
    kernels: new Set(schedule.rounds.flatMap(({ kernels }) => [...kernels.keys()])).size,
    dispatches,
    dispatchesPerRound: dispatches / schedule.rounds.length,
    /** The sum over dispatches of the longest call that one lane makes, and the kernels that it is made of. */
    longest: counter.longestOfAll(),
    longestByKernel: counter.longestByKernel(),
    /** The same for calls that a workgroup makes. */
    longestTogether: counter.longestTogether(),
    /** The work of the programs that the CPU runs, and their number. */
    fallbackWork: counter.fallbackWork,
    fallbackEvaluations: counter.fallbackEvaluations,
    sizes: counter.sizes,
  }
}

/** Of the rounds of a chunk, with families; without the dispatches that copy outputs. */
function countDispatches({ rounds }) {
  const ofRound = ({ kernels }) => {
    const pipelines = new Set([...kernels.keys()].flatMap((kernel) => [laneForm(kernel), ...groupForm(kernel)]))
    return 2 + pipelines.size
  }
  return rounds.reduce((sum, round) => sum + ofRound(round), 0)
}

/** The pipeline of a kernel on a card, where one invocation makes a call. */
function laneForm(kernel) {
  return familyOf(kernel, 'a', 'large') ?? kernel
}

/** The pipeline in which a workgroup makes a call, if there is one. */
function groupForm(kernel) {
  if (!tunedKernels.has(kernel)) return []
  return [isInGroupFamily(kernel) ? GROUP_FAMILY : `tuned.${kernel}`]
}

/** Calls by their work: at most `most` pieces. */
const SIZE_CLASSES = [16, 256, 1024, 16_384, Infinity]

class KernelCounter {
  heap
  calls = 0
  work = 0
  words = 0
  fallbackWork = 0
  fallbackEvaluations = 0
  sizes = SIZE_CLASSES.map((most) => ({ most, calls: 0, work: 0 }))
  #before = 0
  #began = 0
  /** The arguments of the kernel that is running. */
  #args = []
  #workOfStep = 0
  /** The kernels of the step that is running, and the work of each. */
  #running = []
  /** By step the work on the sample at hand, and the steps that a device does not finish there. */
  #workOf = new Map()
  #unfinished = new Set()
  /** By dispatch the longest call of a lane, and of a workgroup. */
  #longest = new Map()
  #longestTogether = new Map()
  #plan
  #roundOf = new Map()
  #programsOf = new Map()

  constructor(plan, { rounds }) {
    this.#plan = plan
    for (const [round, { sites }] of rounds.entries()) for (const { raw } of sites) this.#roundOf.set(raw, round)
    for (const [p, { slots, twin }] of plan.programs.entries()) {
      if (twin >= 0) continue
      for (const slot of new Set(slots)) this.#programsOf.set(slot, [...(this.#programsOf.get(slot) ?? []), p])
    }
  }

  beginSample() {
    this.endRow()
  }

  beginSteps() {
    this.#before = 0
  }

  beginKernel([, ...args]) {
    this.#began = this.heap.work
    this.#args = args
  }

  endKernel(kernel, _started, _ended, words, result) {
    // Between kernels, lists of results are made: work, but of no call.
    const more = this.heap.work - this.#before
    this.#before = this.heap.work
    this.work += more
    this.#workOfStep += more
    const work = this.heap.work - this.#began
    this.calls++
    this.words += words
    const size = this.sizes.find(({ most }) => work <= most)
    size.calls++
    size.work += work
    const name = nameOf(kernel)
    this.#running.push([name, work, isMadeTogether(this.heap, name, this.#args, result)])
  }

  endStep(slot) {
    this.#before = 0
    const round = this.#roundOf.get(slot) ?? 0
    const sum = this.#workOfStep
    this.#workOfStep = 0
    for (const [name, work, isTogether] of this.#running) {
      if (!isTogether && work > CALL_LIMIT) this.#unfinished.add(slot)
      const longest = isTogether ? this.#longestTogether : this.#longest
      const pipeline = `${round} ${isTogether ? groupForm(name)[0] : laneForm(name)}`
      const known = longest.get(pipeline)
      if (known === undefined || known.work < work) longest.set(pipeline, { work, name })
    }
    // Side by side, the calls of a map would each have a budget to itself.
    if (sum >= POPULATION_BUDGET && this.#running.length > 1) this.#unfinished.add(slot)
    this.#workOf.set(slot, (this.#workOf.get(slot) ?? 0) + sum)
    this.#running = []
  }

  /** Counts the work of the programs that a device would not finish on the sample that is done. */
  endRow() {
    const left = new Set(Array.from(this.#unfinished, (slot) => this.#programsOf.get(slot) ?? []).flat())
    const slots = new Set(Array.from(left, (p) => [...this.#plan.programs[p].slots]).flat())
    for (const slot of slots) this.fallbackWork += this.#workOf.get(slot) ?? 0
    this.fallbackEvaluations += left.size
    this.#unfinished.clear()
    this.#workOf.clear()
  }

  longestOfAll() {
    return sumOfWork(this.#longest)
  }

  longestTogether() {
    return sumOfWork(this.#longestTogether)
  }

  longestByKernel() {
    const byKernel = new Map()
    for (const { work, name } of this.#longest.values()) byKernel.set(name, (byKernel.get(name) ?? 0) + work)
    return [...byKernel]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, 8)
      .map(([kernel, work]) => ({ kernel, work }))
  }
}

function sumOfWork(longest) {
  return [...longest.values()].reduce((sum, { work }) => sum + work, 0)
}

function nameOf(kernel) {
  const { primitive, isCalls } = ownerOf[kernel]
  return isCalls ? primitive.callsName : primitive.kernelName
}
