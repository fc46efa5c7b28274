// `megabatt conform`: runs a conformance file on a backend and compares the results.

import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { CpuEvaluator } from '../../backends/cpu/cpu-evaluator.ts'
import { restartWithDevice } from '../../backends/gpu/software/restart.node.ts'
import type { Backend } from '../../backends/backend.ts'
import { BackendEvaluator } from '../../engine/conform/backend-evaluator.ts'
import { runForValues } from '../../engine/conform/backend-values.ts'
import { type ConformReport, type VerdictCounts, conform } from '../../engine/conform/conform.ts'
import { type ProgramConformReport, conformPrograms } from '../../engine/conform/conform-programs.ts'
import { readConformanceFile } from '../../engine/conform/conformance-file.ts'
import { holdsPrograms, readProgramVectors } from '../../engine/conform/program-vectors.ts'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { UserError } from '../../language/errors.ts'
import { type BackendOptions, addBackendOptions, openBackend } from '../backend-options.ts'
import { chooseEngine } from '../engine-option.ts'
import { type DialectOptions, dialectOption } from '../dialect-option.ts'
import { BackendProgress } from '../show/backend-progress.ts'

interface Options extends BackendOptions, DialectOptions {
  readonly only?: string
  readonly json?: true
}

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Example:\n  megabatt conform test/conformance/data/primitives.jsonl --backend gpu --only objects,fill\n',
  )
  addBackendOptions(command.argument('<file>', 'conformance data, one JSON object per line'))
    .addOption(dialectOption())
    .option('--only <names>', 'only these primitives, separated by commas')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 no failure, 1 a vector failed, 2 the file cannot be read, 3 there is no device.',
    )
    .action(runConform)
}

async function runConform(path: string, options: Options): Promise<void> {
  const text = await readText(path)
  if (holdsPrograms(text)) return runPrograms(text, path, options)
  const only = options.only === undefined ? undefined : new Set(options.only.split(',').map((name) => name.trim()))
  const file = readConformanceFile(text, path, { only, dialect: options.dialect })
  if (usesCpu(options))
    return show(
      await conform(new CpuEvaluator(DEFAULT_BUDGET, chooseEngine(options)), file.vectors, file.lines, file.dialect),
      options,
    )
  await withBackend(options, async (backend) =>
    show(await conform(new BackendEvaluator(backend, file.dialect), file.vectors, file.lines, file.dialect), options),
  )
}

/** Conformance data is checked on one thread unless another backend is asked for. */
function usesCpu({ backend, workers }: Options): boolean {
  return backend === 'cpu' || (backend === undefined && workers === undefined)
}

/** Opens the chosen backend, in a second process where necessary, and closes it at the end. */
async function withBackend(options: Options, use: (backend: Backend) => Promise<void>): Promise<void> {
  const needsDevice = options.backend === 'gpu' && options.route !== 'resident'
  const exitCode = needsDevice ? await restartWithDevice(options.device) : undefined
  if (exitCode !== undefined) {
    process.exitCode = exitCode
    return
  }
  const preparing = new BackendProgress()
  const backend = await openBackend(options, preparing.listeners)
  try {
    await use(backend)
  } finally {
    preparing.clear()
    await backend.close()
  }
}

async function runPrograms(text: string, path: string, options: Options): Promise<void> {
  if (options.only !== undefined) {
    throw new UserError('conform-programs', 'Of a file of whole programs, all are run', { advice: 'Leave out --only.' })
  }
  const { vectors, lines } = readProgramVectors(text, path, options.dialect)
  if (usesCpu(options)) return showPrograms(conformPrograms(vectors, lines, undefined, chooseEngine(options)), options)
  await withBackend(options, async (backend) => {
    const values = await runForValues(backend, vectors)
    showPrograms(conformPrograms(vectors, lines, { name: backend.name, values, work: backend.work }), options)
  })
}

function showPrograms(report: ProgramConformReport, options: Options): void {
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : formatProgramReport(report))
  if (report.failed > 0) process.exitCode = 1
}

function formatProgramReport(report: ProgramConformReport): string {
  const { programs, total, passed, deviations, failed, tainted, skipped } = report
  const failures = report.failures.map(
    (f) =>
      `line ${f.line}, sample ${f.sample + 1}, ${f.statement}:\n  expected ${JSON.stringify(f.expected)}\n  got      ${JSON.stringify(f.got)}`,
  )
  const counts = `${total} statements compared: ${passed} passed, ${deviations} deviations, ${failed} failed`
  const { onCpu, onGpu, dispatches } = report.work
  return [
    `${programs} programs, ${counts}`,
    `${report.backend}: ${onCpu} calls on the CPU, ${onGpu} on the GPU in ${dispatches} dispatches`,
    `${tainted} tainted by deviations, ${skipped} not written down`,
    ...failures,
    '',
  ].join('\n')
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new UserError('file-unreadable', `${path} cannot be read: ${(cause as Error).message}`, {
      place: { file: path },
      cause,
    })
  }
}

function show(report: ConformReport, options: Options): void {
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report))
  if (report.failed > 0) process.exitCode = 1
}

function formatReport(report: ConformReport): string {
  const rows = [...Object.entries(report.byTier), ['all', report] as const].map(([tier, counts]) =>
    formatCounts(tier, counts),
  )
  const { work } = report
  const where = `${work.onCpu} calls on the CPU, ${work.onGpu} on the GPU in ${work.dispatches} dispatches`
  const crossings = `up ${work.upload.count} times, ${work.upload.bytes} bytes; down ${work.download.count} times, ${work.download.bytes} bytes`
  const failures = report.failures.map(
    (f) =>
      `line ${f.line}: ${f.fn}(${f.args.map((arg) => JSON.stringify(arg)).join(', ')})\n  expected ${JSON.stringify(f.expected)}\n  got      ${JSON.stringify(f.got)}`,
  )
  const rules = Object.entries(report.byRule).map(([rule, count]) => `${count} by ${rule}`)
  const lines = [`${report.backend}: ${where}`, crossings, '', 'tier       total  passed  deviations  failed', ...rows]
  if (rules.length > 0) lines.push(`deviations: ${rules.join(', ')} (docs/deviations.md)`)
  return `${[...lines, ...failures].join('\n')}\n`
}

function formatCounts(tier: string, { total, passed, deviations, failed }: VerdictCounts): string {
  return (
    tier.padEnd(8) +
    [total, passed].map((n) => String(n).padStart(8)).join('') +
    String(deviations).padStart(12) +
    String(failed).padStart(8)
  )
}
