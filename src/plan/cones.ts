// The cone of an output: the statements that it depends on, in program order. Memory is counted by cone, and a plan that does
// not fit into the machine's memory is split by outputs.

import {
  NO_SLOT,
  type Plan,
  type PlannedProgram,
  ROWS,
  STEP_ARGUMENTS,
  STEP_ARGUMENT_COUNT,
  STEP_CALLEE,
  STEP_RAW,
  STEP_SAFE,
  STEP_WIDTH,
} from './plan.ts'

/** Stands for the number of an output: the statements of a batt that no output depends on. */
export const UNUSED_STATEMENTS = -1

/** A strict program's result (number 0), one of a batt's outputs, or a batt's unused statements. */
export interface PlanOutput {
  readonly program: number
  readonly output: number
}

/** A cone: positions in the program's list of statements, ascending; a call that the program makes twice counts once. */
export interface Cone extends PlanOutput {
  readonly positions: Int32Array
}

/** The cones of all outputs of a plan; a program that has an earlier twin has none of its own. */
export function findCones(plan: Plan): Cone[] {
  return plan.programs.flatMap((program, p) => {
    if (program.twin !== NO_SLOT) return []
    // Every statement of a strict program counts: the first that fails ends it, used or not.
    if (program.mode === 'strict') return [{ program: p, output: 0, positions: allPositions(program) }]
    const cones = Array.from(program.outputs, (_, output): Cone => coneOf(plan, p, output))
    const used = new Set<number>()
    for (const { positions } of cones) for (const position of positions) used.add(program.slots[position]!)
    if (program.slots.every((slot) => used.has(slot))) return cones
    return [...cones, { program: p, output: UNUSED_STATEMENTS, positions: allPositions(program) }]
  })
}

/** The cone of one output of a batt. It is found once for each plan: samples that exceed a limit ask again and again. */
export function coneOf(plan: Plan, program: number, output: number): Cone {
  let known = knownCones.get(plan)
  if (known === undefined) knownCones.set(plan, (known = { stepOf: indexSteps(plan), byProgram: [] }))
  const cones = (known.byProgram[program] ??= [])
  return (cones[output] ??= findCone(plan, known.stepOf, program, output))
}

interface KnownCones {
  readonly stepOf: ReadonlyMap<number, StepPlace>
  readonly byProgram: Cone[][]
}

const knownCones = new WeakMap<Plan, KnownCones>()

function findCone(plan: Plan, stepOf: KnownCones['stepOf'], program: number, output: number): Cone {
  const planned = plan.programs[program]!
  const slots = collectSlots(plan, stepOf, planned.outputs[output]!)
  return { program, output, positions: positionsOf(planned, (slot) => slots.has(slot)) }
}

/** The plan with only the steps that these cones need; slots keep their numbers. */
export function restrictPlan(plan: Plan, cones: readonly Cone[]): Plan {
  const needed = new Set<number>()
  for (const { program, positions } of cones) {
    const { slots } = plan.programs[program]!
    for (const position of positions) needed.add(slots[position]!)
  }
  const keep = (steps: Int32Array) => steps.filter((_, k) => needed.has(steps[k - (k % STEP_WIDTH) + STEP_RAW]!))
  const { constant, task, sample, candidate } = plan.steps
  return {
    ...plan,
    labellings: [],
    steps: { constant: keep(constant), task: keep(task), sample: keep(sample), candidate: keep(candidate) },
  }
}

/** The steps of one cone in program order, all of them run once a sample; slots keep their numbers. */
export function sequencePlan(plan: Plan, { program, positions }: Cone): Plan {
  const stepOf = indexSteps(plan)
  const { slots } = plan.programs[program]!
  const sample = new Int32Array(positions.length * STEP_WIDTH)
  for (const [k, position] of positions.entries()) {
    const { steps, at } = stepOf.get(slots[position]!)!
    sample.set(steps.subarray(at, at + STEP_WIDTH), k * STEP_WIDTH)
  }
  const none = new Int32Array()
  return { ...plan, labellings: [], steps: { constant: none, task: none, sample, candidate: none } }
}

interface StepPlace {
  readonly steps: Int32Array
  readonly at: number
}

/** The step that fills a slot, by slot: the slot of the result, and that of the result or its default. */
function indexSteps(plan: Plan): ReadonlyMap<number, StepPlace> {
  const stepOf = new Map<number, StepPlace>()
  for (const sort of ROWS) {
    const steps = plan.steps[sort]
    for (let at = 0; at < steps.length; at += STEP_WIDTH) {
      stepOf.set(steps[at + STEP_RAW]!, { steps, at })
      if (steps[at + STEP_SAFE] !== NO_SLOT) stepOf.set(steps[at + STEP_SAFE]!, { steps, at })
    }
  }
  return stepOf
}

/** The result slots of all steps that a slot depends on. */
function collectSlots({ longArguments }: Plan, stepOf: ReadonlyMap<number, StepPlace>, slot: number): Set<number> {
  const found = new Set<number>()
  const waiting = [slot]
  while (waiting.length > 0) {
    const place = stepOf.get(waiting.pop()!)
    // Inputs, constants and primitives are made by no step.
    if (place === undefined) continue
    const { steps, at } = place
    const raw = steps[at + STEP_RAW]!
    if (found.has(raw)) continue
    found.add(raw)
    waiting.push(steps[at + STEP_CALLEE]!)
    const first = at + STEP_ARGUMENTS
    const args = longArguments.get(raw) ?? steps.subarray(first, first + steps[at + STEP_ARGUMENT_COUNT]!)
    waiting.push(...args)
  }
  return found
}

function allPositions(program: PlannedProgram): Int32Array {
  return positionsOf(program, () => true)
}

function positionsOf({ slots }: PlannedProgram, isIn: (slot: number) => boolean): Int32Array {
  const positions: number[] = []
  const seen = new Set<number>()
  for (let k = 0; k < slots.length; k++) {
    const slot = slots[k]!
    if (seen.has(slot) || !isIn(slot)) continue
    seen.add(slot)
    positions.push(k)
  }
  return Int32Array.from(positions)
}
