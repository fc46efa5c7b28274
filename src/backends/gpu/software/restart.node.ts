// Restarts a command with the software device if the machine has no device.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { DeviceKind } from '../device/device.ts'
import { findDevices } from '../device/device.node.ts'
import { prepareSoftwareDevice, type SoftwareDevice } from './software-device.node.ts'
import { readWantedDevice, type WantedDevice, type WantedKind } from '../device/wanted-device.ts'

// Set in the restarted process: it must not restart again.
const GUARD = 'MEGABATT_RESTARTED'
const FORWARDED: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/**
 * Called by a command before it opens a device. Returns undefined if this process can continue. Otherwise the command has
 * run in a second process, started with the software device's libraries on its path, and the result is its exit code.
 */
export async function restartWithDevice(
  wanted: WantedDevice = readWantedDevice(process.env),
): Promise<number | undefined> {
  if (wanted.api === 'opencl') return undefined
  // The software device belongs to WebGPU.
  const sought: WantedDevice = wanted.kind === 'software' ? { kind: 'auto', api: 'webgpu' } : wanted
  const found = process.env[GUARD] === undefined ? await findDevices(sought) : undefined
  if (found?.choice.api === 'opencl') return undefined
  const kind = found?.listed[found.choice.numbers[0]!]!.description.kind
  if (!needsRestart(wanted.kind, kind, process.env)) return undefined
  let software: SoftwareDevice
  try {
    software = await prepareSoftwareDevice()
  } catch (error) {
    // Another software device is better than none.
    if (kind === 'software') return undefined
    throw error
  }
  const reason = wanted.kind === 'software' ? 'MEGABATT_DEVICE=software' : 'no GPU found'
  process.stderr.write(`megabatt: ${reason}; using the software device that npm brings (SwiftShader)\n`)
  // VK_DRIVER_FILES would take precedence over VK_ICD_FILENAMES.
  return runAgain({ ...process.env, ...software.environment, VK_DRIVER_FILES: undefined, [GUARD]: '1' })
}

/** Whether a process that found an adapter of this kind, or none, must restart with the software device from npm. */
export function needsRestart(
  wanted: WantedKind,
  found: DeviceKind | undefined,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env[GUARD] !== undefined || wanted === 'hardware') return false
  // A named driver is the choice of the user; our own environment names one as well.
  const driverNamed = Boolean(env.VK_ICD_FILENAMES || env.VK_DRIVER_FILES)
  if (found === 'software' && driverNamed) return false
  return wanted === 'software' || found !== 'hardware'
}

/** Runs this command in a second process with this environment; returns its exit code. */
async function runAgain(env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { env, stdio: 'inherit' })
  const forward = (signal: NodeJS.Signals): void => {
    // A terminal sends SIGINT to both processes; a second one would mean "stop at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      // As in a shell: 128 plus the number of the signal that ended the process.
      child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal]))
    })
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}
