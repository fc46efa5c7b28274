// `megabatt doctor`: findings about this machine and installation, each with advice.

import { type Command, Option } from 'commander'
import { PROBE_OPTION, type ProbedAdapters, checkAdapters } from '../doctor/check-adapters.ts'
import { DEVICE_APIS, type DeviceApi } from '../../backends/gpu/device/wanted-device.ts'
import { checkCaches } from '../doctor/check-caches.ts'
import { checkNative, checkWebAssembly } from '../doctor/check-kernels.ts'
import { checkMachine, readMachine } from '../doctor/check-machine.ts'
import { checkOpenCl } from '../doctor/check-opencl.ts'
import { checkPackages } from '../doctor/check-packages.ts'
import { checkPython } from '../doctor/check-python.ts'
import type { Finding } from '../doctor/finding.ts'
import { examineAdapters } from '../examine-adapters.ts'
import { formatFindings } from '../show/findings.ts'
import { terminalWidth } from '../show/terminal-width.ts'
import { readVersion } from '../version.ts'

interface Options {
  readonly json?: true
  readonly probeAdapters?: DeviceApi
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText('before', 'Examples:\n  megabatt doctor\n  megabatt doctor --json\n')
    .option('--json', 'print the findings as JSON')
    .addOption(new Option(`${PROBE_OPTION} <api>`).choices(DEVICE_APIS).hideHelp())
    .addHelpText(
      'after',
      '\nIt changes nothing and takes a few seconds.\n\nExit code: 0 nothing is a problem, 1 something is.',
    )
    .action(diagnose)
}

async function diagnose({ json, probeAdapters }: Options): Promise<void> {
  if (probeAdapters !== undefined) {
    process.stdout.write(`${JSON.stringify(await probe(probeAdapters))}\n`)
    return
  }
  // These start processes, which work while the checks in this one run.
  const adapters = checkAdapters(process.env)
  const opencl = checkOpenCl()
  const native = checkNative()
  const python = checkPython()
  const findings: Finding[] = [
    { topic: 'Megabatt', status: 'ok', finding: await readVersion() },
    ...checkMachine(readMachine()),
    ...checkPackages(),
    checkWebAssembly(),
    await native,
    ...(await adapters),
    ...(await opencl),
    ...checkCaches(process.env),
    ...(await python),
  ]
  process.stdout.write(
    json === true ? `${JSON.stringify({ findings }, null, 2)}\n` : formatFindings(findings, terminalWidth()),
  )
  if (findings.some(({ status }) => status === 'problem')) process.exitCode = 1
}

async function probe(api: DeviceApi): Promise<ProbedAdapters> {
  const { adapters, problems } = await examineAdapters([api])
  const problem = problems[api]
  return { adapters, ...(problem === undefined ? {} : { problem }) }
}
