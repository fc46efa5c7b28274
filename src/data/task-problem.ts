// A problem in a task file, by its path in the JSON; line and column are computed only for the message.

import { showText } from '../language/diagnostics.ts'
import { type ErrorPlace, UserError } from '../language/errors.ts'
import type { SourceText } from '../language/source-text.ts'
import { type JsonPath, findPlace } from '../language/json/json-places.ts'

/** The codes of problems inside a task file (docs/errors.md). */
export type TaskProblemCode =
  | 'task-shape'
  | 'task-grid'
  | 'task-id'
  | 'task-limit'
  | 'task-duplicate'
  | 'task-solutions'

const MAX_SHOWN_KEY = 40

/** Something wrong at a path. `says` goes on from the path: `train[0].input` "has no rows". */
export class TaskProblem extends Error {
  override readonly name = 'TaskProblem'
  readonly code: TaskProblemCode
  readonly path: JsonPath
  readonly advice: string

  constructor(code: TaskProblemCode, path: JsonPath, says: string, advice: string) {
    super(`${formatPath(path)} ${says}`)
    this.code = code
    this.path = path
    this.advice = advice
  }
}

/** The problem as a UserError with line and column. */
export function toUserError(problem: TaskProblem, source: SourceText): UserError {
  const { code, message, advice, path } = problem
  return new UserError(code, message, { advice, place: placeOf(source, path, code === 'task-id' ? 'key' : 'value') })
}

/** The place of the value at a path, or of the key before it. */
export function placeOf(source: SourceText, path: JsonPath, what: 'key' | 'value' = 'value'): ErrorPlace {
  return { file: source.file, ...source.placeAt(findPlace(source.text, path)[what]) }
}

/** The spelling of a path: `train[2].output[3]`; the empty path is the file itself. */
export function formatPath(path: JsonPath): string {
  if (path.length === 0) return 'The file'
  return path.map((step, k) => (typeof step === 'number' ? `[${step}]` : formatKey(step, k === 0))).join('')
}

function formatKey(key: string, isFirst: boolean): string {
  if (!/^[\w-]+$/.test(key) || key.length > MAX_SHOWN_KEY) return `[${quote(key)}]`
  return isFirst ? key : `.${key}`
}

/** Untrusted text for a message: in quotes, cut, without control characters. */
export function quote(text: string): string {
  const cut = text.length > MAX_SHOWN_KEY ? `${text.slice(0, MAX_SHOWN_KEY)}…` : text
  return `"${showText(cut)}"`
}

/** A short description of a JSON value, for messages. */
export function nameOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? `the text ${quote(value)}` : String(value)
}
