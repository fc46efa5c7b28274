// Records calls of some kernels on the CPU, with the heap that they ran on: the input of lockstep.c.

import { closeSync, openSync, writeSync } from 'node:fs'
import { CpuBackend } from '../../../dist/backends/cpu/cpu-backend.js'
import { WasmHeap } from '../../../dist/backends/cpu/wasm-heap.js'
import { watchHeap } from '../../../dist/backends/cpu/watched-heap.js'
import { schedulePlan } from '../../../dist/backends/gpu/schedule/schedule.js'
import { kernelIndexes } from '../../../dist/backends/kernel-numbers.generated.js'
import { planGroups, plansOf } from '../../../dist/engine/run/plan-groups.js'
import { runPrograms } from '../../../dist/engine/run/run-programs.js'
import { isMadeTogether } from '../tuned-calls.mjs'

/** Longer calls than this are left out. */
const MOST_WORK = 100_000

/** Words of a recorded call: the kernel's place among `kernels`, four arguments, work, step, round, 1 if a workgroup makes it. */
const CALL_WORDS = 9

/**
 * Writes a file: for each sample the words of the heap, the number of calls, the heap, and the calls; returns the number of samples. Calls
 * that a map makes have the round in which its step begins.
 */
export async function recordCalls({ programs, dataset, kernels, file }) {
  const wanted = new Map(kernels.map((name, place) => [kernelIndexes[name], place]))
  const roundOf = roundsOf({ programs, dataset })
  const descriptor = openSync(file, 'w')
  let samples = 0
  let calls = []
  let marked = 0
  let top = 0
  const write = (words) => writeSync(descriptor, new Uint8Array(words.buffer, words.byteOffset, words.byteLength))
  const flush = () => {
    if (calls.length > 0) {
      samples++
      write(Int32Array.of(top, calls.length / CALL_WORDS))
      write(heap.words.slice(0, top))
      write(Int32Array.from(calls))
    }
    calls = []
    marked = 0
    top = 0
  }
  // The calls of a step have its number, by which queues are ordered.
  const endStep = (slot) => {
    for (let k = marked; k < calls.length; k += CALL_WORDS) {
      calls[k + 6] = slot
      calls[k + 7] = roundOf.get(slot)
    }
    marked = calls.length
  }
  const observer = { beginSample: flush, beginSteps() {}, endStep, endKernel() {} }
  const heap = watchHeap(new WasmHeap(1 << 22), observer)
  const { run } = heap
  heap.run = (kernel, a, b, c, d) => {
    const before = heap.work
    const result = run(kernel, a, b, c, d)
    const work = heap.work - before
    const place = wanted.get(kernel)
    if (place !== undefined && work <= MOST_WORK) {
      const isTogether = isMadeTogether(heap, kernels[place], [a, b, c, d], result)
      calls.push(place, a, b, c, d, work, 0, 0, Number(isTogether))
    }
    top = Math.max(top, heap.top)
    return result
  }
  const backend = new CpuBackend({ heaps: [heap], observer })
  await runPrograms({ programs, dataset, pairing: 'all', keepResults: false, backend })
  flush()
  closeSync(descriptor)
  return samples
}

/** By step the round in which a device begins it. */
function roundsOf({ programs, dataset }) {
  const [plan] = plansOf(planGroups({ programs, dataset, pairing: 'all' }))
  const { rounds } = schedulePlan(plan)
  return new Map(rounds.flatMap(({ sites }, round) => sites.map(({ raw }) => [raw, round])))
}
