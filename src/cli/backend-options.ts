// The options that choose a backend, and the opening of that backend.

import { type Command, Option } from 'commander'
import { availableParallelism } from 'node:os'
import type { Choice } from '../backends/auto/choose.ts'
import type { Backend } from '../backends/backend.ts'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import type { StepwiseRoute } from '../backends/gpu/stepwise/stepwise-backend.ts'
import type { TunedChoice } from '../backends/gpu/shaders/tuned/index.ts'
import type { Verify } from '../backends/gpu/verify-rows.ts'
import { defaultMemory, shareMemory } from '../backends/memory-share.node.ts'
import { UserError } from '../language/errors.ts'
import { type EngineOptions, addEngineOption, chooseEngine } from './engine-option.ts'
import { countFromOne } from './option-values.ts'

/** The values of the options that `addBackendOptions` adds. */
export interface BackendOptions extends EngineOptions {
  readonly backend: 'cpu' | 'workers' | 'gpu' | 'auto'
  readonly workers?: number
  readonly memory?: number
  readonly route: 'resident' | 'grouped' | 'per-op'
  readonly devices: number
  readonly gpuMemory?: number
  readonly verify: Verify
  readonly kernels: 'suited' | 'ordinary' | 'tuned'
}

/** Adds the options that choose a backend to a command. */
export function addBackendOptions(command: Command): Command {
  return addEngineOption(command)
    .addOption(
      new Option(
        '--backend <name>',
        'cpu: one thread; workers: all cores; gpu: a WebGPU device; auto: the estimated fastest',
      )
        .choices(['cpu', 'workers', 'gpu', 'auto'])
        .default('cpu'),
    )
    .option('--workers <n>', 'number of worker threads; default: one per core', countFromOne)
    .option(
      '--memory <mb>',
      'maximum memory of the process with its threads, in MB; default: 60 % of the machine’s',
      countFromOne,
    )
    .addOption(
      new Option('--route <how>', 'gpu: values stay on the device, or are read back after each kernel or each call')
        .choices(['resident', 'grouped', 'per-op'])
        .default('resident'),
    )
    .addOption(
      new Option(
        '--kernels <which>',
        'gpu: tuned kernels, in which a workgroup makes one call together, or ordinary ones',
      )
        .choices(['suited', 'ordinary', 'tuned'])
        .default('suited'),
    )
    .option('--devices <n>', 'gpu: number of devices, each in its own process', countFromOne, 1)
    .option('--gpu-memory <mb>', 'gpu: maximum memory of all devices together, in MB', countFromOne)
    .addOption(
      new Option('--verify <how>', 'gpu: compare with the CPU and stop at the first difference')
        .choices(['off', 'sample', 'full'])
        .default('off'),
    )
}

/** Suited: tuned ones on a GPU, ordinary ones on a software device. */
const TUNED_CHOICES = { suited: undefined, ordinary: 'none', tuned: 'all' } as const

/** Callbacks for a command that waits for a backend. */
export interface BackendListeners {
  readonly onCompile?: (done: number, total: number) => void
  readonly onMeasure?: (done: number, total: number) => void
  readonly onNotice?: (text: string) => void
  readonly onChoice?: (choices: readonly Choice[]) => void
}

/** Opens the chosen backend. */
export async function openBackend(options: BackendOptions, listeners: BackendListeners = {}): Promise<Backend> {
  checkTogether(options)
  switch (options.backend) {
    case 'cpu':
      return new CpuBackend({ engine: chooseEngine(options), heapWords: heapWordsOf(options, 1) })
    case 'workers': {
      const { WorkersBackend } = await import('../backends/workers/workers-backend.node.ts')
      const workers = options.workers ?? availableParallelism()
      const backend = new WorkersBackend({
        workers,
        engine: chooseEngine(options),
        heapWords: heapWordsOf(options, workers),
      })
      backend.startThreads()
      return backend
    }
    case 'gpu':
      return options.route === 'resident' ? openGpu(options, listeners) : openStepwise(options.route)
    case 'auto':
      return openAuto(options, listeners)
  }
  return options.backend satisfies never
}

/** Opens the worker threads, if they are wanted, before the inputs are read: they start meanwhile. */
export async function openWorkersEarly(options: BackendOptions): Promise<Backend | undefined> {
  return options.backend === 'workers' ? openBackend(options) : undefined
}

/** The most words of each of `heapCount` heaps. */
function heapWordsOf({ memory }: BackendOptions, heapCount: number): number {
  return shareMemory(toBytes(memory) ?? defaultMemory(), heapCount)
}

/** Refuses options without effect: nobody must believe that a run was verified when it was not. */
function checkTogether({ backend, route, devices, verify }: BackendOptions): void {
  const isResident = backend === 'auto' || (backend === 'gpu' && route === 'resident')
  const asked = verify !== 'off' ? '--verify' : devices > 1 ? '--devices' : undefined
  if (isResident || asked === undefined) return
  throw new UserError('resident-only', `${asked} is for values that stay on a device`, {
    advice: 'Use it with --backend gpu and without --route, or leave it out.',
  })
}

async function openStepwise(route: StepwiseRoute): Promise<Backend> {
  const { openNodeDevice } = await import('../backends/gpu/device/device.node.ts')
  const { StepwiseBackend } = await import('../backends/gpu/stepwise/stepwise-backend.ts')
  return new StepwiseBackend(await openNodeDevice(), route)
}

async function openGpu(
  options: BackendOptions,
  listeners: BackendListeners,
  tuned: TunedChoice | undefined = TUNED_CHOICES[options.kernels],
): Promise<Backend> {
  const { devices, gpuMemory, verify } = options
  const { GpuBackend } = await import('../backends/gpu/gpu-backend.ts')
  const { DeviceOpener } = await import('./open-devices.ts')
  // Several devices may share one adapter.
  const opener = new DeviceOpener(
    gpuMemory === undefined ? undefined : toBytes(gpuMemory / devices),
    listeners.onNotice,
  )
  const open = Array.from({ length: devices }, (_, k) => () => opener.openTrusted(k))
  const heapWords = heapWordsOf(options, verify === 'off' ? 1 : 2)
  return new GpuBackend({ open, verify, heapWords, ...(tuned === undefined ? {} : { tuned }), ...listeners })
}

async function openAuto(options: BackendOptions, listeners: BackendListeners): Promise<Backend> {
  const { AutoBackend } = await import('../backends/auto/auto-backend.ts')
  const { MachineCosts } = await import('./machine-costs.ts')
  const { findDevice, costs } = new MachineCosts(toBytes(options.gpuMemory), listeners.onMeasure)
  return new AutoBackend({
    workers: options.workers ?? availableParallelism(),
    allowSoftware: process.env.MEGABATT_DEVICE === 'software',
    findDevice,
    costs,
    open: (place, tuned) =>
      place === 'gpu' ? openGpu(options, listeners, tuned) : openBackend({ ...options, backend: place }, listeners),
    ...(listeners.onChoice === undefined ? {} : { onChoice: listeners.onChoice }),
  })
}

function toBytes(megabytes: number | undefined): number | undefined {
  return megabytes === undefined ? undefined : megabytes * 1_000_000
}
