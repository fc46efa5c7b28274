// `megabatt bench`: the same programs on the CPU and on a device, side by side, and what each kernel takes there.

import { type Command, Option } from 'commander'
import type { Backend } from '../../backends/backend.ts'
import { CpuBackend } from '../../backends/cpu/cpu-backend.ts'
import { LocalDevice } from '../../backends/gpu/resident/local-device.ts'
import { openNodeDevice } from '../../backends/gpu/device/device.node.ts'
import { GpuBackend } from '../../backends/gpu/gpu-backend.ts'
import { restartWithDevice } from '../../backends/gpu/software/restart.node.ts'
import { StepwiseBackend } from '../../backends/gpu/stepwise/stepwise-backend.ts'
import { WorkersBackend } from '../../backends/workers/workers-backend.node.ts'
import { type RunRequest, runPrograms } from '../../engine/run/run-programs.ts'
import type { RunReport } from '../../engine/run/run-report.ts'
import { BugError } from '../../language/errors.ts'
import { type InputOptions, addInputOptions, nothingPaired, readInputs, readSettings } from '../inputs.ts'
import { type EngineOptions, addEngineOption, chooseEngine } from '../engine-option.ts'
import { countFromOne } from '../option-values.ts'
import { type KernelTime, formatBench, formatKernelTimes } from '../show/bench-table.ts'
import { BackendProgress } from '../show/backend-progress.ts'
import { type UnusedCase, refuseUnused } from '../unused-options.ts'

interface Options extends InputOptions, EngineOptions {
  readonly backend: 'cpu' | 'gpu'
  readonly routes: string[]
  readonly repeat: number
  readonly gpuMemory?: number
  readonly json?: true
}

const FOR_DEVICES = 'Add --backend gpu, or leave it out.'
const UNUSED: readonly UnusedCase<Options>[] = (['routes', 'gpuMemory'] as const).map((option) => ({
  option,
  isUnused: ({ backend }) => backend !== 'gpu',
  when: 'without --backend gpu',
  advice: FOR_DEVICES,
}))

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt bench\n  megabatt bench --backend gpu --programs solvers.py --tasks training/\n',
  )
  refuseUnused(addEngineOption(addInputOptions(command)), UNUSED)
    .addOption(
      new Option('--backend <name>', 'cpu: one thread and all cores; gpu: those and a device')
        .choices(['cpu', 'gpu'])
        .default('cpu'),
    )
    .addOption(
      new Option('--routes <names...>', 'gpu: the ways that are tried')
        .choices(['resident', 'grouped', 'per-op'])
        .default(['resident']),
    )
    .option('--repeat <n>', 'passes that count; the time is the median one’s', countFromOne, 3)
    .option('--gpu-memory <mb>', 'gpu: the most memory of the device, in MB', countFromOne)
    .option('--json', 'print everything as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 it ran and all gave the same results, 2 wrong use, 3 there is no device, 70 results differ.',
    )
    .action(runBench)
}

async function runBench(options: Options): Promise<void> {
  const exitCode = options.backend === 'gpu' ? await restartWithDevice() : undefined
  if (exitCode !== undefined) {
    process.exitCode = exitCode
    return
  }
  const { programs, dataset } = await readInputs(options)
  const request = { programs, dataset, pairing: options.pair, keepUnused: options.keepUnused === true }
  const reports: { name: string; report: RunReport }[] = []
  const times = new Map<string, { dispatches: number; ns: number }>()
  for (const [name, open] of placesOf(options, times)) {
    const backend = await open()
    try {
      const report = await measure(backend, { ...request, settings: readSettings(options) }, options.repeat, times)
      if (report.evaluations === 0) throw nothingPaired(programs, dataset, options)
      reports.push({ name, report })
    } finally {
      await backend.close()
    }
  }
  checkSame(reports)
  const kernels = kernelTimes(times, reports, options.repeat)
  const text = options.json
    ? JSON.stringify({ places: reports, kernels }, null, 2)
    : [formatBench(reports), ...(kernels.length > 0 ? [formatKernelTimes(kernels)] : [])].join('\n')
  process.stdout.write(`${text}\n`)
}

function placesOf(
  { backend, routes, gpuMemory, engine: name }: Options,
  times: Map<string, { dispatches: number; ns: number }>,
): [string, () => Promise<Backend>][] {
  const engine = chooseEngine(name === undefined ? {} : { engine: name })
  const places: [string, () => Promise<Backend>][] = [
    ['cpu', async () => new CpuBackend({ engine })],
    ['workers', async () => new WorkersBackend({ engine })],
  ]
  if (backend === 'cpu') return places
  const { onCompile } = new BackendProgress().listeners
  const bytes = gpuMemory === undefined ? undefined : gpuMemory * 1_000_000
  for (const route of routes) {
    places.push([
      `gpu ${route}`,
      async () => {
        if (route === 'grouped' || route === 'per-op') return new StepwiseBackend(await openNodeDevice(), route)
        return new GpuBackend({
          open: [async () => new LocalDevice(await openNodeDevice(), bytes)],
          ...(onCompile === undefined ? {} : { onCompile }),
          onTimes: (chunk) => {
            for (const [name, { dispatches, ns }] of chunk) {
              const own = times.get(name) ?? { dispatches: 0, ns: 0 }
              times.set(name, { dispatches: own.dispatches + dispatches, ns: own.ns + ns })
            }
          },
        })
      },
    ])
  }
  return places
}

/** A pass to warm up and compile, then those that count. */
async function measure(
  backend: Backend,
  request: RunRequest,
  repeat: number,
  times: Map<string, unknown>,
): Promise<RunReport> {
  await runPrograms({ ...request, backend })
  // The first pass of a device compiles.
  if (backend instanceof GpuBackend) times.clear()
  return runPrograms({ ...request, backend, repeat })
}

function checkSame(reports: readonly { name: string; report: RunReport }[]): void {
  const sums = ({ right, wrong, errors, limits, defaults }: RunReport) =>
    [right, wrong, errors, limits, defaults].join()
  const [first] = reports
  const other = reports.find(({ report }) => sums(report) !== sums(first!.report))
  if (other !== undefined) throw new BugError('bench-differs', `${other.name} gives other results than ${first!.name}`)
}

function kernelTimes(
  times: ReadonlyMap<string, { dispatches: number; ns: number }>,
  reports: readonly { name: string; report: RunReport }[],
  passes: number,
): KernelTime[] {
  const calls = reports.find(({ name }) => name === 'gpu resident')?.report.gpu?.calls ?? {}
  return Array.from(times, ([kernel, { dispatches, ns }]) => ({
    kernel,
    calls: calls[kernel] ?? 0,
    dispatches: dispatches / passes,
    ms: ns / 1e6 / passes,
  })).toSorted((a, b) => b.ms - a.ms)
}
