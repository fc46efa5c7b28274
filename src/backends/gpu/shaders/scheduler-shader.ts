// The program of the scheduler: entry points that run device code. They begin the calls of a round, resume waiting calls, sort the calls
// by kernel, and at the end copy and judge the outputs.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { assembleHelpers, workgroupSize } from './shader.ts'

/** The entry points in the order of a round; those for outputs run after the last round. */
export type SchedulerEntry =
  | 'advance'
  | 'scatter'
  | 'exportOutputs'
  | 'judge'
  | 'evaluate'
  | 'defaults'
  | 'gather'
  | 'pack'

/** The function of device code that each entry point runs. `advance` and `scatter` get the workgroup and the lane, the others invocations. */
export const schedulerFunctions: Readonly<Record<SchedulerEntry, string>> = {
  advance: 'advanceCalls',
  scatter: 'scatterEntries',
  exportOutputs: 'copyOutputs',
  judge: 'judgeOutputs',
  evaluate: 'evaluateRows',
  defaults: 'countDefaults',
  gather: 'gatherRows',
  pack: 'packCopies',
}

/** The module of all entry points. */
export function assembleScheduler(layout: CellLayout = 'a'): string {
  const entries = Object.entries(schedulerFunctions) as [SchedulerEntry, string][]
  return assembleHelpers(Object.values(schedulerFunctions), entries.map(printEntry).join('\n'), layout)
}

function printEntry([entry, name]: readonly [SchedulerEntry, string]): string {
  if (entry === 'advance' || entry === 'scatter') {
    return `@compute @workgroup_size(${workgroupSize})
fn ${entry}(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  ${name}(i32(group.x), i32(groups.x), i32(lane));
}
`
  }
  return `@compute @workgroup_size(${workgroupSize})
fn ${entry}(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  ${name}(i32(id.x), i32(groups.x) * ${workgroupSize});
}
`
}
