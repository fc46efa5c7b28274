// `megabatt devices`: the adapters of this machine, their limits, and the result of a self-check.

import type { Command } from 'commander'
import { type AdapterDescription, type DeviceLimits, openDevice, pickLimits } from '../../backends/gpu/device/device.ts'
import { findAdapter, type FoundAdapter, listAdapters, missingAdapter } from '../../backends/gpu/device/device.node.ts'
import { restartWithDevice } from '../../backends/gpu/software/restart.node.ts'
import { checkDevice, type SelfCheckResult } from '../../backends/gpu/trust/self-check.ts'
import { prepareSoftwareDevice } from '../../backends/gpu/software/software-device.node.ts'
import { waitQuietly } from '../../backends/gpu/device/wait.node.ts'
import { readWantedDevice } from '../../backends/gpu/device/wanted-device.ts'

interface AdapterReport extends AdapterDescription {
  /** Whether runs use this adapter. */
  readonly used: boolean
  readonly limits: DeviceLimits
  readonly selfCheck: SelfCheckResult | { readonly passed: false; readonly problem: string }
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText('before', 'Example:\n  megabatt devices --json\n')
    .option('--json', 'print the report as JSON')
    .option('--environment', 'print shell commands that set the variables for the software device')
    .addHelpText(
      'after',
      '\nMEGABATT_DEVICE=software or hardware selects a kind of device; MEGABATT_CACHE sets the cache folder.',
    )
    .addHelpText(
      'after',
      'Exit code: 0 all adapters pass the self-check, 1 an adapter fails it, 3 there is no adapter.',
    )
    .action(showDevices)
}

async function showDevices(options: { json?: true; environment?: true }): Promise<void> {
  if (options.environment) {
    const { environment } = await prepareSoftwareDevice()
    for (const [name, value] of Object.entries(environment)) process.stdout.write(`export ${name}=${quote(value)}\n`)
    return
  }
  const exitCode = await restartWithDevice()
  if (exitCode !== undefined) {
    process.exitCode = exitCode
    return
  }
  const wanted = readWantedDevice(process.env)
  const used = await findAdapter(wanted)
  if (used === undefined) throw missingAdapter(wanted)
  const adapters: AdapterReport[] = []
  for (const found of await listAdapters()) {
    const isUsed = isSame(found, used) && !adapters.some((adapter) => adapter.used)
    adapters.push({ ...found.description, used: isUsed, ...(await examine(found)) })
  }
  const text = options.json ? JSON.stringify({ wanted, adapters }, null, 2) : adapters.map(formatAdapter).join('\n\n')
  process.stdout.write(`${text}\n`)
  if (adapters.some(({ selfCheck }) => !selfCheck.passed)) process.exitCode = 1
}

async function examine({ adapter, description }: FoundAdapter): Promise<Pick<AdapterReport, 'limits' | 'selfCheck'>> {
  const limits = pickLimits(adapter.limits)
  try {
    const gpu = await openDevice(adapter, description, waitQuietly)
    const selfCheck = await checkDevice(gpu).finally(() => gpu.destroy())
    return { limits, selfCheck }
  } catch (error) {
    return { limits, selfCheck: { passed: false, problem: error instanceof Error ? error.message : String(error) } }
  }
}

function isSame(a: FoundAdapter, b: FoundAdapter): boolean {
  return a.description.name === b.description.name && a.description.driver === b.description.driver
}

function formatAdapter({ limits, selfCheck, ...adapter }: AdapterReport): string {
  const traits = [adapter.kind, adapter.backend, adapter.used ? 'used' : ''].filter((trait) => trait !== '')
  const rows = [
    ['vendor', [adapter.vendor, adapter.architecture].filter((part) => part !== '').join(', ') || 'not told'],
    ['driver', adapter.driver || 'not told'],
    ['buffer', `up to ${formatBytes(limits.maxBufferSize)}`],
    ['storage binding', `up to ${formatBytes(limits.maxStorageBufferBindingSize)}`],
    ['storage bindings', `${limits.maxStorageBuffersPerShaderStage} a shader`],
    ['workgroups', `${limits.maxComputeWorkgroupsPerDimension} a dimension`],
    [
      'workgroup',
      `${limits.maxComputeInvocationsPerWorkgroup} invocations, ${formatBytes(limits.maxComputeWorkgroupStorageSize)}`,
    ],
    ['self-check', formatSelfCheck(selfCheck)],
  ]
  return [
    `${adapter.name} (${traits.join(', ')})`,
    ...rows.map(([label, value]) => `  ${label!.padEnd(18)}${value}`),
  ].join('\n')
}

function formatSelfCheck(result: AdapterReport['selfCheck']): string {
  if ('problem' in result) return `failed: ${result.problem}`
  if (result.passed) return `passed, ${result.checkCount} checks`
  const [first] = result.differences
  const example = `${first!.check} is ${first!.got}, not ${first!.expected}`
  return `failed, ${result.differences.length} of ${result.checkCount} checks: ${example}`
}

function formatBytes(byteLength: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = byteLength < 1 ? 0 : Math.min(Math.floor(Math.log2(byteLength) / 10), units.length - 1)
  return `${Number((byteLength / 1024 ** power).toFixed(1))} ${units[power]}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
