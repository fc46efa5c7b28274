// Chooses the form of kernel code for a device: structured code, or blocks where the driver needs too long to compile it.
// The result is kept in the cache folder by adapter, driver and the text that was compiled.

import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { cacheFolder } from '../../cache-folder.node.ts'
import { type CodeForm, type KernelCode, structuredCode } from '../shaders/code-form.ts'
import { arityOfKernel } from '../shaders/kernel-arity.ts'
import { KernelError } from './device-errors.ts'
import type { GpuDevice } from './device.ts'
import { loadCode } from './load-code.node.ts'
import { Pipelines } from './pipelines.ts'
import { readWantedCode } from './wanted-code.ts'

/** The kernel that is compiled for measurement: of medium size, with sorting, comparing and loops. */
const PROBE = 'merge'
/** The longest acceptable time for it. NVIDIA's compiler takes 3 s; opening a device may take 60 s in all. */
const LIMIT_MS = 20_000
/**
 * Drivers on the CPU that were measured by hand, by vendor and architecture. SwiftShader compiles large kernels more slowly as structured code, and
 * runs it faster. Mesa's lavapipe takes a minute and more for many of them; the probe says little, as Mesa keeps what it has compiled once.
 */
const KNOWN_DRIVERS: ReadonlyMap<string, CodeForm> = new Map([
  ['google swiftshader', 'structured'],
  ['mesa software', 'blocks'],
])

export interface ChooseCodeOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly limitMs?: number
}

/** The kernels in the form to use on this device. */
export async function chooseCode(gpu: GpuDevice, options: ChooseCodeOptions = {}): Promise<KernelCode> {
  const { env = process.env, limitMs = LIMIT_MS } = options
  const wanted = readWantedCode(env)
  if (wanted !== 'auto') return loadCode(wanted, gpu.adapter)
  const ofDriver = KNOWN_DRIVERS.get(`${gpu.adapter.vendor} ${gpu.adapter.architecture}`)
  if (ofDriver !== undefined) return loadCode(ofDriver, gpu.adapter)
  const structured = structuredCode(gpu.kind)
  const folder = join(cacheFolder(env), 'gpu-code')
  const shader = structured.printKernel({ kernel: PROBE, arity: arityOfKernel(PROBE) })
  const key = JSON.stringify(gpu.adapter) + shader
  const path = join(folder, createHash('sha256').update(key).digest('hex').slice(0, 32))
  const known = await readForm(path)
  if (known !== undefined) return loadCode(known, gpu.adapter)
  const form = (await compilesWithin(gpu, limitMs)) ? 'structured' : 'blocks'
  // Without a writable cache the next process measures again.
  await keepForm(folder, path, form).catch(() => undefined)
  return loadCode(form, gpu.adapter)
}

async function readForm(path: string): Promise<CodeForm | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text === 'structured' || text === 'blocks' ? text : undefined
}

async function keepForm(folder: string, path: string, form: CodeForm): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(path, form)
}

async function compilesWithin(gpu: GpuDevice, limitMs: number): Promise<boolean> {
  const compiled = new Pipelines(gpu, { code: structuredCode(gpu.kind) }).prepare([PROBE]).then(
    () => true,
    // A kernel that is refused may compile as blocks; other errors are the device's.
    (error: unknown) => {
      if (error instanceof KernelError) return false
      throw error
    },
  )
  const cancel = new AbortController()
  const expired = setTimeout(limitMs, false, { signal: cancel.signal })
  expired.catch(() => undefined)
  return Promise.race([compiled, expired]).finally(() => cancel.abort())
}
