// The check of OpenCL devices, in a process of its own, and what a machine without them would need.

import { existsSync } from 'node:fs'
import { type Probe, describeAdapter, probeHere, readAnswer } from './check-adapters.ts'
import type { Finding } from './finding.ts'

const topic = 'OpenCL'

/** Files that the kernel driver of a card makes, and what its OpenCL needs. */
const CARDS = [
  {
    file: '/dev/nvidiactl',
    finding: 'an NVIDIA card, but no OpenCL for it',
    advice:
      'Its driver brings libnvidia-opencl.so.1. In a container, set NVIDIA_DRIVER_CAPABILITIES=compute,utility when it is started.',
  },
  {
    file: '/dev/kfd',
    finding: 'an AMD card, but no OpenCL for it',
    advice: 'Install ROCm’s OpenCL runtime (rocm-opencl-runtime).',
  },
] as const

/** The findings of the OpenCL devices of the machine. */
export async function checkOpenCl(
  probe: Probe = probeHere,
  hasFile: (path: string) => boolean = existsSync,
): Promise<Finding[]> {
  const answer = readAnswer(await probe({}, 'opencl'))
  if (typeof answer === 'string') {
    const advice = 'Update or remove the driver. Runs on the CPU and on WebGPU do not need it.'
    return [{ topic, status: 'problem', finding: `the driver fails: ${answer}`, advice }]
  }
  if (answer.problem !== undefined)
    return [{ topic, status: 'note', finding: answer.problem, advice: 'Only devices through OpenCL need it.' }]
  const card = CARDS.find(({ file }) => hasFile(file))
  const hasGpu = answer.adapters.some(({ kind }) => kind === 'hardware')
  const findings = answer.adapters.map((adapter) => describeAdapter(topic, adapter))
  if (card !== undefined && !hasGpu) {
    const { finding, advice } = card
    return [...findings, { topic, status: 'note', finding, advice }]
  }
  if (findings.length > 0) return findings
  const advice =
    'For several cards, or cards without Vulkan: the OpenCL library of their driver. For the CPU: PoCL, Debian package pocl-opencl-icd.'
  return [{ topic, status: 'note', finding: 'no OpenCL driver', advice }]
}
