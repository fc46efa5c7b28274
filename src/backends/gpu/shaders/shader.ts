// Assembles shaders: one WGSL module per kernel with the prelude, the functions it uses and the entry point.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { branchingPrelude } from '../../../translate/branching-prelude.ts'
import { prelude, printLayout } from '../../../translate/prelude.ts'
import { MACHINE, printBlockEntry, printBlockFunction } from './block-loop.ts'
import { collectConstants, collectFunctions } from './collect-texts.ts'
import type { KernelLibrary, KernelText } from './kernel-text.ts'
import * as generated from './kernels.generated.ts'
import { kernelNumber } from './device-state.ts'
import { type TunedKernel, tunedKernels } from './tuned-kernels.ts'

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

/** The function of device code that makes the calls of a queue by workgroups. */
export const GROUP_QUEUE = 'runGroupQueue'

/** The WGSL module that makes the calls in the queue of one kernel. */
export function assembleShader(entry: ShaderEntry, library: KernelLibrary = generated): string {
  if (!library.kernels[entry.kernel]) throw new Error(`there is no kernel '${entry.kernel}'; run npm run generate`)
  const { layout = 'a' } = entry
  const tuned = entry.tuned === true ? tunedKernels.get(entry.kernel) : undefined
  if (entry.tuned === true && !tuned) throw new Error(`the kernel '${entry.kernel}' has no tuned form`)
  const groupUses = tuned === undefined ? [] : [GROUP_QUEUE, tuned.choose, tuned.together]
  const functions = collectFunctions([...TURN_USES, entry.kernel, ...groupUses], library)
  const target = functions.get(entry.kernel)!
  const number = kernelNumber(entry.kernel)
  const outOfLine = [...functions.values()].filter((f) => f.blocks)
  if (tuned) {
    const name = target.blocks ? MACHINE : target.printedName
    const blocks = target.blocks ? printBlockFunction(target, outOfLine) : ''
    return assembleModule(functions, library, blocks + printGroupEntry(name, tuned, entry.arity, number), layout)
  }
  const text = target.blocks
    ? printBlockEntry(target, outOfLine, number, workgroupSize)
    : printEntry([printTurns(target.printedName, entry.arity, number)])
  return assembleModule(functions, library, text, layout)
}

/** The WGSL module that makes the calls in the queues of several kernels, one queue after the other; code is structured. */
export function assembleFamily(
  members: readonly ShaderEntry[],
  layout: CellLayout,
  library: KernelLibrary = generated,
): string {
  const functions = collectFunctions([...TURN_USES, ...members.map(({ kernel }) => kernel)], library)
  const turns = members.map(({ kernel, arity }) =>
    printTurns(functions.get(kernel)!.printedName, arity, kernelNumber(kernel)),
  )
  return assembleModule(functions, library, printEntry(turns), layout)
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
): string {
  const constants = collectConstants(functions, library.preludeConstants, library)
  const inLine = [...functions.values()].filter((f) => !f.blocks)
  const parts = [
    constants.map((constant) => constant.text).join(''),
    printLayout(layout),
    library.hasBranches === true ? branchingPrelude : prelude,
    ...inLine.map((f) => f.text),
    text,
  ]
  return parts.join('\n')
}

/** The entry point of kernels without blocks. */
function printEntry(turns: readonly string[]): string {
  return `@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  scratchBase = i32(id.x) * (params.scratchWords + 1);
  if (isDoomed()) { return; }
  beginTurns(i32(id.x));
${turns.join('')}}
`
}

/** The entry point of a tuned kernel, and the functions that its queue calls. */
function printGroupEntry(name: string, { choose, together }: TunedKernel, arity: number, kernel: number): string {
  const list = Array.from({ length: arity }, (_, k) => `argumentOf(entry, ${k})`).join(', ')
  return `fn runAlone(entry: i32) -> i32 {
  return ${name}(${list});
}

fn chooseWay(entry: i32) -> bool {
  return ${choose}(${list});
}

fn runTogether(lane: i32) -> i32 {
  return ${together}(lane);
}

@compute @workgroup_size(${workgroupSize})
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  scratchBase = i32(group.x) * (params.scratchWords + 1);
  ${GROUP_QUEUE}(${kernel}, ${arity}, i32(group.x), i32(groups.x), i32(lane));
}
`
}

/** The turns of an invocation in the queue of one kernel. */
function printTurns(name: string, arity: number, kernel: number): string {
  const list = Array.from({ length: arity }, (_, k) => `argumentOf(entry, ${k})`)
  return `  openQueue(${kernel});
  while (hasTurn()) {
    let entry = takeTurn(i32(groups.x) * ${workgroupSize});
    var outcome = refusal(entry, ${arity});
    if (outcome == 0) { outcome = ${name}(${list.join(', ')}); }
    endCall(entry, outcome);
  }
`
}
