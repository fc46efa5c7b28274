// The border of the heap in OpenCL C, run on a device or as C on the host: one call after the other in one invocation.

import { STATE } from '../../src/backends/gpu/shaders/device-state.ts'
import { constants } from '../../src/backends/gpu/shaders/kernels-opencl.generated.ts'
import { ROOM_ERROR } from '../../src/kernel/errors.ts'
import {
  openclAccesses,
  openclFields,
  openclHints,
  openclParams,
  openclPrelude,
} from '../../src/translate/opencl/prelude.ts'
import { deviceParams } from '../../src/translate/device-params.ts'
import { openclName } from '../../src/translate/opencl/opencl-target.ts'
import type { Dispatch } from './dispatch.ts'
import { type BorderCall, HEAP_WORDS, SCRATCH_WORDS, borderFunctions } from './prelude-cases.ts'
import {
  ARGUMENTS,
  CALL_WORDS,
  type Limits,
  OUTCOME_WORDS,
  type Outcome,
  VARIABLES,
  packCalls,
} from './prelude-runners.ts'

/** Runs a program; the words of the buffers at `read` afterwards. */
export type RunDispatch = (run: Dispatch, read: readonly number[]) => Promise<Int32Array[]>

/** The prelude of every program in OpenCL C. */
export async function runInOpenCl(
  run: RunDispatch,
  calls: readonly BorderCall[],
  budget: number,
  limits: Limits,
): Promise<Outcome[]> {
  const params = new Int32Array(deviceParams.length)
  params.set([limits.heap, limits.scratch, budget, 0, calls.length])
  const buffers = [
    new Int32Array(Math.max(HEAP_WORDS, limits.heap) + 1),
    new Int32Array(STATE.words),
    new Int32Array(Math.max(SCRATCH_WORDS, limits.scratch) + 1),
    packCalls(calls),
    new Int32Array(calls.length * OUTCOME_WORDS),
    params,
  ]
  const [outcomes] = await run({ code: PROGRAM, buffers, uniform: 5, workgroups: 1 }, [4])
  return calls.map((_, k) => outcomes!.slice(k * OUTCOME_WORDS, (k + 1) * OUTCOME_WORDS))
}

function printCase({ declaration: { name }, heapName, values, returns }: (typeof borderFunctions)[number], k: number) {
  const args = [...(heapName === undefined ? [] : ['h']), ...values.map((_, at) => `call[${at + 1}]`)]
  const call = `${openclName(name)}(${args.join(', ')})`
  return `      case ${k}: ${returns === 'void' ? call : `result = ${call}`}; break;\n`
}

/** The prelude as programs begin with it, whole. */
export const OPENCL_HEAD = `#define HAS_TRIPLES false
${Object.values(constants)
  .flatMap(({ text, isField }) => (isField === true ? [] : [text]))
  .join('')}
${openclParams}
typedef struct {
${openclFields}} Heap;

${openclHints}
${openclAccesses}
${openclPrelude}
`

const PROGRAM = `${OPENCL_HEAD}__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void runCalls(
  __global int *heap,
  volatile __global int *state,
  __global int *scratchMemory,
  __global int *calls,
  __global int *arena,
  __constant Params *params
) {
  Heap invocation = {
    .heap = heap,
    .state = state,
    .scratch = scratchMemory,
    .params = params,
    .stateWords = STATE_words,
  };
  Heap *const h = &invocation;
  for (int number = 0; number < params->entryCapacity; number++) {
    __global const int *call = calls + number * ${CALL_WORDS};
    __global const int *variables = call + ${1 + ARGUMENTS};
    for (int k = 0; k < ${HEAP_WORDS}; k++) heap[k] = 7 * k + 1;
    for (int k = 0; k < ${SCRATCH_WORDS}; k++) scratchMemory[k] = 1000 + k;
    state[HEAP_TOP] = variables[0];
    h->top = variables[0];
    h->scratchTop = variables[1];
    h->work = variables[2];
    h->fault = variables[3];
    int result = 0;
    switch (call[0]) {
${borderFunctions.map(printCase).join('')}      default: result = -1;
    }
    // endCall does the same.
    if (h->fault == SCRATCH_FULL) h->fault = ${ROOM_ERROR};
    __global int *outcome = arena + number * ${OUTCOME_WORDS};
    outcome[0] = result;
    outcome[1] = h->fault;
    outcome[2] = h->work;
    // Both tops are equal where one invocation is alone.
    outcome[3] = h->top == state[HEAP_TOP] ? h->top : -1;
    outcome[4] = h->scratchTop;
    for (int k = 0; k < ${HEAP_WORDS}; k++) outcome[${VARIABLES} + k] = heap[k];
    for (int k = 0; k < ${SCRATCH_WORDS}; k++) outcome[${VARIABLES + HEAP_WORDS} + k] = scratchMemory[k];
  }
}
`
