// What the page of gpu.test.ts runs: the conformance data and a run of programs, on the browser's device and on the CPU,
// and where the two differ. It is bundled for the browser, with those insides of the library that the data needs.

import type { Backend } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import type { Evaluator } from '../../src/backends/evaluator.ts'
import { BackendEvaluator } from '../../src/engine/conform/backend-evaluator.ts'
import { type StatementValues, runForValues } from '../../src/engine/conform/backend-values.ts'
import { conformPrograms } from '../../src/engine/conform/conform-programs.ts'
import { conform } from '../../src/engine/conform/conform.ts'
import { readConformanceFile } from '../../src/engine/conform/conformance-file.ts'
import { readProgramVectors } from '../../src/engine/conform/program-vectors.ts'
import {
  GpuBackend,
  LocalDevice,
  type PairResult,
  type RunSettings,
  decodeNotation,
  galleryTasks,
  isError,
  makeDataset,
  openWebDevice,
  readPrograms,
  runPrograms,
  spellNotation,
} from '../../src/index.ts'
import { keptLines, keptStatements, primitivesWithin } from './choose-kernels.ts'

/** What the backend said while it worked. */
const notices: string[] = []
const compiled: { done: number; total: number }[] = []
const cpu = new CpuBackend()
// One for everything, so that no kernel is compiled twice. Between two signs of life, a software device on a machine with
// other things to do may compile a long kernel for minutes.
const gpu = new GpuBackend({
  open: [async () => new LocalDevice(await openWebDevice())],
  watchdogMs: 600_000,
  onCompile: (done, total) => compiled.push({ done, total }),
  onNotice: (text) => notices.push(text),
})

/** The browser's device, opened and closed again, and what Node has and a browser has not. */
export async function describeDevice() {
  const device = await openWebDevice()
  const { adapter, limits } = device
  device.destroy()
  const globals = ['process', 'Buffer', 'setImmediate', 'require'].filter((name) => name in globalThis)
  return { adapter, limits, globals }
}

/** All that the backend counted so far. */
export function account() {
  return { report: gpu.gpu, work: gpu.work, notices, compiled }
}

/** The vectors of a conformance file whose kernels have at most so many characters each. */
export async function checkPrimitives(text: string, mostCharacters: number) {
  const { lines, left } = keptLines(text, primitivesWithin(mostCharacters))
  const file = readConformanceFile(lines.join('\n'), 'primitives.jsonl')
  const [here, there]: [string[], string[]] = [[], []]
  const expected = await conform(listen(cpu, here), file.vectors, file.lines)
  const { work: _, ...got } = await conform(listen(gpu, there), file.vectors, file.lines)
  return { got, expectedCounts: expected.byTier, left, ...compare(here, there) }
}

/** An evaluator on a backend whose answers are noted down: error words as they are, values spelled out. */
function listen(backend: Backend, answers: string[]): Evaluator {
  const evaluator = new BackendEvaluator(backend)
  return {
    name: evaluator.name,
    work: evaluator.work,
    newHeap: () => evaluator.newHeap(),
    evaluate: async (heap, calls) => {
      const evaluation = await evaluator.evaluate(heap, calls)
      for (const word of evaluation.results)
        answers.push(isError(word) ? `error ${word}` : spellNotation(decodeNotation(evaluation.heap, word)))
      return evaluation
    },
  }
}

/** The statements of a file of programs whose kernels have at most so many characters each. */
export async function checkPrograms(text: string, mostCharacters: number) {
  const { vectors: whole, lines } = readProgramVectors(text, 'programs.jsonl')
  const primitives = primitivesWithin(mostCharacters)
  const vectors = whole.map((vector) => keptStatements(vector, primitives))
  const [here, there] = [await runForValues(cpu, vectors), await runForValues(gpu, vectors)]
  const { work: _, ...got } = conformPrograms(vectors, lines, { name: gpu.name, values: there, work: gpu.work })
  // On each sample, each statement is compared.
  const count = (all: typeof vectors) =>
    all.reduce((sum, { program, samples }) => sum + program.statements.length * samples.length, 0)
  return { got, kept: count(vectors), left: count(whole) - count(vectors), ...compare(spell(here), spell(there)) }
}

function spell(values: StatementValues): string[] {
  return values.flat(2).map((value) => (value === undefined ? 'nothing' : spellNotation(value)))
}

/** How many answers there are, and the first few that differ. */
function compare(here: readonly string[], there: readonly string[]) {
  const mismatches = here.flatMap((answer, k) => (answer === there[k] ? [] : [{ k, cpu: answer, gpu: there[k] }]))
  return { answers: [here.length, there.length], mismatchCount: mismatches.length, mismatches: mismatches.slice(0, 5) }
}

/** A program on the tasks of the gallery, on both. */
export async function checkRun(text: string, settings: Partial<RunSettings>) {
  return { cpu: await runOn(cpu, text, settings), gpu: await runOn(gpu, text, settings) }
}

/** The same with a backend of its own, in a page that may have no device; tells `onKernel` of kernels, where there is one. */
export async function checkTrouble(text: string) {
  const { onKernel } = globalThis as { onKernel?: () => void }
  const own = new GpuBackend({
    open: [async () => new LocalDevice(await openWebDevice())],
    onCompile: () => onKernel?.(),
  })
  const results = { cpu: await runOn(cpu, text, {}), gpu: await runOn(own, text, {}) }
  await own.close()
  return { ...results, report: own.gpu, onCpu: own.work.onCpu }
}

async function runOn(backend: Backend, text: string, settings: Partial<RunSettings>) {
  const results: PairResult[] = []
  const report = await runPrograms({
    programs: readPrograms(text, 'batt.py').programs,
    dataset: makeDataset(galleryTasks({ samples: 2 })),
    pairing: 'all',
    settings,
    backend,
    onPair: (result) => results.push(result),
  })
  const { evaluations, defaults, errors, limits } = report
  return { results, counts: { evaluations, defaults, errors, limits } }
}

/** Frees the device. */
export async function close(): Promise<void> {
  await gpu.close()
}
