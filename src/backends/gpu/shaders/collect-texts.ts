// Collects the functions and constants that a program reaches.

import type { KernelText, KernelTexts } from './kernel-text.ts'

/** These functions and all that they use, each after its callees. Functions outside the library are in the prelude. */
export function collectFunctions(names: readonly string[], library: KernelTexts): Map<string, KernelText> {
  const functions = new Map<string, KernelText>()
  const add = (name: string): void => {
    const kernel = library.kernels[name]
    if (!kernel || functions.has(name)) return
    for (const used of kernel.functions) add(used)
    functions.set(name, kernel)
  }
  for (const name of names) add(name)
  return functions
}

/**
 * The constants of these functions and those of other names, each after the constants that it uses. `printed` are names in other code of the
 * program, such as the prelude: of these, constants begin with a capital, and variables of other code may be called like memories.
 */
export function collectConstants(
  functions: ReadonlyMap<string, KernelText>,
  others: readonly string[],
  library: KernelTexts,
  printed: ReadonlySet<string> = new Set(),
): KernelText[] {
  const constants = new Map<string, KernelText>()
  const add = (name: string): void => {
    const constant = library.constants[name]
    if (!constant || constants.has(name)) return
    for (const used of constant.constants) add(used)
    constants.set(name, constant)
  }
  for (const [name, { printedName }] of Object.entries(library.constants)) {
    if (/^[A-Z]/.test(printedName) && printed.has(printedName)) add(name)
  }
  for (const name of others) add(name)
  for (const f of functions.values()) for (const name of f.constants) add(name)
  return [...constants.values()]
}
