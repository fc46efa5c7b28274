// Runs one workload on the CPU and on the GPU of the browser, in turns, and compares every evaluation.

import type { Backend } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { openWebDevice } from '../../src/backends/gpu/device/webgpu/device.web.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import { LocalDevice } from '../../src/backends/gpu/resident/local-device.ts'
import { checkDevice } from '../../src/backends/gpu/trust/self-check.ts'
import { TrustedDevice } from '../../src/backends/gpu/trust/trusted-device.ts'
import { type Task, samplesOf, spellSample } from '../../src/data/task.ts'
import { spreadOf } from '../../src/engine/bench/statistics.ts'
import { pairedTasks, takeBatch } from '../../src/engine/bench/take-batch.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { EnvironmentError } from '../../src/language/errors.ts'
import type { Program } from '../../src/language/program.ts'
import type { BackendDifference, BackendFigures, CardReport, CompareParams, CompileProgress } from './study-messages.ts'

const PASSES = 5
/** No pass is added after this time. */
const MAX_PASSES_MS = 4000
const MAX_DIFFERENCES = 20

interface Workload {
  readonly programs: readonly Program[]
  readonly tasks: readonly Task[]
}

interface Pass {
  readonly ms: number
  readonly report: RunReport
  readonly results: readonly PairResult[]
}

/** Compares; throws an EnvironmentError with the remedy where the browser has no device. */
export async function compareBackends({ programs, tasks, batch, channel }: CompareParams): Promise<CardReport> {
  const workload = { programs, tasks: takeBatch(pairedTasks(programs, tasks, 'own'), batch) }
  const device = await openWebDevice()
  const { adapter, limits } = device
  const selfCheck = await checkDevice(device)
  if (!selfCheck.passed) {
    device.destroy()
    throw new EnvironmentError('gpu-untrusted', `${adapter.name} fails its self-check`, {
      advice: 'The device is not used. Update its driver.',
    })
  }
  const progress = new BroadcastChannel(channel)
  const cpu = new CpuBackend()
  const gpu = new GpuBackend({
    open: [async () => new TrustedDevice(await LocalDevice.open(device))],
    onCompile: (done, total) => progress.postMessage({ done, total } satisfies CompileProgress),
  })
  try {
    const firstOnCpu = await makePass(cpu, workload)
    const firstOnGpu = await makePass(gpu, workload)
    const times = { cpu: [] as number[], gpu: [] as number[] }
    let onCpu = firstOnCpu
    let onGpu = firstOnGpu
    const started = performance.now()
    // In turns: a machine that slows down slows down both.
    for (let pass = 0; pass === 0 || (pass < PASSES && performance.now() - started < MAX_PASSES_MS); pass++) {
      onCpu = await makePass(cpu, workload)
      onGpu = await makePass(gpu, workload)
      times.cpu.push(onCpu.ms)
      times.gpu.push(onGpu.ms)
    }
    const { report } = onGpu
    return {
      format: 'megabatt card report',
      version: 1,
      date: new Date().toISOString(),
      browser: navigator.userAgent,
      cores: navigator.hardwareConcurrency,
      adapter,
      limits,
      selfCheck: { passed: selfCheck.passed, checkCount: selfCheck.checkCount },
      workload: {
        programs: [...new Set(onCpu.results.map(({ program }) => program))],
        tasks: workload.tasks.map(({ id }) => id),
        samples: workload.tasks.reduce((sum, task) => sum + samplesOf(task).length, 0),
        evaluations: report.evaluations,
      },
      cpu: figuresOf(firstOnCpu, times.cpu, onCpu),
      gpu: {
        ...figuresOf(firstOnGpu, times.gpu, onGpu),
        // Kernels are compiled in the first pass only.
        report: { ...report.gpu!, compiled: firstOnGpu.report.gpu!.compiled },
        kernels: await timeKernels(gpu, workload),
      },
      ...compareResults(firstOnCpu.results, firstOnGpu.results),
    }
  } finally {
    progress.close()
    await gpu.close()
  }
}

async function makePass(backend: Backend, { programs, tasks }: Workload): Promise<Pass> {
  const results: PairResult[] = []
  const report = await runPrograms({
    programs,
    dataset: { tasks, hash: '' },
    backend,
    settings: { outputs: 'hash' },
    onPair: (result, pair) => (results[pair] = result),
    keepResults: false,
  })
  return { ms: report.time.runMs, report, results }
}

function figuresOf(first: Pass, passesMs: readonly number[], { report }: Pass): BackendFigures {
  const ms = spreadOf(passesMs)
  return {
    firstMs: first.ms,
    passesMs,
    ms,
    evaluationsPerSecond: (1000 * report.evaluations) / ms.median,
    work: report.work,
  }
}

async function timeKernels(gpu: GpuBackend, workload: Workload): Promise<CardReport['gpu']['kernels']> {
  const byKernel = new Map<string, { dispatches: number; ns: number }>()
  gpu.onTimes = (times) => {
    for (const [kernel, { dispatches, ns }] of times) {
      const own = byKernel.get(kernel) ?? { dispatches: 0, ns: 0 }
      own.dispatches += dispatches
      own.ns += ns
      byKernel.set(kernel, own)
    }
  }
  await makePass(gpu, workload)
  gpu.onTimes = undefined
  return Array.from(byKernel, ([kernel, { dispatches, ns }]) => ({ kernel, dispatches, ms: ns / 1e6 })).sort(
    (a, b) => b.ms - a.ms,
  )
}

/** Compares verdicts, errors, defaults and the hashes of all values. */
function compareResults(
  onCpu: readonly PairResult[],
  onGpu: readonly PairResult[],
): Pick<CardReport, 'equal' | 'differences'> {
  const differences: BackendDifference[] = []
  let [count, of] = [0, 0]
  for (const [k, cpu] of onCpu.entries()) {
    const gpu = onGpu[k]!
    for (const [s, sample] of cpu.samples.entries()) {
      of++
      const [here, there] = [spell(cpu, s), spell(gpu, s)]
      if (here === there) count++
      else if (differences.length < MAX_DIFFERENCES) {
        const { program, task } = cpu
        differences.push({ program, task, sample: spellSample(sample), cpu: here, gpu: there })
      }
    }
  }
  return { equal: { count, of }, differences }
}

function spell({ samples, outputs }: PairResult, s: number): string {
  return JSON.stringify([samples[s], outputs?.map((values) => values[s])])
}
