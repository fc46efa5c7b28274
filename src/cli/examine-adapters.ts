// The devices of this machine with their limits and the result of a self-check.

import { type ListedDevice, listDevices } from '../backends/gpu/device/device.node.ts'
import type { AdapterDescription, DeviceLimits } from '../backends/gpu/device/device.ts'
import { DEVICE_APIS, type DeviceApi } from '../backends/gpu/device/wanted-device.ts'
import { checkDevice, type SelfCheckResult } from '../backends/gpu/trust/self-check.ts'
import { MegabattError } from '../language/errors.ts'

/** A device that was opened and checked. */
export interface ExaminedAdapter extends AdapterDescription {
  /** Its API and number, which `--device` takes. */
  readonly id: string
  readonly limits: DeviceLimits
  readonly selfCheck: SelfCheckResult | { readonly passed: false; readonly problem: string }
}

/** All devices, and by API why none could be looked for. */
export interface ExaminedMachine {
  readonly adapters: readonly ExaminedAdapter[]
  readonly problems: Readonly<Partial<Record<DeviceApi, string>>>
}

/** Opens and checks all devices of these APIs. */
export async function examineAdapters(apis: readonly DeviceApi[] = DEVICE_APIS): Promise<ExaminedMachine> {
  const adapters: ExaminedAdapter[] = []
  const problems: Partial<Record<DeviceApi, string>> = {}
  for (const api of apis) {
    try {
      for (const [number, listed] of (await listDevices(api)).entries()) {
        adapters.push({ id: `${api}:${number}`, ...listed.description, ...(await examine(listed)) })
      }
    } catch (error) {
      if (!(error instanceof MegabattError)) throw error
      problems[api] = error.message
    }
  }
  return { adapters, problems }
}

/** The result of a self-check as text. */
export function formatSelfCheck(result: ExaminedAdapter['selfCheck']): string {
  if ('problem' in result) return `failed: ${result.problem}`
  if (result.passed) return `passed, ${result.checkCount} checks`
  const [first] = result.differences
  const example = `${first!.check} is ${first!.got}, not ${first!.expected}`
  return `failed, ${result.differences.length} of ${result.checkCount} checks: ${example}`
}

async function examine({
  limits,
  open,
}: ListedDevice): Promise<Omit<ExaminedAdapter, 'id' | keyof AdapterDescription>> {
  try {
    const gpu = await open()
    const selfCheck = await checkDevice(gpu).finally(() => gpu.destroy())
    return { limits, selfCheck }
  } catch (error) {
    return { limits, selfCheck: { passed: false, problem: error instanceof Error ? error.message : String(error) } }
  }
}
