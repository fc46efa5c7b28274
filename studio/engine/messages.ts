// The messages between the page and its engine workers. A worker keeps nothing between two calls, so any worker can answer any call.

import type { Pair, Task } from '../../src/data/task.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import type { Pairing } from '../../src/engine/run/pair-programs.ts'
import type { SampleResult } from '../../src/engine/run/sample-result.ts'
import type { Trace } from '../../src/engine/trace/trace-program.ts'
import type { Diagnostic } from '../../src/language/diagnostics.ts'
import type { DialectId } from '../../src/language/dialects.ts'
import type { ErrorPlace } from '../../src/language/errors.ts'
import type { Program } from '../../src/language/program.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import type { StudyCalls } from './study-messages.ts'

/** A file by its name, with or without folders, and its text. */
export interface SourceFile {
  readonly name: string
  readonly text: string
}

/** Programs and the problems of their files: errors of the reader, then warnings of `check`. */
export interface ReadPrograms {
  readonly programs: readonly Program[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The gallery with its programs read. */
export interface Gallery extends ReadPrograms {
  readonly tasks: readonly Task[]
  readonly files: readonly SourceFile[]
}

/** Programs to run on tasks. */
export interface RunParams {
  readonly programs: readonly Program[]
  readonly tasks: readonly Task[]
  readonly pairing?: Pairing
  /** `gpu`: on WebGPU, if the browser has it; such calls belong to the lane `gpu`. Results are the same. */
  readonly backend?: 'cpu' | 'gpu'
  /** The values to keep in results; default: none. */
  readonly outputs?: 'none' | 'value'
  /** Sets C to the expected output. */
  readonly measure?: boolean
}

/** A program of a text, and a sample of a task to trace it on. */
export interface InspectParams {
  readonly file: SourceFile
  /** Default, and if the text has no such program: its first. */
  readonly program?: string | undefined
  readonly task?: Task | undefined
  /** Counts demo pairs, then test pairs, from 0. */
  readonly sample: number
  /** Sets C to the expected output. */
  readonly measure?: boolean
}

/** Everything that the page of a program shows. */
export interface Inspection extends ReadPrograms {
  /** The program; undefined if the text has none. */
  readonly program?: Program
  /** The verdicts on all samples of the task, if there is a task. */
  readonly samples?: readonly SampleResult[]
  readonly trace?: Trace
  /** The output of a strict program on the sample; a trace can end before it, with a failed statement that nothing depends on. */
  readonly output?: Notation
  /** The time of all that in the worker. */
  readonly elapsedMs: number
}

/** The calls of the engine, by name: parameters and result. */
export interface EngineCalls extends StudyCalls {
  /** The built-in tasks, and the programs for them in a file per task. */
  readonly gallery: { params: { readonly samples?: number }; result: Gallery }
  readonly readTasks: { params: { readonly files: readonly SourceFile[] }; result: readonly Task[] }
  readonly readPrograms: { params: { readonly files: readonly SourceFile[] }; result: ReadPrograms }
  readonly run: { params: RunParams; result: readonly PairResult[] }
  readonly trace: {
    params: {
      readonly program: Program
      readonly demos: readonly Pair[]
      readonly sample: Pair
      readonly measure?: boolean
    }
    result: Trace
  }
  /** Reads, checks, runs and traces a text at once: one message for each edit. */
  readonly inspect: { params: InspectParams; result: Inspection }
  /** The text of a program for the editor. */
  readonly openProgram: { params: { readonly file: SourceFile; readonly program: string }; result: OpenedProgram }
  /** The names that a program of a dialect can use, for completion and hover texts. */
  readonly declarations: { params: { readonly dialect: DialectId }; result: readonly DeclaredName[] }
}

/** A text to edit, and what it is of the file: all of it, one function, or a program of another format printed in Python. */
export interface OpenedProgram {
  readonly text: string
  readonly part: 'file' | 'function' | 'printed'
}

/** A primitive or constant as the editor shows it. */
export interface DeclaredName {
  readonly name: string
  readonly kind: 'primitive' | 'constant'
  /** The signature of a primitive, the value of a constant. */
  readonly text: string
  readonly prose: string
}

export type EngineMethod = keyof EngineCalls

/** A call on its way to a worker. */
export interface EngineRequest<Method extends EngineMethod = EngineMethod> {
  readonly id: number
  readonly method: Method
  readonly params: EngineCalls[Method]['params']
}

/** A failure of the engine, as its errors have it. */
export interface SentError {
  readonly code: string
  readonly message: string
  readonly advice?: string
  readonly place?: ErrorPlace
}

/** The answer to a call. */
export type EngineReply<Method extends EngineMethod = EngineMethod> =
  | { readonly id: number; readonly result: EngineCalls[Method]['result'] }
  | { readonly id: number; readonly error: SentError }
