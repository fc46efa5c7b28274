// `megabatt doctor` as built: findings, advice and exit codes.

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { runCommand } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('doctor')

describe('with an empty cache and without a device', () => {
  let findings: readonly Finding[]
  let exitCode: number | null
  let stderr: string
  beforeAll(async () => {
    folder.write('cache/.keep', '')
    const outcome = await runCommand(['doctor', '--json'], { MEGABATT_CACHE: folder.pathOf('cache') })
    ;({ exitCode, stderr } = outcome)
    findings = (JSON.parse(outcome.stdout) as { findings: Finding[] }).findings
  })
  const statusOf = (topic: string) => findings.find((own) => own.topic === topic)?.status

  test('nothing is a problem, exit 0, nothing on stderr', () => {
    expect(findings.filter(({ status }) => status === 'problem')).toEqual([])
    expect([exitCode, stderr]).toEqual([0, ''])
  })

  test('all topics are there', () => {
    const topics = ['Megabatt', 'Node', 'memory', 'cores', 'package webgpu', 'package koffi', 'WebAssembly']
    for (const topic of [...topics, 'software device', 'cache folder'])
      expect([topic, statusOf(topic)]).toEqual([topic, 'ok'])
    for (const topic of ['native code', 'adapters', 'OpenCL']) expect([topic, statusOf(topic)]).toEqual([topic, 'note'])
    expect(statusOf('Python')).toBeDefined()
  })

  test('each note has advice', () => {
    const unadvised = findings.filter(({ status, advice }) => status === 'note' && advice === undefined)
    expect(unadvised).toEqual([])
  })

  test('the cache is as it was', () => {
    // Every command keeps its compiled code.
    expect(readdirSync(folder.pathOf('cache')).filter((name) => name !== 'code')).toEqual(['.keep'])
  })
})

test('for people, within the width', async () => {
  const { exitCode, stdout } = await runCommand(['doctor'], { COLUMNS: '72', MEGABATT_CACHE: folder.pathOf('cache') })
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^ok +WebAssembly: [\d,]+ calls/m)
  expect(stdout).toMatch(/\n0 problems, \d notes?\n$/)
  // A path is never broken.
  const long = stdout.split('\n').filter((line) => line.length > 72 && !line.includes(folder.pathOf('')))
  expect(long).toEqual([])
})

test('a problem: exit 1', async () => {
  writeFileSync(folder.pathOf('file'), '')
  const env = { MEGABATT_CACHE: join(folder.pathOf('file'), 'cache') }
  const { exitCode, stdout } = await runCommand(['doctor'], env)
  // Lines are broken where a path is long.
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/ PROBLEM cache folder: .* cannot be written/)
  expect(stdout).toContain('1 problem,')
  expect(exitCode).toBe(1)
})
