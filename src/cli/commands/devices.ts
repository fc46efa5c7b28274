// `megabatt devices`: the devices of this machine, their limits, and the result of a self-check.

import type { Command } from 'commander'
import { findDevices, missingAdapter } from '../../backends/gpu/device/device.node.ts'
import type { RejectedDrivers } from '../../backends/gpu/process/rejected-drivers.node.ts'
import { readWantedDevice, spellWantedDevice } from '../../backends/gpu/device/wanted-device.ts'
import { restartWithDevice } from '../../backends/gpu/software/restart.node.ts'
import { prepareSoftwareDevice } from '../../backends/gpu/software/software-device.node.ts'
import { type ExaminedAdapter, examineAdapters, formatSelfCheck } from '../examine-adapters.ts'
import { formatBytes } from '../show/format-bytes.ts'

/** Passes the rejected drivers on to the process that is restarted with the software device. */
const REJECTED = 'MEGABATT_REJECTED_DRIVERS'

interface AdapterReport extends ExaminedAdapter {
  /** Whether runs use this adapter. */
  readonly used: boolean
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText('before', 'Example:\n  megabatt devices --json\n')
    .option('--json', 'print the report as JSON')
    .option('--environment', 'print shell commands that set the variables for the software device')
    .addHelpText(
      'after',
      '\nMEGABATT_DEVICE=software, hardware, webgpu, opencl or a device such as opencl:1 selects the device,\nMEGABATT_CACHE sets the cache folder.',
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
  const rejected = await readRejected()
  // The restarted process has another driver in its environment.
  if (rejected !== undefined) process.env[REJECTED] = JSON.stringify(rejected)
  const exitCode = await restartWithDevice()
  if (exitCode !== undefined) {
    process.exitCode = exitCode
    return
  }
  const wanted = readWantedDevice(process.env)
  const found = await findDevices(wanted)
  if (found === undefined && rejected !== undefined) process.stderr.write(`${formatRejected(rejected)}\n`)
  if (found === undefined) throw missingAdapter(wanted)
  const { api, numbers, reason } = found.choice
  const used = `${api}:${numbers[0]}`
  const examined = await examineAdapters()
  const adapters = examined.adapters.map((adapter): AdapterReport => ({ ...adapter, used: adapter.id === used }))
  const report = {
    wanted: spellWantedDevice(wanted),
    reason,
    adapters,
    ...(rejected === undefined ? {} : { rejected }),
  }
  const text = options.json
    ? JSON.stringify(report, null, 2)
    : [
        ...adapters.map(formatAdapter),
        ...(rejected === undefined ? [] : [formatRejected(rejected)]),
        `Used: ${used}. ${reason[0]!.toUpperCase()}${reason.slice(1)}.`,
      ].join('\n\n')
  process.stdout.write(`${text}\n`)
  if (adapters.some(({ selfCheck }) => !selfCheck.passed)) process.exitCode = 1
}

/** The drivers that the user named and WebGPU rejects: found here, or by the process that restarted this one. */
async function readRejected(): Promise<RejectedDrivers | undefined> {
  const given = process.env[REJECTED]
  if (given !== undefined) return JSON.parse(given) as RejectedDrivers
  const { findRejectedDrivers } = await import('../../backends/gpu/process/rejected-drivers.node.ts')
  return findRejectedDrivers(process.env)
}

function formatRejected({ files, reasons }: RejectedDrivers): string {
  const [one, several] = ['Rejected driver', 'Rejected drivers']
  return [`${files.length === 1 ? one : several}: ${files.join(', ')}`, ...reasons.map((reason) => `  ${reason}`)].join(
    '\n',
  )
}

function formatAdapter({ limits, selfCheck, ...adapter }: AdapterReport): string {
  const traits = [adapter.kind, adapter.backend, adapter.used ? 'used' : ''].filter((trait) => trait !== '')
  const rows = [
    ['device', adapter.id],
    ['vendor', [adapter.vendor, adapter.architecture].filter((part) => part !== '').join(', ') || 'not told'],
    ['driver', adapter.driver || 'not told'],
    ...(limits.memorySize === undefined ? [] : [['memory', formatBytes(limits.memorySize)]]),
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

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
