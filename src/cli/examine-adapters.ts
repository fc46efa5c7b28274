// The adapters of this machine with their limits and the result of a self-check.

import { type FoundAdapter, listAdapters } from '../backends/gpu/device/device.node.ts'
import { type AdapterDescription, type DeviceLimits, openDevice, pickLimits } from '../backends/gpu/device/device.ts'
import { waitQuietly } from '../backends/gpu/device/wait.node.ts'
import { checkDevice, type SelfCheckResult } from '../backends/gpu/trust/self-check.ts'

/** An adapter that was opened and checked. */
export interface ExaminedAdapter extends AdapterDescription {
  readonly limits: DeviceLimits
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

async function examine({ adapter, description }: FoundAdapter): Promise<Pick<ExaminedAdapter, 'limits' | 'selfCheck'>> {
  const limits = pickLimits(adapter.limits)
  try {
    const gpu = await openDevice(adapter, description, waitQuietly)
    const selfCheck = await checkDevice(gpu).finally(() => gpu.destroy())
    return { limits, selfCheck }
  } catch (error) {
    return { limits, selfCheck: { passed: false, problem: error instanceof Error ? error.message : String(error) } }
  }
}
