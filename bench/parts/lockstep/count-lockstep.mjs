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

/** Whether nvcc, ptxas and a C compiler are there. */
export function canCountLockstep() {
  return ['nvcc', 'ptxas', 'cc'].every((name) => spawnSync(name, ['--version']).status === 0)
}

/** Counts for each kernel, with its registers and stack on sm_89; `wrong` calls counted other work than on the CPU. */
export async function countLockstep({ programs, dataset, kernels = KERNELS, onKernel = () => {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'megabatt-lockstep-'))
  try {
    const file = join(folder, 'calls.bin')
    await recordCalls({ programs, dataset, kernels, file })
    return kernels.map((kernel, place) => {
      const counted = { kernel, ...countKernel(kernel, place, file, folder) }
      onKernel(counted)
      return counted
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function countKernel(kernel, place, file, folder) {
  const path = (ending) => join(folder, `${kernel}.${ending}`)
  const run = (name, args) => execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  writeFileSync(path('cu'), toCuda(assembleOpenclKernel({ kernel, arity: arityOfKernel(kernel) })))
  run('nvcc', ['-std=c++20', '-w', '-arch=compute_89', '-O3', '-ptx', '-o', path('ptx'), path('cu')])
  const said = spawnSync('ptxas', ['-arch=sm_89', '-v', path('ptx'), '-o', path('cubin')], { encoding: 'utf8' }).stderr
  writeFileSync(path('h'), toC(readFileSync(path('ptx'), 'utf8')))
  const source = fileURLToPath(new URL('lockstep.c', import.meta.url))
  run('cc', ['-O1', '-w', `-DKERNEL_FILE="${path('h')}"`, ...constants(), source, '-o', path('run')])
  const count = (order) => JSON.parse(run(path('run'), [file, String(place), String(kernelNumber(kernel)), order]))
  return {
    registers: Number(/Used (\d+) registers/.exec(said)?.[1]),
    stackBytes: Number(/(\d+) bytes stack frame/.exec(said)?.[1]),
    ...count('order'),
    classedWarpInstructions: count('class').warpInstructions,
    sortedWarpInstructions: count('work').warpInstructions,
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

/** Means over kernels for a piece of work, each weighted with its work in all calls that were recorded. */
export function summarize(kernels) {
  const total = sum(kernels, 'recordedWork')
  const mean = (key) => kernels.reduce((all, own) => all + (own.recordedWork / total) * (own[key] / own.work), 0)
  return {
    kernels: kernels.length,
    calls: sum(kernels, 'calls'),
    wrong: sum(kernels, 'wrong'),
    warpInstructions: mean('warpInstructions'),
    classedWarpInstructions: mean('classedWarpInstructions'),
    sortedWarpInstructions: mean('sortedWarpInstructions'),
    laneInstructions: mean('laneInstructions'),
    accesses: mean('accesses'),
    sectors: mean('sectors'),
    interleavedSectors: mean('interleavedSectors'),
    registers: Math.max(...kernels.map(({ registers }) => registers)),
    stackBytes: Math.max(...kernels.map(({ stackBytes }) => stackBytes)),
  }
}

function sum(kernels, key) {
  return kernels.reduce((all, own) => all + own[key], 0)
}
