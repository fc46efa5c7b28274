// The adapters of this machine with their limits and the result of a self-check.

import { type FoundAdapter, listAdapters, openFound } from '../backends/gpu/device/device.node.ts'
import type { AdapterDescription, DeviceLimits } from '../backends/gpu/device/device.ts'
import { pickLimits } from '../backends/gpu/device/webgpu/open-device.ts'
import type { CodeForm } from '../backends/gpu/shaders/code-form.ts'
import { checkDevice, type SelfCheckResult } from '../backends/gpu/trust/self-check.ts'

/** An adapter that was opened and checked. */
export interface ExaminedAdapter extends AdapterDescription {
  readonly limits: DeviceLimits
  /** The form of its kernel code; missing if it cannot be opened. */
  readonly code?: CodeForm
  readonly selfCheck: SelfCheckResult | { readonly passed: false; readonly problem: string }
}

/** Opens and checks all adapters, the preferred one first. */
export async function examineAdapters(): Promise<ExaminedAdapter[]> {
  const examined: ExaminedAdapter[] = []
  for (const found of await listAdapters()) examined.push({ ...found.description, ...(await examine(found)) })
  return examined
}

/** The result of a self-check as text. */
export function formatSelfCheck(result: ExaminedAdapter['selfCheck']): string {
  if ('problem' in result) return `failed: ${result.problem}`
  if (result.passed) return `passed, ${result.checkCount} checks`
  const [first] = result.differences
  const example = `${first!.check} is ${first!.got}, not ${first!.expected}`
  return `failed, ${result.differences.length} of ${result.checkCount} checks: ${example}`
}

async function examine(found: FoundAdapter): Promise<Omit<ExaminedAdapter, keyof AdapterDescription>> {
  const limits = pickLimits(found.adapter.limits)
  try {
    const gpu = await openFound(found)
    const selfCheck = await checkDevice(gpu).finally(() => gpu.destroy())
    return { limits, code: gpu.code.form, selfCheck }
  } catch (error) {
    return { limits, selfCheck: { passed: false, problem: error instanceof Error ? error.message : String(error) } }
  }
}
