// Runs plans on a heap, one sample after the other. A plan that does not fit into the heap is split by outputs and its parts run
// one after the other: the results are the same.

import type { CellLayout } from '../../kernel/cell-layout.ts'
import { HeapFullError } from '../../kernel/heap-growth.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Pair, Task } from '../../data/task.ts'
import { EnvironmentError } from '../../language/errors.ts'
import { type Cone, findCones, restrictPlan, sequencePlan } from '../../plan/cones.ts'
import type { Plan } from '../../plan/plan.ts'
import type { RunSettings } from '../backend.ts'
import type { UnitJudge } from '../judge-sample.ts'
import { type MemoryLimits, limitMemory } from '../memory-limits.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'
import { type Engine, wasmEngine } from './engine.ts'
import { PlanRun, type PlanRunOptions } from './plan-run.ts'
import { type RowSource, type RowTask, rowsOf } from './row-source.ts'

/** A part of a plan with all that it needs; a plan that fits is one part. */
interface PlanPart {
  readonly plan: Plan
  /** The outputs of the part; undefined for all of the plan's. */
  readonly cones: readonly Cone[] | undefined
}

/** The words of one part of a plan on a sample, valid until the next part is run. */
export interface PartialRow {
  readonly run: PlanRun
  readonly limits: MemoryLimits | undefined
}

const FIRST_HEAP_WORDS = 1 << 20
const NO_PAIRS: readonly Pair[] = []

/** The samples of the first call of a task and of the largest one, the growth from one call to the next, and the wanted time. */
const FIRST_ROWS = 4
const MAX_ROWS = 128
const MAX_GROWTH = 8
const CALL_MS = 1

/** A runner with a heap of its own for each cell layout, created with the first sample. */
export function newRowRunner(settings: RunSettings, heapWords?: number, engine: Engine = wasmEngine): RowRunner {
  const heaps: Partial<Record<CellLayout, Heap>> = {}
  return new RowRunner(settings, (layout) => {
    const known = heaps[layout]
    if (known !== undefined) return known
    const heap = engine.newHeap(FIRST_HEAP_WORDS, layout)
    if (heapWords !== undefined) heap.ceiling = heapWords
    heaps[layout] = heap
    return heap
  })
}

/** Runs samples of plans. A plan or a task is started anew only where the next sample has another. */
export class RowRunner {
  /** How often a plan was split because it did not fit into the heap. */
  splits = 0
  /** Runs steps one by one, so that the marker holds the step at which a thread dies. */
  isStepwise = false
  readonly #settings: RunSettings
  readonly #heap: (layout: CellLayout) => Heap
  readonly #evaluator: CpuEvaluator
  readonly #options: PlanRunOptions & { readonly allowance: number }
  #plan: Plan | undefined
  /** All cones of the plan, once they were needed, and those that are run; undefined for all. */
  #cones: readonly Cone[] | undefined
  #wanted: readonly Cone[] | undefined
  readonly #partOf = new WeakMap<readonly Cone[], Plan>()
  #parts: readonly PlanPart[] = []
  #run: PlanRun | undefined
  #task: Task | undefined
  /** The samples of the task. */
  #source: RowSource | undefined
  #executedBefore = 0
  readonly #rows = new RowCount()

  /** `heap` returns the heap of a cell layout; called when a plan is started. */
  constructor(
    settings: RunSettings,
    heap: (layout: CellLayout) => Heap,
    options: Omit<PlanRunOptions, 'allowance'> = {},
  ) {
    this.#settings = settings
    this.#heap = heap
    this.#evaluator = new CpuEvaluator(settings.budget)
    this.#options = { ...options, allowance: settings.allowance }
  }

  /** Kernels run so far. */
  get onCpu(): number {
    return this.#evaluator.work.onCpu
  }

  /** Steps run so far. */
  get executed(): number {
    return this.#executedBefore + (this.#run?.executed ?? 0)
  }

  /** Runs one sample of a task and judges it as number `s` of a unit. */
  judge(plan: Plan, task: Task, sample: number, judge: UnitJudge, s: number): void {
    this.judgeCones(plan, undefined, task, sample, judge, s)
    judge.endSample(s)
  }

  /**
   * Runs samples [from, to) of a task, some or all of them, in as few calls of translated code as possible, and judges them; sample
   * `first` is number 0 of the unit. Returns the sample after the last one that it has run.
   */
  judgeSome(plan: Plan, task: Task | RowTask, from: number, to: number, judge: UnitJudge, first: number): number {
    const end = this.#judgeRows(plan, task, from, to, judge, first)
    if (end > from) return end
    this.judge(plan, task, from, judge, from - first)
    return from + 1
  }

  /** The same for as many samples as can be run in one call; none if they have to be run one by one. */
  #judgeRows(plan: Plan, task: Task | RowTask, from: number, to: number, judge: UnitJudge, first: number): number {
    const { outputs, measure } = this.#settings
    if (outputs !== 'none' || measure) return from
    this.#startPlan(plan)
    const [part] = this.#parts
    if (this.#parts.length > 1 || part!.cones !== undefined || this.isStepwise) return from
    try {
      this.#startPart(part!, task)
    } catch (error) {
      if (error instanceof HeapFullError) return from
      throw error
    }
    const count = Math.min(to - from, this.#rows.count)
    if (count === 0) return from
    // No call follows the last one of a unit; most tasks have one unit, and most of these are one call.
    const isLast = from + count === to
    const started = isLast ? 0 : performance.now()
    const verdicts = this.#run!.runRows(this.#source!, from, from + count)
    if (verdicts === undefined) return from
    judge.takeRows(from - first, verdicts, this.#source!, from)
    const { rowCount } = verdicts
    if (!isLast || rowCount < count) this.#rows.end(rowCount === count, performance.now() - started)
    return from + rowCount
  }

  /** Runs and judges only these outputs; default: all. `endSample` of the judge is left to the caller. */
  judgeCones(
    plan: Plan,
    cones: readonly Cone[] | undefined,
    task: Task,
    sample: number,
    judge: UnitJudge,
    s: number,
  ): void {
    this.#startPlan(plan, cones)
    for (let k = 0; k < this.#parts.length; k++) {
      const part = this.#runPart(k, task, sample)
      judge.judgePart(s, this.#run!, this.#limitsOf(part))
    }
  }

  /** Runs one sample of a task; calls `visit` for each part of the plan while its words are on the heap. */
  run(plan: Plan, task: Task, sample: number, visit: (row: PartialRow) => void): void {
    this.#startPlan(plan)
    for (let k = 0; k < this.#parts.length; k++) {
      const part = this.#runPart(k, task, sample)
      visit({ run: this.#run!, limits: this.#limitsOf(part) })
    }
  }

  #startPlan(plan: Plan, wanted?: readonly Cone[]): void {
    if (this.#plan === plan && this.#wanted === wanted) return
    if (this.#plan !== plan) this.#cones = undefined
    this.#plan = plan
    this.#wanted = wanted
    this.#parts = [{ plan: wanted === undefined ? plan : this.#planOf(wanted), cones: wanted }]
  }

  /** The part of the plan that these cones need, made once for each list of cones. */
  #planOf(cones: readonly Cone[]): Plan {
    let part = this.#partOf.get(cones)
    if (part === undefined) this.#partOf.set(cones, (part = planOfCones(this.#plan!, cones)))
    return part
  }

  /** Runs part number `k`, which is split until it fits into the heap, and returns it. */
  #runPart(k: number, task: Task, sample: number): PlanPart {
    for (;;) {
      const part = this.#parts[k]!
      try {
        this.#tryPart(part, task, sample)
        return part
      } catch (error) {
        if (!(error instanceof HeapFullError)) throw error
        this.#endRun()
        // The parts stay for the samples that follow: those are likely to need as much.
        this.#parts = [...this.#parts.slice(0, k), ...this.#split(part, error), ...this.#parts.slice(k + 1)]
      }
    }
  }

  #tryPart(part: PlanPart, task: Task, sample: number): void {
    this.#startPart(part, task)
    const { input, output } = this.#source!.sample(sample)
    this.#run!.runSample(input, this.#settings.measure ? output : undefined, output)
  }

  /** Prepares the heap for samples of a task. */
  #startPart({ plan, cones }: PlanPart, task: Task): void {
    if (this.#run?.plan !== plan) {
      this.#endRun()
      const { isStepwise } = this
      const stopsAtAllowance = cones?.length === 1
      const options =
        isStepwise || stopsAtAllowance ? { ...this.#options, isStepwise, stopsAtAllowance } : this.#options
      this.#run = new PlanRun(plan, this.#heap(plan.layout), this.#evaluator, options)
    }
    this.#run.isStepwise = this.isStepwise
    if (this.#task !== task) {
      // Threads make the pairs of a task only when they are asked for.
      this.#run.startTask(plan.readsSamples ? task.train : NO_PAIRS)
      this.#task = task
      this.#source = rowsOf(task)
      this.#rows.begin()
    }
  }

  #endRun(): void {
    this.#executedBefore = this.executed
    this.#run = undefined
    this.#task = undefined
  }

  #limitsOf({ cones }: PlanPart): MemoryLimits | undefined {
    const run = this.#run!
    const { allowance } = this.#options
    if (cones === undefined && run.wordCount <= allowance) return undefined
    return limitMemory(run.plan, cones ?? this.#allCones(), run.costs, allowance)
  }

  #allCones(): readonly Cone[] {
    return (this.#cones ??= findCones(this.#plan!))
  }

  #split({ plan, cones = this.#allCones() }: PlanPart, error: HeapFullError): PlanPart[] {
    const [only] = cones
    if (cones.length === 1 && plan === this.#plan) return [{ plan: sequencePlan(plan, only!), cones }]
    if (cones.length < 2) {
      throw new EnvironmentError('out-of-memory', `One program needs more memory than there is: ${error.message}`, {
        advice: 'Raise --memory, use fewer --workers, or lower --program-memory.',
      })
    }
    this.splits++
    const middle = cones.length >> 1
    return [cones.slice(0, middle), cones.slice(middle)].map((half) => ({
      plan: planOfCones(this.#plan!, half),
      cones: half,
    }))
  }
}

/** The number of samples that one call runs: about a millisecond of work, so that the host can stop between calls. */
class RowCount {
  count = FIRST_ROWS

  /** Before the first call of a task. */
  begin(): void {
    this.count = FIRST_ROWS
  }

  /** After a call: whether it has run all its samples, and its time. A sample that was left out is rarely the only one of a task. */
  end(isWhole: boolean, milliseconds: number): void {
    const wanted = (this.count * CALL_MS) / Math.max(milliseconds, CALL_MS / MAX_ROWS)
    // The first samples of a task are often its smallest.
    this.count = isWhole ? Math.max(1, Math.floor(Math.min(MAX_ROWS, wanted, MAX_GROWTH * this.count))) : 0
  }
}

/** In program order a single output needs no more than its allowance and one statement. */
function planOfCones(plan: Plan, cones: readonly Cone[]): Plan {
  return cones.length === 1 ? sequencePlan(plan, cones[0]!) : restrictPlan(plan, cones)
}
