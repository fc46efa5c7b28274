// Helper functions of a file: functions of straight-line DSL calls that programs call. They are inlined, never run.

import type { Operand } from '../program.ts'
import type { SourceText } from '../source-text.ts'
import type { Dialect } from '../dialects.ts'
import { measureHelper } from './inline-helper.ts'
import { PythonScope, MAX_INLINED } from './python-scope.ts'
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

type State = 'checking' | 'sound' | 'unsound'

/** The helper functions of a file in one dialect, each checked once. */
export class Helpers {
  readonly dialect: Dialect
  readonly constants: ReadonlyMap<string, Operand>
  readonly #source: SourceText
  readonly #definitions: ReadonlyMap<string, PythonFunction>
  readonly #helpers = new Map<string, Helper | undefined>()
  readonly #states = new Map<string, State>()
  readonly #sizes = new Map<string, number>()

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

  /** The number of expressions of a sound helper, with those of the helpers that it calls. */
  sizeOf(name: string): number {
    return this.#sizes.get(name) ?? 0
  }

  /** The line of a definition. */
  lineOf(name: string): number {
    return this.#source.placeAt(this.#definitions.get(name)!.at).line
  }

  /** Checks a definition and reports its problems, unless that was done before. */
  check(name: string): void {
    if (this.#states.has(name)) return
    this.#states.set(name, 'checking')
    const helper = this.#readDefinition(this.#definitions.get(name)!)
    this.#helpers.set(name, helper)
    this.#states.set(name, helper !== undefined && this.#checkBody(helper) ? 'sound' : 'unsound')
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
      const message = `${name} is called by other functions, but its parameter ${unplain.name} is not plain`
      this.#source.report('error', { code: 'unsupported-parameter', at: unplain.at, message })
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
    const message = `${name} is called by other functions, but is no sequence of DSL calls`
    const advice = 'A function is inlined if it consists of assignments and a return. Nothing is run.'
    this.#source.report('error', { code: 'unsupported-statement', at: statement.at, message, advice })
    return undefined
  }

  /** Reads the body once, with any values for its parameters. */
  #checkBody({ name, at, parameters, body, result }: Helper): boolean {
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
    const size = measureHelper(body, result, (called) => (this.has(called) ? this.sizeOf(called) : 0))
    this.#sizes.set(name, size)
    if (size <= MAX_INLINED) return true
    const message = `${name}, with the functions that it calls, has more than ${MAX_INLINED} expressions`
    this.#source.report('error', { code: 'too-long', at, message, advice: 'Functions are inlined; split the program.' })
    return false
  }
}
