// What a card would do, by arithmetic from what was counted. Nothing here is a measurement of a card.

import { ChunkSizer } from '../../dist/backends/gpu/chunk/chunk-sizes.js'
import { planMemory } from '../../dist/backends/gpu/resident/device-memory.js'
import { workgroupSize } from '../../dist/backends/gpu/shaders/shader.js'
import { tunedKernels } from '../../dist/backends/gpu/shaders/tuned/index.js'
import { WARP } from './gpu-work.mjs'

/** The card that is assumed. */
export const CARD = {
  multiprocessors: 58,
  lanes: 128,
  clockHz: 1.9e9,
  /** The share of lanes that make integer instructions at a time. */
  integerShare: 0.5,
  bytesPerSecond: 300e9,
  /** Over PCIe, one way at a time; and what a submission and a read-back take by themselves. */
  busBytesPerSecond: 12e9,
  roundTripSeconds: 200e-6,
  /** What our buffers take together, and the scratch words of an invocation; as the backend has them. */
  bytes: 768 << 20,
  scratchWords: 1 << 11,
  /** Cores of the machine it is in, where they are used side by side. */
  hostCores: 8,
}

/**
 * What is not known of such a card, three times. Instructions for a piece of counted work; cycles from an instruction to the
 * next that needs it; cycles that a piece of work waits for memory; bytes that are moved for each that is used, because the
 * lanes of a warp each read at another place; microseconds from one dispatch to the next.
 */
export const ASSUMED = {
  kind: { instructions: 80, cyclesEach: 3, memoryCycles: 60, bytesMoved: 2, dispatchMicroseconds: 3 },
  middle: { instructions: 200, cyclesEach: 4, memoryCycles: 200, bytesMoved: 8, dispatchMicroseconds: 4 },
  unkind: { instructions: 500, cyclesEach: 5, memoryCycles: 500, bytesMoved: 8, dispatchMicroseconds: 5 },
}

/** How much sooner a workgroup of 64 is assumed to be done with a call that it makes together. */
const TUNED_GAIN = 16
/** Bytes of a call besides its values: its entry and its place in the order, written and read, and its outcome. */
const CALL_BYTES = 2 * 32 + 2 * 4 + 8
/** A word of counted work is taken to be a word read and a word written. */
const WORK_BYTES = 8

/** The rows before which chunks end on the card, by the backend's own rule. */
export function chunkEndsOn({ bytes }, { nodes, samples, steps, words }) {
  const sizes = planMemory(
    { kind: 'hardware', limits: { maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 32 } },
    bytes,
  )
  const sizer = new ChunkSizer()
  const ends = []
  for (let row = 0; row < samples;) {
    const rows = Math.max(1, Math.floor(sizer.mostSteps({ sizes }) / nodes))
    row = Math.min(samples, row + rows)
    ends.push(row)
    sizer.learn(rows * nodes, rows * nodes * (words / steps))
  }
  return ends
}

/**
 * Seconds on the card by what limits them. `counted` is what countWork gave; `host` is what the host of this machine was
 * measured to take, milliseconds and bytes that cross, a row each; `cpu` is nanoseconds for a piece of work on one core.
 */
export function predict({ counted, host, cpu, assumed, isTuned = false, overlongOnCpu = false, sideBySide = false }) {
  const card = CARD
  const cycles = assumed.instructions * assumed.cyclesEach + assumed.memoryCycles
  const perSecond = card.multiprocessors * card.lanes * card.integerShare * card.clockHz
  const warpsAtOnce = residentWarps(card)
  const seconds = { launches: 0, waiting: 0, instructions: 0, memory: 0, device: 0 }
  const bound = { waiting: 0, instructions: 0, memory: 0 }
  for (const group of counted.groups) {
    const { calls, work, mostWork, warpWork } = overlongOnCpu ? group.short : group
    const isTogether = isTuned && tunedKernels.has(group.kernel)
    const { short } = group
    // An overlong call has no place in the memory of a workgroup: one invocation makes it.
    const alone = isTogether && mostWork === short.mostWork ? 0 : mostWork
    const inTurn = isTogether
      ? Math.max(alone, Math.max(short.mostWork, (2 * short.work) / warpsAtOnce) / TUNED_GAIN)
      : Math.max(mostWork, warpWork / warpsAtOnce)
    const lanesWork = isTogether ? (work * workgroupSize) / TUNED_GAIN : warpWork * WARP
    const limits = {
      waiting: (inTurn * cycles) / card.clockHz,
      instructions: (lanesWork * assumed.instructions) / perSecond,
      memory: (calls * CALL_BYTES + work * WORK_BYTES * assumed.bytesMoved) / card.bytesPerSecond,
    }
    for (const name of Object.keys(limits)) seconds[name] += limits[name]
    const longest = Object.keys(limits).reduce((a, b) => (limits[a] >= limits[b] ? a : b))
    bound[longest] += limits[longest]
    seconds.device += limits[longest]
  }
  const chunks = 1 + Math.max(...counted.groups.map(({ chunk }) => chunk))
  seconds.launches = chunks * counted.dispatches * assumed.dispatchMicroseconds * 1e-6
  seconds.device += seconds.launches
  seconds.bus = chunks * card.roundTripSeconds + (counted.samples * host.bytes) / card.busBytesPerSecond
  seconds.host = (counted.samples * host.ms) / 1000
  // Whole rows: what a device could not do of a row, the CPU does from the beginning.
  seconds.cpu = overlongOnCpu ? (counted.overlongRowsWork * cpu * 1e-9) / (sideBySide ? card.hostCores : 1) : 0
  const onDevice = seconds.device + seconds.bus
  const onHost = seconds.host + seconds.cpu
  const total = sideBySide ? Math.max(onDevice, onHost) : onDevice + onHost
  return { seconds, bound, chunks, total, evaluationsPerSecond: counted.evaluations / total }
}

/** Warps that have scratch memory at a time. */
function residentWarps({ bytes, scratchWords }) {
  const { scratch, groups } = planMemory(
    { kind: 'hardware', limits: { maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 32 } },
    bytes,
  )
  return Math.min(groups, Math.floor(scratch / (scratchWords * workgroupSize))) * (workgroupSize / WARP)
}

/** All that is predicted: as the backend is, and with each thing that could be changed. */
export function predictAll({ counted, inOneChunk, host, cpu }) {
  const cases = [
    { name: 'as it is: rows with overlong calls on the CPU', counted, isTuned: true, overlongOnCpu: true },
    { name: 'with all calls on the card', counted, isTuned: true },
    { name: 'and without tuned kernels', counted },
    { name: 'as it is, and all rows in one chunk', counted: inOneChunk, isTuned: true, overlongOnCpu: true },
    {
      name: 'and host, CPU and card side by side',
      counted: inOneChunk,
      isTuned: true,
      overlongOnCpu: true,
      sideBySide: true,
    },
  ]
  return cases.map(({ name, ...one }) => {
    const given = { ...one, host, cpu }
    const predicted = Object.entries(ASSUMED).map(([kindness, assumed]) => [kindness, predict({ ...given, assumed })])
    return { name, ...Object.fromEntries(predicted) }
  })
}
