// Assembles shaders: one WGSL module per kernel with the functions that it uses, those of the prelude among them, and the entry point.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { branchingPrelude } from '../../../translate/branching-prelude.ts'
import { prelude, printLayout } from '../../../translate/prelude.ts'
import { collectConstants, collectFunctions } from './collect-texts.ts'
import type { KernelLibrary, KernelText } from './kernel-text.ts'
import * as generated from './kernels.generated.ts'
import { kernelNumber } from './device-state.ts'
import { type EndSyntax, type FamilyPart, PartReader, endsIn, goTo, mostArguments } from './shared-ends.ts'
import { type PreludeDeclaration, splitPrelude, trimPrelude } from './trim-prelude.ts'
import { longQueue, tunedForm, tunedKernels } from './tuned-kernels.ts'

/** Invocations of a workgroup. */
export const workgroupSize = 64

/** A kernel by its TypeScript name, and the number of its arguments besides the heap. */
export interface ShaderEntry {
  readonly kernel: string
  readonly arity: number
  /** The tuned form: a workgroup makes one call, see device-code/tuned/group-queue.ts. */
  readonly tuned?: boolean
  /** Default: a. */
  readonly layout?: CellLayout
}

/** Functions of device code that entry points call. */
export const TURN_USES = [
  'isDoomed',
  'beginTurns',
  'openQueue',
  'hasTurn',
  'takeTurn',
  'refusal',
  'argumentOf',
  'endCall',
]
export const OPEN_REST = 'openRest'

/** The functions of device code that the entry point of these kernels calls. */
export function usesOfTurns(kernels: readonly string[]): string[] {
  return kernels.some((kernel) => tunedKernels.has(kernel)) ? [...TURN_USES, OPEN_REST] : TURN_USES
}

/** The function of device code that makes the calls of queues by workgroups, and all that its module calls. */
export const GROUP_QUEUES = 'runGroupQueues'
export const GROUP_USES = [GROUP_QUEUES, 'argumentOf', 'wrongArgument']

/** The WGSL module that makes the calls in the queue of one kernel. */
export function assembleShader(entry: ShaderEntry, library: KernelLibrary = generated): string {
  if (!library.kernels[entry.kernel]) throw new Error(`there is no kernel '${entry.kernel}'; run npm run generate`)
  const { layout = 'a' } = entry
  if (entry.tuned === true) return assembleGroups([entry], layout, library)
  const functions = collectFunctions([...usesOfTurns([entry.kernel]), entry.kernel], library)
  const turns = printTurns(functions.get(entry.kernel)!.printedName, entry)
  return assembleModule(functions, library, printEntry([turns]), layout)
}

/** The WGSL module in which workgroups make the calls in the queues of several tuned kernels. */
export function assembleGroups(
  members: readonly ShaderEntry[],
  layout: CellLayout,
  library: KernelLibrary = generated,
): string {
  const uses = members.flatMap(({ kernel }) => [tunedForm(kernel).choose, tunedForm(kernel).together])
  const functions = collectFunctions([...GROUP_USES, ...uses], library)
  return assembleModule(functions, library, printGroupEntry(members), layout)
}

/** The WGSL module that makes the calls in the queues of several kernels, one queue after the other. */
export function assembleFamily(
  members: readonly ShaderEntry[],
  layout: CellLayout,
  library: KernelLibrary = generated,
): string {
  const kernels = members.map(({ kernel }) => kernel)
  const functions = collectFunctions([...usesOfTurns(kernels), ...kernels], library)
  const turns = members.map(({ kernel, arity }) => printTurns(functions.get(kernel)!.printedName, { kernel, arity }))
  return assembleModule(functions, library, printEntry(turns), layout)
}

/** How WGSL writes functions, for shared ends. */
export const wgslEnds: EndSyntax = {
  head: /^fn (\w+)\(([^)]*)\) -> i32 \{$/m,
  isFlag: (parameter) => parameter.endsWith(': bool'),
}

/** The same for many kernels: they share their ends. */
export function assembleSharing(
  members: readonly ShaderEntry[],
  layout: CellLayout,
  library: KernelLibrary = generated,
): string {
  const parts = new PartReader(library, wgslEnds).partsOf(members.map(({ kernel }) => kernel))
  const functions = collectFunctions([...TURN_USES, OPEN_REST, ...parts.flatMap((part) => part.functions)], library)
  const constants = parts.flatMap(({ name }) => library.kernels[name]!.constants)
  return assembleModule(functions, library, printSharing(members, parts), layout, constants)
}

/** The parts of kernels, and the entry point that runs them and their ends. */
function printSharing(members: readonly ShaderEntry[], parts: readonly FamilyPart[]): string {
  const ends = endsIn(parts)
  const most = mostArguments(ends)
  const variables = most.map((k) => `var<private> endArgument${k}: i32;\n`).join('')
  // Where the arguments are 0, they take no register.
  const clear = (indent: string) => most.map((k) => `${indent}endArgument${k} = 0;\n`).join('')
  const cases = (own: readonly string[]) => `${own.join('')}    default: {}\n`
  const notes = ends.map(({ printedName, flags }, number) => {
    const parameters = flags.map((isFlag, k) => `a${k}: ${isFlag ? 'bool' : 'i32'}`)
    const kept = flags.map((isFlag, k) => `  endArgument${k} = ${isFlag ? `select(0, 1, a${k})` : `a${k}`};\n`)
    return `fn ${goTo(printedName.slice('head_'.length))}(${parameters.join(', ')}) -> i32 {
  endNumber = ${number + 1};
${kept.join('')}  return 0;
}
`
  })
  const given = ({ flags }: FamilyPart) => flags.map((isFlag, k) => (isFlag ? `a${k} != 0` : `a${k}`)).join(', ')
  return `var<private> endNumber: i32;
${variables}
${notes.join('\n')}
${parts.map(({ text }) => text).join('\n')}
@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  scratchBase = i32(id.x) * (params.scratchWords + 1);
  if (isDoomed()) { return; }
  beginTurns(i32(id.x));
  for (var part = 0; part < ${2 * members.length}; part++) {
    let member = part >> 1;
    var queue = 0;
    var long = 0;
    var arity = 0;
    switch (member) {
${cases(members.map(({ kernel, arity }, k) => `    case ${k}: { queue = ${kernelNumber(kernel)}; long = ${longQueue(kernel) ?? 0}; arity = ${arity}; }\n`))}    }
    if ((part & 1) == 0) { openQueue(queue); } else { ${OPEN_REST}(long); }
    while (hasTurn()) {
      let entry = takeTurn(i32(groups.x) * ${workgroupSize});
      var outcome = refusal(entry, arity);
      endNumber = 0;
${clear('      ')}      if (outcome == 0) {
        switch (member) {
${cases(members.map(({ arity }, k) => `        case ${k}: { outcome = ${parts[k]!.printedName}(${listArguments(arity)}); }\n`))}        }
      }
      while (endNumber != 0) {
        let number = endNumber;
${most.map((k) => `        let a${k} = endArgument${k};\n`).join('')}        endNumber = 0;
${clear('        ')}        switch (number) {
${cases(ends.map((end, k) => `        case ${k + 1}: { outcome = ${end.printedName}(${given(end)}); }\n`))}        }
      }
      endCall(entry, outcome);
    }
  }
}
`
}

/** A WGSL module of own entry points, which may call these functions of the kernels. */
export function assembleHelpers(
  uses: readonly string[],
  text: string,
  layout: CellLayout,
  library: KernelLibrary = generated,
): string {
  return assembleModule(collectFunctions(uses, library), library, text, layout)
}

function assembleModule(
  functions: ReadonlyMap<string, KernelText>,
  library: KernelLibrary,
  text: string,
  layout: CellLayout,
  moreConstants: readonly string[] = [],
): string {
  const program = [...Array.from(functions.values(), (f) => f.text), text].join('\n')
  const used = trimPrelude((library.hasBranches === true ? branchingPreludes : preludes)[layout], program)
  const constants = collectConstants(functions, moreConstants, library, used.names)
  return [constants.map((constant) => constant.text).join(''), used.text, program].join('\n')
}

const preludes = splitForLayouts(prelude)
const branchingPreludes = splitForLayouts(branchingPrelude)

function splitForLayouts(text: string): Record<CellLayout, PreludeDeclaration[]> {
  const split = (layout: CellLayout) => splitPrelude(printLayout(layout) + text)
  return { a: split('a'), t: split('t') }
}

/** The entry point of kernels in which an invocation makes a call. */
function printEntry(turns: readonly string[]): string {
  return `@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  scratchBase = i32(id.x) * (params.scratchWords + 1);
  if (isDoomed()) { return; }
  beginTurns(i32(id.x));
${turns.join('')}}
`
}

/** The entry point of tuned kernels, and the functions that their queue calls. */
function printGroupEntry(members: readonly ShaderEntry[]): string {
  const cases = (print: (member: ShaderEntry) => string, rest: string) =>
    `  switch (member) {
${Array.from(shareCases(members, print), ([text, own]) => `    case ${own.join(', ')}: { return ${text}; }\n`).join('')}    default: { return ${rest}; }
  }
`
  return `fn memberCount() -> i32 {
  return ${members.length};
}

fn memberQueue(member: i32) -> i32 {
${cases(({ kernel }) => String(longQueue(kernel)), '0')}}

fn chooseWay(member: i32, entry: i32) -> bool {
${cases(({ kernel, arity }) => `wrongArgument(entry, ${arity}) == 0 && ${tunedForm(kernel).choose}(${listArguments(arity)})`, 'false')}}

fn runTogether(member: i32, lane: i32) -> i32 {
${cases(({ kernel }) => `${tunedForm(kernel).together}(lane)`, '0')}}

@compute @workgroup_size(${workgroupSize})
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  scratchBase = i32(group.x) * (params.scratchWords + 1);
  ${GROUP_QUEUES}(i32(group.x), i32(groups.x), i32(lane));
}
`
}

/** The members of a module by the text of their case: compilers paste what a case calls, so those with the same text are one. */
export function shareCases(
  members: readonly ShaderEntry[],
  print: (member: ShaderEntry) => string,
): Map<string, number[]> {
  const cases = new Map<string, number[]>()
  for (const [k, member] of members.entries()) {
    const text = print(member)
    cases.set(text, [...(cases.get(text) ?? []), k])
  }
  return cases
}

function listArguments(arity: number): string {
  return Array.from({ length: arity }, (_, k) => `argumentOf(entry, ${k})`).join(', ')
}

/** The turns of an invocation in the queue of one kernel, and in the long calls that its tuned form left. */
function printTurns(name: string, { kernel, arity }: ShaderEntry): string {
  const long = longQueue(kernel)
  const turns = `  while (hasTurn()) {
    let entry = takeTurn(i32(groups.x) * ${workgroupSize});
    var outcome = refusal(entry, ${arity});
    if (outcome == 0) { outcome = ${name}(${listArguments(arity)}); }
    endCall(entry, outcome);
  }
`
  if (long === undefined) return `  openQueue(${kernelNumber(kernel)});\n${turns}`
  return `  for (var part = 0; part < 2; part++) {
  if (part == 0) { openQueue(${kernelNumber(kernel)}); } else { ${OPEN_REST}(${long}); }
${turns}  }
`
}
