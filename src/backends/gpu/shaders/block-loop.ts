// Kernels in numbered blocks (src/translate/emit-blocks.ts): the entry point, a loop that runs them.

import type { KernelText } from './kernel-text.ts'

const LEAVE = 'LEAVE'
const FETCH = 'FETCH'
// Compilers split smaller arrays into variables.
const LEAST_PLACES = 128
const GROUP_SIZE = 12

/**
 * The entry point: each invocation makes calls of the queue until it is empty, then the long calls that a tuned form left. Fetching the
 * next call is a block of its own: a second loop around the block loop would make compilation half as long again.
 */
export function printBlockEntry(
  target: KernelText,
  functions: readonly KernelText[],
  [queue, long]: readonly [number, number | undefined],
  workgroupSize: number,
): string {
  const { parameters } = target.blocks!
  const name = target.printedName
  const take = parameters.map((parameter, k) => `  ${parameter} = argumentOf(entry, ${k});\n`)
  return `${printPlaces(functions)}
const ${FETCH}: i32 = ${countBlocks(functions) + 1};
const NO_ENTRY = -1;
var<private> entry: i32;
${long === undefined ? '' : 'var<private> isRest: bool;\n'}
// Delivers the outcome of the last call and begins the next one.
fn fetchCall(step: i32) {
  if (entry != NO_ENTRY) { endCall(entry, variables[${name}__result]); }
  own[NEXT] = ${LEAVE};
${long === undefined ? '' : `  if (!hasTurn() && !isRest) {\n    isRest = true;\n    openRest(${long});\n  }\n`}  if (!hasTurn()) { return; }
  entry = takeTurn(step);
${take.join('')}  variables[${name}__return] = ${FETCH};
  let refused = refusal(entry, ${parameters.length});
  variables[${name}__result] = refused;
  own[NEXT] = select(${FETCH}, ${name}_0, refused == 0);
}

@compute @workgroup_size(${workgroupSize})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  scratchBase = i32(id.x) * (params.scratchWords + 1);
  if (isDoomed()) { return; }
  beginTurns(i32(id.x));
  openQueue(${queue});
  entry = NO_ENTRY;
  own[NEXT] = ${FETCH};
  while (own[NEXT] != ${LEAVE}) {
    if (own[NEXT] == ${FETCH}) { fetchCall(i32(groups.x) * ${workgroupSize}); }
${indent(
  indent(
    printBlocks(
      functions.flatMap((f) => f.blocks!.cases),
      1,
    ),
  ),
)}  }
}
`
}

function countBlocks(functions: readonly KernelText[]): number {
  return functions.reduce((sum, f) => sum + f.blocks!.cases.length, 0)
}

/** The numbers of the blocks, and the indexes of all variables. */
function printPlaces(functions: readonly KernelText[]): string {
  let labelCount = 1
  const labels = functions.flatMap(({ printedName, blocks }) =>
    blocks!.cases.map((_, k) => `const ${printedName}_${k}: i32 = ${labelCount++};\n`),
  )
  const places = functions.flatMap((f) => f.blocks!.variables)
  const flags = functions.flatMap((f) => f.blocks!.flags)
  const number = (names: readonly string[]): string => names.map((place, k) => `const ${place} = ${k};\n`).join('')
  return `const ${LEAVE}: i32 = 0;
${labels.join('')}
${number(places)}var<private> variables: array<i32, ${Math.max(places.length, LEAST_PLACES)}>;
${flags.length === 0 ? '' : `\n${number(flags)}var<private> flags: array<bool, ${Math.max(flags.length, LEAST_PLACES)}>;\n`}`
}

/**
 * Finds the next block by binary search down to a few candidates, then by a sequence of `if`s. Neither a switch nor a
 * full binary search: compilers hold all cases of a switch and all levels of a tree at once.
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
