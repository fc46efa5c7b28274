// Assembles programs in OpenCL C: one per kernel or family with the prelude, the functions it uses and the entry point.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import {
  openclAccesses,
  openclConstants,
  openclFields,
  openclOperators,
  openclParams,
  openclPrelude,
} from '../../../translate/opencl/prelude.ts'
import { sizeName } from '../../../translate/opencl/opencl-target.ts'
import { collectConstants, collectFunctions } from './collect-texts.ts'
import { kernelNumber } from './device-state.ts'
import type { KernelText, KernelTexts } from './kernel-text.ts'
import * as opencl from './kernels-opencl.generated.ts'
import { type SchedulerEntry, schedulerFunctions, schedulerSize } from './scheduler-shader.ts'
import { GROUP_QUEUE, type ShaderEntry, TURN_USES, workgroupSize } from './shader.ts'
import { tunedKernels } from './tuned-kernels.ts'

/** The entry point of the programs of kernels and families: `main` is not allowed. */
export const OPENCL_ENTRY = 'runCalls'

/** The program that makes the calls in the queue of one kernel. */
export function assembleOpenclKernel(
  { kernel, arity, tuned = false, layout = 'a' }: ShaderEntry,
  library: KernelTexts = opencl,
): string {
  if (!library.kernels[kernel]) throw new Error(`there is no kernel '${kernel}'; run npm run generate`)
  if (!tuned) return assembleOpenclFamily([{ kernel, arity }], layout, library)
  const form = tunedKernels.get(kernel)
  if (form === undefined) throw new Error(`the kernel '${kernel}' has no tuned form`)
  const functions = collectFunctions(['argumentOf', GROUP_QUEUE, form.choose, form.together, kernel], library)
  const constants = collectConstants(functions, openclConstants, library)
  const list = Array.from({ length: arity }, (_, k) => `argumentOf(h, entry, ${k})`)
  const own = `${runAloneOnCopy}static int runAlone(Heap *h, int entry) {
  Heap own = *h;
  const int outcome = ${functions.get(kernel)!.printedName}(${['&own', ...list].join(', ')});
  *h = own;
  return outcome;
}

static bool chooseWay(Heap *h, int entry) { return ${form.choose}(${['h', ...list].join(', ')}); }

static int runTogether(Heap *h, int lane) { return ${form.together}(h, lane); }

`
  const call = `${GROUP_QUEUE}(h, ${kernelNumber(kernel)}, ${arity}, get_group_id(0), get_num_groups(0), get_local_id(0));`
  const entry = printOpenclEntry(OPENCL_ENTRY, workgroupSize, constants, 'get_group_id(0)', [call])
  return assembleOpencl(functions, constants, own + entry, layout, MODULE_HEADS)
}

/** See docs/decisions/0012; test/gpu/pocl-fault.cl shows it. */
const runAloneOnCopy = `// On a copy of the invocation: PoCL 3.1 loses statements between barriers where the code with barriers shares its struct with functions
// that are not inlined.
`

/** The heads of the functions of a program with a tuned kernel: device code calls them. */
const MODULE_HEADS = `static int runAlone(Heap *h, int entry);
static bool chooseWay(Heap *h, int entry);
static int runTogether(Heap *h, int lane);
`

/** The program that makes the calls in the queues of several kernels, one queue after the other. */
export function assembleOpenclFamily(
  members: readonly ShaderEntry[],
  layout: CellLayout,
  library: KernelTexts = opencl,
): string {
  const functions = collectFunctions([...TURN_USES, ...members.map(({ kernel }) => kernel)], library)
  const turns = members.map(({ kernel, arity }) =>
    printTurns(functions.get(kernel)!.printedName, arity, kernelNumber(kernel)),
  )
  const constants = collectConstants(functions, openclConstants, library)
  const entry = printOpenclEntry(OPENCL_ENTRY, workgroupSize, constants, 'get_global_id(0)', [
    'if (isDoomed(h)) return;',
    'beginTurns(h, get_global_id(0));',
    ...turns,
  ])
  return assembleOpencl(functions, constants, entry, layout)
}

/** The turns of an invocation in the queue of one kernel. */
function printTurns(name: string, arity: number, kernel: number): string {
  const list = Array.from({ length: arity }, (_, k) => `argumentOf(h, entry, ${k})`)
  return `openQueue(h, ${kernel});
  while (hasTurn(h)) {
    const int entry = takeTurn(h, get_global_size(0));
    int outcome = refusal(h, entry, ${arity});
    if (outcome == 0) outcome = ${name}(${['h', ...list].join(', ')});
    endCall(h, entry, outcome);
  }`
}

/** The program of all entry points of the scheduler. */
export function assembleOpenclScheduler(layout: CellLayout): string {
  const functions = collectFunctions(Object.values(schedulerFunctions), opencl)
  const constants = collectConstants(functions, openclConstants, opencl)
  const entries = Object.entries(schedulerFunctions) as [SchedulerEntry, string][]
  const texts = entries.map(([entry, name]) => {
    const given = entry === 'prepare' ? 'get_local_id(0)' : 'get_global_id(0), get_global_size(0)'
    return printOpenclEntry(entry, schedulerSize(entry), constants, '0', [`${name}(h, ${given});`])
  })
  return assembleOpencl(functions, constants, texts.join('\n'), layout)
}

/** The whole text of a program. */
function assembleOpencl(
  functions: ReadonlyMap<string, KernelText>,
  constants: readonly KernelText[],
  entries: string,
  layout: CellLayout,
  heads = '',
): string {
  const fields = constants.filter(({ isField }) => isField === true)
  const sizes = fields.flatMap(({ printedName, words }) =>
    words === undefined ? [] : [`enum { ${sizeName(printedName)} = ${words} };\n`],
  )
  return [
    `#define HAS_TRIPLES ${layout === 't'}\n`,
    [...constants.filter(({ isField }) => isField !== true).map(({ text }) => text), ...sizes].join(''),
    openclParams,
    `// An invocation: its memories and variables.\ntypedef struct {\n${openclFields}${fields.map(({ text }) => text).join('')}} Heap;\n`,
    openclAccesses,
    openclPrelude,
    openclOperators,
    heads,
    ...Array.from(functions.values(), ({ text }) => text),
    entries,
  ].join('\n')
}

/** An entry point; `scratchOwner` numbers the owners of scratch memory. */
function printOpenclEntry(
  name: string,
  size: number,
  constants: readonly KernelText[],
  scratchOwner: string,
  body: readonly string[],
): string {
  const memories = constants.filter(({ words }) => words !== undefined)
  return `__kernel __attribute__((reqd_work_group_size(${size}, 1, 1))) void ${name}(
  __global int *heap,
  volatile __global int *state,
  __global int *scratchMemory,
  __global int *calls,
  __global int *arena,
  __constant Params *params,
  __global const int *tables
) {
${memories.map(({ printedName, words }) => `  __local int ${printedName}[${words}];\n`).join('')}  Heap invocation = {
    .heap = heap,
    .state = state,
    .scratch = scratchMemory + ${scratchOwner} * (params->scratchWords + 1),
    .calls = calls,
    .arena = arena,
    .params = params,
    .tables = tables,
    .stateWords = STATE_words + params->counterCapacity,
    .callWords = max(params->orderAt + params->entryCapacity, params->spawnAt + SPAWN_WORDS * params->spawnCapacity),
${memories.map(({ printedName }) => `    .${printedName} = ${printedName},\n`).join('')}  };
  Heap *const h = &invocation;
${body.map((line) => `  ${line}\n`).join('')}}
`
}
