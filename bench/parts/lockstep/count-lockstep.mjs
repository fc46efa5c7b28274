// Instructions of a warp for a piece of work: kernels compiled for sm_89 by nvcc, which needs no card, and run 32 lanes in lockstep on
// recorded calls.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as layout from '../../../dist/backends/gpu/device-code/state-layout.js'
import { kernelNumber } from '../../../dist/backends/gpu/shaders/device-state.js'
import { arityOfKernel } from '../../../dist/backends/gpu/shaders/kernel-arity.js'
import { assembleOpenclKernel } from '../../../dist/backends/gpu/shaders/opencl-program.js'
import { longQueue, tunedKernels } from '../../../dist/backends/gpu/shaders/tuned-kernels.js'
import { KIND_BITS } from '../../../dist/kernel/blocks.js'
import { deviceParams } from '../../../dist/translate/device-params.js'
import { toCuda } from './opencl-to-cuda.mjs'
import { toC } from './ptx-to-c.mjs'
import { recordCalls } from './record-calls.mjs'

/** Kernels with half of all work. */
const KERNELS = [
  'mapply',
  'shift',
  'paint',
  'connect',
  'outbox',
  'rot90',
  'merge',
  'order',
  'vmatching',
  'fill',
  'upscale',
  'recolor',
  'objects',
]

/** A card of 58 multiprocessors: warps at a time with 64 registers a lane, and caches in sectors of 32 bytes. */
const CARD = { warps: 58 * 32, firstSectors: (58 * 131_072) / 32, secondSectors: 50_331_648 / 32 }

/** Whether nvcc, ptxas and a C compiler are there. */
export function canCountLockstep() {
  return ['nvcc', 'ptxas', 'cc'].every((name) => spawnSync(name, ['--version']).status === 0)
}

/**
 * Counts for each kernel, with its registers and stack on sm_89: calls by single lanes, and long ones by workgroups. `wrong` calls counted
 * other work than on the CPU. The rows are a part of the `chunkRows` of a chunk: as large a part of a card's warps and of its second cache
 * is theirs.
 */
export async function countLockstep({ programs, dataset, chunkRows, kernels = KERNELS, onKernel = () => {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'megabatt-lockstep-'))
  try {
    const file = join(folder, 'calls.bin')
    const rows = await recordCalls({ programs, dataset, kernels, file })
    const share = Math.min(1, rows / chunkRows)
    const card = [share * CARD.warps, CARD.firstSectors / CARD.warps, share * CARD.secondSectors].map(Math.ceil)
    return kernels.map((kernel, place) => {
      const counted = { kernel, ...countKernel(kernel, { place, file, folder, card }) }
      onKernel(counted)
      return counted
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function countKernel(kernel, context) {
  const groups = tunedKernels.has(kernel) ? compileForm(kernel, true, context) : undefined
  // First: it says which calls it leaves to lanes.
  const byGroups = groups?.count()
  const lanes = compileForm(kernel, false, context)
  const byLanes = lanes.count()
  const { lines, secondSectors } = lanes.count({ interleaved: 1 })
  return {
    registers: lanes.registers,
    stackBytes: lanes.stackBytes,
    groupRegisters: groups?.registers,
    byLanes: {
      ...byLanes,
      interleavedLines: lines,
      interleavedSectors: secondSectors,
      classedWarpInstructions: lanes.count({ order: 'class' }).warpInstructions,
      sortedWarpInstructions: lanes.count({ order: 'work' }).warpInstructions,
    },
    byGroups,
  }
}

/** Compiles one form of a kernel and gives what is known of it, and a function that counts calls. */
function compileForm(kernel, isTuned, { place, file, folder, card }) {
  const path = (ending) => join(folder, `${kernel}${isTuned ? '.tuned' : ''}.${ending}`)
  const run = (name, args) => execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  writeFileSync(path('cu'), toCuda(assembleOpenclKernel({ kernel, arity: arityOfKernel(kernel), tuned: isTuned })))
  run('nvcc', ['-std=c++20', '-w', '-arch=compute_89', '-O3', '-ptx', '-o', path('ptx'), path('cu')])
  const said = spawnSync('ptxas', ['-arch=sm_89', '-v', path('ptx'), '-o', path('cubin')], { encoding: 'utf8' }).stderr
  writeFileSync(path('h'), toC(readFileSync(path('ptx'), 'utf8')))
  const source = fileURLToPath(new URL('lockstep.c', import.meta.url))
  const defined = [`-DKERNEL_FILE="${path('h')}"`, `-DIS_TUNED=${Number(isTuned)}`, ...constants()]
  run('cc', ['-O1', '-w', ...defined, source, '-o', path('run')])
  return {
    registers: Number(/Used (\d+) registers/.exec(said)?.[1]),
    stackBytes: Number(/(\d+) bytes stack frame/.exec(said)?.[1]),
    count: ({ order = 'order', interleaved = 0 } = {}) => {
      const queue = isTuned ? longQueue(kernel) : kernelNumber(kernel)
      const args = [file, place, queue, order, interleaved, ...card, join(folder, `${kernel}.declined`)]
      return JSON.parse(run(path('run'), args.map(String)))
    },
  }
}

/** The layout of the device's state for lockstep.c. */
function constants() {
  const { STATE, ENTRY_WORDS, ENTRY_TARGET, ENTRY_WAITER, ENTRY_ARGUMENTS, HOST } = layout
  const own = {
    KIND_BITS,
    ENTRY_WORDS,
    ENTRY_TARGET,
    ENTRY_WAITER,
    ENTRY_ARGUMENTS,
    HOST: `(${HOST})`,
    STATE_WORDS: STATE.words,
  }
  for (const name of ['heapTop', 'queueLengths']) own[`STATE_${name}`] = STATE[name]
  for (const [place, name] of deviceParams.entries()) own[`PARAM_${name}`] = place
  return Object.entries(own).map(([name, value]) => `-D${name}=${value}`)
}

/** Means over kernels for a piece of work, by the work of each: of calls by lanes, of long calls, and of all. */
export function summarize(kernels) {
  const lanes = kernels.map(({ byLanes }) => byLanes)
  const groups = kernels.flatMap(({ byGroups }) => byGroups ?? [])
  const work = (own) => own.reduce((sum, { work }) => sum + work, 0)
  return {
    kernels: kernels.length,
    calls: [...lanes, ...groups].reduce((sum, { calls }) => sum + calls, 0),
    wrong: [...lanes, ...groups].reduce((sum, { wrong }) => sum + wrong, 0),
    registers: Math.max(...kernels.map(({ registers }) => registers)),
    stackBytes: Math.max(...kernels.map(({ stackBytes }) => stackBytes)),
    longShare: work(groups) / (work(lanes) + work(groups)),
    byLanes: meansOf(lanes, [...COUNTED, ...OF_LANES]),
    byGroups: meansOf(groups, COUNTED),
    all: meansOf([...lanes, ...groups], COUNTED),
  }
}

const COUNTED = [
  'warpInstructions',
  'laneInstructions',
  'accesses',
  'lines',
  'secondSectors',
  'memoryBytes',
  'allocations',
]
const OF_LANES = ['classedWarpInstructions', 'sortedWarpInstructions', 'interleavedLines', 'interleavedSectors']

function meansOf(counted, keys) {
  const sum = (key) => counted.reduce((all, own) => all + own[key], 0)
  return Object.fromEntries(keys.map((key) => [key, sum(key) / sum('work')]))
}
