// Batts: each solver's candidate is the value of the solver alone, wherever it has one; cutting a batt changes no value.
// Runs the built workers.

import { afterAll, describe, expect, test } from 'vitest'
import { type CardedBatt, cardPrograms } from '../../src/batts/card.ts'
import { cutProgram } from '../../src/batts/cut.ts'
import type { Backend, RunSettings } from '../../src/backends/backend.ts'
import { CpuBackend } from '../../src/backends/cpu/cpu-backend.ts'
import { GpuBackend } from '../../src/backends/gpu/gpu-backend.ts'
import type { WorkersBackend as Workers } from '../../src/backends/workers/workers-backend.node.ts'
import { galleryTasks } from '../../src/data/gallery.ts'
import type { Dataset } from '../../src/data/task.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { runPrograms } from '../../src/engine/run/run-programs.ts'
import { solverIds } from '../../src/batts/solver-names.ts'
import type { CellLayout } from '../../src/language/dialects.ts'
import type { Program } from '../../src/language/program.ts'
import { amount } from '../amount.ts'
import { InterpretedDevice } from '../gpu/interpreted-device.ts'
import { SEED, newRandom } from '../generators/seed.ts'
import {
  conformanceSolvers,
  drawnSolvers,
  gallerySolvers,
  mixedSolvers,
  writtenSolvers,
} from '../generators/solvers.ts'

const BATTS = amount(100, 500)
const GROUP = 100
const MAX_SOLVERS = 8

const built = new URL('../../dist/backends/workers/workers-backend.node.js', import.meta.url).href
const { WorkersBackend } = (await import(built)) as typeof import('../../src/backends/workers/workers-backend.node.ts')

/** The value of each output on each sample as a hash; null where there is none. */
type Values = readonly (string | null)[]

type Material = CellLayout | 'a and r'

function materialOf(kind: Material): { solvers: Program[]; dataset: Dataset } {
  const layout = kind === 't' ? 't' : 'a'
  const { solvers, task } = conformanceSolvers(layout, 120)
  const others = layout === 'a' ? drawnSolvers(150) : writtenSolvers()
  const [gallery] = galleryTasks({ samples: 1, only: ['keepbig1'] })
  const tasks = [gallery!, { ...task, test: task.test.slice(0, 1) }]
  const names = new Set<string>()
  // Results are found by name.
  const all = kind === 'a and r' ? mixedSolvers() : [...gallerySolvers(layout), ...others, ...solvers]
  const own = all.filter(({ name }) => !names.has(name) && names.add(name))
  return { solvers: own, dataset: { tasks, hash: '' } }
}

type Settings = Partial<Omit<RunSettings, 'outputs'>>

async function run(programs: readonly Program[], dataset: Dataset, backend: Backend, own: Settings) {
  const results: PairResult[] = []
  const settings = { ...own, outputs: 'hash' as const }
  await runPrograms({ programs, dataset, backend, pairing: 'all', settings, onPair: (result) => results.push(result) })
  return results
}

/** The values of strict programs by name, all tasks after each other. */
async function runSolvers(
  programs: readonly Program[],
  dataset: Dataset,
  settings: Settings,
): Promise<Map<string, Values>> {
  const values = new Map<string, Values>()
  for (const { program, outputs } of await run(programs, dataset, new CpuBackend(), settings))
    values.set(program, [...(values.get(program) ?? []), ...(outputs![0] as (string | null)[])])
  return values
}

/** The values of all outputs of batts, by the names of the batts. */
async function runBatts(programs: readonly Program[], dataset: Dataset, backend: Backend, settings: Settings) {
  const values = new Map<string, Values[]>()
  for (const { program, outputs } of await run(programs, dataset, backend, settings)) {
    const own = values.get(program) ?? outputs!.map(() => [])
    values.set(
      program,
      own.map((before, k) => [...before, ...(outputs![k] as (string | null)[])]),
    )
  }
  return values
}

/** How often a value of `wanted` is another one in `found`; null stands for a failure, which promises nothing. */
function countWrong(wanted: Values, found: Values): number {
  expect(found.length).toBe(wanted.length)
  return wanted.filter((value, k) => value !== null && value !== found[k]).length
}

describe.each<Material>(['a', 't', 'a and r'])('dialect %s', (kind) => {
  const { solvers, dataset } = materialOf(kind)
  const battCount = kind === 'a and r' ? BATTS / 5 : BATTS
  const nameOf = new Map(solverIds(solvers).map((id, k) => [id, solvers[k]!.name]))
  const random = newRandom(SEED + kind.length + kind.charCodeAt(0))
  const workers: Workers[] = []
  afterAll(async () => {
    for (const backend of workers) await backend.close()
  })

  function drawBatt(k: number): CardedBatt {
    const some = Array.from({ length: 1 + (random() % MAX_SOLVERS) }, () => solvers[random() % solvers.length]!)
    const carded = cardPrograms([...new Set(some)], {
      seed: random(),
      mutate: k % 3 === 0 ? 0.1 : 0,
      typed: k % 2 === 0,
      baseDiffers: k % 5 < 2,
    })
    return { ...carded, program: { ...carded.program, name: `batt_${k}` } }
  }

  function countCandidates(batts: readonly CardedBatt[], found: Map<string, Values[]>, alone: Map<string, Values>) {
    const counts = { equal: 0, failed: 0, wrong: 0, mutated: 0 }
    for (const { program } of batts) {
      const values = found.get(program.name)!
      for (const [k, output] of program.outputs.entries()) {
        if (output.kind !== 'o') continue
        const wanted = alone.get(nameOf.get(output.solver)!)!
        if (output.mutated) counts.mutated++
        else {
          const wrong = countWrong(wanted, values[k]!)
          const failed = wanted.filter((value) => value === null).length
          counts.wrong += wrong
          counts.failed += failed
          counts.equal += wanted.length - wrong - failed
        }
      }
    }
    return counts
  }

  test(`${battCount} batts: candidates are the values of the solvers alone, except of mutated ones`, async () => {
    const total = { equal: 0, failed: 0, wrong: 0, mutated: 0 }
    const cpu = new CpuBackend()
    const alone = await runSolvers(solvers, dataset, {})
    for (let from = 0; from < battCount; from += GROUP) {
      const batts = Array.from({ length: Math.min(GROUP, battCount - from) }, (_, k) => drawBatt(from + k))
      const programs = batts.map(({ program }) => program)
      const counts = countCandidates(batts, await runBatts(programs, dataset, cpu, {}), alone)
      for (const key of ['equal', 'failed', 'wrong', 'mutated'] as const) total[key] += counts[key]
    }
    expect(total.wrong).toBe(0)
    expect(total.equal).toBeGreaterThan(battCount)
    expect(total.failed).toBeGreaterThan(0)
    expect(total.mutated).toBeGreaterThan(battCount / 20)
  }, 300_000)

  test.each<[string, Settings]>([
    ['while measuring', { measure: true }],
    ['with little memory', { allowance: 300 }],
    ['with a small budget', { budget: 300 }],
  ])('the same on workers, %s', async (_, settings) => {
    const workersBackend = new WorkersBackend({ workers: 2 })
    workers.push(workersBackend)
    const alone = await runSolvers(solvers, dataset, settings)
    const batts = Array.from({ length: 40 }, (_, k) => drawBatt(k))
    const programs = batts.map(({ program }) => program)
    const onWorkers = await runBatts(programs, dataset, workersBackend, settings)
    expect(countCandidates(batts, onWorkers, alone)).toMatchObject({ wrong: 0 })
    expect(onWorkers).toEqual(await runBatts(programs, dataset, new CpuBackend(), settings))
  })

  test('the same as chunks of a device, which is interpreted here', async () => {
    const device = new GpuBackend({ open: [async () => new InterpretedDevice()] })
    const alone = await runSolvers(solvers, dataset, {})
    const batts = Array.from({ length: 6 }, (_, k) => drawBatt(k))
    const programs = batts.map(({ program }) => program)
    const onDevice = await runBatts(programs, dataset, device, {})
    expect(countCandidates(batts, onDevice, alone)).toMatchObject({ wrong: 0 })
    expect(device.gpu.devices.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(0)
    await device.close()
  })

  test('a cut output has the values that it has in the batt; a strict one those without a default', async () => {
    const cpu = new CpuBackend()
    const measured = { measure: true }
    let equal = 0
    for (let k = 0; k < 12; k++) {
      const { program } = drawBatt(k)
      const [values] = (await runBatts([program], dataset, cpu, measured)).values()
      const names = program.outputs.map((output) =>
        output.kind === 'o' ? output.solver : `${output.owner}/${output.differ}`,
      )
      const guarded = names.map((name, at) => ({ ...cutProgram(program, name), name: `batt_${at}` }))
      const strict = names.map((name, at) => ({ ...cutProgram(program, name, { strict: true }), name: `own_${at}` }))
      const ofGuarded = await runBatts(guarded, dataset, cpu, measured)
      const ofStrict = await runSolvers(strict, dataset, measured)
      for (const at of names.keys()) {
        expect(ofGuarded.get(`batt_${at}`)).toEqual([values![at]])
        expect(countWrong(ofStrict.get(`own_${at}`)!, values![at]!)).toBe(0)
        equal += ofStrict.get(`own_${at}`)!.filter((value) => value !== null).length
      }
    }
    expect(equal).toBeGreaterThan(50)
  })
})
