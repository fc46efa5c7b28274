// Plans of a run: the programs of a group are merged, those of each cell layout into a plan of their own.

import type { Task } from '../../data/task.ts'
import { type CellLayout, layoutOf } from '../../language/dialects.ts'
import type { Program } from '../../language/program.ts'
import { Graph } from '../../plan/graph.ts'
import { type Plan, lowerGraph } from '../../plan/plan.ts'
import { hashProgram } from '../../plan/program-hash.ts'
import type { KnownPair } from '../reuse/task-pairs.ts'
import type { RunReuse } from '../reuse/reuse-cache.ts'
import type { Group } from './pair-programs.ts'
import { type GroupRequest, groupsOf } from './run-groups.ts'

/** Programs of a group that have one cell layout and run on the same tasks, merged. */
export interface PlannedPart {
  readonly plan: Plan
  /** The programs of the plan, as positions in the programs of the group. */
  readonly positions: readonly number[]
  /** The tasks on which these programs are not known; undefined for all tasks of the group. */
  readonly tasks?: ReadonlySet<Task> | undefined
}

/** Programs that run on the same tasks, merged into one plan for each cell layout. */
export interface PlannedGroup extends Group {
  readonly parts: readonly PlannedPart[]
  /** Where results are kept for later runs: the hashes of the programs, and by task the programs that are known already. */
  readonly known?: {
    readonly hashes: readonly string[]
    readonly pairs: ReadonlyMap<Task, readonly (KnownPair | undefined)[]>
  }
}

/** The parameters of a run that its plans depend on. */
export interface PlanRequest extends GroupRequest {
  readonly keepUnused?: boolean | undefined
}

/** The maximum number of parts of a group; the programs of a part are known on the same tasks. */
const MAX_PARTS = 8

/** The groups in the order of the tasks, with their plans; programs that `reuse` knows on a task are not planned for it. */
export function planGroups(request: PlanRequest, reuse?: RunReuse): PlannedGroup[] {
  const { programs, dataset, keepUnused = false } = request
  // One for all groups: each plan is that of its own programs.
  const graphs = { a: new Graph('a', { keepUnused }), t: new Graph('t', { keepUnused }) }
  return groupsOf(request).map((group) => {
    // Most runs of solvers are of many tasks with one program each.
    if (group.programs.length === 1 && reuse === undefined) {
      const program = programs[group.programs[0]!]!
      const graph = graphs[layoutOf(program.dialect)]
      return withParts(group, [{ positions: FIRST_POSITION, plan: lowerGraph(graph, [graph.add(program)]) }])
    }
    const layouts = group.programs.map((p) => layoutOf(programs[p]!.dialect))
    const merged = group.programs.map((p, k) => graphs[layouts[k]!].add(programs[p]!))
    const known =
      reuse === undefined
        ? undefined
        : findKnown(
            group.tasks.map((t) => dataset.tasks[t]!),
            merged.map((program, k) => hashProgram(graphs[layouts[k]!], program)),
            reuse,
          )
    const parts = cutParts(layouts, known?.pairs).map(({ positions, tasks }): PlannedPart => {
      const members = positions.map((position) => merged[position]!)
      return { positions, tasks, plan: lowerGraph(graphs[layouts[positions[0]!]!], members) }
    })
    return withParts(group, parts, known)
  })
}

const FIRST_POSITION: readonly number[] = [0]

function withParts(
  { programs, tasks, whole }: Group,
  parts: readonly PlannedPart[],
  known?: PlannedGroup['known'],
): PlannedGroup {
  const group = { programs, tasks, parts }
  if (whole === undefined && known === undefined) return group
  return { ...group, ...(whole === undefined ? {} : { whole }), ...(known === undefined ? {} : { known }) }
}

function findKnown(
  tasks: readonly Task[],
  hashes: readonly string[],
  reuse: RunReuse,
): NonNullable<PlannedGroup['known']> {
  return { hashes, pairs: new Map(tasks.map((task) => [task, hashes.map((hash) => reuse.find(task, hash))])) }
}

/** Puts together the programs of one layout that have to be run on the same tasks. */
function cutParts(
  layouts: readonly CellLayout[],
  known: ReadonlyMap<Task, readonly (KnownPair | undefined)[]> | undefined,
): Omit<PlannedPart, 'plan'>[] {
  const byKey = new Map<string, { positions: number[]; tasks: Set<Task> | undefined }>()
  for (const [position, layout] of layouts.entries()) {
    const tasks = known === undefined ? undefined : unknownTasks(known, position)
    if (tasks?.size === 0) continue
    const isAll = tasks === undefined || tasks.size === known!.size || byKey.size >= MAX_PARTS
    const key = isAll ? layout : `${layout} ${Array.from(tasks, ({ id }) => id).join()}`
    const part = byKey.get(key)
    if (part === undefined) byKey.set(key, { positions: [position], tasks: isAll ? undefined : tasks })
    else part.positions.push(position)
  }
  return [...byKey.values()]
}

function unknownTasks(known: ReadonlyMap<Task, readonly (KnownPair | undefined)[]>, position: number): Set<Task> {
  const tasks = new Set<Task>()
  for (const [task, pairs] of known) if (pairs[position] === undefined) tasks.add(task)
  return tasks
}

/** The plans of all groups, in the order of their numbers. */
export function plansOf(groups: readonly PlannedGroup[]): Plan[] {
  const plans: Plan[] = []
  for (const { parts } of groups) for (const { plan } of parts) plans.push(plan)
  return plans
}

/** Finds a program by the number of its plan and its number in the plan; few runs ask for one. */
export function programFinder(
  groups: readonly PlannedGroup[],
  programs: readonly Program[],
): (plan: number, program: number) => Program {
  let members: (readonly Program[])[] | undefined
  return (plan, program) => {
    members ??= groups.flatMap((group) =>
      group.parts.map(({ positions }) => positions.map((position) => programs[group.programs[position]!]!)),
    )
    return members[plan]![program]!
  }
}
