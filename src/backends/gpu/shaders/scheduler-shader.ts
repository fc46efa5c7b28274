// The program of the scheduler: entry points that run device code. They begin the calls of a round, resume waiting calls, sort the calls
// by kernel, and at the end copy and judge the outputs.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { PREPARE_SIZE } from '../device-code/state-layout.ts'
import { assembleHelpers, workgroupSize } from './shader.ts'

/** The entry points in the order of a round; those for outputs run after the last round. */
export type SchedulerEntry =
  | 'advance'
  | 'spawn'
  | 'prepare'
  | 'scatter'
  | 'exportOutputs'
  | 'judge'
  | 'evaluate'
  | 'defaults'
  | 'gather'
  | 'pack'

/** The function of device code that each entry point runs. `prepare` runs in one workgroup and gets the lane, the others invocations. */
export const schedulerFunctions: Readonly<Record<SchedulerEntry, string>> = {
  advance: 'advanceCalls',
  spawn: 'spawnCalls',
  prepare: 'prepareQueues',
  scatter: 'scatterEntries',
  exportOutputs: 'copyOutputs',
  judge: 'judgeOutputs',
  evaluate: 'evaluateRows',
  defaults: 'countDefaults',
  gather: 'gatherRows',
  pack: 'packCopies',
}

/** The invocations in a workgroup of an entry point. */
export function schedulerSize(entry: SchedulerEntry): number {
  return entry === 'prepare' ? PREPARE_SIZE : workgroupSize
}

/** The module of all entry points. */
export function assembleScheduler(layout: CellLayout = 'a'): string {
  const entries = Object.entries(schedulerFunctions) as [SchedulerEntry, string][]
  return assembleHelpers(Object.values(schedulerFunctions), entries.map(printEntry).join('\n'), layout)
}

function printEntry([entry, name]: readonly [SchedulerEntry, string]): string {
  const size = schedulerSize(entry)
  if (entry === 'prepare') {
    return `@compute @workgroup_size(${size})
fn ${entry}(@builtin(local_invocation_index) lane: u32) {
  ${name}(i32(lane));
}
`
  }
  return `@compute @workgroup_size(${size})
fn ${entry}(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  ${name}(i32(id.x), i32(groups.x) * ${size});
}
`
}
