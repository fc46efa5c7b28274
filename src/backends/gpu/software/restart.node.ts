// Starts a command again with the software device, where it wants a device and the machine has none.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { type DeviceKind } from '../device/device.ts'
import { findAdapter } from '../device/device.node.ts'
import { prepareSoftwareDevice, type SoftwareDevice } from './software-device.node.ts'
import { readWantedDevice, type WantedDevice } from '../device/wanted-device.ts'

// Set in the process that was started again, so that this happens once at most.
const GUARD = 'MEGABATT_RESTARTED'
const FORWARDED: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/**
 * To be called by a command before it opens a device. Gives undefined when this process can go on. Otherwise the command
 * has run in a second process, one that the dynamic loader started with the software device's libraries in reach, and the
 * number is what to exit with.
 */
export async function restartWithDevice(): Promise<number | undefined> {
  const wanted = readWantedDevice(process.env)
  const found = process.env[GUARD] === undefined ? await findAdapter('auto') : undefined
  if (!needsRestart(wanted, found?.description.kind, process.env)) return undefined
  let software: SoftwareDevice
  try {
    software = await prepareSoftwareDevice()
  } catch (error) {
    // Some other software device is still better than none.
    if (found?.description.kind === 'software') return undefined
    throw error
  }
  const reason = wanted === 'software' ? 'MEGABATT_DEVICE=software' : 'no GPU found'
  process.stderr.write(`megabatt: ${reason}; using the software device that npm brings (SwiftShader)\n`)
  // VK_DRIVER_FILES would take precedence over VK_ICD_FILENAMES.
  return runAgain({ ...process.env, ...software.environment, VK_DRIVER_FILES: undefined, [GUARD]: '1' })
}

/** Whether a process that found an adapter of this kind, or none, is to be started again with npm's software device. */
export function needsRestart(
  wanted: WantedDevice,
  found: DeviceKind | undefined,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (env[GUARD] !== undefined || wanted === 'hardware') return false
  // Who names a driver has chosen already; our own environment names one too.
  const driverNamed = Boolean(env.VK_ICD_FILENAMES || env.VK_DRIVER_FILES)
  if (found === 'software' && driverNamed) return false
  return wanted === 'software' || found !== 'hardware'
}

/** Runs this same command in a second process with this environment, and gives its exit code. */
async function runAgain(env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { env, stdio: 'inherit' })
  const forward = (signal: NodeJS.Signals): void => {
    // At a terminal, ctrl-C reaches both processes by itself, and a second one may mean "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      // As a shell reports it: a process that a signal ended has 128 and the signal's number.
      child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal]))
    })
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}
