// What cards would do, by the model of src/backends/auto/device-time.ts. Nothing here is a measurement of a card; where each input comes from is written beside it.

import { readFileSync } from 'node:fs'
import { OVERLAP, deviceTime } from '../../dist/backends/auto/device-time.js'
import { ENTRY_WORDS } from '../../dist/backends/gpu/device-code/state-layout.js'

/** Words of a call that the scheduler reads or writes besides its entry: two arguments, its place in the order. */
const CALL_WORDS = 3

/** The cards, as their makers describe them. */
export const CARDS = [
  { name: 'one L4', count: 1, multiprocessors: 58, hertz: 1.7e9, bytesPerSecond: 300e9, cacheBytesPerSecond: 1.4e12 },
  { name: 'four L4', count: 4, multiprocessors: 58, hertz: 1.7e9, bytesPerSecond: 300e9, cacheBytesPerSecond: 1.4e12 },
  {
    name: 'laptop (RTX 4060)',
    count: 1,
    multiprocessors: 24,
    hertz: 2e9,
    bytesPerSecond: 256e9,
    cacheBytesPerSecond: 0.9e12,
  },
  { name: 'RTX 4090', count: 1, multiprocessors: 128, hertz: 2.4e9, bytesPerSecond: 1008e9, cacheBytesPerSecond: 4e12 },
]

/** The shares of the lowest ceiling that a card is taken to reach. */
export const SHARES = [0.25, 0.5, 1]

/** Cores of the machine that a card is compared with. */
export const CORES = 8

/** What the lockstep counter found last: `node bench/gpu.mjs --only prediction --lockstep` writes it. */
const { summary: lockstep } = JSON.parse(readFileSync(new URL('lockstep/counted.json', import.meta.url), 'utf8'))

const CYCLES_PER_INSTRUCTION = 9

/**
 * `compiled`: from code for sm_89, run 32 lanes in lockstep on recorded calls; `simulated`: the same, with the caches of an L4; `assumed`:
 * nobody has measured it.
 */
const FIXED_INPUTS = {
  instructionsPerPiece: [
    lockstep.all.warpInstructions,
    'compiled',
    `instructions of a warp for a piece of work (${lockstep.kernels} kernels)`,
  ],
  instructionsPerCall: [25, 'assumed', 'instructions of a warp for a call besides its work'],
  linesPerPiece: [lockstep.all.lines, 'compiled', 'lines of 128 bytes that a warp touches for a piece of work'],
  sectorsPerPiece: [
    lockstep.all.secondSectors,
    'simulated',
    'sectors of 32 bytes from or to the second cache for a piece of work',
  ],
  bytesPerPiece: [lockstep.all.memoryBytes, 'simulated', 'bytes from or to memory for a piece of work'],
  bytesPerCall: [
    4 * (2 * ENTRY_WORDS + CALL_WORDS),
    'counted',
    'bytes from or to memory for a call in the scheduler: an entry written and read, arguments, order',
  ],
  allocationsPerPiece: [
    lockstep.all.allocations,
    'compiled',
    'allocations for a piece of work: atomic additions to one word',
  ],
  cyclesPerPiece: [
    lockstep.byLanes.laneInstructions * CYCLES_PER_INSTRUCTION,
    'assumed',
    `cycles of a single lane for a piece of work: its ${lockstep.byLanes.laneInstructions.toFixed(1)} instructions (compiled), times the cycles between two`,
  ],
  groupLanes: [16, 'assumed', 'how many times as fast as a single lane a workgroup makes a call'],
  cyclesPerInstruction: [CYCLES_PER_INSTRUCTION, 'assumed', 'cycles between two instructions of a warp'],
  microsecondsPerDispatch: [5, 'assumed', 'microseconds from one dispatch to the next'],
  overlap: [
    OVERLAP,
    'assumed',
    'the share of the shorter of waiting and computing that does not overlap with the longer',
  ],
}

/** All inputs as [value, source, meaning]. `memory` is that of the backend: words of heap, warps at a time. */
export function inputsOf({ counted, cpuNanoseconds, hostMicroseconds, memory }) {
  return {
    ...FIXED_INPUTS,
    work: [counted.work, 'counted', 'pieces of work'],
    rows: [counted.samples, 'counted', 'rows'],
    piecesPerCall: [counted.work / counted.calls, 'counted', 'pieces of work of a call'],
    wordsPerPiece: [counted.words / counted.work, 'counted', 'heap words for a piece of work'],
    waitingPieces: [
      counted.longest,
      'counted',
      'the longest calls of single lanes, summed over the dispatches of a chunk',
    ],
    waitingTogether: [
      counted.longestTogether,
      'counted',
      'the longest calls of workgroups, summed over the dispatches of a chunk',
    ],
    dispatches: [counted.dispatches, 'counted', 'dispatches of a chunk'],
    fallbackShare: [counted.fallbackWork / counted.work, 'counted', 'the share of the work that the CPU does'],
    cpuNanoseconds: [cpuNanoseconds, 'measured', 'nanoseconds of one core of this machine for a piece of work'],
    hostMicroseconds: [
      hostMicroseconds,
      'measured',
      'microseconds of the host for a row of a run that counts, with a device in a process of its own that takes no time',
    ],
    heapWords: [memory.heapWords, 'counted', 'heap words of a chunk, as the backend plans them'],
    warps: [memory.warps, 'counted', 'warps that have scratch memory at a time'],
  }
}

/** Pieces of work a second on a card, times those of all cores, and what takes the time of a chunk. */
export function predict(card, inputs, share) {
  const value = (name) => inputs[name][0]
  const warpsEach = value('warps') / card.multiprocessors
  const perCycle = Math.min(2, warpsEach / value('cyclesPerInstruction'))
  const instructions = value('instructionsPerPiece') + value('instructionsPerCall') / value('piecesPerCall')
  const cycles = card.multiprocessors * card.hertz
  const ceilings = {
    instructions: (cycles * perCycle) / instructions,
    lines: cycles / value('linesPerPiece'),
    cache: card.cacheBytesPerSecond / (32 * value('sectorsPerPiece')),
    memory: card.bytesPerSecond / (value('bytesPerPiece') + value('bytesPerCall') / value('piecesPerCall')),
    allocating: card.hertz / value('allocationsPerPiece'),
  }
  const rate = share * Math.min(...Object.values(ceilings))
  const pieces = value('heapWords') / value('wordsPerPiece')
  const computing = pieces / rate
  const longest = value('waitingPieces') + value('waitingTogether') / value('groupLanes')
  const waiting = (longest * value('cyclesPerPiece')) / card.hertz
  const launching = value('dispatches') * value('microsecondsPerDispatch') * 1e-6
  // Answers are collected while the device runs the next chunk, and what it left is run by the same thread.
  const onHost =
    (value('hostMicroseconds') * 1e-6 * value('rows')) / value('work') +
    value('fallbackShare') * value('cpuNanoseconds') * 1e-9
  const eachPiece = (1 - value('fallbackShare')) / (pieces * card.count)
  const seconds = deviceTime(
    {
      computing: computing * eachPiece,
      waiting: waiting * eachPiece,
      launching: launching * eachPiece,
      transfer: 0,
      host: onHost,
      compiling: 0,
    },
    value('overlap'),
  )
  const cores = CORES / (value('cpuNanoseconds') * 1e-9)
  const parts = { computing, waiting, launching, host: onHost * pieces * card.count }
  return { timesCores: 1 / seconds / cores, piecesPerSecond: 1 / seconds, ceilings, parts }
}
