// Assembling shaders: one WGSL module for one kernel, holding the prelude, what the kernel uses, and the entry point.

import { prelude } from '../../translate/prelude.ts'
import type { KernelLibrary, KernelText } from './kernel-text.ts'
import * as generated from './kernels.generated.ts'
import { QUEUE_SHADER, kernelNumber } from './queue.ts'

/** How many invocations a workgroup has. */
export const workgroupSize = 64

/** A kernel by its TypeScript name, and how many words it takes besides the heap. */
export interface ShaderEntry {
  readonly kernel: string
  readonly arity: number
}

// The entry point asks it of every argument.
const ERROR_TEST = 'isError'

/** The WGSL module that makes the calls that wait for one kernel. */
export function assembleShader(entry: ShaderEntry, library: KernelLibrary = generated): string {
  if (!library.kernels[entry.kernel]) throw new Error(`there is no kernel '${entry.kernel}'; run npm run generate`)
  const functions = collectFunctions([ERROR_TEST, entry.kernel], library)
  const target = functions.get(entry.kernel)!
  const name = target.blocks ? MACHINE : target.wgslName
  return assembleModule(functions, library, target, printEntry(name, entry.arity, kernelNumber(entry.kernel)))
}

/** A WGSL module of own entry points, which may call these functions of the kernels. */
export function assembleHelpers(uses: readonly string[], text: string, library: KernelLibrary = generated): string {
  return assembleModule(collectFunctions(uses, library), library, undefined, text)
}

function collectFunctions(names: readonly string[], library: KernelLibrary): Map<string, KernelText> {
  const functions = new Map<string, KernelText>()
  for (const name of names) addWithUses(name, library, functions)
  return functions
}

function assembleModule(
  functions: ReadonlyMap<string, KernelText>,
  library: KernelLibrary,
  target: KernelText | undefined,
  text: string,
): string {
  const constants = new Map<string, KernelText>()
  for (const name of library.preludeConstants) addConstant(name, library, constants)
  for (const f of functions.values()) for (const name of f.constants) addConstant(name, library, constants)
  const inLine = [...functions.values()].filter((f) => !f.blocks)
  const outOfLine = [...functions.values()].filter((f) => f.blocks)
  const parts = [
    [...constants.values()].map((constant) => constant.text).join(''),
    prelude,
    QUEUE_SHADER,
    ...inLine.map((f) => f.text),
    ...(target !== undefined && outOfLine.length > 0 ? [printMachine(target, outOfLine)] : []),
    text,
  ]
  return parts.join('\n')
}

const MACHINE = 'runBlocks'
const LEAVE = 'LEAVE'
// Smaller arrays are taken apart into variables again.
const LEAST_PLACES = 128
const GROUP_SIZE = 12

/** The function that runs blocks, one after the other, until the kernel's own caller is to be gone back to. */
function printMachine(target: KernelText, functions: readonly KernelText[]): string {
  let labelCount = 1
  const labels = functions.flatMap(({ wgslName, blocks }) =>
    blocks!.cases.map((_, k) => `const ${wgslName}_${k}: i32 = ${labelCount++};\n`),
  )
  const { parameters } = target.blocks!
  const cases = functions.flatMap((f) => f.blocks!.cases)
  const name = target.wgslName
  const places = functions.flatMap((f) => f.blocks!.variables)
  const flags = functions.flatMap((f) => f.blocks!.flags)
  const printPlaces = (names: readonly string[]): string => names.map((place, k) => `const ${place} = ${k};\n`).join('')
  return `const ${LEAVE}: i32 = 0;
${labels.join('')}
${printPlaces(places)}var<private> variables: array<i32, ${Math.max(places.length, LEAST_PLACES)}>;

${printPlaces(flags)}var<private> flags: array<bool, ${Math.max(flags.length, LEAST_PLACES)}>;

fn ${MACHINE}(${parameters.map((_, k) => `argument${k}: i32`).join(', ')}) -> i32 {
${parameters.map((parameter, k) => `  ${parameter} = argument${k};\n`).join('')}  variables[${name}__return] = ${LEAVE};
  own[NEXT] = ${name}_0;
  while (own[NEXT] != ${LEAVE}) {
${indent(indent(printBlocks(cases, 1)))}  }
  return variables[${name}__result];
}
`
}

/**
 * Finds the next block by halves down to a few, which are asked one after the other. Not a switch, nor halves all the
 * way: compilers keep in mind all cases of a switch and all levels of a tree at once.
 */
function printBlocks(cases: readonly string[], first: number): string {
  if (cases.length <= GROUP_SIZE) {
    return cases.map((text, k) => `if (own[NEXT] == ${first + k}) {\n${indent(text)}}\n`).join('')
  }
  const half = cases.length >> 1
  const lower = indent(printBlocks(cases.slice(0, half), first))
  const upper = indent(printBlocks(cases.slice(half), first + half))
  return `if (own[NEXT] < ${first + half}) {\n${lower}} else {\n${upper}}\n`
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}

/** Adds a function after all that it calls. What is not among the kernels is in the prelude. */
function addWithUses(name: string, library: KernelLibrary, into: Map<string, KernelText>): void {
  const kernel = library.kernels[name]
  if (!kernel || into.has(name)) return
  for (const used of kernel.functions) addWithUses(used, library, into)
  into.set(name, kernel)
}

function addConstant(name: string, library: KernelLibrary, into: Map<string, KernelText>): void {
  const constant = library.constants[name]
  if (!constant || into.has(name)) return
  for (const used of constant.constants) addConstant(used, library, into)
  into.set(name, constant)
}

/** An invocation makes calls of the kernel's queue until there are none left; see queue.ts for what an entry holds. */
function printEntry(name: string, arity: number, kernelNumber: number): string {
  const places = Array.from({ length: arity }, (_, k) => k)
  const read = places.map((k) => `    let argument${k} = calls[entry + ENTRY_ARGUMENTS + ${k}u];\n`)
  const guards = places.map((k) => `if (${ERROR_TEST}(argument${k})) {\n      outcome = argument${k};\n    } else `)
  return `@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  scratchBase = id.x * (params.scratchWords + 1u);
  let queueStart = params.orderAt + atomicLoad(&state[QUEUE_STARTS + ${kernelNumber}u]);
  let queueLength = select(atomicLoad(&state[QUEUE_LENGTHS + ${kernelNumber}u]), 0u, isDoomed());
  for (var k = id.x; k < queueLength; k += groups.x * ${workgroupSize}u) {
    let entry = u32(calls[queueStart + k]) * ENTRY_WORDS;
    beginCall();
${read.join('')}    var outcome: i32;
    ${guards.join('')}{
      outcome = ${name}(${places.map((k) => `argument${k}`).join(', ')});
      if (own[FAULT] != 0) { outcome = own[FAULT]; }
    }
    endCall(entry, outcome);
  }
}
`
}
