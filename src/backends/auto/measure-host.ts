// Measures the work of the host for a run on a device: a run with a device that takes no time.

import type { Task } from '../../data/task.ts'
import { DEFAULT_ALLOWANCE } from '../../kernel/heap-growth.ts'
import { primitiveNamed } from '../../language/names.ts'
import { mergePrograms } from '../../plan/graph.ts'
import { lowerGraph } from '../../plan/plan.ts'
import type { RunSettings } from '../backend.ts'
import { GpuBackend } from '../gpu/gpu-backend.ts'
import { timedProgram } from '../trial-calls.ts'
import { IdleDevice } from './idle-device.ts'

/** The host's time in microseconds: for each row, and for each program on a row. */
export interface HostCosts {
  readonly row: number
  readonly evaluation: number
}

const ROW_COUNT = 2048
const UNIT_ROWS = 4
const MANY_PROGRAMS = 64
const PASSES = 4
const SIDE = 12
const SETTINGS: RunSettings = { budget: 1 << 20, allowance: DEFAULT_ALLOWANCE, measure: false, outputs: 'none' }

/** Times runs of one program and of many. */
export async function measureHost(): Promise<HostCosts> {
  const one = await timeRows(1)
  const evaluation = Math.max(0, (await timeRows(MANY_PROGRAMS)) - one) / (MANY_PROGRAMS - 1)
  return { row: Math.max(0, one - evaluation), evaluation }
}

/** The time of a row in the fastest pass. */
async function timeRows(programCount: number): Promise<number> {
  const program = timedProgram(primitiveNamed('identity', 'a')!, 3)
  const plan = lowerGraph(mergePrograms(Array.from({ length: programCount }, () => program)))
  const task = makeTask()
  const units = Array.from({ length: ROW_COUNT / UNIT_ROWS }, (_, k) => {
    return { plan: 0, task, from: k * UNIT_ROWS, to: (k + 1) * UNIT_ROWS }
  })
  const backend = new GpuBackend({ open: [async () => new IdleDevice()] })
  let fastest = Infinity
  for (let pass = 0; pass < PASSES; pass++) {
    const started = performance.now()
    for await (const _ of backend.run([plan], units, SETTINGS));
    fastest = Math.min(fastest, performance.now() - started)
  }
  await backend.close()
  return (1000 * fastest) / ROW_COUNT
}

function makeTask(): Task {
  const grid = () => ({ height: SIDE, width: SIDE, cells: new Uint8Array(SIDE * SIDE) })
  return {
    id: 'calibration',
    train: [],
    test: Array.from({ length: ROW_COUNT }, () => ({ input: grid(), output: grid() })),
  }
}
