// Plans of a run: the programs of a group are merged, those of each cell layout into a plan of their own.

import type { Dataset } from '../../data/task.ts'
import { type CellLayout, layoutOf } from '../../language/dialects.ts'
import type { Program } from '../../language/program.ts'
import { Graph } from '../../plan/graph.ts'
import { type Plan, lowerGraph } from '../../plan/plan.ts'
import { type Group, type Pairing, pairPrograms } from './pair-programs.ts'

/** Programs of a group that have one cell layout, merged. */
export interface PlannedPart {
  readonly plan: Plan
  /** The programs of the plan, as positions in the programs of the group. */
  readonly positions: readonly number[]
}

/** Programs that run on the same tasks, merged into one plan for each cell layout. */
export interface PlannedGroup extends Group {
  readonly parts: readonly PlannedPart[]
}

/** The parameters of a run that its plans depend on. */
export interface PlanRequest {
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  readonly pairing?: Pairing | undefined
  readonly keepUnused?: boolean | undefined
}

/** The groups in the order of the tasks, with their plans. */
export function planGroups({ programs, dataset, pairing = 'own', keepUnused = false }: PlanRequest): PlannedGroup[] {
  // One for all groups: each plan is that of its own programs.
  const graphs = { a: new Graph('a', { keepUnused }), t: new Graph('t', { keepUnused }) }
  return pairPrograms(programs, dataset.tasks, pairing).map((group) => {
    const positionsOf = new Map<CellLayout, number[]>()
    for (const [position, p] of group.programs.entries()) {
      const layout = layoutOf(programs[p]!.dialect)
      const positions = positionsOf.get(layout)
      if (positions === undefined) positionsOf.set(layout, [position])
      else positions.push(position)
    }
    const parts = Array.from(positionsOf, ([layout, positions]) => {
      const graph = graphs[layout]
      const members = positions.map((position) => graph.add(programs[group.programs[position]!]!))
      return { positions, plan: lowerGraph(graph, members) }
    })
    return { ...group, parts }
  })
}

/** The plans of all groups, in the order of their numbers. */
export function plansOf(groups: readonly PlannedGroup[]): Plan[] {
  return groups.flatMap(({ parts }) => parts.map(({ plan }) => plan))
}

/** Finds a program by the number of its plan and its number in the plan. */
export function programFinder(
  groups: readonly PlannedGroup[],
  programs: readonly Program[],
): (plan: number, program: number) => Program {
  const members = groups.flatMap((group) =>
    group.parts.map(({ positions }) => positions.map((position) => programs[group.programs[position]!]!)),
  )
  return (plan, program) => members[plan]![program]!
}
