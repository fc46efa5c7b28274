// A fault at every call of a run that writes a result file: resuming gives the file of an undisturbed run.

import { beforeAll, describe, expect, test } from 'vitest'
import type { FileCalls } from '../../src/cli/results/file-calls.ts'
import type { ResultFileOptions } from '../../src/cli/results/result-file.ts'
import type { RunRequest } from '../../src/engine/run/run-programs.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { EnvironmentError } from '../../src/language/errors.ts'
import { DeathError, FILE_FAULTS, FaultyFiles, type FileFault } from './faulty-files.ts'
import { MemoryFiles, POWER_CUTS } from './memory-files.ts'
import { SimulatedProcesses } from './simulated-processes.ts'
import { OUT, flipRequest, runProcess } from './simulated-run.ts'

interface Undisturbed {
  readonly content: string
  readonly report: unknown
  readonly calls: readonly (keyof FileCalls)[]
}

const countsOf = (report: RunReport) => ({ ...report, time: undefined, work: undefined })

async function runUndisturbed(request: RunRequest, options?: Partial<ResultFileOptions>): Promise<Undisturbed> {
  const disk = new MemoryFiles()
  const { files, calls } = new FaultyFiles(disk)
  const report = await runProcess(files, new SimulatedProcesses(), request, options)
  expect(disk.names).toEqual([OUT])
  return { content: disk.content(OUT), report: countsOf(report), calls }
}

/** How a run with a fault ends. */
const OUTCOMES: Readonly<Record<FileFault, string>> = {
  EIO: 'out-unwritable',
  ENOSPC: 'out-unwritable',
  short: 'completed',
  'short-ENOSPC': 'out-unwritable',
  'die-before': 'dead',
  'die-within': 'dead',
  'die-after': 'dead',
}

function describeFailure(error: unknown): string {
  if (error instanceof DeathError) return 'dead'
  return error instanceof EnvironmentError ? error.code : String(error)
}

/** Runs with a fault at one call; false where the fault does not apply to the call. */
async function runWithFault(
  disk: MemoryFiles,
  processes: SimulatedProcesses,
  request: RunRequest,
  fault: FileFault,
  at: number,
): Promise<boolean> {
  const faulty = new FaultyFiles(disk, fault, at)
  const outcome = await runProcess(faulty.files, processes, request).then(() => 'completed', describeFailure)
  expect([faulty.calls[at], outcome]).toEqual([faulty.calls[at], faulty.hasHappened ? OUTCOMES[fault] : 'completed'])
  return faulty.hasHappened
}

async function expectResumed(
  disk: MemoryFiles,
  processes: SimulatedProcesses,
  request: RunRequest,
  { content, report }: Undisturbed,
): Promise<void> {
  const resumed = await runProcess(disk, processes, request)
  expect(disk.content(OUT)).toBe(content)
  expect(countsOf(resumed)).toEqual(report)
  expect(disk.names).not.toContain(`${OUT}.lock`)
}

/** Expects that a file is completed, whatever its length. */
async function expectResumedAnywhere(request: RunRequest, whole: Undisturbed): Promise<void> {
  const ends = Array.from(whole.content.matchAll(/\n/g), ({ index }) => index)
  const lengths = new Set(ends.flatMap((end) => [end - 30, end - 1, end, end + 1, end + 2]))
  for (const length of [0, 1, ...lengths].filter((each) => each <= whole.content.length)) {
    const disk = new MemoryFiles()
    disk.put(OUT, whole.content.slice(0, length))
    await expectResumed(disk, new SimulatedProcesses(), request, whole)
  }
}

describe.each(['value', 'hash'] as const)('--outputs %s', (outputs) => {
  let request: RunRequest
  let whole: Undisturbed
  beforeAll(async () => {
    request = flipRequest({ outputs })
    whole = await runUndisturbed(request)
  })

  test('the undisturbed run makes every kind of call that a new file needs', () => {
    const expected = ['resolve', 'open', 'write', 'sync', 'link', 'unlink', 'size', 'syncFolder', 'close', 'readText']
    expect(new Set(whole.calls)).toEqual(new Set(expected))
    expect(whole.calls.filter((name) => name === 'write').length).toBeGreaterThan(12)
  })

  test('each fault at each call', async () => {
    let faultCount = 0
    for (const fault of FILE_FAULTS) {
      for (let at = 0; at < whole.calls.length; at++) {
        const [disk, processes] = [new MemoryFiles(), new SimulatedProcesses()]
        if (!(await runWithFault(disk, processes, request, fault, at))) continue
        faultCount++
        await expectResumed(disk, processes, request, whole)
      }
    }
    console.log(`${faultCount} faults injected into a new file (--outputs ${outputs}, ${whole.calls.length} calls)`)
    expect(faultCount).toBeGreaterThan(4 * whole.calls.length)
  })

  test('each fault at each call while a torn file is resumed', async () => {
    let faultCount = 0
    const cut = Math.floor(whole.content.length * 0.8)
    const start = () => {
      const [disk, processes] = [new MemoryFiles(), new SimulatedProcesses()]
      disk.put(OUT, whole.content.slice(0, cut))
      const dead = processes.start()
      disk.put(`${OUT}.lock`, JSON.stringify(dead.describeOwn()))
      dead.end()
      return { disk, processes }
    }
    const { disk, processes } = start()
    const { files, calls } = new FaultyFiles(disk)
    await runProcess(files, processes, request)
    expect(calls).toEqual(expect.arrayContaining(['isRegular', 'read', 'truncate', 'rename']))
    // Else a power cut could leave the first new block in the midst of old lines.
    expect(calls[calls.indexOf('truncate') + 1]).toBe('sync')
    for (const fault of FILE_FAULTS) {
      for (let at = 0; at < calls.length; at++) {
        const torn = start()
        if (!(await runWithFault(torn.disk, torn.processes, request, fault, at))) continue
        faultCount++
        await expectResumed(torn.disk, torn.processes, request, whole)
      }
    }
    console.log(`${faultCount} faults injected into a resumed file (--outputs ${outputs}, ${calls.length} calls)`)
    expect(faultCount).toBeGreaterThan(4 * calls.length)
  })

  test('a power cut before and after each call, with --fsync', async () => {
    let cutCount = 0
    for (const cut of POWER_CUTS) {
      for (let at = 0; at < 2 * whole.calls.length; at++) {
        const [disk, processes] = [new MemoryFiles(), new SimulatedProcesses()]
        await runWithFault(disk, processes, request, at % 2 === 0 ? 'die-before' : 'die-after', at >> 1)
        disk.cutPower(cut)
        cutCount++
        await expectResumed(disk, processes, request, whole)
      }
    }
    console.log(`${cutCount} power cuts (--outputs ${outputs})`)
  })

  test('with --fsync, results that were written before the last block survive a power cut', async () => {
    const disk = new MemoryFiles()
    const at = whole.calls.lastIndexOf('write')
    await runWithFault(disk, new SimulatedProcesses(), request, 'die-before', at)
    const written = disk.content(OUT)
    disk.cutPower('lost')
    expect(disk.content(OUT)).toBe(written)
  })

  test('without --fsync nothing is synced, and the file is the same', async () => {
    const { calls, content } = await runUndisturbed(request, { sync: false })
    expect(calls.filter((name) => name.startsWith('sync'))).toEqual([])
    expect(content).toBe(whole.content)
  })

  test('lines that have waited for long are written before their block is full', async () => {
    const writesOf = async (maxWaitingMs: number) => {
      const { calls, content } = await runUndisturbed(request, { blockBytes: 1 << 16, maxWaitingMs })
      expect(content).toBe(whole.content)
      return calls.filter((name) => name === 'write').length
    }
    // The lock, the header, and all other lines; or those of each unit.
    expect(await writesOf(Infinity)).toBe(3)
    expect(await writesOf(0)).toBeGreaterThan(3)
  })

  test('cut off at, before and after each line end, and between', () => expectResumedAnywhere(request, whole))
})

test('lines that wait for their block are written when a run fails', async () => {
  const disk = new MemoryFiles()
  const onValue = () => {
    throw new Error('stopped')
  }
  const request = flipRequest({ outputs: 'value' })
  const running = runProcess(disk, new SimulatedProcesses(), { ...request, onValue }, { blockBytes: 1 << 16 })
  await expect(running).rejects.toThrow('stopped')
  const { content } = await runUndisturbed(request)
  const lines = content.split('\n')
  expect(disk.content(OUT)).toBe(`${lines[0]}\n${lines[1]}\n`)
})

test('the values of complete jobs are listed when a file is resumed, those of others are not', async () => {
  const request = flipRequest({ outputs: 'value' })
  const { content } = await runUndisturbed(request)
  const valuesOf = async (length: number) => {
    const disk = new MemoryFiles()
    disk.put(OUT, content.slice(0, length))
    const values: unknown[] = []
    const onEarlierValue = (...value: unknown[]) => values.push(value)
    await runProcess(disk, new SimulatedProcesses(), request, { onEarlierValue })
    return values
  }
  const lines = content.split('\n').slice(1, -1)
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => 'output' in line)
  const all = written.map(({ pair, output, value }) => [pair, output, value])
  expect(await valuesOf(content.length)).toEqual(all)
  // Without its last line, the second task is not complete.
  const first = all.slice(
    0,
    lines.findIndex((line) => line.includes('"program"')),
  )
  expect(first.length).toBeLessThan(all.length)
  expect(await valuesOf(content.length - 1)).toEqual(first)
})

test('the file of a shard, cut off at, before and after each line end, and between', async () => {
  const request = { ...flipRequest({ outputs: 'value' }), shard: { index: 1, count: 1 } }
  const whole = await runUndisturbed(request)
  expect(whole.content.match(/^\{"job":/gm)).toHaveLength(2)
  await expectResumedAnywhere(request, whole)
})
