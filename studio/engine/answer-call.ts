// The calls of the engine, as a worker answers them. Runs in Node as well, so that tests can call it directly.

import type { Backend } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { galleryFiles, galleryTasks } from '../../src/data/gallery.ts'
import { readTasks } from '../../src/data/read-tasks.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { traceProgram } from '../../src/engine/trace/trace-program.ts'
import { checkPrograms } from '../../src/language/check/check-program.ts'
import type { Program } from '../../src/language/program.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import { listDeclarations } from './list-declarations.ts'
import { inspectProgram } from './inspect-program.ts'
import { openProgram } from './open-program.ts'
import { studyAnswers } from './study-answers.ts'
import type { EngineCalls, EngineMethod, ReadPrograms, RunParams, SourceFile } from './messages.ts'

type Answers = {
  readonly [Method in EngineMethod]: (
    params: EngineCalls[Method]['params'],
  ) => EngineCalls[Method]['result'] | Promise<EngineCalls[Method]['result']>
}

const answers: Answers = {
  gallery: ({ samples = 5 }) => {
    const files = galleryFiles()
    return { tasks: galleryTasks({ samples }), files, ...readAll(files) }
  },
  readTasks: ({ files }) => readTasks(files.map(({ name, text }) => ({ name, content: text }))),
  readPrograms: ({ files }) => readAll(files),
  run,
  trace: ({ program, demos, sample, measure }) =>
    traceProgram(program, { demos, input: sample.input, candidate: measure === true ? sample.output : undefined }),
  inspect: (params) => inspectProgram(params, run),
  openProgram: ({ file, program }) => openProgram(file, program),
  declarations: ({ dialect }) => listDeclarations(dialect),
  ...studyAnswers,
}

/** Answers a call; throws the errors of the engine. */
export async function answerCall<Method extends EngineMethod>(
  method: Method,
  params: EngineCalls[Method]['params'],
): Promise<EngineCalls[Method]['result']> {
  return answers[method](params)
}

// Kept: a new heap costs more than a run of one program, and a device has compiled its kernels.
const backends = new Map<'cpu' | 'gpu', Backend>()

async function backendOf(name: 'cpu' | 'gpu'): Promise<Backend> {
  let backend = backends.get(name)
  if (backend === undefined) {
    backend = name === 'gpu' ? (await import('./gpu-backend.ts')).openGpuBackend() : new CpuBackend()
    backends.set(name, backend)
  }
  return backend
}

async function run({ programs, tasks, pairing = 'own', outputs = 'none', measure = false, ...rest }: RunParams) {
  const backend = await backendOf(rest.backend ?? 'cpu')
  // The hash of the tasks is for files of results only.
  const dataset = { tasks, hash: '' }
  const results: PairResult[] = []
  const onPair = (result: PairResult) => results.push(result)
  const settings = { outputs, measure }
  await runPrograms({ programs, dataset, pairing, backend, settings, onPair, keepResults: false })
  return results
}

function readAll(files: readonly SourceFile[]): ReadPrograms {
  const read = files.map(({ name, text }) => readProgramFile(text, name))
  const programs: Program[] = read.flatMap((one) => one.programs)
  const sources = files.map(({ name, text }) => ({ file: name, content: text }))
  return { programs, diagnostics: [...read.flatMap((one) => one.diagnostics), ...checkPrograms(programs, sources)] }
}
