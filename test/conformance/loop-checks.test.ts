// Checks in front of loops in OpenCL C at every edge: OpenCL keeps no access inside its buffer.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GpuDevice } from '../../src/backends/gpu/device/device.ts'
import { STATE } from '../../src/backends/gpu/shaders/device-state.ts'
import { BOUNDS_ERROR } from '../../src/kernel/errors.ts'
import { deviceParams } from '../../src/translate/device-params.ts'
import { openclLoopChecks } from '../../src/translate/opencl/loop-checks.ts'
import { hasCompiler } from '../compile-c.ts'
import { OPENCL, hasOpenCl } from '../gpu/test-devices.ts'
import { dispatchInC } from './dispatch-in-c.ts'
import { dispatch } from './dispatch.ts'
import { OPENCL_HEAD, type RunDispatch } from './prelude-in-opencl.ts'

const LEAST = -(2 ** 31)
const MOST = 2 ** 31 - 1
const EDGES = [LEAST, LEAST + 1, -1, 0, 1, 4, 5, 6, 9, 10, 11, MOST - 1, MOST]
const BOUNDS: readonly (readonly [least: number, end: number])[] = [
  [0, 0],
  [0, 10],
  [5, 10],
  [5, MOST],
]
// A loop without rounds does not use the answer.
const cases = BOUNDS.flatMap(([least, end]) =>
  EDGES.flatMap((from) => EDGES.flatMap((to) => EDGES.map((first) => [from, to, first, least, end]))),
).filter(([from, to]) => from! < to!)
const END = 10
const FILLING = 77

let opencl: GpuDevice | undefined
beforeAll(async () => {
  if (hasOpenCl) opencl = await OPENCL.open()
})
afterAll(() => opencl?.destroy())

const PROGRAM = `${OPENCL_HEAD}${openclLoopChecks}
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void runCalls(
  __global int *heap,
  volatile __global int *state,
  __global int *scratchMemory,
  __global int *cases,
  __global int *outcomes,
  __constant Params *params
) {
  Heap invocation = { .heap = heap, .state = state, .scratch = scratchMemory, .params = params, .stateWords = STATE_words };
  Heap *const h = &invocation;
  h->top = ${END};
  h->scratchTop = ${END};
  for (int k = 0; k < ${cases.length}; k++) {
    __global const int *own = cases + 5 * k;
    outcomes[k] = hasWords(own[0], own[1], own[2], own[3], own[4]);
  }
  // Accesses that were not found in front of the loop, at the bounds and beyond.
  __global int *faults = outcomes + ${cases.length};
  for (int k = 0; k < 16; k++) {
    const int a = k - 2;
    for (int way = 0; way < 4; way++) {
      h->fault = 0;
      if (way == 0) loadFound(h, false, a);
      if (way == 1) storeFound(h, false, a, 1);
      if (way == 2) peekFound(h, false, a);
      if (way == 3) pokeFound(h, false, a, 1);
      faults[4 * k + way] = h->fault;
    }
  }
  h->fault = 0;
  storeFound(h, true, 7, loadFound(h, true, 8) + 1);
  pokeFound(h, true, 0, peekFound(h, true, 9) + 2);
}
`

/** Whether a block is inside, by definition. */
const isInside = ([from, to, first, least, end]: readonly number[]): boolean =>
  from! >= 0 && first! >= least! && first! + to! - from! <= end!

test.each(BOUNDS)('there are cases inside and outside of the bounds %i, %i', (least, end) => {
  const answers = cases.filter((own) => own[3] === least && own[4] === end).map(isInside)
  expect(answers).toContain(false)
  // Nothing is inside of empty bounds.
  expect(answers.includes(true)).toBe(least < end)
})

async function checkLoops(run: RunDispatch): Promise<void> {
  const buffers = [
    new Int32Array(16).fill(FILLING),
    new Int32Array(STATE.words),
    new Int32Array(16).fill(FILLING),
    Int32Array.from(cases.flat()),
    new Int32Array(cases.length + 64),
    new Int32Array(deviceParams.length),
  ]
  const [heap, scratch, outcomes] = await run({ code: PROGRAM, buffers, uniform: 5, workgroups: 1 }, [0, 2, 4])
  const wrong = cases.filter((own, k) => isInside(own) !== (outcomes![k] === 1))
  expect(wrong.slice(0, 3)).toEqual([])
  const faults = outcomes!.subarray(cases.length)
  for (let a = -2; a < 14; a++) {
    const isInside = a >= 0 && a < END
    const fault = isInside ? 0 : BOUNDS_ERROR
    expect([a, ...faults.slice(4 * a + 8, 4 * a + 12)]).toEqual([
      a,
      fault,
      isInside && a >= 5 ? 0 : BOUNDS_ERROR,
      fault,
      fault,
    ])
  }
  const written = (from: number): number[] => Array.from({ length: 16 }, (_, k) => (k >= from && k < END ? 1 : FILLING))
  expect([...heap!]).toEqual(written(5).with(7, 2))
  expect([...scratch!]).toEqual(written(0).with(0, 3))
}

test.runIf(hasOpenCl)('OpenCL C on a device finds a block where all of it is inside', () =>
  checkLoops((given, read) => dispatch(opencl!, given, read)),
)

test.runIf(hasCompiler)('OpenCL C on the host finds a block where all of it is inside', () => checkLoops(dispatchInC))
