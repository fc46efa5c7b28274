// Reads one JSON program: its keys, statements, outputs and result.

import { checkArity } from '../python/call-arguments.ts'
import { closestName } from '../closest-name.ts'
import { type Dialect, dialectOf } from '../dialects.ts'
import { FunctionScope, housekeepingNames } from '../function-scope.ts'
import { findInnerProblems } from '../python/inner-calls.ts'
import { decideJsonDialect } from './json-dialect.ts'
import type { JsonPath } from './json-places.ts'
import { type RisingPlaces, findSyntaxError, locateInJson } from './locate-json.ts'
import { type JsonOutline, outlineJson } from './outline-json.ts'
import type { DifferOutput, InputName, Operand, Program, SolverOutput, Statement } from '../program.ts'
import { isBattName, isProgramName, taskOfName } from '../program-names.ts'
import { JsonProblem, readJsonOperand, shorten } from './read-json-value.ts'
import type { ReadOptions } from '../recognize-dialect.ts'
import type { SourceText } from '../source-text.ts'
import { MAX_NESTING } from '../python/split-source.ts'

type JsonObject = Readonly<Record<string, unknown>>

const PROGRAM_KEYS = ['name', 'task', 'mode', 'dialect', 'statements', 'result', 'outputs', 'comment']
const STATEMENT_KEYS = ['name', 'call', 'args', 'inner', 'comment']
const OUTPUT_KEYS = {
  o: ['kind', 'number', 'mutated', 'solver', 'value', 'comment'],
  s: ['kind', 'number', 'owner', 'differ', 'value', 'comment'],
} as const

const INPUTS: ReadonlyMap<string, InputName> = new Map([
  ['I', 'I'],
  ['S', 'S'],
  ['C', 'C'],
])

/** Message for an object that cannot be part of a program. */
export const TOO_MANY_KEYS = 'An object with far more keys than there are'

/** Result of reading a program; `count` is its share of the limit per file. */
export interface JsonProgramResult {
  readonly program?: Program | undefined
  readonly count: number
  readonly isJson: boolean
}

/** Reads the program in the half-open range [start, end); if it returns no program, it has reported a diagnostic. */
export function readJsonProgram(
  source: SourceText,
  places: RisingPlaces,
  start: number,
  end: number,
  options: ReadOptions,
): JsonProgramResult {
  const outline = outlineJson(source.text, start, end, MAX_NESTING)
  if (outline.deepAt !== undefined) {
    const message = `Something here is nested far deeper than ${MAX_NESTING}`
    source.report('error', { code: 'too-deep', at: outline.deepAt, message })
    return { count: 1, isJson: true }
  }
  if (outline.crowdedAt !== undefined) {
    source.report('error', { code: 'bad-shape', at: outline.crowdedAt, message: TOO_MANY_KEYS })
    return { count: 1, isJson: true }
  }
  let json: JsonObject
  try {
    json = JSON.parse(source.text.slice(start, end)) as JsonObject
  } catch {
    const { at, what } = findSyntaxError(source.text, start, end)
    source.report('error', { code: 'syntax-error', at, message: `This is not JSON: ${what}` })
    return { count: 1, isJson: false }
  }
  const dialect = decideJsonDialect(json, options)
  if (typeof dialect === 'object') {
    source.report('error', { ...dialect, at: outline.members.get('dialect')?.at ?? start })
    return { count: 1, isJson: true }
  }
  const reader = new ProgramReader(source, places, json, outline, start, dialectOf(dialect))
  return { program: reader.read(), count: 1 + reader.count, isJson: true }
}

class ProgramReader {
  count = 0
  readonly #scope: FunctionScope
  readonly #places: RisingPlaces
  readonly #json: JsonObject
  readonly #outline: JsonOutline
  readonly #start: number
  readonly #outputs: (SolverOutput | DifferOutput)[] = []
  #name = ''
  #task: string | undefined
  #isGuarded = false
  #result: Operand | undefined

  constructor(
    source: SourceText,
    places: RisingPlaces,
    json: JsonObject,
    outline: JsonOutline,
    start: number,
    dialect: Dialect,
  ) {
    this.#scope = new FunctionScope(source, { dialect, inputs: INPUTS, housekeeping: housekeepingNames })
    this.#places = places
    this.#json = json
    this.#outline = outline
    this.#start = start
  }

  read(): Program | undefined {
    this.#attempt(this.#start, this.#locateMember, () => this.#readHead())
    this.#readList('statements', (item, at, locate) => this.#readStatement(item, at, locate))
    this.#readList('outputs', (item, _, locate) => this.#readOutput(item, locate))
    this.#attempt(this.#start, this.#locateMember, (locate) => this.#readResult(locate))
    if (!this.#scope.failed) this.#checkInner()
    if (this.#scope.failed) return undefined
    return {
      name: this.#name,
      ...(this.#task === undefined ? {} : { task: this.#task }),
      mode: this.#isGuarded ? 'guarded' : 'strict',
      dialect: this.#scope.dialect.id,
      file: this.#scope.source.file,
      statements: this.#scope.statements,
      ...(this.#result === undefined ? {} : { result: this.#result }),
      outputs: this.#outputs,
    }
  }

  #readHead(): void {
    checkKeys(this.#json, PROGRAM_KEYS)
    const { name, task, mode } = this.#json
    this.#name = readName(name, 'program')
    this.#isGuarded = mode === undefined ? isBattName(this.#name) : mode === 'guarded'
    if (mode !== undefined && mode !== 'guarded' && mode !== 'strict') {
      throw new JsonProblem('bad-shape', ['mode'], 'The mode of a program is "strict" or "guarded"')
    }
    if (!this.#isGuarded && isBattName(this.#name)) {
      throw new JsonProblem('bad-shape', ['mode'], `${this.#name} is the name of a batt, which is guarded`)
    }
    if (task === undefined) this.#task = this.#isGuarded ? undefined : taskOfName(this.#name)
    else if (typeof task !== 'string' || this.#isGuarded) {
      const message = this.#isGuarded ? 'A guarded program is for no single task' : 'The task is a text'
      throw new JsonProblem('bad-shape', ['task'], message)
    } else this.#task = task
  }

  #readStatement(json: JsonObject, at: number, locate: Locate): void {
    let name: string | undefined
    try {
      checkKeys(json, STATEMENT_KEYS)
      name = readName(json.name, 'statement')
      const { call, args, inner } = json
      if (!Array.isArray(args)) throw new JsonProblem('bad-shape', ['args'], 'The arguments are a list')
      if (inner !== undefined && typeof inner !== 'boolean') {
        throw new JsonProblem('bad-shape', ['inner'], '"inner" is true or false')
      }
      const callee = readJsonOperand(this.#scope, call, ['call'], locate)
      const operands = args.map((arg: unknown, k) => readJsonOperand(this.#scope, arg, ['args', k], locate))
      if (callee === undefined || operands.includes(undefined)) this.#scope.assign(name, undefined, at)
      else this.#addStatement(name, callee, operands as Operand[], inner === true, at)
    } catch (thrown) {
      // The name is defined all the same, so that its uses are not reported as unknown.
      if (name !== undefined) this.#scope.assign(name, undefined, at)
      throw thrown
    }
  }

  #addStatement(name: string, callee: Operand, args: readonly Operand[], inner: boolean, at: number): void {
    const isFunction =
      callee.kind === 'constant' && typeof callee.value === 'object' && callee.value !== null && 'call' in callee.value
    if (!isFunction) checkArity(this.#scope, callee, args.length, at)
    const index = this.#scope.statements.length
    const statement: Statement = { name, callee, args, place: this.#places.placeAt(at) }
    this.#scope.statements.push(inner ? { ...statement, inner } : statement)
    this.#scope.assign(name, { kind: 'statement', index }, at)
  }

  #readOutput(json: JsonObject, locate: Locate): void {
    const { kind, number, mutated = false, solver, owner, differ } = json
    if (!this.#isGuarded)
      throw new JsonProblem('bad-entry', [], 'Only guarded programs have outputs; this has a result')
    if (kind !== 'o' && kind !== 's')
      throw new JsonProblem('bad-entry', ['kind'], 'The kind of an output is "o" or "s"')
    checkKeys(json, OUTPUT_KEYS[kind])
    if (!Number.isSafeInteger(number)) throw new JsonProblem('bad-entry', ['number'], 'The number is an integer')
    const wanted = kind === 'o' ? { solver } : { owner, differ }
    for (const [key, text] of Object.entries(wanted)) {
      if (typeof text !== 'string') throw new JsonProblem('bad-entry', [key], `An output "${kind}" has a text "${key}"`)
    }
    if (typeof mutated !== 'boolean') throw new JsonProblem('bad-entry', ['mutated'], '"mutated" is true or false')
    const value = readJsonOperand(this.#scope, json.value, ['value'], locate)
    if (value === undefined) return
    this.#outputs.push(
      kind === 'o'
        ? { kind, number: number as number, mutated, solver: solver as string, value }
        : { kind, number: number as number, owner: owner as string, differ: differ as string, value },
    )
  }

  #readResult(locate: Locate): void {
    const { result } = this.#json
    if (this.#isGuarded) {
      if (result === undefined) return
      throw new JsonProblem('bad-shape', ['result'], 'A guarded program has outputs, and no result')
    }
    if (result !== undefined) this.#result = readJsonOperand(this.#scope, result, ['result'], locate)
    else if (!this.#scope.failed) {
      const advice = 'Add the key "result" with the name of a statement.'
      throw new JsonProblem('no-return', [], `${this.#name} gives no result`, advice)
    }
  }

  #checkInner(): void {
    const ends = this.#outputs.map(({ value }) => value)
    if (this.#result !== undefined) ends.push(this.#result)
    const member = this.#outline.members.get('statements')
    const advice = 'An inner statement is used once, by a later statement or an output; leave "inner" out.'
    for (const { index, code, message } of findInnerProblems(this.#scope.statements, ends)) {
      this.#scope.fail({ code, at: member?.items.starts[index] ?? this.#start, message, advice })
    }
  }

  /** Reads each object of a list; a problem in one does not stop the others. */
  #readList(key: string, readItem: (item: JsonObject, at: number, locate: Locate) => void): void {
    const list = this.#json[key]
    if (list === undefined) return
    const member = this.#outline.members.get(key)
    const listAt = member?.at ?? this.#start
    if (!Array.isArray(list)) {
      this.#scope.fail({ code: 'bad-shape', at: listAt, message: `"${key}" is a list` })
      return
    }
    this.count += list.length
    const { text } = this.#scope.source
    for (const [k, item] of list.entries()) {
      const at = member?.items.starts[k] ?? listAt
      const locateInItem: Locate = (path) => locateInJson(text, at, member?.items.ends[k] ?? at, path)
      this.#attempt(at, locateInItem, (locate) => {
        if (typeof item === 'object' && item !== null && !Array.isArray(item)) readItem(item as JsonObject, at, locate)
        else throw new JsonProblem('bad-shape', [], `Each of "${key}" is an object`)
      })
    }
  }

  readonly #locateMember: Locate = ([key, ...path]) => {
    const at = this.#outline.members.get(String(key))?.at ?? this.#start
    return locateInJson(this.#scope.source.text, at, this.#outline.end, path)
  }

  /** Reads a part that starts at `at` and reports its problem, if any, at the place found by `locate`. */
  #attempt(at: number, locate: Locate, read: (locate: Locate) => void): void {
    const locateOnce: Locate = (path) => (this.#scope.source.isFull ? at : locate(path))
    try {
      read(locateOnce)
    } catch (thrown) {
      if (!(thrown instanceof JsonProblem)) throw thrown
      const { code, path, message, advice } = thrown
      this.#scope.fail({ code, at: path.length === 0 ? at : locateOnce(path), message, advice })
    }
  }
}

type Locate = (path: JsonPath) => number

function checkKeys(json: JsonObject, known: readonly string[]): void {
  const unknown = findUnknownKey(json, known)
  if (unknown !== undefined) throw new JsonProblem(unknown.code, [unknown.key], unknown.message, unknown.advice)
}

/** The first unknown key, with message and advice. */
export function findUnknownKey(
  json: object,
  known: readonly string[],
): { key: string; code: 'bad-shape'; message: string; advice: string } | undefined {
  const key = Object.keys(json).find((own) => !known.includes(own))
  if (key === undefined) return undefined
  const suggestion = closestName(key, known, 1)
  const advice = suggestion === undefined ? `The keys are: ${known.join(', ')}.` : `Did you mean "${suggestion}"?`
  return { key, code: 'bad-shape', message: `Nothing is known of a key "${shorten(key)}" here`, advice }
}

function readName(json: unknown, what: 'program' | 'statement'): string {
  if (typeof json === 'string' && isProgramName(json)) return json
  if (json === undefined) throw new JsonProblem('bad-shape', [], `A ${what} has a key "name"`)
  const advice = 'A name is a Python identifier: letters, digits and _, not starting with a digit, not a keyword.'
  throw new JsonProblem('bad-name', ['name'], `Not the name of a ${what}`, advice)
}
