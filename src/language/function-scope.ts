// State of a function while it is read: names, statements, and whether it can still be loaded.

import { constantNamed, suggestName } from './values/constants.ts'
import { dialectTNames } from './dialect-t-names.ts'
import type { Remark } from './diagnostics.ts'
import { primitiveNamed } from './names.ts'
import type { InputName, Operand, SourcePlace, Statement } from './program.ts'
import type { SourceText } from './source-text.ts'

const primitiveOperands = new Map<string, Operand>()
const constantOperands = new Map<string, Operand>()

/** The operand of a primitive or constant; the same object for the same name. */
export function wellKnownOperand(name: string): Operand | undefined {
  const known = primitiveOperands.get(name) ?? constantOperands.get(name)
  if (known !== undefined) return known
  if (primitiveNamed(name) !== undefined) {
    const operand: Operand = { kind: 'primitive', name }
    primitiveOperands.set(name, operand)
    return operand
  }
  const value = constantNamed(name)
  if (value === undefined) return undefined
  const operand: Operand = { kind: 'constant', value, name }
  constantOperands.set(name, operand)
  return operand
}

/** Names of a batt that are not values of the language. */
export const housekeepingNames: ReadonlySet<string> = new Set(['task_id', 'log_path', 'o', 's'])

/** The names and statements of one function. */
export class FunctionScope {
  readonly source: SourceText
  readonly statements: Statement[] = []
  /** An error was reported; the function must not be loaded. */
  failed = false
  readonly #names = new Map<string, Operand | undefined>()
  readonly #usedWellKnown = new Set<string>()
  // Statements without a name in the file: generated name to statement index.
  readonly #madeNames = new Map<string, number>()
  readonly #madeCounts = new Map<string, number>()

  constructor(source: SourceText, inputs: readonly InputName[]) {
    this.source = source
    for (const name of inputs) this.#names.set(name, { kind: 'input', name })
  }

  /** Reports an error; the function is not loaded. */
  fail(remark: Remark): undefined {
    this.failed = true
    this.source.report('error', remark)
    return undefined
  }

  /** Reports a warning; the function is still loaded. */
  warn(remark: Remark): void {
    this.source.report('warning', remark)
  }

  /** Adds a call; `name` is its name in the file, or with `isMade` the prefix of a generated name. */
  call(callee: Operand, args: readonly Operand[], place: SourcePlace, name: string, isMade: boolean): Operand {
    const index = this.statements.length
    const own = isMade ? this.#makeName(name, index) : name
    this.statements.push({ name: own, callee, args, place })
    return { kind: 'statement', index }
  }

  /** Joins the statements from index `from` on into one line: all but the outermost call become inner statements. */
  joinLine(from: number, outermost: Operand | undefined): void {
    const last = outermost?.kind === 'statement' ? outermost.index : this.statements.length
    for (let k = from; k < this.statements.length; k++) {
      if (k !== last) this.statements[k] = { ...this.statements[k]!, inner: true }
    }
  }

  /** Whether a statement or input has this name. */
  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Assigns a name once; the value is undefined if it could not be read. */
  assign(name: string, value: Operand | undefined, at: number): void {
    if (name === '_') return
    if (this.#names.has(name) || housekeepingNames.has(name)) {
      const message = `${name} already has a value`
      this.fail({
        code: 'assigned-twice',
        at,
        message,
        advice: 'Each name is assigned once; give this one another name.',
      })
      return
    }
    if (this.#usedWellKnown.has(name)) {
      const message = `${name} is assigned here but was used before`
      this.fail({
        code: 'used-before-assignment',
        at,
        message,
        advice: 'In Python a name is local in its whole function.',
      })
    }
    this.#names.set(name, value)
    const made = this.#madeNames.get(name)
    if (made === undefined || (value?.kind === 'statement' && value.index === made)) return
    this.#madeNames.delete(name)
    this.statements[made] = { ...this.statements[made]!, name: this.#makeName(name.replace(/_\d+$/, ''), made) }
  }

  /** The operand of a name; an unknown name is reported. */
  lookUp(name: string, at: number): Operand | undefined {
    if (this.#names.has(name)) return this.#names.get(name)
    const known = wellKnownOperand(name)
    if (known === undefined) return this.fail({ code: 'unknown-name', at, ...this.#describeUnknown(name) })
    this.#usedWellKnown.add(name)
    return known
  }

  #describeUnknown(name: string): { message: string; advice?: string | undefined } {
    if (this.source.isFull) return { message: '' }
    const message = `Nothing is called ${name.length > 40 ? `${name.slice(0, 40)}…` : name} here`
    if (dialectTNames.has(name)) return { message, advice: 'It is a primitive of dialect T, which is not read yet.' }
    if (housekeepingNames.has(name)) return { message: `${name} is no value of the language`, advice: undefined }
    if (/^(?:[tx]\d+|O)$/.test(name)) return { message: `${name} is used before it is assigned` }
    if (name === 'I' || name === 'S' || name === 'C') {
      return { message, advice: `Make ${name} a parameter of the function.` }
    }
    const suggestion = suggestName(name, this.#names.size > 1000 ? [] : [...this.#names.keys()])
    return { message, advice: suggestion === undefined ? undefined : `Did you mean ${suggestion}?` }
  }

  /** Generates a name for an unnamed value: `base` itself if it is free. */
  nameFor(base: string): string {
    const taken = this.#names.has(base) || this.#madeNames.has(base) || wellKnownOperand(base) !== undefined
    const index = this.statements.length
    if (taken) return this.#makeName(base, index)
    this.#madeNames.set(base, index)
    return base
  }

  #makeName(base: string, index: number): string {
    for (let k = (this.#madeCounts.get(base) ?? 0) + 1; ; k++) {
      const name = `${base}_${k}`
      if (this.#names.has(name) || this.#madeNames.has(name) || wellKnownOperand(name) !== undefined) continue
      this.#madeNames.set(name, index)
      this.#madeCounts.set(base, k)
      return name
    }
  }
}
