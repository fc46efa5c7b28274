// The check of adapters, in a process of its own: a driver may crash or hang.

import { type DeviceApi, readWantedDevice, spellWantedDevice } from '../../backends/gpu/device/wanted-device.ts'
import { findUnpacked } from '../../backends/gpu/software/software-device.node.ts'
import { type ExaminedAdapter, formatSelfCheck } from '../examine-adapters.ts'
import { type Finding, reasonOf } from './finding.ts'
import { type ProgramOutcome, runProgram } from './run-program.ts'

/** A busy machine is not a broken driver. */
const TIMEOUT_MS = 20_000
/** The option of `megabatt doctor` with which the process prints the devices of an API that it finds. */
export const PROBE_OPTION = '--probe-adapters'

/** What the process prints. */
export interface ProbedAdapters {
  readonly adapters: readonly ExaminedAdapter[]
  /** Why none could be looked for. */
  readonly problem?: string
}

/** Runs this command again with some variables, and gives its end. */
export type Probe = (variables: Readonly<Record<string, string | undefined>>, api: DeviceApi) => Promise<ProgramOutcome>

/** Probes in a process of its own. */
export const probeHere: Probe = (variables, api) =>
  runProgram(process.execPath, [...process.execArgv, process.argv[1]!, 'doctor', PROBE_OPTION, api], {
    timeoutMs: TIMEOUT_MS,
    env: { ...process.env, ...variables },
  })

/** The findings of the drivers of the machine and of the software device. */
export async function checkAdapters(
  env: NodeJS.ProcessEnv,
  probe: Probe = probeHere,
  findSoftware: typeof findUnpacked = findUnpacked,
): Promise<Finding[]> {
  const [own, software] = await Promise.all([checkDrivers(probe), checkSoftware(env, probe, findSoftware)])
  return [checkWanted(env), ...own, software].filter((finding) => finding !== undefined)
}

/** MEGABATT_DEVICE, where it is set. */
function checkWanted(env: NodeJS.ProcessEnv): Finding | undefined {
  if (!env.MEGABATT_DEVICE) return undefined
  const topic = 'MEGABATT_DEVICE'
  try {
    return { topic, status: 'ok', finding: spellWantedDevice(readWantedDevice(env)) }
  } catch (error) {
    const advice = 'Set it to auto, software, hardware, webgpu, opencl or a device such as opencl:0, or unset it.'
    return { topic, status: 'problem', finding: reasonOf(error), advice }
  }
}

async function checkDrivers(probe: Probe): Promise<Finding[]> {
  const outcome = await probe({}, 'webgpu')
  const advice = 'Update or remove the driver of the GPU. Runs on the CPU do not need it.'
  const answer = readAnswer(outcome)
  if (typeof answer === 'string')
    return [{ topic: 'adapters', status: 'problem', finding: `the driver fails: ${answer}`, advice }]
  if (answer.problem !== undefined)
    return [
      { topic: 'adapters', status: 'note', finding: answer.problem, advice: 'Without it, everything runs on the CPU.' },
    ]
  if (answer.adapters.length === 0) {
    const finding = 'no GPU with a Vulkan, Metal or Direct3D 12 driver'
    return [
      {
        topic: 'adapters',
        status: 'note',
        finding,
        advice: 'Everything runs on the CPU. For a GPU, install its driver.',
      },
    ]
  }
  return answer.adapters.map((adapter) => describeAdapter('adapter', adapter))
}

/** An adapter; one that fails the self-check is rejected, with the reason. */
export function describeAdapter(topic: string, { name, kind, backend, driver, selfCheck }: ExaminedAdapter): Finding {
  const about = `${name} (${[kind, backend, driver].filter((part) => part !== '').join(', ')})`
  const check = `self-check ${formatSelfCheck(selfCheck)}`
  if (selfCheck.passed) return { topic, status: 'ok', finding: `${about}: ${check}` }
  const advice = 'Runs do not use this device. Update its driver.'
  return { topic, status: 'problem', finding: `${about} rejected: ${check}`, advice }
}

async function checkSoftware(
  env: NodeJS.ProcessEnv,
  probe: Probe,
  findSoftware: typeof findUnpacked,
): Promise<Finding> {
  const topic = 'software device'
  let software: Awaited<ReturnType<typeof findUnpacked>>
  try {
    software = await findSoftware(env)
  } catch (error) {
    const advice = 'Only tests of GPU programs without a GPU need it.'
    return { topic, status: 'note', finding: reasonOf(error), advice }
  }
  if (software === undefined)
    return { topic, status: 'ok', finding: 'installed; unpacked into the cache folder when first used' }
  const answer = readAnswer(await probe({ ...software.environment, VK_DRIVER_FILES: undefined }, 'webgpu'))
  const found = typeof answer === 'string' ? undefined : answer.adapters.find(({ kind }) => kind === 'software')
  if (found?.selfCheck.passed === true)
    return { topic, status: 'ok', finding: `${found.name}: self-check ${formatSelfCheck(found.selfCheck)}` }
  const reason =
    typeof answer === 'string'
      ? answer
      : found === undefined
        ? (answer.problem ?? 'no adapter was found')
        : `self-check ${formatSelfCheck(found.selfCheck)}`
  const advice = `Remove ${software.folder}; it is unpacked again.`
  // Without webgpu there is nothing wrong with the device itself.
  const status = typeof answer !== 'string' && answer.problem !== undefined ? 'note' : 'problem'
  return { topic, status, finding: `fails: ${reason}`, ...(status === 'problem' ? { advice } : {}) }
}

/** The adapters, or why there is no answer. */
export function readAnswer({ exitCode, failure, stdout, stderr }: ProgramOutcome): ProbedAdapters | string {
  if (failure !== undefined) return failure
  if (exitCode !== 0) return stderr.trim().split('\n', 1)[0] || `exit code ${exitCode}`
  try {
    return JSON.parse(stdout) as ProbedAdapters
  } catch (error) {
    return reasonOf(error)
  }
}
