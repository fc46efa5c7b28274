// The report on the plans of programs: what merging and patterns save, counted and measured on samples.

import { type Dataset, type Task, samplesOf } from '../../data/task.ts'
import { layoutOf } from '../../language/dialects.ts'
import { printCalls } from '../../language/python/print-python.ts'
import type { Program } from '../../language/program.ts'
import { type Graph, type Rows, mergePrograms } from '../../plan/graph.ts'
import { type Pattern, type PatternKind, findPatterns } from '../../plan/patterns.ts'
import { type Plan, ROWS, lowerGraph } from '../../plan/plan.ts'
import { type Pairing, pairPrograms } from '../run/pair-programs.ts'
import { type Cost, type StepCosts, measurePlans } from './measure-plan.ts'

/** The patterns of one kind in all plans. */
export interface PatternReport {
  readonly kind: PatternKind
  /** The number of groups that were found. */
  groups: number
  /** The number of different calls in them. */
  nodes: number
  /** The number of statements of programs that make these calls. */
  statements: number
  /** What was saved on the measured samples: calls not made, counted work not done, and time. */
  readonly saved: Cost
  /** The calls of the largest groups. */
  examples: string[]
}

/** The plans of a run. */
export interface PlanReport {
  programs: number
  statements: number
  nodes: number
  /** The nodes by the rows that they are run for. */
  readonly nodesByRows: Record<Rows, number>
  /** The samples that were measured, and what their steps cost with all that is saved. */
  samples: number
  readonly cost: Cost
  readonly patterns: readonly PatternReport[]
}

/** The parameters of a report. */
export interface PlanReportRequest {
  readonly programs: readonly Program[]
  readonly dataset: Dataset
  readonly pairing?: Pairing
  readonly keepUnused?: boolean
  /** The most samples that are measured; default: 100. */
  readonly maxSamples?: number
  /** Measures with C. */
  readonly measure?: boolean
}

const KINDS: readonly PatternKind[] = ['shared', 'samples', 'labelling', 'maps']
const MAX_EXAMPLES = 3
const MAX_EXAMPLE_CALLS = 4

/** Plans everything, finds patterns, and measures the savings on some samples. */
export function reportPlans(request: PlanReportRequest): PlanReport {
  const { programs, dataset, pairing = 'own', keepUnused = false, maxSamples = 100, measure = false } = request
  const report: PlanReport = {
    programs: 0,
    statements: 0,
    nodes: 0,
    nodesByRows: { constant: 0, task: 0, sample: 0, candidate: 0 },
    samples: 0,
    cost: newCost(),
    patterns: KINDS.map((kind) => ({ kind, groups: 0, nodes: 0, statements: 0, saved: newCost(), examples: [] })),
  }
  for (const group of pairPrograms(programs, dataset.tasks, pairing)) {
    const members = group.programs.map((p) => programs[p]!)
    const tasks = chooseTasks(
      group.tasks.map((t) => dataset.tasks[t]!),
      maxSamples - report.samples,
    )
    report.programs += members.length
    for (const layout of ['a', 't'] as const) {
      const own = members.filter(({ dialect }) => layoutOf(dialect) === layout)
      if (own.length > 0) addPlan(report, mergePrograms(own, { keepUnused }), tasks, measure)
    }
    for (const { sampleCount } of tasks) report.samples += sampleCount
  }
  return report
}

interface ChosenTask {
  readonly task: Task
  readonly sampleCount: number
}

function chooseTasks(tasks: readonly Task[], maxSamples: number): ChosenTask[] {
  const chosen: ChosenTask[] = []
  let left = maxSamples
  for (const task of tasks) {
    const sampleCount = Math.min(left, samplesOf(task).length)
    if (sampleCount <= 0) break
    chosen.push({ task, sampleCount })
    left -= sampleCount
  }
  return chosen
}

function addPlan(report: PlanReport, graph: Graph, tasks: readonly ChosenTask[], measure: boolean): void {
  const plan = lowerGraph(graph)
  const steps = new PlanSteps(graph, plan)
  report.nodes += graph.nodes.length
  for (const rows of ROWS) report.nodesByRows[rows] += graph.nodes.filter((node) => node.rows === rows).length
  for (const { nodes } of graph.programs) report.statements += nodes.length
  const patterns = findPatterns(graph).toSorted((x, y) => y.nodes.length - x.nodes.length)
  for (const pattern of patterns) countPattern(reportOf(report, pattern.kind), pattern, steps)
  for (const { task, sampleCount } of tasks) {
    const oneByOne = { ...plan, labellings: [] }
    const [single, together] = measurePlans([oneByOne, plan], task, sampleCount, measure) as [StepCosts, StepCosts]
    for (let node = 0; node < graph.nodes.length; node++) addCost(report.cost, together.of(steps.slotOf(node)))
    for (const { kind, nodes } of patterns) {
      const { saved } = reportOf(report, kind)
      for (const node of nodes) addCost(saved, savingOf(kind, node, sampleCount, steps, single, together))
    }
  }
}

/** What a pattern saves at one of its nodes. */
function savingOf(
  kind: PatternKind,
  node: number,
  sampleCount: number,
  steps: PlanSteps,
  single: StepCosts,
  together: StepCosts,
): Cost {
  const own = single.of(steps.slotOf(node))
  switch (kind) {
    case 'shared':
      return scaleCost(own, steps.programsOf(node) - 1)
    case 'samples':
      // Run once a task, where each sample would need it.
      return scaleCost(own, sampleCount - 1)
    case 'labelling': {
      const { work, ms } = together.of(steps.slotOf(node))
      return { calls: 0, work: own.work - work, ms: own.ms - ms }
    }
    case 'maps':
      return newCost()
  }
  return kind satisfies never
}

function countPattern(report: PatternReport, { nodes }: Pattern, steps: PlanSteps): void {
  report.groups++
  report.nodes += nodes.length
  for (const node of nodes) report.statements += steps.statementsOf(node)
  if (report.examples.length >= MAX_EXAMPLES) return
  const calls = nodes.slice(0, MAX_EXAMPLE_CALLS).map((node) => steps.callOf(node))
  report.examples.push(`${calls.join(', ')}${nodes.length > MAX_EXAMPLE_CALLS ? ', …' : ''}`)
}

function reportOf({ patterns }: PlanReport, kind: PatternKind): PatternReport {
  return patterns[KINDS.indexOf(kind)]!
}

/** The nodes of a graph as steps of its plan and statements of its programs. */
class PlanSteps {
  readonly #slots: Int32Array
  readonly #statements: Int32Array
  readonly #programs: Int32Array
  readonly #calls: string[] = []

  constructor(graph: Graph, plan: Plan) {
    const count = graph.nodes.length
    this.#slots = new Int32Array(count)
    this.#statements = new Int32Array(count)
    this.#programs = new Int32Array(count)
    for (const [p, { program, nodes, statements }] of graph.programs.entries()) {
      const calls = printCalls(program)
      for (const [k, node] of nodes.entries()) {
        this.#slots[node] = plan.programs[p]!.slots[k]!
        this.#statements[node]!++
        this.#calls[node] ??= calls[statements[k]!]!
      }
      for (const node of new Set(nodes)) this.#programs[node]!++
    }
  }

  slotOf(node: number): number {
    return this.#slots[node]!
  }

  /** The number of statements that make the call. */
  statementsOf(node: number): number {
    return this.#statements[node]!
  }

  /** The number of programs that make the call. */
  programsOf(node: number): number {
    return this.#programs[node]!
  }

  /** The call as the first program has it. */
  callOf(node: number): string {
    return this.#calls[node]!
  }
}

function newCost(): Cost {
  return { calls: 0, work: 0, ms: 0 }
}

function addCost(sum: Cost, { calls, work, ms }: Cost): void {
  sum.calls += calls
  sum.work += work
  sum.ms += ms
}

function scaleCost({ calls, work, ms }: Cost, factor: number): Cost {
  return { calls: calls * factor, work: work * factor, ms: ms * factor }
}
