// Commands with a device of OpenCL, as a user starts them: the report of a run, the list of devices, the doctor.

import { beforeAll, expect, test } from 'vitest'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

// Kernels that the conformance suites on OpenCL always compile, so that PoCL has them in its cache.
const PROGRAMS = `def solve_turnflip(I):
    x1 = hmirror(I)
    x2 = rot180(x1)
    return x2
`
/** Commands are run without OpenCL otherwise. */
const withOpenCl = { MEGABATT_OPENCL: '' }

let programs: string
const folder = temporaryFolder('opencl')
beforeAll(() => {
  programs = folder.write('turn.py', PROGRAMS)
})

test('run --device opencl: everything there, as on the CPU, and the report has the device and the reason', async () => {
  const args = ['run', '--programs', programs, '--only', 'turnflip,solve_turnflip', '--json']
  const outcome = await runCommand([...args, '--backend', 'gpu', '--device', 'opencl', '--verify', 'full'], withOpenCl)
  expect(outcome.exitCode).toBe(0)
  expect(outcome.stderr).toMatch(/^GPU: (\d+) of \1 calls \(100 %\) in .* 8 rows verified$/m)
  const report = JSON.parse(outcome.stdout) as RunReport
  expect(report).toMatchObject({ backend: 'gpu', evaluations: 8, work: { onCpu: 0 }, gpu: { fallbacks: [] } })
  expect(report.gpu!.devices).toMatchObject([{ api: 'opencl', reason: 'opencl is asked for', rows: 8 }])
  expect(outcome.stderr).toContain(report.gpu!.devices[0]!.name)
  const onCpu = JSON.parse((await runCommand(args)).stdout) as RunReport
  expect(report.results).toEqual(onCpu.results)
})

test('a device of OpenCL that the machine does not have is wrong use, and those that it has are named', async () => {
  const args = ['run', '--programs', programs, '--only', 'turnflip', '--backend', 'gpu', '--device', 'opencl:63']
  const { exitCode, stdout, stderr } = await runCommand(args, withOpenCl)
  expect(stderr).toContain('No device is "opencl:63" [bad-device-choice]\n  This machine has opencl:0')
  expect([exitCode, stdout]).toEqual([2, ''])
})

test('devices lists each part of a divided CPU, checks it, and says why one is used', async () => {
  const { exitCode, stdout } = await runCommand(['devices', '--json'], { ...withOpenCl, MEGABATT_OPENCL_PARTS: '2' })
  const { reason, adapters } = JSON.parse(stdout) as {
    reason: string
    adapters: { id: string; backend: string; used: boolean; selfCheck: { passed: boolean } }[]
  }
  const found = adapters.filter(({ backend }) => backend === 'opencl')
  expect(found.map(({ id }) => id)).toEqual(found.map((_, k) => `opencl:${k}`))
  expect(found.length).toBeGreaterThanOrEqual(2)
  expect(found.every(({ selfCheck }) => selfCheck.passed)).toBe(true)
  expect(found.filter(({ used }) => used)).toHaveLength(1)
  expect(reason).toMatch(/^OpenCL has /)
  expect(exitCode).toBe(0)
})

test('doctor names the devices of OpenCL', async () => {
  const { stdout } = await runCommand(['doctor', '--json'], withOpenCl)
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  expect(findings.find(({ topic }) => topic === 'OpenCL')).toMatchObject({
    status: 'ok',
    finding: expect.stringMatching(/\(\w+, opencl, .*self-check passed/) as string,
  })
})
