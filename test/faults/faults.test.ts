// Whatever goes wrong on devices, every run ends, every row comes out as on the CPU, and the report says what happened.

import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Evaluations, RunSettings, Unit } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import type { ChunkDevice } from '../../src/backends/gpu/chunk/chunk-device.ts'
import { missingAdapter } from '../../src/backends/gpu/device/device.node.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import type { GpuReport } from '../../src/backends/gpu-report.ts'
import { LACKS } from '../../src/backends/gpu/shaders/device-state.ts'
import { type GridData, type Task, samplesOf } from '../../src/data/task.ts'
import { DEFAULT_ALLOWANCE } from '../../src/kernel/heap-growth.ts'
import { DEFAULT_BUDGET } from '../../src/kernel/heap.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { type Plan, lowerGraph } from '../../src/plan/plan.ts'
import { amount } from '../amount.ts'
import { SEED, newRandom } from '../generators/seed.ts'
import { typedProgram } from '../generators/typed-programs.ts'
import { compareEvaluations } from '../gpu/random-programs.ts'
import { FAULTS, type Fault, type FaultPlan } from './faulty-device.ts'
import { SharedDevices } from './shared-devices.ts'

/** Kernels that compile fast. */
const PRIMITIVES = 'identity size first last flip even branch increment rbind lbind compose fork extract'.split(' ')
const PLAN_COUNT = 4
const PROGRAMS_IN_A_PLAN = 6
const TASK_COUNT = 2
/** How long a device is waited for where one hangs; and where none does: longer than any test. */
const PATIENCE_MS = { short: 500, long: 3_600_000 } as const
/** A test that takes longer hangs, also on a busy machine. */
const HANG_MS = 600_000

let random = newRandom(SEED)
let devices: SharedDevices
let plans: Plan[]
let tasks: Task[]
let faultCount = 0

beforeAll(async () => {
  devices = await SharedDevices.open()
  const programs = fc.sample(typedProgram({ primitives: PRIMITIVES }), PLAN_COUNT * PROGRAMS_IN_A_PLAN)
  plans = Array.from({ length: PLAN_COUNT }, (_, k) => {
    const members = programs.slice(k * PROGRAMS_IN_A_PLAN, (k + 1) * PROGRAMS_IN_A_PLAN)
    return lowerGraph(mergePrograms(members, { keepUnused: k % 2 === 0 }))
  })
  tasks = Array.from({ length: TASK_COUNT }, (_, k) => {
    const pair = () => ({ input: drawGrid(), output: drawGrid() })
    return { id: `task${k}`, train: [pair(), pair(), pair()], test: [pair(), { input: drawGrid() }] }
  })
  // Compiles what the shared devices need.
  await runWith({ faults: [] })
}, HANG_MS)
beforeEach(({ task }) => {
  // Each test draws the same, whichever others run.
  random = newRandom([...task.name].reduce((hash, char) => (hash * 31 + char.codePointAt(0)!) | 0, SEED))
})
afterAll(() => devices?.close())

function drawGrid(): GridData {
  const [height, width] = [1 + (random() % 8), 1 + (random() % 8)]
  return { height, width, cells: Uint8Array.from({ length: height * width }, () => random() % 5) }
}

interface Scenario {
  readonly faults: readonly Fault[]
  /** One run in so many goes wrong. */
  readonly every?: number
  readonly soundRuns?: number
  readonly deviceCount?: number
  /** Devices that can be opened; asking for more fails. */
  readonly openings?: number
  readonly settings?: RunSettings
  /** Memories that run out, as bits of LACKS. */
  readonly lacking?: number
  /** Words that the arena is said to have: with few of them chunks have few rows. */
  readonly arena?: number
  /** How long a device is waited for; default: short where one may hang. */
  readonly watchdogMs?: number
  /** Whether only the device that is opened first has faults. */
  readonly isFirstOnly?: boolean
}

interface Outcome {
  readonly gpu: GpuReport
  readonly injected: ReadonlyMap<Fault, number>
  readonly refusedOpenings: number
  readonly rowCount: number
}

function drawSettings(): RunSettings {
  return {
    budget: random() % 4 === 0 ? 10 + (random() % 60) : DEFAULT_BUDGET,
    allowance: random() % 4 === 0 ? 20 + (random() % 400) : DEFAULT_ALLOWANCE,
    measure: random() % 2 === 0,
    outputs: (['none', 'hash', 'value'] as const)[random() % 3]!,
  }
}

/** Runs everything on devices that break, compares with the CPU, and checks what holds of every report. */
async function runWith(scenario: Scenario): Promise<Outcome> {
  const { faults, every = 3, soundRuns = 0, deviceCount = 1 + (random() % 2), openings = Infinity } = scenario
  const mayHang = faults.includes('hung') || faults.includes('late')
  const { watchdogMs = PATIENCE_MS[mayHang ? 'short' : 'long'], isFirstOnly = false } = scenario
  const settings = scenario.settings ?? drawSettings()
  const units = drawUnits()
  const injected = new Map<Fault, number>()
  const plan: FaultPlan = {
    faults,
    every,
    soundRuns,
    random: () => random(),
    lacking: scenario.lacking,
    onFault: (fault) => {
      faultCount++
      injected.set(fault, (injected.get(fault) ?? 0) + 1)
    },
  }
  let opened = 0
  let refusedOpenings = 0
  const sizes = scenario.arena === undefined ? drawSizes() : { arena: scenario.arena }
  // A new device costs seconds that are spent compiling: one is destroyed in a run, the others are shared.
  const milder = { ...plan, faults: faults.filter((fault) => fault !== 'destroyed' && !isFirstOnly) }
  const open = async (): Promise<ChunkDevice> => {
    if (++opened <= openings) return devices.lend(opened === 1 ? plan : milder, sizes)
    refusedOpenings++
    faultCount++
    throw missingAdapter({ kind: 'hardware' })
  }
  const backend = new GpuBackend({
    open: Array.from({ length: deviceCount }, () => open),
    verify: (['off', 'sample', 'full'] as const)[random() % 3]!,
    watchdogMs,
  })
  const results = await collect(backend.run(plans, units, settings))
  const wanted = await collect(new CpuBackend().run(plans, units, settings))
  expect(results.length).toBe(units.length)
  for (const [k, result] of results.entries()) expect(compareEvaluations(result, wanted[k]!)).toBeUndefined()
  await backend.close()
  const rowCount = units.reduce((sum, { from, to }) => sum + to - from, 0)
  checkReport(backend.gpu, rowCount)
  return { gpu: backend.gpu, injected, refusedOpenings, rowCount }
}

/** All plans on all tasks, some of them cut into several units, in any order. */
function drawUnits(): Unit[] {
  const units = plans.flatMap((_, plan) =>
    tasks.flatMap((task): Unit[] => {
      const count = samplesOf(task).length
      const middle = random() % (count + 1)
      return random() % 3 === 0
        ? [{ plan, task, from: 0, to: count }]
        : [
            { plan, task, from: 0, to: middle },
            { plan, task, from: middle, to: count },
          ]
    }),
  )
  return units
    .map((unit) => ({ unit, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ unit }) => unit)
}

/** Less memory than there is, so that chunks have few rows, and now and then one row is too much. */
function drawSizes() {
  const arena = [1200, 3000, 6000, 20_000, 60_000][random() % 5]!
  return random() % 5 === 0 ? {} : { arena }
}

async function collect(running: AsyncIterable<Evaluations>): Promise<Evaluations[]> {
  const results: Evaluations[] = []
  for await (const result of running) results.push(result)
  return results
}

/** Each row was done once: on a device, or by the CPU with a reason. */
function checkReport({ devices: used, fallbacks }: GpuReport, rowCount: number): void {
  const onDevices = used.reduce((sum, { rows }) => sum + rows, 0)
  const onCpu = fallbacks.reduce((sum, { rows }) => sum + rows, 0)
  // Those were on a device first.
  const unfinished = fallbacks.reduce(
    (sum, { reason, rows }) => sum + (['data-chosen', 'memory'].includes(reason) ? rows : 0),
    0,
  )
  expect(onDevices + onCpu - unfinished).toBe(rowCount)
}

const reasonsIn = (gpu: GpuReport) => new Set(gpu.fallbacks.map(({ reason }) => reason))
const fatesIn = (gpu: GpuReport) => gpu.devices.filter(({ fate }) => fate !== undefined).length
const rowsOnCpu = ({ fallbacks }: GpuReport) => fallbacks.reduce((sum, { rows }) => sum + rows, 0)

test(
  'without a fault nothing is repeated for one',
  async () => {
    // A small allowance would send rows to the CPU.
    const settings = { ...drawSettings(), allowance: DEFAULT_ALLOWANCE }
    const { gpu, rowCount } = await runWith({ faults: [], deviceCount: 2, arena: 20_000, settings })
    expect(gpu.devices.length).toBe(2)
    expect([fatesIn(gpu), gpu.repeats, gpu.fallbacks]).toEqual([0, 0, []])
    expect(gpu.devices.reduce((sum, { rows }) => sum + rows, 0)).toBe(rowCount)
  },
  HANG_MS,
)

/** Runs with one sort of fault until it has come so often; what all of them came to. */
async function sumUp(fault: Fault, least: number, scenario: Partial<Scenario> = {}) {
  const sum = { times: 0, fates: 0, repeats: 0, splits: 0, reasons: new Set<string>(), runs: 0 }
  while (sum.times < amount(Math.ceil(least / 4), least)) {
    const { gpu, injected } = await runWith({ faults: [fault], ...scenario })
    sum.times += injected.get(fault) ?? 0
    sum.fates += fatesIn(gpu)
    sum.repeats += gpu.repeats
    sum.splits += gpu.splits
    for (const reason of reasonsIn(gpu)) sum.reasons.add(reason)
    sum.runs++
    expect(sum.runs).toBeLessThan(200)
  }
  return sum
}

test.each<[Fault, string, number]>([
  ['lost', 'device-lost', 8],
  ['internal', 'device-failed', 6],
  ['validation', 'device-failed', 6],
  ['hung', 'device-hung', 3],
  ['late', 'device-hung', 2],
])(
  '%s: the device is given up, another one is opened, and in the end the CPU goes on (%s)',
  async (fault, reason, least) => {
    // A device that is only slow may be taken for one that hangs.
    const mayBeMore = reason === 'device-hung'
    const alone = await sumUp(fault, least, { deviceCount: 1 })
    expect(mayBeMore ? Math.min(alone.fates, alone.times) : alone.fates).toBe(alone.times)
    expect(alone.reasons).toContain(reason)
    // On a busy machine the other device may have run the chunk before the fault.
    const beside = await sumUp(fault, least, { deviceCount: 2 })
    expect(beside.fates <= beside.times || mayBeMore).toBe(true)
    expect(beside.reasons).toContain(reason)
    // A device that is only slow may be taken for one that hangs.
    expect(alone.fates === alone.times || reason === 'device-hung').toBe(true)
    // On a busy machine the other device may have run the chunk before the fault.
    expect(beside.fates <= beside.times || reason === 'device-hung').toBe(true)
    const { gpu, rowCount } = await runWith({ faults: [fault], every: 1, deviceCount: 1 })
    expect(reasonsIn(gpu)).toContain('no-device')
    expect(rowsOnCpu(gpu)).toBe(rowCount)
  },
  HANG_MS,
)

test(
  'a device that is destroyed in the middle of a run is lost, and its rows are not',
  { tags: ['long'] },
  async () => {
    // Some while they compile, others when all is compiled; with another device beside, and without.
    const settings: RunSettings = {
      budget: DEFAULT_BUDGET,
      allowance: DEFAULT_ALLOWANCE,
      measure: true,
      outputs: 'value',
    }
    let destroyed = 0
    for (const [soundRuns, deviceCount] of [
      [0, 1],
      [0, 2],
      [1, 1],
      [2, 1],
    ] as const) {
      const scenario = { faults: ['destroyed'], every: 1, soundRuns, deviceCount, settings, arena: 2400 } as const
      const { gpu, injected } = await runWith(scenario)
      // The second device may have done everything before, or the chunk during which the first one was destroyed.
      if (deviceCount === 2 && fatesIn(gpu) === 0) continue
      destroyed++
      // A chunk may end before its device does: then it is the next one that finds the device destroyed.
      expect(injected.get('destroyed')).toBeGreaterThanOrEqual(1)
      expect(fatesIn(gpu)).toBe(1)
      expect(reasonsIn(gpu)).toContain('device-lost')
    }
    expect(destroyed).toBeGreaterThanOrEqual(3)
  },
)

test(
  'out of memory: chunks are cut in two, down to one row, which is then the CPU’s',
  async () => {
    const { times, fates, repeats, splits } = await sumUp('out-of-memory', 20)
    expect([fates, repeats >= times]).toEqual([0, true])
    expect(splits).toBeGreaterThan(0)
    // Where it happens every time, it is single rows in the end.
    const always = await sumUp('out-of-memory', 10, { every: 1 })
    expect([always.fates, always.reasons.has('room')]).toEqual([0, true])
  },
  HANG_MS,
)

test.each<Fault>(['kernel', 'kernel-for-good'])(
  '%s: the CPU runs the plans that need it',
  async (fault) => {
    const { fates, reasons, repeats } = await sumUp(fault, 14)
    expect(reasons).toContain('kernel-refused')
    expect(repeats).toBeGreaterThan(0)
    // Unless it was one that every chunk needs.
    expect(fates).toBeLessThan(14)
  },
  HANG_MS,
)

test.each<Fault>(['machine', 'copy'])(
  '%s: where what every chunk needs does not compile, the device is of no use',
  { tags: ['long'] },
  async (fault) => {
    const settings = { budget: DEFAULT_BUDGET, allowance: DEFAULT_ALLOWANCE, measure: true, outputs: 'value' } as const
    const { times, fates, reasons } = await sumUp(fault, 8, { settings })
    expect(fates).toBe(times)
    expect(reasons).toContain('device-failed')
  },
)

test(
  'lacks: chunks are run again with more, or cut in two',
  async () => {
    const { fates, repeats, splits } = await sumUp('lacks', 16)
    expect(fates).toBe(0)
    expect(repeats).toBeGreaterThan(0)
    expect(splits).toBeGreaterThan(0)
  },
  HANG_MS,
)

test.each(Object.entries(LACKS))(
  'lacks-for-good: of a device that always lacks %s, each row is the CPU’s in the end',
  { tags: ['long'] },
  async (_, lacking) => {
    const settings = { budget: DEFAULT_BUDGET, allowance: DEFAULT_ALLOWANCE, measure: true, outputs: 'value' } as const
    const scenario = { faults: ['lacks-for-good'], every: 1, lacking, settings, arena: 6000 } as const
    const { gpu, rowCount } = await runWith(scenario)
    expect(fatesIn(gpu)).toBe(0)
    expect(gpu.splits).toBeGreaterThan(0)
    expect([...reasonsIn(gpu)]).toEqual(['room'])
    expect(rowsOnCpu(gpu)).toBe(rowCount)
  },
)

test('slow answers are waited for', { tags: ['long'] }, async () => {
  const { fates, reasons } = await sumUp('slow', 12)
  expect(fates).toBe(0)
  expect(reasons).not.toContain('no-device')
})

test(
  'what a device is very slow with is done by another one beside it, and counts once',
  { tags: ['long'] },
  async () => {
    const watchdogMs = PATIENCE_MS.long
    const scenario = { faults: ['late'], every: 1, deviceCount: 2, watchdogMs, isFirstOnly: true } as const
    const { gpu, injected } = await runWith(scenario)
    expect(injected.get('late')).toBeGreaterThan(0)
    expect(fatesIn(gpu)).toBe(0)
  },
)

test(
  'a device that cannot be opened is gone without, be it the first or one after a loss',
  async () => {
    for (const deviceCount of [1, 2]) {
      const { gpu, refusedOpenings, rowCount } = await runWith({ faults: ['lost'], deviceCount, openings: 0 })
      expect([gpu.devices.length, refusedOpenings, rowsOnCpu(gpu)]).toEqual([0, deviceCount, rowCount])
      for (const openings of [1, 2]) {
        const later = await runWith({ faults: ['lost'], every: 2, deviceCount, openings })
        expect(later.gpu.devices.length).toBeLessThanOrEqual(openings)
        expect(reasonsIn(later.gpu).has('no-device') || later.refusedOpenings === 0).toBe(true)
      }
    }
  },
  HANG_MS,
)

test('without any device the CPU does everything', async () => {
  const { gpu, rowCount } = await runWith({ faults: [], deviceCount: 0 })
  expect([gpu.devices.length, rowsOnCpu(gpu)]).toEqual([0, rowCount])
})

test('everything at once, again and again', { tags: ['long'] }, async () => {
  const cheap = FAULTS.filter((fault) => fault !== 'destroyed' && fault !== 'hung' && fault !== 'late')
  for (let k = 0; k < 20; k++)
    await runWith({ faults: k % 10 === 0 ? [...cheap, 'hung', 'late'] : cheap, every: 1 + (k % 4) })
})

test('there were at least 200 faults', { tags: ['long'] }, () => {
  expect(faultCount).toBeGreaterThan(200)
})
