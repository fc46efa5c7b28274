// Kernels of a family share their ends. Compilers paste every function into its callers, and most kernels end with the call of a large
// function (`return finishSet(h, list)`). In a family such a call only notes the function, the end, and its arguments; the entry
// point then runs the end, which is pasted once for all members. An end may end with another one.

import type { KernelText, KernelTexts } from './kernel-text.ts'

/** Functions with fewer characters, with all that they call pasted in, are pasted as well. */
const LEAST_END = 3000

/** How a language writes functions. */
export interface EndSyntax {
  /** The head of a function with an integer result; its groups are the name and the parameters besides the heap. */
  readonly head: RegExp
  /** Whether a parameter is a boolean. */
  readonly isFlag: (parameter: string) => boolean
}

/** A kernel or an end, without the ends that it calls last. */
export interface FamilyPart {
  readonly name: string
  /** The name of the function in its text. */
  readonly printedName: string
  readonly text: string
  /** By parameter besides the heap whether it is a boolean. */
  readonly flags: readonly boolean[]
  /** The ends that it may go on to. */
  readonly ends: readonly string[]
  /** The functions that are pasted into it. */
  readonly functions: readonly string[]
}

/** The characters of functions with every function that they call pasted in. */
export class InlinedSizes {
  readonly #library: KernelTexts
  readonly #sizes = new Map<string, number>()

  constructor(library: KernelTexts) {
    this.#library = library
  }

  of(name: string): number {
    const kernel = this.#library.kernels[name]
    if (kernel === undefined) return 0
    let size = this.#sizes.get(name)
    if (size === undefined) {
      size = this.ofText(kernel.text, kernel.functions)
      this.#sizes.set(name, size)
    }
    return size
  }

  /** The same for a text that calls these functions. */
  ofText(text: string, functions: readonly string[]): number {
    const counts = countCalls(text)
    return functions.reduce((sum, used) => sum + (counts.get(this.#printed(used)) ?? 0) * this.of(used), text.length)
  }

  #printed(used: string): string {
    return this.#library.kernels[used]?.printedName ?? used
  }
}

/** How often each name is called in a text. */
function countCalls(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [name] of text.matchAll(/\b\w+(?=\()/g)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Takes functions of a library apart: each without the ends that it calls last. */
export class PartReader {
  readonly #library: KernelTexts
  readonly #sizes: InlinedSizes
  readonly #syntax: EndSyntax
  readonly #parts = new Map<string, FamilyPart>()

  constructor(library: KernelTexts, syntax: EndSyntax) {
    this.#library = library
    this.#sizes = new InlinedSizes(library)
    this.#syntax = syntax
  }

  /** The part of one function. */
  partOf(name: string): FamilyPart {
    let part = this.#parts.get(name)
    if (part === undefined) this.#parts.set(name, (part = this.#read(name, this.#library.kernels[name]!)))
    return part
  }

  /** The parts of kernels and of all ends that they may go on to: first the kernels, in their order. */
  partsOf(kernels: readonly string[]): FamilyPart[] {
    const names = new Set(kernels)
    // The set grows while it is walked through.
    for (const name of names) for (const end of this.partOf(name).ends) names.add(end)
    return Array.from(names, (name) => this.partOf(name))
  }

  /** The characters of a part with all that is pasted into it. */
  sizeOf(name: string): number {
    const { text, functions } = this.partOf(name)
    return this.#sizes.ofText(text, functions)
  }

  #read(name: string, kernel: KernelText): FamilyPart {
    const [, , parameters = ''] = this.#syntax.head.exec(kernel.text)!
    const printedName = `head_${kernel.printedName}`
    const byPrinted = new Map(kernel.functions.map((used) => [this.#library.kernels[used]?.printedName, used]))
    const ends = new Set<string>()
    const goOn = (called: string): string | undefined => {
      const end = byPrinted.get(called)
      if (end === undefined || this.#sizes.of(end) < LEAST_END) return undefined
      if (!this.#syntax.head.test(this.#library.kernels[end]!.text)) return undefined
      ends.add(end)
      return goTo(called)
    }
    const renamed = kernel.text.replace(this.#syntax.head, (head) => head.replace(kernel.printedName, printedName))
    const lines = renamed.split('\n')
    const text = lines.map((line, k) => replaceLast(line, isLast(lines, k), goOn)).join('\n')
    const counts = countCalls(text)
    const functions = kernel.functions.filter((used) => counts.has(this.#library.kernels[used]?.printedName ?? used))
    const flags = parameters === '' ? [] : parameters.split(', ').map(this.#syntax.isFlag)
    return { name, printedName, text, flags, ends: [...ends], functions }
  }
}

/** The parts that others of them go on to; a kernel of a family may be one, too. */
export function endsIn(parts: readonly FamilyPart[]): FamilyPart[] {
  const names = new Set(parts.flatMap(({ ends }) => ends))
  return parts.filter(({ name }) => names.has(name))
}

/** The name of the function that notes an end and its arguments. */
export function goTo(printedName: string): string {
  return `goTo_${printedName}`
}

/** The numbers of the arguments that ends have at most. */
export function mostArguments(ends: readonly FamilyPart[]): number[] {
  return Array.from({ length: Math.max(0, ...ends.map(({ flags }) => flags.length)) }, (_, k) => k)
}

/** The variable of the result in functions that end in one place. */
const RESULT = /^( *result = )(.*);$/
const RETURN = /^( *return )(.*);$/

/** Whether nothing but `return result;` follows a line that sets `result`, out of the blocks of conditions that it stands in. */
function isLast(lines: readonly string[], from: number): boolean {
  if (!RESULT.test(lines[from]!)) return true
  let indent = indentOf(lines[from]!)
  let isOtherSide = false
  for (let k = from + 1; k < lines.length; k++) {
    const line = lines[k]!
    const isEnd = indentOf(line) === indent - 2 && line.trim().startsWith('}')
    if (!isEnd) {
      if (isOtherSide) continue
      return line.trim() === 'return result;' && indentOf(line) === indent
    }
    if (!isCondition(lines, from, indent - 2)) return false
    isOtherSide = line.trim() !== '}'
    if (!isOtherSide) indent -= 2
  }
  return false
}

function indentOf(line: string): number {
  return line.search(/\S/)
}

/** Whether the block around a line that is opened with this indent is that of a condition, not of a loop. */
function isCondition(lines: readonly string[], from: number, indent: number): boolean {
  let k = from
  while (k > 0 && indentOf(lines[k]!) !== indent) k--
  return /^(?:if |\} else)/.test(lines[k]!.trim())
}

function replaceLast(line: string, isLastLine: boolean, goOn: (called: string) => string | undefined): string {
  const found = isLastLine ? (RETURN.exec(line) ?? RESULT.exec(line)) : null
  return found === null ? line : `${found[1]}${replaceIn(found[2]!, goOn)};`
}

/** Replaces the calls that give the value of an expression, on either side of a condition. */
function replaceIn(expression: string, goOn: (called: string) => string | undefined): string {
  const sides = splitCondition(expression)
  if (sides !== undefined) {
    const [test, whenTrue, whenFalse] = sides
    return `${test} ? ${replaceIn(whenTrue, goOn)} : ${replaceIn(whenFalse, goOn)}`
  }
  const name = /^\w+(?=\()/.exec(expression)?.[0]
  if (name === undefined || endOfCall(expression, name.length) !== expression.length) return expression
  const other = goOn(name)
  return other === undefined ? expression : other + expression.slice(name.length)
}

/** The place after the parenthesis that closes the one at `from`. */
function endOfCall(text: string, from: number): number {
  let depth = 0
  for (let k = from; k < text.length; k++) {
    if (text[k] === '(') depth++
    if (text[k] === ')' && --depth === 0) return k + 1
  }
  return -1
}

/** The parts of `test ? a : b`, if the expression is one. */
function splitCondition(text: string): [string, string, string] | undefined {
  let depth = 0
  let question = -1
  let open = 0
  for (let k = 0; k < text.length; k++) {
    if (text[k] === '(') depth++
    if (text[k] === ')') depth--
    if (depth > 0) continue
    if (text[k] === '?') {
      if (open++ === 0) question = k
    } else if (text[k] === ':' && --open === 0) {
      return [text.slice(0, question - 1), text.slice(question + 2, k - 1), text.slice(k + 2)]
    }
  }
  return undefined
}
