// `megabatt bench`: one workload on all routes, side by side; `bench compare`: two of its reports.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os'
import { type BenchReport, type RouteName, isAllCorrect, routeNames } from '../../engine/bench/bench-report.ts'
import { renderBench } from '../../engine/bench/bench-page.ts'
import type { PlannedBatch } from '../../engine/bench/measure-routes.ts'
import { predictBatch } from '../../engine/bench/predict-batch.ts'
import { runBench } from '../../engine/bench/run-bench.ts'
import { pairedTasks } from '../../engine/bench/take-batch.ts'
import { type OpenedRoutes, needsDevice, openRoutes } from '../bench/open-routes.ts'
import { compareFiles } from '../bench/compare-files.ts'
import { type InputOptions, addInputOptions, nothingPaired, readInputs, readSettings } from '../inputs.ts'
import { readWantedDevice } from '../../backends/gpu/device/wanted-device.ts'
import { MachineCosts } from '../machine-costs.ts'
import { countFromOne, countSizes, parsePercent } from '../option-values.ts'
import { BackendProgress } from '../show/backend-progress.ts'
import { formatBench } from '../show/bench-table.ts'
import { ProgressLine } from '../show/progress.ts'
import { terminalWidth } from '../show/terminal-width.ts'
import { readVersion } from '../version.ts'
import { checkWritable, writeAtomically } from '../write-atomically.ts'

interface Options extends InputOptions {
  readonly sizes: readonly number[]
  readonly routes?: readonly RouteName[]
  readonly backend?: BackendName
  readonly repeat: number
  readonly workers?: number
  readonly memory?: number
  readonly gpuMemory?: number
  readonly out?: string
  readonly report?: string
  readonly force?: true
  readonly json?: true
}

const DEFAULT_SIZES = [3, 10, 30, 100, 300, 1000, 4000]
const DEFAULT_PASSES = 9
const NO_DEVICE = 3
/** The routes of a backend, as `run --backend` names it. */
const BACKEND_ROUTES = {
  cpu: ['sequential', 'native'],
  workers: ['workers', 'native-workers'],
  gpu: ['gpu-resident'],
  auto: ['auto'],
} as const satisfies Record<string, readonly RouteName[]>
type BackendName = keyof typeof BACKEND_ROUTES

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt bench\n  megabatt bench --programs solvers.py --tasks training/ --report bench.html\n  megabatt bench --sizes 3,100,4000 --routes workers,auto --out before.json\n  megabatt bench --backend gpu --report report.json\n  megabatt bench compare before.json after.json\n',
  )
  addInputOptions(command)
    .addOption(
      new Option('--sizes <counts>', 'batch sizes in samples, separated by commas')
        .argParser(countSizes)
        .default(DEFAULT_SIZES, DEFAULT_SIZES.join(',')),
    )
    .option('--routes <names>', 'routes to compare with sequential, separated by commas (default: all)', parseRoutes)
    .addOption(
      new Option('--backend <name>', 'the routes of one backend, instead of --routes')
        .choices(Object.keys(BACKEND_ROUTES))
        .conflicts('routes'),
    )
    .option('--repeat <n>', 'passes that count, of each route at each size', countFromOne, DEFAULT_PASSES)
    .option('--workers <n>', 'worker threads (default: as many as cores)', countFromOne)
    .option('--memory <mb>', 'the most memory of each route, in MB (default: 60 % of the machine’s)', countFromOne)
    .option('--gpu-memory <mb>', 'the most memory of the device, in MB', countFromOne)
    .option('--out <file>', 'write the report as JSON to a file, for `bench compare`')
    .option('--report <file>', 'write an HTML page with charts; to a file named *.json, the same as --out')
    .option('--force', 'replace the files of --out and --report')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `\nRoutes: ${routeNames.join(', ')}.\nGPU routes need a GPU; with MEGABATT_DEVICE=software they use the software device.\n\nExit code: 0 all results equal those of the sequential route, 1 some differ, 2 wrong use, 3 a route of --routes, or all of --backend, cannot run here.`,
    )
    .action(bench)
  command
    .command('compare <before> <after>')
    .description('report significant differences between two reports of the same workload')
    .addHelpText('before', 'Example:\n  megabatt bench compare before.json after.json\n')
    .option('--threshold <percent>', 'smaller changes of the median do not count', parsePercent, 5)
    .option('--json', 'print the comparison as JSON')
    .addHelpText(
      'after',
      '\nA change counts if the medians differ by the threshold and a Mann-Whitney U test of the passes is significant (0.01, corrected by Holm).\n\nExit code: 0 nothing is significantly slower, 1 something is, 2 a file cannot be read, or the workloads differ.',
    )
    .action((before: string, after: string, _, self: Command) => {
      // --json is an option of both commands; the outer one takes it.
      const { threshold, json } = self.optsWithGlobals<{ threshold: number; json?: true }>()
      process.exitCode = compareFiles(before, after, { threshold: threshold / 100, json: json === true })
    })
}

async function bench(options: Options): Promise<void> {
  const ofBackend = options.backend === undefined ? undefined : BACKEND_ROUTES[options.backend]
  const wanted = options.routes ?? ofBackend ?? routeNames
  const exitCode = wanted.some(needsDevice) ? await restart() : undefined
  if (exitCode !== undefined) {
    process.exitCode = exitCode
    return
  }
  const force = options.force === true
  for (const path of [options.out, options.report]) if (path !== undefined) checkWritable(path, { force })
  const { programs, dataset } = await readInputs(options)
  if (pairedTasks(programs, dataset.tasks, options.pair).length === 0) throw nothingPaired(programs, dataset, options)
  const preparing = new BackendProgress()
  const progress = new ProgressLine('passes')
  const opened = await openRoutes({ ...options, routes: wanted }, preparing.listeners)
  try {
    const report = await runBench({
      programs,
      dataset,
      pairing: options.pair,
      settings: readSettings(options),
      keepUnused: options.keepUnused === true,
      source: options.programs === undefined && options.tasks === undefined ? 'gallery' : 'files',
      sizes: options.sizes,
      passes: options.repeat,
      ...opened,
      predict: await newPredictor(opened, options, preparing),
      onProgress: progress.show,
      date: new Date().toISOString(),
      versions: { megabatt: await readVersion(), node: process.versions.node, v8: process.versions.v8 },
      describeMachine,
    })
    progress.clear()
    preparing.clear()
    writeReports(report, options)
    if (!isAllCorrect(report)) process.exitCode = 1
    else if (isMissing(opened, options.routes, ofBackend)) process.exitCode = NO_DEVICE
  } finally {
    progress.clear()
    preparing.clear()
    await opened.close()
  }
}

/** Whether a route that was named is left out, or all routes of the backend that was named. */
function isMissing(
  { leftOut }: OpenedRoutes,
  named: readonly RouteName[] | undefined,
  ofBackend: readonly RouteName[] = [],
): boolean {
  if (named !== undefined) return leftOut.length > 0
  return ofBackend.length > 0 && ofBackend.every((own) => leftOut.some(({ route }) => route === own))
}

/** The routes that are not resident use a device of this process, which finds the software device only after a restart. */
async function restart(): Promise<number | undefined> {
  if (process.env.MEGABATT_DEVICE !== 'software') return undefined
  const { restartWithDevice } = await import('../../backends/gpu/software/restart.node.ts')
  return restartWithDevice()
}

async function newPredictor(
  { workers, device, chosen }: OpenedRoutes,
  { gpuMemory }: Options,
  { listeners }: BackendProgress,
): Promise<(batch: PlannedBatch) => ReturnType<typeof predictBatch>> {
  const machine = new MachineCosts(
    readWantedDevice(process.env),
    gpuMemory === undefined ? undefined : gpuMemory * 1_000_000,
    listeners.onMeasure,
  )
  const found = device === undefined ? undefined : await machine.findDevice()
  return (batch) =>
    predictBatch(batch, {
      workers,
      device: found,
      chosen: chosen(),
      costs: (kernels) => machine.costs(kernels, found),
    })
}

function describeMachine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: `${platform()} ${process.arch}`,
    load: loadavg()[0]!,
  }
}

function writeReports(report: BenchReport, { out, report: page, json, force }: Options): void {
  const text = `${JSON.stringify(report, null, 2)}\n`
  if (out !== undefined) writeAtomically(out, text, { force: force === true })
  if (page !== undefined)
    writeAtomically(page, page.endsWith('.json') ? text : renderBench(report), { force: force === true })
  process.stdout.write(json === true ? text : formatBench(report, terminalWidth()))
}

function parseRoutes(text: string): RouteName[] {
  return text.split(',').map((part) => {
    const name = part.trim()
    const route = routeNames.find((known) => known === name)
    if (route !== undefined) return route
    throw new InvalidArgumentError(`Unknown route '${name}'. The routes are ${routeNames.join(', ')}.`)
  })
}
