// State of a function while it is read: names, statements, and whether it can still be loaded.

import { type Dialect, dialectsWith, suggestName, wellKnownOperand } from './dialects.ts'
import type { Remark } from './diagnostics.ts'
import type { InputName, Operand, SourcePlace, Statement } from './program.ts'
import type { SourceText } from './source-text.ts'

/** Names of a batt that are not values of the language. */
export const housekeepingNames: ReadonlySet<string> = new Set(['task_id', 'log_path', 'o', 's'])

const NO_NAMES: ReadonlySet<string> = new Set()
const NO_OPERANDS: ReadonlyMap<string, Operand> = new Map()

/** The names that a function begins with. */
export interface ScopeOptions {
  readonly dialect: Dialect
  /** Inputs by their names in the function. */
  readonly inputs: ReadonlyMap<string, InputName>
  /** Names that hold no value. Default: none. */
  readonly housekeeping?: ReadonlySet<string>
  /** Names that the file defines outside of its functions. */
  readonly outer?: ReadonlyMap<string, Operand>
  /** Whether a name can be assigned again, as in Python. Default: false. */
  readonly reassigns?: boolean
  /** Whether diagnostics are dropped; the function fails all the same. Default: false. */
  readonly isSilent?: boolean
}

/** The names and statements of one function. */
export class FunctionScope {
  readonly source: SourceText
  readonly dialect: Dialect
  readonly statements: Statement[] = []
  /** An error was reported; the function must not be loaded. */
  failed = false
  readonly #options: ScopeOptions
  readonly #housekeeping: ReadonlySet<string>
  readonly #outer: ReadonlyMap<string, Operand>
  readonly #names = new Map<string, Operand | undefined>()
  readonly #usedFromOutside = new Set<string>()
  // Names of other dialects that were reported already: a line each would hide everything else.
  readonly #reportedForeign = new Set<string>()
  readonly #statementNames = new Set<string>()
  // Statements without a name in the file: generated name to statement index.
  readonly #madeNames = new Map<string, number>()
  readonly #madeCounts = new Map<string, number>()

  constructor(source: SourceText, options: ScopeOptions) {
    this.source = source
    this.dialect = options.dialect
    this.#options = options
    this.#housekeeping = options.housekeeping ?? NO_NAMES
    this.#outer = options.outer ?? NO_OPERANDS
    for (const [name, input] of options.inputs) {
      this.#names.set(name, { kind: 'input', name: input })
      this.#statementNames.add(input)
    }
  }

  /** Reports an error; the function is not loaded. */
  fail(remark: Remark): undefined {
    this.failed = true
    if (this.#options.isSilent !== true) this.source.report('error', remark)
    return undefined
  }

  /** Reports a warning; the function is still loaded. */
  warn(remark: Remark): void {
    if (this.#options.isSilent !== true) this.source.report('warning', remark)
  }

  /** The operand of a primitive or constant that every dialect has. */
  wellKnown(name: string): Operand {
    return wellKnownOperand(this.dialect, name)!
  }

  /** Adds a call; `name` is its name in the file, or with `isMade` the prefix of a generated name. */
  call(callee: Operand, args: readonly Operand[], place: SourcePlace, name: string, isMade: boolean): Operand {
    const index = this.statements.length
    const isTaken = !isMade && name !== '_' && this.#statementNames.has(name)
    const own = isMade || isTaken ? this.#makeName(name, index) : name
    if (!isMade) this.#statementNames.add(name)
    this.statements.push({ name: own, callee, args, place: isTaken ? { ...place, name } : place })
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

  /** Assigns a name; the value is undefined if it could not be read. */
  assign(name: string, value: Operand | undefined, at: number): void {
    if (name === '_') return
    if (this.#housekeeping.has(name) || (this.#names.has(name) && this.#options.reassigns !== true)) {
      const advice = this.#housekeeping.has(name)
        ? 'A batt uses this name itself; choose another.'
        : 'Each name is assigned once; choose another.'
      this.fail({ code: 'assigned-twice', at, message: `${name} already has a value`, advice })
      return
    }
    if (this.#usedFromOutside.has(name)) {
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
    const known = this.#outer.get(name) ?? wellKnownOperand(this.dialect, name)
    if (known === undefined) return this.#failUnknown(name, at)
    this.#usedFromOutside.add(name)
    return known
  }

  #failUnknown(name: string, at: number): undefined {
    const isForeign = dialectsWith(name).length > 0
    if (isForeign && this.#reportedForeign.has(name)) return undefined
    if (isForeign) this.#reportedForeign.add(name)
    return this.fail({ code: 'unknown-name', at, ...this.#describeUnknown(name) })
  }

  #describeUnknown(name: string): { message: string; advice?: string | undefined } {
    if (this.source.isFull) return { message: 'Unknown name' }
    const [foreign] = dialectsWith(name)
    if (foreign !== undefined) {
      const advice = `Use --dialect ${foreign}, or begin the file with the comment "# dialect: ${foreign}".`
      return { message: `${name} belongs to dialect ${foreign}; this file is read as ${this.dialect.id}`, advice }
    }
    const message = `Unknown name ${name.length > 40 ? `${name.slice(0, 40)}…` : name}`
    if (this.#housekeeping.has(name)) return { message: `${name} is not a value of the language` }
    if (/^(?:[tx]\d+|O)$/.test(name)) return { message: `${name} is used before it is assigned` }
    if (name === 'I' || name === 'S' || name === 'C') {
      return { message, advice: `Make ${name} a parameter of the function.` }
    }
    const others = [...this.#outer.keys(), ...(this.#names.size > 1000 ? [] : this.#names.keys())]
    const suggestion = suggestName(this.dialect, name, others)
    return { message, advice: suggestion === undefined ? undefined : `Did you mean ${suggestion}?` }
  }

  /** Generates a name for an unnamed value: `base` itself if it is free. */
  nameFor(base: string): string {
    const index = this.statements.length
    if (this.#isTaken(base)) return this.#makeName(base, index)
    this.#madeNames.set(base, index)
    return base
  }

  #makeName(base: string, index: number): string {
    for (let k = (this.#madeCounts.get(base) ?? 0) + 1; ; k++) {
      const name = `${base}_${k}`
      if (this.#isTaken(name)) continue
      this.#madeNames.set(name, index)
      this.#madeCounts.set(base, k)
      return name
    }
  }

  #isTaken(name: string): boolean {
    if (this.#names.has(name) || this.#madeNames.has(name) || this.#statementNames.has(name)) return true
    return this.#outer.has(name) || wellKnownOperand(this.dialect, name) !== undefined
  }
}
