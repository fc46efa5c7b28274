// The messages of `megabatt serve`: JSON-RPC 2.0, one message a line. docs/schema/serve-1.json has the same as a JSON schema.

import type { Diagnostic } from '../language/diagnostics.ts'
import type { ErrorPlace } from '../language/errors.ts'
import type { DialectId } from '../language/dialects.ts'
import type { BattOutput, DefaultCount } from '../engine/run/pair-result.ts'
import type { RunReport } from '../engine/run/run-report.ts'

/** Changes with the meaning of any message. */
export const PROTOCOL_VERSION = 1

/** The id of a request, chosen by the client. */
export type RequestId = string | number

/** A request; without an id it is a notification, which gets no answer. */
export interface Request {
  readonly id?: RequestId
  readonly method: string
  readonly params: unknown
}

/** Numbers of errors: those of JSON-RPC, and one for each class of errors. */
export const ERROR_NUMBERS = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  bug: -32_603,
  user: -32_001,
  limit: -32_002,
  environment: -32_003,
  cancelled: -32_800,
} as const

/** An error as answers have it; `data.code` is listed in docs/errors.md. */
export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data: { readonly code: string; readonly advice?: string; readonly place?: ErrorPlace }
}

/** A message of the server. */
export type ServerMessage =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: unknown }
  | { readonly jsonrpc: '2.0'; readonly id: RequestId | null; readonly error: ErrorObject }
  | { readonly jsonrpc: '2.0'; readonly method: 'results'; readonly params: ResultsParams }
  | { readonly jsonrpc: '2.0'; readonly method: 'progress'; readonly params: ProgressParams }

/** Progress of a run or a score. */
export interface ProgressParams {
  readonly request: RequestId
  readonly stage: 'running' | 'solving' | 'measuring' | 'attempting'
  readonly done: number
  readonly total: number
}

/** Results of a run, in the order of pairs. */
export interface ResultsParams {
  readonly request: RequestId
  readonly blocks: readonly ResultBlock[]
}

/** The results of several programs on one task, by column. */
export interface ResultBlock {
  readonly task: string
  /** The position, in the list of the run's programs, of the first program; the others follow it. */
  readonly from?: number
  /** The ids of the programs, where they do not follow each other in the list. */
  readonly programs?: readonly number[]
  /** A letter for each program: s solved, p passes-demos, u unknown, n near, w wrong, e error, l limit. */
  readonly verdicts: string
  /** A letter for each sample, program by program: r right, w wrong, u unknown, e error, l limit. */
  readonly samples: string
  /** For each w of `samples` the number of differing cells, -1 for another size, -2 for a value that is no grid. */
  readonly differing: readonly number[]
  /** For each e and l of `samples` the index of its failure. */
  readonly failed: readonly number[]
  readonly failures: readonly Failure[]
  /** For each program its values by output and sample, where they were asked for: hashes, or values. */
  readonly outputs?: readonly unknown[]
  /** The outputs of batts, each with the index of its program in the block. */
  readonly batts?: readonly BattDetail[]
}

/** Where and why a program failed. */
export interface Failure {
  readonly statement: string | null
  readonly line: number | null
  readonly kind: string
  readonly message: string
}

/** What a batt has besides its verdict. */
export interface BattDetail {
  readonly index: number
  readonly defaults: readonly DefaultCount[]
  readonly outputs: readonly BattOutput[]
}

/** The answer to `run`. */
export interface RunSummary extends Omit<RunReport, 'results'> {
  /** The number of right outputs of each program, in the order of the run's list of programs. */
  readonly rightByProgram: readonly number[]
  /** Whether the run was cancelled; counts are of the pairs that were sent. */
  readonly cancelled: boolean
  /** The number of values that were too large to be sent; they are null. */
  readonly omittedOutputs: number
}

/** A program that a server holds. */
export interface HeldProgram {
  readonly id: number
  readonly name: string
  readonly file: string
  readonly dialect: DialectId
  readonly mode: 'strict' | 'guarded'
  readonly task: string | null
}

/** The answer to `addPrograms`. */
export interface AddedPrograms {
  /** Each with the index of the source that it is from. */
  readonly programs: readonly (HeldProgram & { readonly source: number })[]
  /** Each with the index of its source. */
  readonly diagnostics: readonly (Diagnostic & { readonly source: number })[]
}

/** A task that a server holds. */
export interface HeldTask {
  readonly id: string
  readonly demos: number
  readonly tests: number
  /** The number of cells of each expected output, demos first; null where it is not known. */
  readonly cells: readonly (number | null)[]
}
