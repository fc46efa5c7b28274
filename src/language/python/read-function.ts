// Reads one Python function as a program: parameters, statements, outputs and result.

import { primitiveCall } from './call-arguments.ts'
import { helperName } from './call-helper.ts'
import type { Dialect } from '../dialects.ts'
import { housekeepingNames } from '../function-scope.ts'
import type { Helpers } from './helpers.ts'
import type { DifferOutput, InputName, Operand, Program, SolverOutput } from '../program.ts'
import { isBattName, taskOfName } from '../program-names.ts'
import { PythonScope } from './python-scope.ts'
import type { Assignment, Expression, PythonFunction, PythonParameter, PythonStatement } from './python-syntax.ts'
import { readEntry } from './read-entries.ts'
import { readAssigned, readExpression } from './read-expression.ts'
import type { SourceText } from '../source-text.ts'
import { unreadable } from './parse-python.ts'

const SAMPLE_READER = 'batch_process_samples_gpu'
const DEFAULT_MAKER = '_get_safe_default'

type ReadableStatement = Exclude<PythonStatement, { readonly kind: 'broken' | 'too-deep' }>

/** The dialect of a function, and the other functions and constants of its file. */
export interface FunctionContext {
  readonly dialect: Dialect
  readonly helpers?: Helpers | undefined
}

/** Reads a function statement by statement; `finish` returns its program, or undefined after an error. */
export class FunctionReader {
  readonly name: string
  readonly at: number
  readonly #scope: PythonScope
  readonly #isBatt: boolean
  readonly #outputs: (SolverOutput | DifferOutput)[] = []
  #result: Operand | undefined
  #returned = false
  #warnedOfRest = false

  constructor(source: SourceText, { name, parameters, at }: PythonFunction, context: FunctionContext) {
    this.name = name
    this.at = at
    this.#isBatt = isBattName(name) || parameters.some((parameter) => parameter.name === 'task_id')
    const inputs = inputsOf(parameters, this.#isBatt)
    const { dialect, helpers } = context
    this.#scope = new PythonScope(source, {
      dialect,
      inputs,
      reassigns: true,
      isGuarded: this.#isBatt,
      ...(this.#isBatt ? { housekeeping: housekeepingNames } : {}),
      ...(helpers === undefined ? {} : { helpers, outer: helpers.constants }),
    })
    for (const parameter of parameters) this.#checkParameter(parameter, inputs)
  }

  /** The share of the limit of a file. */
  get size(): number {
    return this.#scope.size + this.#outputs.length
  }

  /** Keeps the function from being loaded; the caller has reported the reason. */
  reject(): void {
    this.#scope.failed = true
  }

  /** Reads the next statement of the body. */
  read(statement: PythonStatement): void {
    const { at } = statement
    if (statement.kind === 'broken' || statement.kind === 'too-deep') {
      this.#scope.fail({ at, ...unreadable[statement.kind] })
    } else if (this.#returned) {
      if (!this.#warnedOfRest)
        this.#scope.warn({ code: 'unreachable', at, message: 'This statement is after the return' })
      this.#warnedOfRest = true
    } else this.#readStatement(statement)
  }

  #readStatement(statement: ReadableStatement): void {
    const { at } = statement
    switch (statement.kind) {
      case 'skip':
        return
      case 'assign':
        return this.#readAssignment(statement)
      case 'guarded':
        return this.#readGuarded(statement.attempt, statement.fallbacks, at)
      case 'return':
        return this.#readReturn(statement.value, at)
      case 'expression':
        return this.#readBare(statement.value, at)
      case 'function':
      case 'unsupported': {
        const what = statement.kind === 'function' ? 'a function inside a function' : statement.what
        this.#scope.fail({ code: 'unsupported-statement', at, message: `Not part of a program: ${what}` })
        return
      }
      default:
        statement satisfies never
    }
  }

  /** Returns the program and ends the reading. */
  finish(): Program | undefined {
    if (!this.#returned && !this.#scope.failed) {
      const advice = this.#isBatt ? 'A batt ends with: return o, s' : 'End with the return of a value, as in: return O'
      this.#scope.fail({ code: 'no-return', at: this.at, message: `${this.name} returns nothing`, advice })
    }
    if (this.#scope.failed) return undefined
    const task = this.#isBatt ? undefined : taskOfName(this.name)
    return {
      name: this.name,
      ...(task === undefined ? {} : { task }),
      mode: this.#isBatt ? 'guarded' : 'strict',
      dialect: this.#scope.dialect.id,
      file: this.#scope.source.file,
      statements: this.#scope.statements,
      ...(this.#result === undefined ? {} : { result: this.#result }),
      outputs: this.#outputs,
    }
  }

  #checkParameter({ name, plain, at }: PythonParameter, inputs: ReadonlyMap<string, InputName>): void {
    const known = inputs.has(name) || (this.#isBatt && (name === 'task_id' || name === 'log_path'))
    if (known && plain) return
    const advice =
      'Programs have one parameter, the input grid, or any of S, I and C; batts have task_id and log_path, too.'
    const message = known
      ? `The parameter ${name} is of a sort that programs do not have`
      : `No program has a parameter ${name}`
    this.#scope.fail({ code: 'unsupported-parameter', at, message, advice })
  }

  #readAssignment({ targets, value, at }: Assignment): void {
    const [target] = targets
    if (this.#isBatt && beginsLists(targets, value)) return
    if (value.kind === 'call' && value.callee.kind === 'name' && value.callee.name === SAMPLE_READER) {
      return this.#readSamples(
        targets,
        value.args.map((arg) => arg.value),
        at,
      )
    }
    if (targets.length > 1 && value.kind === 'tuple' && value.items.length === targets.length)
      return this.#readTogether(targets, value.items)
    if (targets.length !== 1) {
      for (const { name, at: place } of targets) this.#scope.assign(name, undefined, place)
      this.#scope.fail({
        code: 'unsupported-statement',
        at,
        message: 'Not part of a program: an assignment to several names',
      })
      return
    }
    const { name } = target!
    this.#scope.assign(name, this.#readLine(name, value, at), target!.at)
  }

  /** Reads the value of a line; in a batt the line fails as a whole. */
  #readLine(name: string, value: Expression, at: number): Operand | undefined {
    const from = this.#scope.statements.length
    // The default of a function that is no primitive is the empty tuple, as that of `identity` is.
    const isWrapped = this.#isBatt && value.kind === 'call' && helperName(this.#scope, value.callee) !== undefined
    const line = isWrapped ? primitiveCall(this.#scope, 'identity', [value], at) : value
    const operand = readAssigned(this.#scope, line, name, at)
    if (this.#isBatt) this.#scope.joinLine(from, operand)
    return operand
  }

  /** Reads `a, b = x, y`: all values before the first name is assigned. */
  #readTogether(targets: Assignment['targets'], values: readonly Expression[]): void {
    const operands = values.map((value, k) => this.#readLine(targets[k]!.name, value, value.at))
    for (const [k, { name, at }] of targets.entries()) this.#scope.assign(name, operands[k], at)
  }

  #readGuarded(attempt: Assignment, fallbacks: readonly Assignment[], at: number): void {
    if (!this.#isBatt) {
      const message = 'Not part of a solver or verifier: a guarded statement'
      this.#scope.fail({ code: 'unsupported-statement', at, message, advice: 'Only batts are guarded.' })
    }
    for (const fallback of fallbacks) {
      if (isDefaultOf(fallback, attempt)) continue
      const message = 'The except branch does not assign the safe default of the function that the try branch calls'
      const advice = `The form is: try: t1 = f(...) / except (...): t1 = ${DEFAULT_MAKER}(f)`
      this.#scope.fail({ code: 'bad-guard', at: fallback.at, message, advice })
    }
    this.#readAssignment(attempt)
  }

  /**
   * All inputs, all outputs, and the colours of each as tuples in ascending order, as returned by `p_g`. The demo pairs of
   * a task are grids, so that no part fails; for any other argument all four values would have to fail together.
   */
  #readSamples(targets: Assignment['targets'], args: readonly Expression[], at: number): void {
    const samples = args.length === 1 ? readExpression(this.#scope, args[0]!, 'samples') : undefined
    if (targets.length !== 4 || samples?.kind !== 'input' || samples.name !== 'S') {
      const advice = `The form is: t1, t2, t3, t4 = ${SAMPLE_READER}(S)`
      this.#scope.fail({
        code: 'arity',
        at,
        message: `${SAMPLE_READER} takes the demo pairs S and gives four values`,
        advice,
      })
    }
    const place = this.#scope.source.placeAt(at)
    const wellKnown = (name: string) => this.#scope.wellKnown(name)
    const call = (name: string, callee: string, ...operands: Operand[]): Operand =>
      this.#scope.call(wellKnown(callee), operands, place, name === '_' ? 'samples' : name, name === '_')
    const values: Operand[] = []
    if (samples !== undefined && targets.length === 4) {
      const [inputs, outputs, inputColors, outputColors] = targets.map((target) => target.name)
      const isT = this.#scope.dialect.id === 't'
      values.push(call(inputs!, 'apply', wellKnown('first'), samples))
      values.push(call(outputs!, 'apply', wellKnown(isT ? 'second' : 'last'), samples))
      const colors = isT ? wellKnown('p_g') : call('_', 'compose', wellKnown('totuple'), wellKnown('palette'))
      values.push(call(inputColors!, 'mapply', colors, values[0]!), call(outputColors!, 'mapply', colors, values[1]!))
    }
    for (const [k, target] of targets.entries()) this.#scope.assign(target.name, values[k], target.at)
  }

  #readReturn(value: Expression | undefined, at: number): void {
    this.#returned = true
    if (!this.#isBatt) {
      if (value === undefined) this.#scope.fail({ code: 'no-return', at, message: `${this.name} returns nothing` })
      else this.#result = readExpression(this.#scope, value, 'O')
      return
    }
    const names = value?.kind === 'tuple' ? value.items.map((item) => (item.kind === 'name' ? item.name : '')) : []
    if (names.toSorted().join() === 'o,s') return
    this.#scope.fail({
      code: 'no-return',
      at,
      message: 'A batt returns its two lists',
      advice: 'End with: return o, s',
    })
  }

  #readBare(value: Expression, at: number): void {
    if (value.kind === 'call' && value.callee.kind === 'member' && this.#isBatt) {
      const { object, property } = value.callee
      const entry = value.args[0]?.value
      if (
        (object === 'o' || object === 's') &&
        property === 'append' &&
        value.args.length === 1 &&
        entry?.kind === 'tuple'
      ) {
        const from = this.#scope.statements.length
        const output = readEntry(this.#scope, object, entry.items, at)
        this.#scope.joinLine(from, output?.value)
        if (output !== undefined) this.#outputs.push(output)
        return
      }
    }
    const message = 'Not part of a program: an expression whose value is not used'
    this.#scope.fail({ code: 'unsupported-statement', at, message, advice: 'It is not run. Assign it to a name.' })
  }
}

function isInput(name: string): name is InputName {
  return name === 'I' || name === 'S' || name === 'C'
}

/** The inputs by the names of parameters: I, S and C, or a single parameter of any other name, which is the grid. */
function inputsOf(parameters: readonly PythonParameter[], isBatt: boolean): ReadonlyMap<string, InputName> {
  const [first] = parameters
  if (!isBatt && parameters.length === 1 && !isInput(first!.name)) return new Map([[first!.name, 'I']])
  return new Map(parameters.flatMap(({ name }) => (isInput(name) ? [[name, name]] : [])))
}

/** Whether an assignment makes `o`, `s` or both of them empty lists. */
function beginsLists(targets: Assignment['targets'], value: Expression): boolean {
  const values = value.kind === 'tuple' ? value.items : [value]
  return (
    values.length === targets.length &&
    targets.every(({ name }) => name === 'o' || name === 's') &&
    values.every((item) => item.kind === 'list' && item.items.length === 0)
  )
}

/** Whether `fallback` assigns the safe default of the call in `attempt` to the same names. */
function isDefaultOf(fallback: Assignment, attempt: Assignment): boolean {
  const names = (assignment: Assignment) => assignment.targets.map((target) => target.name).join()
  if (names(fallback) !== names(attempt)) return false
  if (attempt.value.kind !== 'call') return false
  const { callee } = attempt.value
  const { value } = fallback
  const isSamples = callee.kind === 'name' && callee.name === SAMPLE_READER
  if (isSamples && value.kind === 'tuple')
    return value.items.every((item) => item.kind === 'tuple' && item.items.length === 0)
  if (value.kind !== 'call' || value.callee.kind !== 'name' || value.callee.name !== DEFAULT_MAKER) return false
  const given = value.args[0]?.value
  if (value.args.length !== 1 || given === undefined) return false
  if (callee.kind === 'name') return given.kind === 'name' && given.name === callee.name
  return given.kind === callee.kind
}
