// Assembles shaders: one WGSL module per kernel with the prelude, the functions it uses and the entry point.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { branchingPrelude } from '../../../translate/branching-prelude.ts'
import { prelude, printLayout } from '../../../translate/prelude.ts'
import { MACHINE, printBlockEntry, printBlockFunction } from './block-loop.ts'
import { collectConstants, collectFunctions } from './collect-texts.ts'
import type { KernelLibrary, KernelText } from './kernel-text.ts'
import * as generated from './kernels.generated.ts'
import { STATE_SHADER, kernelNumber } from './device-state.ts'
import { GROUP_SHADER, printGroupEntry } from './tuned/group-entry.ts'
import { tunedKernels } from './tuned/index.ts'

/** Invocations of a workgroup. */
export const workgroupSize = 64

/** A kernel by its TypeScript name, and the number of its arguments besides the heap. */
export interface ShaderEntry {
  readonly kernel: string
  readonly arity: number
  /** The tuned form: a workgroup makes one call, see tuned/tuned-kernel.ts. */
  readonly tuned?: boolean
  /** Default: a. */
  readonly layout?: CellLayout
}

// The entry point tests every argument with it.
const ERROR_TEST = 'isError'

/** The WGSL module that makes the calls in the queue of one kernel. */
export function assembleShader(entry: ShaderEntry, library: KernelLibrary = generated): string {
  if (!library.kernels[entry.kernel]) throw new Error(`there is no kernel '${entry.kernel}'; run npm run generate`)
  const { layout = 'a' } = entry
  const tuned = entry.tuned === true ? tunedKernels.get(entry.kernel) : undefined
  if (entry.tuned === true && !tuned) throw new Error(`the kernel '${entry.kernel}' has no tuned form`)
  const functions = collectFunctions([ERROR_TEST, entry.kernel, ...(tuned?.uses ?? [])], library)
  const target = functions.get(entry.kernel)!
  const number = kernelNumber(entry.kernel)
  const outOfLine = [...functions.values()].filter((f) => f.blocks)
  if (tuned) {
    const name = target.blocks ? MACHINE : target.printedName
    const parts = [GROUP_SHADER, tuned.text, printGroupEntry(name, entry.arity, number, workgroupSize)]
    if (target.blocks) parts.unshift(printBlockFunction(target, outOfLine))
    return assembleModule(functions, library, parts.join('\n'), layout, tuned.constants)
  }
  const text = target.blocks
    ? printBlockEntry(target, outOfLine, number, workgroupSize)
    : printEntry(target.printedName, entry.arity, number)
  return assembleModule(functions, library, text, layout)
}

/** The WGSL module that makes the calls in the queues of several kernels, one queue after the other; code is structured. */
export function assembleFamily(
  members: readonly ShaderEntry[],
  layout: CellLayout,
  library: KernelLibrary = generated,
): string {
  const functions = collectFunctions([ERROR_TEST, ...members.map(({ kernel }) => kernel)], library)
  const turns = members.map(({ kernel, arity }) =>
    printTurns(functions.get(kernel)!.printedName, arity, kernelNumber(kernel)),
  )
  return assembleModule(functions, library, printFamilyEntry(turns), layout)
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
  const constants = collectConstants(functions, [...library.preludeConstants, ...moreConstants], library)
  const inLine = [...functions.values()].filter((f) => !f.blocks)
  const parts = [
    constants.map((constant) => constant.text).join(''),
    printLayout(layout),
    library.hasBranches === true ? branchingPrelude : prelude,
    STATE_SHADER,
    ...inLine.map((f) => f.text),
    text,
  ]
  return parts.join('\n')
}

/** The entry point of a family. The queues count as one: an invocation goes on in the next one where it left the last. */
function printFamilyEntry(turns: readonly string[]): string {
  return `@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  scratchBase = id.x * (params.scratchWords + 1u);
  if (isDoomed()) { return; }
  let step = groups.x * ${workgroupSize}u;
  var k = id.x;
  var queueEnd = 0u;
${turns.join('')}}
`
}

/** The turns of an invocation in the queue of one kernel of a family; `k` is its place in all queues. */
function printTurns(name: string, arity: number, kernelNumber: number): string {
  return `  {
    let queueStart = params.orderAt + atomicLoad(&state[QUEUE_STARTS + ${kernelNumber}u]) - queueEnd;
    queueEnd += atomicLoad(&state[QUEUE_LENGTHS + ${kernelNumber}u]);
    for (; k < queueEnd; k += step) {
      let entry = u32(calls[queueStart + k]) * ENTRY_WORDS;
${printCall(name, arity)}    }
  }
`
}

/** The entry point of kernels without blocks: each invocation makes calls of the queue until it is empty. */
function printEntry(name: string, arity: number, kernelNumber: number): string {
  return `@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  scratchBase = id.x * (params.scratchWords + 1u);
  let queueStart = params.orderAt + atomicLoad(&state[QUEUE_STARTS + ${kernelNumber}u]);
  let queueLength = select(atomicLoad(&state[QUEUE_LENGTHS + ${kernelNumber}u]), 0u, isDoomed());
  for (var k = id.x; k < queueLength; k += groups.x * ${workgroupSize}u) {
    let entry = u32(calls[queueStart + k]) * ENTRY_WORDS;
${printCall(name, arity)}  }
}
`
}

/** Makes the call of an entry. */
function printCall(name: string, arity: number): string {
  const places = Array.from({ length: arity }, (_, k) => k)
  const read = places.map((k) => `    let argument${k} = calls[entry + ENTRY_ARGUMENTS + ${k}u];\n`)
  const guards = places.map((k) => `if (${ERROR_TEST}(argument${k})) {\n      outcome = argument${k};\n    } else `)
  return `    beginCall();
${read.join('')}    var outcome: i32;
    if (isHopeless(entry)) {
      outcome = NOT_DONE;
    } else ${guards.join('')}{
      outcome = ${name}(${places.map((k) => `argument${k}`).join(', ')});
    }
    endCall(entry, outcome);
`
}
