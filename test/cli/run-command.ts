// Runs the built command as a user does, without a device in its environment.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The built command's file. */
export const MAIN = fileURLToPath(new URL('../../dist/bin/megabatt.cjs', import.meta.url))

export interface CommandOutcome {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Node's options for a command that sends itself a signal at a given write, see that file. */
export const SIGNAL_ON_WRITE: readonly string[] = ['--import', new URL('signal-on-write.mjs', import.meta.url).href]

/** Runs `megabatt` with these arguments; `env` is added to an environment in which no driver can be found. */
export function runCommand(args: readonly string[], env: Record<string, string> = {}): Promise<CommandOutcome> {
  return runNode([MAIN, ...args], env)
}

/** Runs Node with these arguments in that same environment; `onOutput` sees stdout so far and can send signals. */
export async function runNode(
  args: readonly string[],
  env: Record<string, string> = {},
  onOutput: (text: string, kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, args, { env: { ...driverlessEnvironment(), ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk)
    onOutput(stdout, (signal) => child.kill(signal))
  })
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { exitCode, stdout, stderr }
}

// Naming a driver that does not exist hides all those that do, so this is the same on machines with a GPU or OpenCL.
function driverlessEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, VK_ICD_FILENAMES: 'no-such-driver.json', MEGABATT_OPENCL: 'off' }
  for (const name of ['LD_LIBRARY_PATH', 'VK_DRIVER_FILES', 'MEGABATT_DEVICE', 'MEGABATT_RESTARTED']) delete env[name]
  return env
}
