// The measured costs of kernels on this machine, in the cache folder: keyed by adapter, driver, processor and version, so
// that another device or version is measured again. Only requested kernels are measured.

import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import type { ChunkDevice } from '../gpu/chunk/chunk-device.ts'
import { cacheFolder } from '../cache-folder.node.ts'
import type { Costs, KernelCost } from './cost-model.ts'
import { type HostCosts, measureHost } from './measure-host.ts'
import { type DeviceCosts, kernelsOf, measureDevice, measureOnCpu, measureOnDevice, primitivesWith } from './measure.ts'

/** Time to start a worker thread and compile its module, in microseconds; a fixed value from one machine. */
const WORKER_START = 25_000

/** Changes with the way of measuring, so that older costs are not used. */
const METHOD = 3

interface Stored {
  readonly cpu: Record<string, KernelCost>
  readonly gpu: Record<string, KernelCost>
  readonly compile: Record<string, number>
  /** The kernels whose tuned form was faster. */
  readonly tuned: string[]
  device?: DeviceCosts
  host?: HostCosts
}

export interface CalibrationOptions {
  /** The full description of the adapter; empty without a device. */
  readonly device: string
  readonly version: string
  /** Opens the device to measure; not called if all costs are cached. */
  readonly open: (() => Promise<ChunkDevice>) | undefined
  readonly onMeasure?: (done: number, total: number) => void
  readonly env?: NodeJS.ProcessEnv
}

/** The costs of these kernels, from the cache or measured. */
export async function calibrate(kernels: ReadonlySet<string>, options: CalibrationOptions): Promise<Costs> {
  const { device, version, open, onMeasure, env = process.env } = options
  const machine = `${device}\n${version}\n${cpus()[0]?.model ?? ''}\n${METHOD}`
  const name = createHash('sha256').update(machine).digest('hex').slice(0, 32)
  const path = join(cacheFolder(env), 'costs', `${name}.json`)
  const stored = await read(path)
  const wanted = primitivesWith(kernels)
  const isMissing = (known: Record<string, unknown>) => (primitive: (typeof wanted)[number]) =>
    kernelsOf(primitive).some((kernel) => known[kernel] === undefined)
  const [onCpu, onGpu] = [
    wanted.filter(isMissing(stored.cpu)),
    open === undefined ? [] : wanted.filter(isMissing(stored.gpu)),
  ]
  for (const primitive of onCpu) {
    // Both kernels of a map are timed together; each gets half of the time.
    const own = kernelsOf(primitive)
    const cost = divide(measureOnCpu(primitive), own.length)
    for (const kernel of own) stored.cpu[kernel] = cost
  }
  if (open !== undefined && onGpu.length > 0) {
    const opened = await open()
    try {
      stored.device ??= await measureDevice(opened)
      stored.host ??= await measureHost()
      for (const [k, primitive] of onGpu.entries()) {
        const { cost, compile, isTuned } = await measureOnDevice(opened, primitive, stored.device)
        if (isTuned) stored.tuned.push(primitive.kernelName)
        const own = kernelsOf(primitive)
        for (const kernel of own) {
          stored.gpu[kernel] = divide(cost, own.length)
          stored.compile[kernel] = compile / own.length
        }
        onMeasure?.(k + 1, onGpu.length)
      }
    } finally {
      await opened.close()
    }
  }
  if (onCpu.length + onGpu.length > 0) await write(path, stored)
  const base = stored.device ?? { chunk: 0, round: 0, byte: 0 }
  return {
    cpu: stored.cpu,
    gpu: stored.gpu,
    compile: stored.compile,
    tuned: new Set(stored.tuned),
    ...base,
    worker: WORKER_START,
    host: stored.host ?? { row: 0, evaluation: 0 },
  }
}

function divide({ fixed, call, cell }: KernelCost, by: number): KernelCost {
  return { fixed: fixed / by, call: call / by, cell: cell / by }
}

async function read(path: string): Promise<Stored> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as Stored
    const { cpu, gpu, compile, tuned } = stored
    if ([cpu, gpu, compile].every((part) => typeof part === 'object') && Array.isArray(tuned)) return stored
  } catch {
    // Missing or damaged.
  }
  return { cpu: {}, gpu: {}, compile: {}, tuned: [] }
}

/** Writes the cache; without a writable cache the next process measures again. */
async function write(path: string, stored: Stored): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, JSON.stringify(stored))
  } catch {}
}
