// The options that choose a backend, and the opening of that backend.

import { type Command, Option } from 'commander'
import { availableParallelism } from 'node:os'
import type { Choice } from '../backends/plan-choice.ts'
import type { Backend } from '../backends/backend.ts'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import { GrowingBackend } from '../backends/workers/growing-backend.ts'
import type { StepwiseRoute } from '../backends/gpu/stepwise/stepwise-backend.ts'
import type { FamilyChoice } from '../backends/gpu/shaders/families.ts'
import type { GpuBackendOptions } from '../backends/gpu/gpu-backend.ts'
import type { Verify } from '../backends/gpu/verify-rows.ts'
import { defaultMemory, shareMemory } from '../backends/memory-share.node.ts'
import { UserError } from '../language/errors.ts'
import { type EngineOptions, addEngineOption, chooseEngine } from './engine-option.ts'
import { type DeviceOptions, addDeviceOptions, isNamed, wantedDevices } from './device-options.ts'
import { countFromOne } from './option-values.ts'
import { formatDuration } from './show/progress.ts'
import { type UnusedCase, refuseUnused } from './unused-options.ts'

/** The values of the options that `addBackendOptions` adds. */
export interface BackendOptions extends EngineOptions, DeviceOptions {
  /** Default: one thread, and all cores where the run takes long. */
  readonly backend?: 'cpu' | 'workers' | 'gpu' | 'auto'
  readonly workers?: number
  readonly memory?: number
  readonly route: 'resident' | 'grouped' | 'per-op'
  readonly gpuMemory?: number
  readonly verify: Verify
  readonly kernels: 'suited' | 'ordinary' | 'tuned'
  /** Default: small ones on a GPU, where a run needs many kernels. */
  readonly families?: FamilyChoice
  /** Not an option of commands: runs nothing on the thread of the command, which has other work. */
  readonly threadsOnly?: boolean
}

const isStepwise = ({ backend, route }: BackendOptions) => backend === 'gpu' && route !== 'resident'
const isWithoutDevice = ({ backend }: BackendOptions) => backend !== 'gpu' && backend !== 'auto'
const FOR_DEVICES = 'Add --backend gpu, or leave it out.'

/** The cases in which these options have no effect. */
const UNUSED: readonly UnusedCase<BackendOptions>[] = [
  {
    option: 'workers',
    isUnused: ({ backend }) => backend === 'cpu' || backend === 'gpu',
    when: 'with --backend cpu and gpu',
    advice: 'Use --backend workers or auto, or leave out --backend.',
  },
  {
    option: 'engine',
    isUnused: ({ backend }) => backend === 'gpu',
    when: 'with --backend gpu',
    advice: 'It chooses the form of kernels on the CPU; leave it out.',
  },
  { option: 'route', isUnused: ({ backend }) => backend !== 'gpu', when: 'without --backend gpu', advice: FOR_DEVICES },
  {
    option: 'kernels',
    isUnused: ({ backend }) => backend !== 'gpu',
    when: 'without --backend gpu',
    advice: 'Add --backend gpu, or leave it out; --backend auto chooses kernels by their costs.',
  },
  { option: 'families', isUnused: isWithoutDevice, when: 'without --backend gpu or auto', advice: FOR_DEVICES },
  { option: 'device', isUnused: isWithoutDevice, when: 'without --backend gpu or auto', advice: FOR_DEVICES },
  { option: 'gpuMemory', isUnused: isWithoutDevice, when: 'without --backend gpu or auto', advice: FOR_DEVICES },
  { option: 'gpuMemory', isUnused: isStepwise, when: 'with --route', advice: 'Leave out --route or --gpu-memory.' },
  { option: 'kernels', isUnused: isStepwise, when: 'with --route', advice: 'Leave out --route or --kernels.' },
  { option: 'families', isUnused: isStepwise, when: 'with --route', advice: 'Leave out --route or --families.' },
  { option: 'memory', isUnused: isStepwise, when: 'with --route', advice: 'Leave out --route or --memory.' },
]

/** Adds the options that choose a backend to a command. */
export function addBackendOptions(command: Command): Command {
  const withKernels = refuseUnused(addEngineOption(command), UNUSED)
    .addOption(
      new Option(
        '--backend <name>',
        'cpu: one thread; workers: all cores; gpu: a WebGPU or OpenCL device; auto: the estimated fastest; default: one thread, and all cores if the run takes long',
      ).choices(['cpu', 'workers', 'gpu', 'auto']),
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
        'gpu: tuned kernels, in which a workgroup makes one call together, for every call that they can make; ordinary ones; or those suited to the device and to the length of a call',
      )
        .choices(['suited', 'ordinary', 'tuned'])
        .default('suited'),
    )
    .addOption(
      new Option(
        '--families <size>',
        'gpu: kernels that share a pipeline; default: large families where a run needs 40 kernels and more',
      ).choices(['none', 'small', 'large']),
    )
  return addDeviceOptions(withKernels)
    .option('--gpu-memory <mb>', 'gpu: maximum memory of all devices together, in MB', countFromOne)
    .addOption(
      new Option('--verify <how>', 'gpu: compare with the CPU and stop at the first difference')
        .choices(['off', 'sample', 'full'])
        .default('off'),
    )
}

/** Suited: on a GPU tuned ones for long calls, else ordinary ones. */
const TUNED_CHOICES = { suited: {}, ordinary: { tuned: 'none' }, tuned: { tuned: 'all', tunedCalls: 'all' } } as const

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
  const place = placeOf(options)
  switch (place) {
    case 'cpu':
      return new CpuBackend({ engine: chooseEngine(options), heapWords: heapWordsOf(options, 1) })
    case 'growing':
      return openGrowing(options, listeners)
    case 'workers':
      return openWorkers(options)
    case 'gpu':
      return options.route === 'resident' ? openGpu(options, listeners) : openStepwise(options.route, options)
    case 'auto':
      return openAuto(options, listeners)
  }
  return place satisfies never
}

/** The chosen place; a number of workers chooses these. */
function placeOf({ backend, workers }: BackendOptions): NonNullable<BackendOptions['backend']> | 'growing' {
  if (backend !== undefined) return backend
  if (workers !== undefined) return 'workers'
  return availableParallelism() > 1 ? 'growing' : 'cpu'
}

async function openWorkers(options: BackendOptions): Promise<Backend> {
  const { WorkersBackend } = await import('../backends/workers/workers-backend.node.ts')
  const workers = options.workers ?? availableParallelism()
  const backend = new WorkersBackend({
    workers,
    withHost: options.threadsOnly !== true,
    engine: chooseEngine(options),
    heapWords: heapWordsOf(options, workers),
  })
  backend.startThreads()
  return backend
}

/**
 * A clock of the CPU time of this process in milliseconds. Asking the system takes as long as running a small program on a task, so
 * it is asked at most once in two milliseconds.
 */
function newCpuClock(): () => number {
  let asked = -Infinity
  let cpuMs = 0
  return () => {
    const now = performance.now()
    if (now - asked < 2) return cpuMs
    asked = now
    const { user, system } = process.cpuUsage()
    cpuMs = (user + system) / 1000
    return cpuMs
  }
}

/** One thread, and all cores where the run takes long, which is said. */
async function openGrowing(options: BackendOptions, { onNotice }: BackendListeners): Promise<Backend> {
  return new GrowingBackend({
    engine: chooseEngine(options),
    heapWords: heapWordsOf(options, 1),
    openWorkers: () => openWorkers(options),
    // The time of this process: on a busy machine, short work takes long, and threads would not help.
    now: newCpuClock(),
    onGrowth: (restMs) =>
      onNotice?.(`using all ${availableParallelism()} cores: about ${formatDuration(restMs)} left on one`),
  })
}

/** Opens the worker threads, if they are wanted, before the inputs are read: they start meanwhile. */
export async function openWorkersEarly(options: BackendOptions): Promise<Backend | undefined> {
  return placeOf(options) === 'workers' ? openBackend(options) : undefined
}

/** The most words of each of `heapCount` heaps. */
function heapWordsOf({ memory }: BackendOptions, heapCount: number): number {
  return shareMemory(toBytes(memory) ?? defaultMemory(), heapCount)
}

/** Refuses options without effect: nobody must believe that a run was verified when it was not. */
function checkTogether(options: BackendOptions): void {
  const { backend, route, verify } = options
  const isResident = backend === 'auto' || (backend === 'gpu' && route === 'resident')
  const asked = verify !== 'off' ? '--verify' : countDevices(options) > 1 ? '--devices' : undefined
  if (isResident || asked === undefined) return
  throw new UserError('resident-only', `${asked} is for values that stay on a device`, {
    advice: 'Use it with --backend gpu and without --route, or leave it out.',
  })
}

function countDevices({ devices }: BackendOptions): number {
  return typeof devices === 'number' ? devices : devices.length
}

async function openStepwise(route: StepwiseRoute, options: BackendOptions): Promise<Backend> {
  const { openNodeDevice } = await import('../backends/gpu/device/device.node.ts')
  const { StepwiseBackend } = await import('../backends/gpu/stepwise/stepwise-backend.ts')
  return new StepwiseBackend(await openNodeDevice(wantedDevices(options, process.env)[0]), route)
}

async function openGpu(
  options: BackendOptions,
  listeners: BackendListeners,
  tuned: Pick<GpuBackendOptions, 'tuned' | 'tunedCalls'> = TUNED_CHOICES[options.kernels],
): Promise<Backend> {
  const { gpuMemory, verify, families } = options
  const wanted = wantedDevices(options, process.env)
  const { GpuBackend } = await import('../backends/gpu/gpu-backend.ts')
  const { DeviceOpener } = await import('./open-devices.ts')
  // Several devices may share one adapter.
  const opener = new DeviceOpener(
    wanted,
    gpuMemory === undefined ? undefined : toBytes(gpuMemory / wanted.length),
    listeners.onNotice,
  )
  const open = wanted.map((_, k) => () => opener.openTrusted(k))
  const heapWords = heapWordsOf(options, verify === 'off' ? 1 : 2)
  return new GpuBackend({
    open,
    verify,
    heapWords,
    ...tuned,
    ...(families === undefined ? {} : { families }),
    ...listeners,
  })
}

async function openAuto(options: BackendOptions, listeners: BackendListeners): Promise<Backend> {
  const { AutoBackend } = await import('../backends/auto/auto-backend.ts')
  const { MachineCosts } = await import('./machine-costs.ts')
  const [wanted] = wantedDevices(options, process.env)
  const { findDevice, costs } = new MachineCosts(wanted!, toBytes(options.gpuMemory), listeners.onMeasure)
  return new AutoBackend({
    workers: options.workers ?? availableParallelism(),
    allowSoftware: isNamed(wanted!),
    findDevice,
    costs,
    open: (place, tuned) =>
      place === 'gpu'
        ? openGpu(options, listeners, tuned === undefined ? {} : { tuned })
        : openBackend({ ...options, backend: place }, listeners),
    ...(listeners.onChoice === undefined ? {} : { onChoice: listeners.onChoice }),
  })
}

function toBytes(megabytes: number | undefined): number | undefined {
  return megabytes === undefined ? undefined : megabytes * 1_000_000
}
