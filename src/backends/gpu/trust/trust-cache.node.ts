// The kernels that a device computed correctly, in the cache folder: keyed by adapter, driver and the text of the
// shaders, so that another driver or a changed shader is checked again.

import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdapterDescription } from '../device/device.ts'
import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { kernelNames, arityOfKernel } from '../shaders/kernel-arity.ts'
import { loadCode } from '../device/load-code.node.ts'
import type { CodeForm, KernelCode } from '../shaders/code-form.ts'
import { cacheFolder } from '../../cache-folder.node.ts'
import { type TrustCache, trustedForm } from './trusted-device.ts'
import { GROUP_FAMILY, familyOf, isInGroupFamily, kernelsOfFamily } from '../shaders/families.ts'
import { formOf, kernelOfForm } from '../shaders/tuned-kernels.ts'

/** Opens the cache for a device with kernels in this form: the adapter's description names its driver. */
export function openTrustCache(
  adapter: AdapterDescription,
  form: CodeForm,
  env: NodeJS.ProcessEnv = process.env,
): TrustCache {
  const folder = join(cacheFolder(env), 'trust')
  const path = join(folder, `${hashOf(JSON.stringify(adapter))}.json`)
  const keys = new Map<string, string>()
  // The key contains the kernel's text: only changed kernels are checked again.
  const keyOf = (trusted: string, code: KernelCode): string => {
    let key = keys.get(trusted)
    if (key === undefined) {
      const [form, layout = 'a'] = trusted.split('@') as [string, CellLayout?]
      const [name, family = ''] = form.split('/').toReversed() as [string, string?]
      const kernel = kernelOfForm(name).kernel
      const tuned = family === GROUP_FAMILY || kernelOfForm(name).tuned
      const entry = { kernel, arity: arityOfKernel(kernel), tuned, layout }
      const others = family === '' ? [] : kernelsOfFamily(family, layout)
      key = hashOf([code.printScheduler(layout), code.printKernel(entry), family, ...others].join('\n'))
      keys.set(trusted, key)
    }
    return key
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
    async read() {
      const [passed, code] = [await readKeys(), await loadCode(form, adapter)]
      return new Set(passed.size === 0 ? [] : allForms.filter((own) => passed.has(keyOf(own, code))))
    },
    async add(forms) {
      const [passed, code] = [await readKeys(), await loadCode(form, adapter)]
      for (const own of forms) passed.add(keyOf(own, code))
      // Without a writable cache the check is repeated by the next process.
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(path, JSON.stringify([...passed]))
      } catch {}
    },
  }
}

const allForms = kernelNames.flatMap((kernel) =>
  (['a', 't'] as const).flatMap((layout) => {
    const families = (['small', 'medium', 'large'] as const).map((size) => familyOf(kernel, layout, size))
    if (isInGroupFamily(kernel)) families.push(GROUP_FAMILY)
    const shared = families.flatMap((family) => (family === undefined ? [] : [`${family}/${kernel}`]))
    return [...new Set([kernel, formOf(kernel, 'all'), ...shared])].map((form) => trustedForm(form, layout))
  }),
)

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
