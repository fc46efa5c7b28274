// Names that a file defines for its programs: literal constants outside of functions, and functions that others call.

import { type Dialect, type DialectId, dialectOf } from '../dialects.ts'
import type { Operand } from '../program.ts'
import { isBattName } from '../program-names.ts'
import type { SourceText } from '../source-text.ts'
import { Helpers } from './helpers.ts'
import { parsePython } from './parse-python.ts'
import { PythonScope } from './python-scope.ts'
import type { Assignment, PythonFunction } from './python-syntax.ts'
import { readExpression } from './read-expression.ts'
import type { ScannedNames } from './scan-names.ts'
import { type SourceSection, splitSource } from './split-source.ts'

const MAX_CONSTANTS = 10_000
const MAX_HELPER_LENGTH = 1 << 20

/** The constants and called functions of a file, for each dialect that its programs are in. */
export class ModuleNames {
  readonly #source: SourceText
  readonly #definitions = new Map<string, PythonFunction>()
  readonly #assignments: Assignment[] = []
  readonly #helpers = new Map<DialectId, Helpers>()

  constructor(source: SourceText, { called, hasConstants }: ScannedNames) {
    this.#source = source
    if (called.size > 0 || hasConstants) this.#read(called, hasConstants)
  }

  /** Whether a function is only called by others, and is no program itself. */
  isHelper(name: string): boolean {
    return this.#definitions.has(name) && !isProgramLike(name)
  }

  /** The names in a dialect; undefined if the file defines none. */
  in(dialect: DialectId): Helpers | undefined {
    if (this.#definitions.size === 0 && this.#assignments.length === 0) return undefined
    let helpers = this.#helpers.get(dialect)
    if (helpers === undefined) {
      const own = dialectOf(dialect)
      helpers = new Helpers(this.#source, own, this.#definitions, this.#readConstants(own))
      this.#helpers.set(dialect, helpers)
    }
    return helpers
  }

  #read(called: ReadonlySet<string>, hasConstants: boolean): void {
    const { text } = this.#source
    let current: { definition: PythonFunction; length: number } | undefined
    for (const section of splitSource(text)) {
      if (section.role === 'body') {
        if (current !== undefined) current = this.#continue(current, section)
        continue
      }
      current = undefined
      if (section.problem !== undefined) continue
      const name = section.role === 'function' ? nameAt(text, section.start) : undefined
      if (section.role === 'statements' ? !hasConstants : !called.has(name ?? '')) continue
      for (const statement of parsePython(text, section.start, section.end, false).statements) {
        if (statement.kind === 'function' && statement.name === name) {
          this.#definitions.set(name, statement)
          current = { definition: statement, length: section.end - section.start }
        } else if (isConstant(statement) && this.#assignments.length < MAX_CONSTANTS) this.#assignments.push(statement)
      }
    }
  }

  /** Adds the next section of a long function; one that is far too long gets a body that cannot be inlined. */
  #continue({ definition, length }: { definition: PythonFunction; length: number }, section: SourceSection) {
    const longer = length + section.end - section.start
    const isReadable = section.problem === undefined && longer <= MAX_HELPER_LENGTH
    const rest = isReadable
      ? parsePython(this.#source.text, section.start, section.end, true).statements
      : [{ kind: 'too-deep', at: section.start } as const]
    const whole = { ...definition, body: [...definition.body, ...rest] }
    this.#definitions.set(definition.name, whole)
    return isReadable ? { definition: whole, length: longer } : undefined
  }

  /** The values of the constants, in order: a later one can use earlier ones. */
  #readConstants(dialect: Dialect): ReadonlyMap<string, Operand> {
    const outer = new Map<string, Operand>()
    for (const { targets, value } of this.#assignments) {
      const scope = new PythonScope(this.#source, { dialect, inputs: new Map(), outer, isSilent: true })
      const operand = readExpression(scope, value, 'constant')
      const isConstantValue = operand?.kind === 'constant' || operand?.kind === 'primitive'
      const name = targets[0]!.name
      if (isConstantValue && scope.statements.length === 0) outer.set(name, operand)
      else outer.delete(name)
    }
    return outer
  }
}

/** Whether a statement outside of functions may define a constant. */
export function isConstant(statement: { readonly kind: string }): statement is Assignment {
  return statement.kind === 'assign' && (statement as Assignment).targets.length === 1
}

/** Whether functions of this name are programs, called by others or not. */
function isProgramLike(name: string): boolean {
  return isBattName(name) || /^(?:solve|verify|transform)(?:_|$)/.test(name)
}

const DEFINITION = /def\s+([\p{XID_Start}_]\p{XID_Continue}*)/uy

/** The name of the function that a section begins with. */
export function nameAt(text: string, start: number): string {
  DEFINITION.lastIndex = start
  return DEFINITION.exec(text)?.[1] ?? ''
}
