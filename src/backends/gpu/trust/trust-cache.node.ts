// The kernels that a device computed correctly, in the cache folder: keyed by adapter, driver and the text of the
// programs, so that another driver or a changed program is checked again.

import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdapterDescription } from '../device/device.ts'
import type { KernelCode } from '../shaders/kernel-code.ts'
import { printProgram } from '../shaders/print-program.ts'
import { cacheFolder } from '../../cache-folder.node.ts'
import type { KernelUse, TrustCache } from './trusted-device.ts'

/** The most keys of a file, 140 KB; one version has 2,200 uses. The oldest keys are dropped. */
const MOST_KEYS = 4096

/** Opens the cache for a device that compiles this code; the adapter's description names its driver. */
export function openTrustCache(
  adapter: AdapterDescription,
  loadCode: () => Promise<KernelCode>,
  env: NodeJS.ProcessEnv = process.env,
): TrustCache {
  const folder = join(cacheFolder(env), 'trust')
  const path = join(folder, `${hashOf(JSON.stringify(adapter))}.json`)
  const hashes = new Map<string, string>()
  const keysOf = async (uses: readonly KernelUse[]): Promise<string[]> => {
    const code = await loadCode()
    // Printed when a use first needs it: a run needs few of the programs.
    const hashOnce = (name: string, print: () => string): string => {
      const hash = hashes.get(name) ?? hashOf(print())
      hashes.set(name, hash)
      return hash
    }
    return uses.map(({ kernel, program, layout }) => {
      const scheduler = hashOnce(`${layout} scheduler`, () => code.printScheduler(layout))
      const own = hashOnce(`${layout} ${program}`, () => printProgram(code, program, layout))
      return hashOf([kernel, program, layout, scheduler, own].join('\n'))
    })
  }
  const readKeys = async (): Promise<Set<string>> => {
    try {
      const passed: unknown = JSON.parse(await readFile(path, 'utf8'))
      return new Set(Array.isArray(passed) ? passed.filter((key) => typeof key === 'string') : [])
    } catch {
      // Missing or damaged: all kernels are checked again.
      return new Set()
    }
  }
  return {
    async filter(uses) {
      const passed = await readKeys()
      if (passed.size === 0) return []
      const keys = await keysOf(uses)
      return uses.filter((_, k) => passed.has(keys[k]!))
    },
    async add(uses) {
      const passed = await readKeys()
      for (const key of await keysOf(uses)) passed.add(key)
      // Without a writable cache the check is repeated by the next process.
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(path, JSON.stringify([...passed].slice(-MOST_KEYS)))
      } catch {}
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
