// Helper functions of a file: functions of straight-line DSL calls that programs call. They are inlined, never run.

import type { Operand } from '../program.ts'
import type { SourceText } from '../source-text.ts'
import type { Dialect } from '../dialects.ts'
import { type HelperSize, NO_SIZE, measureHelper } from './helper-size.ts'
import { unreadable } from './parse-python.ts'
import { MAX_INLINED, PythonScope } from './python-scope.ts'
import type { Assignment, Expression, PythonFunction, PythonStatement } from './python-syntax.ts'
import { readExpression } from './read-expression.ts'

/** A helper function. */
export interface Helper {
  readonly name: string
  readonly at: number
  readonly parameters: readonly string[]
  readonly body: readonly Assignment[]
  readonly result: Expression
}

/** Maximum nesting of calls of helpers. */
const MAX_CALL_DEPTH = 100

type State = 'checking' | 'sound' | 'unsound'

/** The helper functions of a file in one dialect, each checked once. */
export class Helpers {
  readonly dialect: Dialect
  readonly constants: ReadonlyMap<string, Operand>
  readonly #source: SourceText
  readonly #definitions: ReadonlyMap<string, PythonFunction>
  readonly #helpers = new Map<string, Helper | undefined>()
  readonly #states = new Map<string, State>()
  readonly #sizes = new Map<string, HelperSize>()
  #checkDepth = 0

  constructor(
    source: SourceText,
    dialect: Dialect,
    definitions: ReadonlyMap<string, PythonFunction>,
    constants: ReadonlyMap<string, Operand>,
  ) {
    this.#source = source
    this.dialect = dialect
    this.#definitions = definitions
    this.constants = constants
  }

  /** Whether the file defines a function of this name that others call. */
  has(name: string): boolean {
    return this.#definitions.has(name)
  }

  /** The helper of this name, if it can be inlined; the reasons against it are reported once. */
  get(name: string): Helper | undefined {
    this.check(name)
    return this.#states.get(name) === 'sound' ? this.#helpers.get(name) : undefined
  }

  /** Whether the definition is being checked: a call of it inside is recursive. */
  isBeingChecked(name: string): boolean {
    return this.#states.get(name) === 'checking'
  }

  /** The size of a sound helper, with the helpers that it calls; 0 for any other name. */
  sizeOf(name: string): HelperSize {
    return this.#sizes.get(name) ?? NO_SIZE
  }

  /** The line of a definition. */
  lineOf(name: string): number {
    return this.#source.placeAt(this.#definitions.get(name)!.at).line
  }

  /** Checks a definition and reports its problems, unless that was done before. */
  check(name: string): void {
    if (this.#states.has(name)) return
    this.#states.set(name, 'checking')
    this.#checkDepth++
    const helper = this.#readDefinition(this.#definitions.get(name)!)
    this.#helpers.set(name, helper)
    this.#states.set(name, helper !== undefined && this.#checkBody(helper) ? 'sound' : 'unsound')
    this.#checkDepth--
  }

  #readDefinition({ name, parameters, body, at }: PythonFunction): Helper | undefined {
    const assignments: Assignment[] = []
    let result: Expression | undefined
    for (const statement of body) {
      if (statement.kind === 'skip') continue
      if (result !== undefined) break
      if (statement.kind === 'return' && statement.value !== undefined) result = statement.value
      else if (statement.kind === 'assign' && statement.targets.length === 1) assignments.push(statement)
      else return this.#reject(statement, name)
    }
    const unplain = parameters.find(({ plain, hasDefault }) => !plain || hasDefault)
    if (unplain !== undefined) {
      const message = `${name} is called by other functions, but its parameter ${unplain.name} has a default or a star`
      const advice = 'Remove it, and give the argument in every call.'
      this.#source.report('error', { code: 'unsupported-parameter', at: unplain.at, message, advice })
      return undefined
    }
    if (result === undefined) {
      const message = `${name} is called by other functions, but returns nothing`
      this.#source.report('error', { code: 'no-return', at, message })
      return undefined
    }
    return { name, at, parameters: parameters.map((parameter) => parameter.name), body: assignments, result }
  }

  #reject(statement: PythonStatement, name: string): undefined {
    const { at, kind } = statement
    if (kind === 'broken' || kind === 'too-deep') {
      this.#source.report('error', { at, ...unreadable[kind] })
      return undefined
    }
    const message = `${name} is called by other functions, but is not a sequence of DSL calls`
    const advice = 'A function is inlined if it consists of assignments and a return. Nothing is run.'
    this.#source.report('error', { code: 'unsupported-statement', at, message, advice })
    return undefined
  }

  /** Reads the body once, with any values for its parameters. */
  #checkBody({ name, at, parameters, body, result }: Helper): boolean {
    if (this.#checkDepth > MAX_CALL_DEPTH) return this.#failDepth(name, at)
    const inputs = new Map(parameters.map((parameter) => [parameter, 'I'] as const))
    const { dialect, constants } = this
    const scope = new PythonScope(this.#source, {
      dialect,
      inputs,
      outer: constants,
      reassigns: true,
      helpers: this,
      isTrial: true,
    })
    for (const { targets, value } of body) {
      const operand = readExpression(scope, value, name)
      scope.assign(targets[0]!.name, operand, targets[0]!.at)
    }
    readExpression(scope, result, name)
    if (scope.failed) return false
    const size = measureHelper(body, result, (called) => this.sizeOf(called))
    this.#sizes.set(name, size)
    if (size.depth > MAX_CALL_DEPTH) return this.#failDepth(name, at)
    if (size.expressions <= MAX_INLINED) return true
    const message = `${name}, with the functions that it calls, has more than ${MAX_INLINED} expressions`
    this.#source.report('error', { code: 'too-long', at, message, advice: 'Functions are inlined; split the program.' })
    return false
  }

  #failDepth(name: string, at: number): false {
    const message = `${name} calls functions that call functions, deeper than ${MAX_CALL_DEPTH}`
    this.#source.report('error', { code: 'too-deep', at, message })
    return false
  }
}
