// The library: programs and tasks are read, planned, run, and give results. Runs in Node and in browsers; docs/api.md shows how.

// Programs: read from Python or JSON, checked for what is surely not meant, and printed. Text is parsed, never run.
export { type CheckedFile, checkPrograms } from './language/check/check-program.ts'
export { type Diagnostic, type DiagnosticCode, formatDiagnostic } from './language/diagnostics.ts'
export { printJsonPrograms } from './language/json/print-json.ts'
export { printPrograms } from './language/python/print-python.ts'
export type {
  DifferOutput,
  InputName,
  Operand,
  Program,
  ProgramMode,
  SolverOutput,
  SourcePlace,
  Statement,
} from './language/program.ts'
export { type CellLayout, type Dialect, type DialectId, dialectIds, dialectOf } from './language/dialects.ts'
export { readProgramFile } from './language/read-any.ts'
export type { ReadOptions } from './language/recognize-dialect.ts'
export { readJsonPrograms } from './language/json/read-json.ts'
export { type ReadResult, readPrograms } from './language/python/read-python.ts'

// Programs made in TypeScript: the DSL as typed functions. `megabatt/dsl` has the same without the name before them.
export * as dsl from './dsl.ts'

// Batts: made of solvers and differs, mutated or not; one output of a batt as a program of its own.
export { type CardOptions, type CardedBatt, cardPrograms } from './batts/card.ts'
export { type CutOptions, cutProgram } from './batts/cut.ts'
export type { Mutation, MutationKind } from './batts/mutation.ts'
export { printBatt, printMutations } from './batts/print-batt.ts'

// Evolution: programs searched for tasks, resumable from the checkpoint of any round; `evolve` also runs in browsers.
export type { Checkpoint } from './evolve/checkpoint.ts'
export type {
  BatchEvaluator,
  CountedWork,
  EvaluationRequest,
  EvaluationResult,
  Judgement,
  MeasureResult,
} from './evolve/evaluate.ts'
export { EngineEvaluator, type EngineOptions } from './evolve/engine-evaluator.ts'
export { type EvolveRequest, type EvolveResult, type RoundReport, evolve } from './evolve/evolve.ts'
export type { GenerationReport, ReportedProgram, TaskResult } from './evolve/generation-report.ts'
export { parseCheckpoint } from './evolve/parse-checkpoint.ts'
export { type EvolveSettings, type FitnessPart, defaultSettings, fitnessParts } from './evolve/settings.ts'

// Tasks: read from files' contents, or made of rows of numbers. A dataset is tasks and their hash.
export { hashTasks, makeDataset } from './data/dataset-hash.ts'
export { gridFromRows, gridToRows } from './data/grid-rows.ts'
export { type TaskFile, readTasks } from './data/read-tasks.ts'
export {
  type Dataset,
  type GridData,
  type Pair,
  type SampleName,
  type Task,
  nameSample,
  samplesOf,
  spellSample,
} from './data/task.ts'

// The gallery: tasks drawn by rule, as many samples as wanted, and programs for them.
export { type GalleryOptions, galleryPrograms, gallerySource, galleryTasks } from './data/gallery.ts'

// Runs: programs on tasks, results pair by pair, a report of all; a key that tells whether two runs are the same.
export type { Pairing } from './engine/run/pair-programs.ts'
export type {
  BattOutput,
  CandidateResult,
  DefaultCount,
  DifferResult,
  KeptOutput,
  PairResult,
  PairSummary,
} from './engine/run/pair-result.ts'
export {
  type JudgedSamples,
  type PairVerdict,
  type SetCounts,
  isPassed,
  judgeSamples,
  pairVerdicts,
} from './engine/run/pair-verdict.ts'
export {
  type FailedSample,
  type JudgedSample,
  type SampleCounts,
  type SampleResult,
  type SampleVerdict,
  type WrongSample,
  countSamples,
  failuresOf,
} from './engine/run/sample-result.ts'
export { runKey } from './engine/run/run-key.ts'
export type { OutputValue, Progress } from './engine/run/run-pass.ts'
export { type RunRequest, runPrograms } from './engine/run/run-programs.ts'
export type { StopSignal } from './backends/stop-signal.ts'
export type { ReportedCrash, RunReport } from './engine/run/run-report.ts'
export type { Shard } from './engine/run/shard.ts'
export { ReuseCache, type ReuseOptions, type ReuseReport } from './engine/reuse/reuse-cache.ts'

// Scores: solvers and differs on tasks, attempts at test outputs, submissions; and the HTML report of a run or a score.
export { type GatherRequest, gatherReport } from './engine/report/gather-report.ts'
export { renderReport } from './engine/report/render-report.ts'
export type { ReportData } from './engine/report/report-data.ts'
export { type Score, type ScoreRequest, type ScoreStage, scorePrograms } from './engine/score/score-programs.ts'
export type { ReportedAttempt, ScoreReport, SolverScore, TaskScore } from './engine/score/score-report.ts'
export type { DifferWorth } from './engine/score/differ-worth.ts'
export { type RuleScore, type ScoringRule, scoreByRules, scoringRules } from './engine/score/scoring-rules.ts'
export { type Submission, findSubmissionProblems, makeSubmission } from './engine/score/submission.ts'

// Traces: one program on one sample, statement by statement.
export { type Trace, type TraceInputs, type TracedStatement, traceProgram } from './engine/trace/trace-program.ts'

// Explanations: the call inside a failed statement that fails, and the reason.
export { type ExplainOptions, explainFailure } from './engine/explain/explain-failure.ts'
export type { StackEntry } from './engine/explain/explain-frames.ts'
export { type FailureExplanation, formatExplanation } from './engine/explain/failure-explainer.ts'

// Plans and backends: what a run makes of programs, and who runs it.
export type { Backend, Crash, Evaluations, RunSettings, Unit } from './backends/backend.ts'
export { CpuBackend } from './backends/cpu/cpu-backend.ts'
export { Graph, type MergeOptions, type MergedProgram, mergePrograms } from './plan/graph.ts'
export { type Plan, type PlannedProgram, countSteps, lowerGraph } from './plan/plan.ts'
export type { Cost } from './engine/plan/measure-plan.ts'
export { type PatternReport, type PlanReport, type PlanReportRequest, reportPlans } from './engine/plan/plan-report.ts'
export type { PatternKind } from './plan/patterns.ts'

// The GPU: a backend on devices of this process. `openWebDevice` opens a browser's; Node's is in `megabatt/node`.
export type { ChunkDevice } from './backends/gpu/chunk/chunk-device.ts'
export type { AdapterDescription, DeviceKind, DeviceLimits, GpuDevice } from './backends/gpu/device/device.ts'
export { openWebDevice } from './backends/gpu/device/webgpu/device.web.ts'
export { GpuBackend, type GpuBackendOptions } from './backends/gpu/gpu-backend.ts'
export { LocalDevice } from './backends/gpu/resident/local-device.ts'
export type { DeviceReport, Fallback, FallbackReason, GpuReport } from './backends/gpu-report.ts'

// Values: as results have them (the notation), and as plain JavaScript.
export {
  type Plain,
  type PlainFunction,
  decodePlain,
  encodePlain,
  plainFromNotation,
} from './language/values/plain-values.ts'
export {
  type Notation,
  NotationError,
  decodeNotation,
  encodeNotation,
  spellNotation,
} from './language/values/value-notation.ts'

// Errors: what is thrown, with code, place and advice; docs/errors.md lists the codes.
export {
  BugError,
  EnvironmentError,
  type ErrorPlace,
  LimitError,
  MegabattError,
  UserError,
  describeError as formatError,
} from './language/errors.ts'

// Single calls: primitives on words of a heap, below programs and runs.
export { CpuEvaluator } from './backends/cpu/cpu-evaluator.ts'
export type { Call, Evaluation, Evaluator, Work } from './backends/evaluator.ts'
export { type ConformReport, type Vector, conform } from './engine/conform/conform.ts'
export { DEFAULT_BUDGET, Heap, resetHeap } from './kernel/heap.ts'
export { type Word, isError } from './kernel/words.ts'
export { type ErrorKind, describeError, errorKind, errorRule } from './language/values/error-words.ts'
export { primitiveNamed, primitiveWord, primitives } from './language/names.ts'
export type { Parameter, Primitive } from './primitives/primitive.ts'
