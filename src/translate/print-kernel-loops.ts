// Prints kernel TypeScript for tiny kernels: a loop for each, which runs it on all words of a column without a call in between.

import type { KernelFunction } from './collect.ts'
import { tinyKernels } from './tiny-kernels.ts'

/** The text of backends/cpu/kernel-loops.generated.ts; `kernels` are all kernels in the order of their numbers. */
export function printKernelLoops(kernels: readonly string[], functions: readonly KernelFunction[]): string {
  const byName = new Map(functions.map((kernel) => [kernel.name, kernel]))
  const tiny = tinyKernels.map((name) => byName.get(name)!)
  const ofArity = (arity: number): KernelFunction[] => tiny.filter(({ parameters }) => parameters.length === arity + 1)
  const paths = [...new Set(tiny.map(({ source }) => source.path))].sort()
  const importFrom = (path: string): string => {
    const names = tiny.filter(({ source }) => source.path === path).map(({ name }) => name)
    return `import { ${names.sort().join(', ')} } from '${path.replace(/^src/, '../..')}'\n`
  }
  return `// Loops of tiny kernels over columns. Generated from src/translate/tiny-kernels.ts by \`npm run generate\`; not to be edited.

import { type Heap, failed, faultWord, peek, poke, releaseScratch, scratchTop } from '../../kernel/heap.ts'
import { type Address, NONE, type Word, isError } from '../../kernel/words.ts'
${paths.map(importFrom).join('')}
/** What is returned for a kernel that has no loop here. */
export const NO_LOOP: Word = NONE

/** Replaces the words of a column from \`first\` to \`end\` by the results of a kernel for them; the first error or fault ends it. */
export function runLoop1(h: Heap, kernel: number, from: Address, end: Address): Word {
  const top = scratchTop(h)
${ofArity(1)
  .map((kernel) => printLoop1(kernel, kernels))
  .join('')}  return NO_LOOP
}

/** The same for a kernel of two arguments, the words of columns \`a\` and \`b\`; the results go to column \`to\`, which may be one of them. */
export function runLoop2(h: Heap, kernel: number, a: Address, b: Address, to: Address, count: number): Word {
  const top = scratchTop(h)
${ofArity(2)
  .map((kernel) => printLoop2(kernel, kernels))
  .join('')}  return NO_LOOP
}
`
}

function printLoop1({ name }: KernelFunction, kernels: readonly string[]): string {
  return `  if (kernel === ${kernels.indexOf(name)}) {
    for (let at = from; at < end; at++) {
      const word = ${name}(h, peek(h, at))
      if (isError(word)) return word
      poke(h, at, word)
      releaseScratch(h, top)
    }
    return failed(h) ? faultWord(h) : 0
  }
`
}

function printLoop2({ name }: KernelFunction, kernels: readonly string[]): string {
  return `  if (kernel === ${kernels.indexOf(name)}) {
    for (let k = 0; k < count; k++) {
      const word = ${name}(h, peek(h, a + k), peek(h, b + k))
      if (isError(word)) return word
      poke(h, to + k, word)
      releaseScratch(h, top)
    }
    return failed(h) ? faultWord(h) : 0
  }
`
}
