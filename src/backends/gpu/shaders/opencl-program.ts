// Assembles programs in OpenCL C: one per kernel or family with the functions that it uses, those of the prelude among them, and the entry
// point.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import {
  openclAccesses,
  openclFields,
  openclHints,
  openclOperators,
  openclParams,
  openclPrelude,
} from '../../../translate/opencl/prelude.ts'
import { openclLoopChecks } from '../../../translate/opencl/loop-checks.ts'
import { sizeName } from '../../../translate/opencl/opencl-target.ts'
import { collectConstants, collectFunctions } from './collect-texts.ts'
import { kernelNumber } from './device-state.ts'
import type { KernelText, KernelTexts } from './kernel-text.ts'
import * as opencl from './kernels-opencl.generated.ts'
import { type SchedulerEntry, schedulerFunctions } from './scheduler-shader.ts'
import {
  GROUP_QUEUES,
  GROUP_USES,
  OPEN_REST,
  type ShaderEntry,
  TURN_USES,
  shareCases,
  usesOfTurns,
  workgroupSize,
} from './shader.ts'
import { type EndSyntax, type FamilyPart, PartReader, endsIn, goTo, mostArguments } from './shared-ends.ts'
import { type PreludeDeclaration, splitPrelude, trimPrelude } from './trim-prelude.ts'
import { longQueue, tunedForm } from './tuned-kernels.ts'

/** The entry point of the programs of kernels and families: `main` is not allowed. */
export const OPENCL_ENTRY = 'runCalls'

/** The program that makes the calls in the queue of one kernel. */
export function assembleOpenclKernel(
  { kernel, arity, tuned = false, layout = 'a' }: ShaderEntry,
  library: KernelTexts = opencl,
): string {
  if (!library.kernels[kernel]) throw new Error(`there is no kernel '${kernel}'; run npm run generate`)
  return tuned
    ? assembleOpenclGroups([{ kernel, arity }], layout, library)
    : assembleOpenclFamily([{ kernel, arity }], layout, library)
}

/** The program in which workgroups make the calls in the queues of several tuned kernels. */
export function assembleOpenclGroups(
  members: readonly ShaderEntry[],
  layout: CellLayout,
  library: KernelTexts = opencl,
): string {
  const uses = members.flatMap(({ kernel }) => [tunedForm(kernel).choose, tunedForm(kernel).together])
  const functions = collectFunctions([...GROUP_USES, ...uses], library)
  const call = `${GROUP_QUEUES}(h, get_group_id(0), get_num_groups(0), get_local_id(0));`
  const printEntry = (memories: readonly KernelText[]) =>
    printMembers(members) + printOpenclEntry(OPENCL_ENTRY, workgroupSize, memories, 'get_group_id(0)', [call])
  return assembleOpencl(functions, library, printEntry, layout, { heads: MODULE_HEADS })
}

/** The heads of the functions of a program of tuned kernels: device code calls them. */
const MODULE_HEADS = `static int memberCount(Heap *h);
static int memberQueue(Heap *h, int member);
static bool chooseWay(Heap *h, int member, int entry);
static int runTogether(Heap *h, int member, int lane);
`

/** These functions. */
function printMembers(members: readonly ShaderEntry[]): string {
  const cases = (print: (member: ShaderEntry) => string) =>
    `  switch (member) {
${Array.from(shareCases(members, print), ([text, own]) => `${own.map((k) => `  case ${k}:\n`).join('')}    return ${text};\n`).join('')}  default: return 0;
  }
`
  const choose = ({ kernel, arity }: ShaderEntry) =>
    `wrongArgument(h, entry, ${arity}) == 0 && ${tunedForm(kernel).choose}(${listArguments(arity)})`
  return `static int memberCount(Heap *h) { return ${members.length}; }

static int memberQueue(Heap *h, int member) {
${cases(({ kernel }) => String(longQueue(kernel)))}}

static bool chooseWay(Heap *h, int member, int entry) {
${cases(choose)}}

static int runTogether(Heap *h, int member, int lane) {
${cases(({ kernel }) => `${tunedForm(kernel).together}(h, lane)`)}}

`
}

function listArguments(arity: number): string {
  return ['h', ...Array.from({ length: arity }, (_, k) => `argumentOf(h, entry, ${k})`)].join(', ')
}

/** The program that makes the calls in the queues of several kernels, one queue after the other. */
export function assembleOpenclFamily(
  members: readonly ShaderEntry[],
  layout: CellLayout,
  library: KernelTexts = opencl,
): string {
  const kernels = members.map(({ kernel }) => kernel)
  const functions = collectFunctions([...usesOfTurns(kernels), ...kernels], library)
  const turns = members.map(({ kernel, arity }) => printTurns(functions.get(kernel)!.printedName, { kernel, arity }))
  return assembleOpencl(functions, library, (memories) => printTurnsEntry(memories, turns), layout)
}

/** How OpenCL C writes functions, for shared ends. */
const openclEnds: EndSyntax = {
  head: /^static int (\w+)\(Heap \*h(?:, ([^)]*))?\) \{$/m,
  isFlag: (parameter) => parameter.startsWith('bool '),
}

/** The same for many kernels: they share their ends. */
export function assembleOpenclSharing(
  members: readonly ShaderEntry[],
  layout: CellLayout,
  library: KernelTexts = opencl,
): string {
  const parts = new PartReader(library, openclEnds).partsOf(members.map(({ kernel }) => kernel))
  const functions = collectFunctions([...TURN_USES, OPEN_REST, ...parts.flatMap((part) => part.functions)], library)
  const constants = parts.flatMap(({ name }) => library.kernels[name]!.constants)
  const ends = endsIn(parts)
  const fields = ['endNumber', ...mostArguments(ends).map((k) => `endArgument${k}`)]
  const printEntry = (memories: readonly KernelText[]) =>
    [
      ...ends.map(printGoTo),
      ...parts.map(({ text }) => text),
      printTurnsEntry(memories, [printSharedTurns(members, parts)]),
    ].join('\n')
  return assembleOpencl(functions, library, printEntry, layout, { constants, fields: `  int ${fields.join(', ')};\n` })
}

/** The entry point in which each invocation takes turns. */
function printTurnsEntry(memories: readonly KernelText[], turns: readonly string[]): string {
  return printOpenclEntry(OPENCL_ENTRY, workgroupSize, memories, 'get_global_id(0)', [
    'if (isDoomed(h)) return;',
    'beginTurns(h, get_global_id(0));',
    ...turns,
  ])
}

/** The function that notes an end and its arguments. */
function printGoTo({ printedName, flags }: FamilyPart, number: number): string {
  const parameters = flags.map((isFlag, k) => `, ${isFlag ? 'bool' : 'int'} a${k}`)
  return `static int ${goTo(printedName.slice('head_'.length))}(Heap *h${parameters.join('')}) {
  h->endNumber = ${number + 1};
${flags.map((_, k) => `  h->endArgument${k} = a${k};\n`).join('')}  return 0;
}
`
}

/** The turns of an invocation in the queues of all members. */
function printSharedTurns(members: readonly ShaderEntry[], parts: readonly FamilyPart[]): string {
  const ends = endsIn(parts)
  const given = ({ flags }: FamilyPart) => flags.map((isFlag, k) => `, a${k}${isFlag ? ' != 0' : ''}`).join('')
  const most = mostArguments(ends)
  // Where the arguments are 0, they take no register.
  const clear = most.map((k) => `h->endArgument${k} = `).join('')
  return `for (int part = 0; part < ${2 * members.length}; part++) {
    const int member = part >> 1;
    int queue = 0, longQueue = 0, arity = 0;
    switch (member) {
${members.map(({ kernel, arity }, k) => `    case ${k}: queue = ${kernelNumber(kernel)}; longQueue = ${longQueue(kernel) ?? 0}; arity = ${arity}; break;\n`).join('')}    }
    if ((part & 1) == 0) openQueue(h, queue);
    else ${OPEN_REST}(h, longQueue);
    while (hasTurn(h)) {
      const int entry = takeTurn(h, get_global_size(0));
      int outcome = refusal(h, entry, arity);
      h->endNumber = ${clear}0;
      if (outcome == 0) {
        switch (member) {
${members.map(({ arity }, k) => `        case ${k}: outcome = ${parts[k]!.printedName}(${listArguments(arity)}); break;\n`).join('')}        }
      }
      while (h->endNumber != 0) {
        const int number = h->endNumber;
${most.map((k) => `        const int a${k} = h->endArgument${k};\n`).join('')}        h->endNumber = ${clear}0;
        switch (number) {
${ends.map((end, k) => `        case ${k + 1}: outcome = ${end.printedName}(h${given(end)}); break;\n`).join('')}        }
      }
      endCall(h, entry, outcome);
    }
  }`
}

/** The turns of an invocation in the queue of one kernel, and in the long calls that its tuned form left. */
function printTurns(name: string, { kernel, arity }: ShaderEntry): string {
  const long = longQueue(kernel)
  const turns = `while (hasTurn(h)) {
    const int entry = takeTurn(h, get_global_size(0));
    int outcome = refusal(h, entry, ${arity});
    if (outcome == 0) outcome = ${name}(${listArguments(arity)});
    endCall(h, entry, outcome);
  }`
  if (long === undefined) return `openQueue(h, ${kernelNumber(kernel)});\n  ${turns}`
  return `for (int part = 0; part < 2; part++) {
  if (part == 0) openQueue(h, ${kernelNumber(kernel)});
  else ${OPEN_REST}(h, ${long});
  ${turns}
  }`
}

/** The program of all entry points of the scheduler. */
export function assembleOpenclScheduler(layout: CellLayout): string {
  const functions = collectFunctions(Object.values(schedulerFunctions), opencl)
  const entries = Object.entries(schedulerFunctions) as [SchedulerEntry, string][]
  const printEntries = (memories: readonly KernelText[]) =>
    entries.map(([entry, name]) => {
      const given =
        entry === 'advance' || entry === 'scatter'
          ? 'get_group_id(0), get_num_groups(0), get_local_id(0)'
          : 'get_global_id(0), get_global_size(0)'
      return printOpenclEntry(entry, workgroupSize, memories, '0', [`${name}(h, ${given});`])
    })
  return assembleOpencl(functions, opencl, (memories) => printEntries(memories).join('\n'), layout)
}

/** What a program has besides the functions of a library: heads of functions, names of constants, fields of the invocation's struct. */
interface MoreText {
  readonly heads?: string
  readonly constants?: readonly string[]
  readonly fields?: string
}

/** The whole text of a program; entry points declare the memories of the workgroup. */
function assembleOpencl(
  functions: ReadonlyMap<string, KernelText>,
  library: KernelTexts,
  printEntries: (memories: readonly KernelText[]) => string,
  layout: CellLayout,
  more: MoreText = {},
): string {
  const { heads = '', constants: moreConstants = [], fields: moreFields = '' } = more
  const memories = collectConstants(functions, moreConstants, library).filter(({ words }) => words !== undefined)
  const program = [heads, ...Array.from(functions.values(), ({ text }) => text), printEntries(memories)].join('\n')
  const used = trimPrelude(preludes[layout], program)
  const constants = collectConstants(functions, moreConstants, library, used.names)
  const fields = constants.filter(({ isField }) => isField === true)
  const sizes = fields.flatMap(({ printedName, words }) =>
    words === undefined ? [] : [`enum { ${sizeName(printedName)} = ${words} };\n`],
  )
  return [
    [...constants.filter(({ isField }) => isField !== true).map(({ text }) => text), ...sizes].join(''),
    openclParams,
    `// An invocation: its memories and variables.\ntypedef struct {\n${openclFields}${fields.map(({ text }) => text).join('')}${moreFields}} Heap;\n`,
    ...(used.names.has('LIKELY(') ? [openclHints] : []),
    used.text,
    program,
  ].join('\n')
}

const preludes: Record<CellLayout, PreludeDeclaration[]> = { a: splitForLayout('a'), t: splitForLayout('t') }

function splitForLayout(layout: CellLayout): PreludeDeclaration[] {
  const texts = [
    `#define HAS_TRIPLES ${layout === 't'}\n`,
    openclAccesses,
    openclPrelude,
    openclLoopChecks,
    openclOperators,
  ]
  return splitPrelude(texts.join('\n'))
}

/** An entry point; `scratchOwner` numbers the owners of scratch memory. */
function printOpenclEntry(
  name: string,
  size: number,
  memories: readonly KernelText[],
  scratchOwner: string,
  body: readonly string[],
): string {
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
    // In bytes: compilers would put off an offset in words and add it at every access, two instructions each.
    .scratch = (__global int *)((__global char *)scratchMemory + (size_t)${scratchOwner} * (4u * (uint)(params->scratchWords + 1))),
    .calls = calls,
    .arena = arena,
    .params = params,
    .tables = tables,
    .stateWords = STATE_words + params->counterCapacity,
    .callWords = max(params->restAt + params->entryCapacity, params->readyAt + 2 * params->readyCapacity),
${memories.map(({ printedName }) => `    .${printedName} = ${printedName},\n`).join('')}  };
  Heap *const h = &invocation;
${body.map((line) => `  ${line}\n`).join('')}}
`
}
