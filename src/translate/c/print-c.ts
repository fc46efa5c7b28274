// Prints the kernels, the calls of function values and the loop over steps as one C11 file for each cell layout.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import type { Analysis } from '../analyse.ts'
import { isBorder } from '../layout.ts'
import type { KernelNumbers } from '../number-kernels.ts'
import type { KernelSignature } from '../resolve.ts'
import { CallEffects, callsIn } from './call-effects.ts'
import { cName } from './c-names.ts'
import { c11 } from './c-target.ts'
import { emitCFunction } from './emit-c-function.ts'
import { cHost, hostFeatures } from './host.ts'
import { cPrelude, preludeConstants, printConstants } from './prelude.ts'
import { tinyKernels } from '../tiny-kernels.ts'

/** The text of the files: the head and the tables by layout, and what stands between them in both. */
export interface CText {
  readonly heads: Readonly<Record<CellLayout, string>>
  readonly body: string
  readonly tables: Readonly<Record<CellLayout, string>>
}

const LAYOUTS: readonly CellLayout[] = ['a', 't']

/** Prints analysed sources; `maxHeapWords` is the size of the address space of a heap. */
export function printC({ names, values, inferences }: Analysis, numbers: KernelNumbers, maxHeapWords: number): CText {
  const signatures = [...names.functions.values()].filter(({ declaration }) => !isBorder(declaration.source.path))
  const calls = new Map(signatures.map((signature) => [signature.declaration.name, callsIn(signature)]))
  const effects = new CallEffects(names, calls)
  const functions = signatures.map((signature) =>
    emitCFunction(signature, inferences.get(signature.declaration.name)!, names, effects, c11),
  )
  const used = new Set([...preludeConstants, ...functions.flatMap(({ constants }) => [...constants])])
  const constants = new Map([...used].sort().map((name) => [name, values.get(name)!.value]))
  constants.set('EQUALITY_KERNEL', numbers.kernels.indexOf('equality'))
  constants.set('RESULTS_KERNEL', numbers.kernels.indexOf('newResults'))
  const body = `${printConstants(constants)}
${cPrelude(values.get('MAX_SCRATCH_WORDS')!.value)}
${functions.map(({ head }) => `${head};\n`).join('')}
${functions.map(({ text }) => text).join('\n')}
${cHost(maxHeapWords)}`
  return {
    heads: printByLayout((layout) => printFileHead(layout, numbers)),
    body,
    tables: printByLayout((layout) => printTables(layout, numbers, names.functions)),
  }
}

function printByLayout(print: (layout: CellLayout) => string): Record<CellLayout, string> {
  return Object.fromEntries(LAYOUTS.map((layout) => [layout, print(layout)])) as Record<CellLayout, string>
}

function printFileHead(layout: CellLayout, { kernels, facts }: KernelNumbers): string {
  return `// The kernels of cell layout ${layout} in C. Generated from kernel TypeScript; not to be edited.

${hostFeatures}
#define HAS_TRIPLES ${layout === 't'}
#define KERNEL_COUNT ${kernels.length}
#define PRIMITIVE_COUNT ${facts[layout].length}

`
}

/** The tables of kernels and facts; the entry of a kernel that no primitive of the layout has returns the error. */
function printTables(
  layout: CellLayout,
  numbers: KernelNumbers,
  functions: ReadonlyMap<string, KernelSignature>,
): string {
  const { kernels, facts, present } = numbers
  const parameters = ['a', 'b', 'c', 'd']
  const entries = kernels.filter((name) => present[layout].has(name))
  const printEntry = (name: string): string => {
    const count = functions.get(name)!.values.length
    const unused = parameters.slice(count).map((parameter) => `  (void)${parameter};\n`)
    return `static int32_t ${name}Entry(Heap *h, int32_t a, int32_t b, int32_t c, int32_t d) {
${unused.join('')}  return ${cName(name)}(${['h', ...parameters.slice(0, count)].join(', ')});
}
`
  }
  return `
static int32_t absentEntry(Heap *h, int32_t a, int32_t b, int32_t c, int32_t d) {
  (void)h, (void)a, (void)b, (void)c, (void)d;
  return NOT_CALLABLE_ERROR;
}

${entries.map(printEntry).join('\n')}
static const Kernel kernelTable[KERNEL_COUNT] = {
${kernels.map((name) => `  ${present[layout].has(name) ? name : 'absent'}Entry,\n`).join('')}};

static const int32_t factsTable[PRIMITIVE_COUNT] = {
${facts[layout].map((word) => `  ${word},\n`).join('')}};

${printChoice(1, layout, numbers, functions)}
${printChoice(2, layout, numbers, functions)}`
}

/** The function that runs a kernel by its number with a fixed number of arguments: tiny ones directly, the others by the table. */
function printChoice(
  arity: number,
  layout: CellLayout,
  { kernels, present }: KernelNumbers,
  functions: ReadonlyMap<string, KernelSignature>,
): string {
  const parameters = ['a', 'b'].slice(0, arity)
  const tiny = tinyKernels.filter((name) => present[layout].has(name) && functions.get(name)!.values.length === arity)
  const cases = tiny.map(
    (name) => `    case ${kernels.indexOf(name)}: return ${cName(name)}(${['h', ...parameters].join(', ')});\n`,
  )
  return `static int32_t choose${arity}(Heap *h, int32_t kernel, ${parameters.map((name) => `int32_t ${name}`).join(', ')}) {
  switch (kernel) {
${cases.join('')}    default:
      if ((uint32_t)kernel >= KERNEL_COUNT) return NOT_CALLABLE_ERROR;
      return kernelTable[kernel](h, ${[...parameters, '0', '0', '0'].slice(0, 4).join(', ')});
  }
}
`
}

/** The text of backends/cpu/native/c-text.generated.ts; `key` identifies its sources. */
export function printCModule(text: CText, key: string): string {
  return `// The kernels in C. Generated from src/kernel and src/primitives by \`npm run generate\`; not to be edited.
// Made from ${key}

import type { CText } from './c-text.ts'

export const cText: CText = ${JSON.stringify(text, undefined, 2)}
`
}

/** The text of backends/cpu/native/c-key.generated.ts. */
export function printCKey(key: string): string {
  return `// The key of the kernels in C. Generated from src/kernel and src/primitives by \`npm run generate\`; not to be edited.

/** Differs where the C files differ. */
export const cKey = '${key}'
`
}
