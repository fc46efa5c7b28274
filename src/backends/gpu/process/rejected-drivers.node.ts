// Why Dawn rejects the Vulkan drivers that the user has named: it only writes its reasons to stderr, so a process of its own is asked.

import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { locateScript } from '../../own-scripts.node.ts'
import type { MessageFromDevice, OpenMessage } from './device-messages.ts'
import { hasGraphicsLoader } from '../device/webgpu/graphics-loader.node.ts'

/** Named drivers without an adapter that can be used. */
export interface RejectedDrivers {
  /** The files that VK_DRIVER_FILES or VK_ICD_FILENAMES lists. */
  readonly files: readonly string[]
  readonly reasons: readonly string[]
}

const PATIENCE_MS = 20_000
const MOST_REASONS = 4

/** The drivers that the environment names, if none of them has an adapter; undefined if it names none, or one is used. */
export async function findRejectedDrivers(env: NodeJS.ProcessEnv): Promise<RejectedDrivers | undefined> {
  const files = (env.VK_DRIVER_FILES || env.VK_ICD_FILENAMES || '').split(delimiter).filter((file) => file !== '')
  if (files.length === 0) return undefined
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length === files.length) return { files, reasons: missing.map((file) => `${file} does not exist`) }
  if (!hasGraphicsLoader()) return { files, reasons: ['the Vulkan loader libvulkan.so.1 is not installed'] }
  const warnings = await readWarnings(env)
  if (warnings === undefined) return undefined
  const reasons = reasonsIn(warnings)
  return { files, reasons: reasons.length > 0 ? reasons : ['WebGPU has no adapter for it and gives no reason'] }
}

/** The warnings of Dawn as reasons, without places in its sources. */
export function reasonsIn(stderr: string): string[] {
  const found = Array.from(stderr.matchAll(/^Warning: (?<reason>.+)$/gm), ({ groups }) => groups!.reason!.trim())
  return [...new Set(found)].slice(0, MOST_REASONS)
}

/** What is written to stderr while an adapter is opened; undefined if there is one. */
function readWarnings(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { file, args } = locateScript('device-child.node', import.meta.url)
  const child = fork(file, args, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'advanced' })
  let stderr = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const request = { wanted: { kind: 'auto', api: 'webgpu' }, number: 0, count: 1 } as const
  child.send({ kind: 'open', request, bytes: undefined } satisfies OpenMessage)
  let isOpen = false
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  child.on('message', ({ kind }: MessageFromDevice) => {
    isOpen = kind === 'opened'
    child.kill('SIGKILL')
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(stderr))
    child.on('close', () => {
      clearTimeout(timer)
      resolve(isOpen ? undefined : stderr)
    })
  })
}
