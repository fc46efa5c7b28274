// Runs programs on a stream of tasks: window by window, the next one being read while the backend runs this one.

import { type Backend, type RunSettings, type Unit, addWork } from '../../backends/backend.ts'
import type { StopSignal } from '../../backends/stop-signal.ts'
import { type TaskPart, type TaskWindow, nameOfPart } from '../../data/stream/task-window.ts'
import { sampleCountOf } from '../../data/task.ts'
import type { Program } from '../../language/program.ts'
import { taskFinder } from '../../language/program-task.ts'
import { type Plan, countSteps } from '../../plan/plan.ts'
import type { Pairing } from '../run/pair-programs.ts'
import { type PlannedGroup, type PlannedPart, planGroups } from '../run/plan-groups.ts'
import { settleSettings } from '../run/run-pass.ts'
import { ReportBuilder } from '../run/run-report.ts'
import { FailedOutputs } from './failed-output.ts'
import { type FailedExample, StreamTally } from './pair-tally.ts'
import type { StreamReport, StreamedPair } from './stream-report.ts'

const UNIT_SAMPLES = 256

/** The parameters of a run on a stream. */
export interface StreamRequest {
  readonly programs: readonly Program[]
  readonly windows: AsyncIterator<TaskWindow>
  /** The ids of the tasks of the stream, as far as they are known: programs find their own tasks among them. */
  readonly ids: readonly string[]
  readonly pairing: Pairing
  readonly backend: Backend
  readonly settings?: Partial<RunSettings>
  readonly keepUnused?: boolean
  /** Called for each program on each sample that is not right, in the order of the stream. */
  readonly onFailure?: (failed: FailedExample) => void
  /** Called after each unit with the number of evaluations so far. */
  readonly onProgress?: (evaluations: number) => void
  readonly signal?: StopSignal
}

/** Runs everything; the report counts pairs in the order of the tasks' ids. */
export async function runStream(request: StreamRequest): Promise<StreamReport> {
  return new StreamRun(request).run()
}

/** The programs of a task, merged, and their sums so far. */
interface OpenTask {
  readonly group: PlannedGroup
  readonly tallies: readonly StreamTally[]
}

/** What a unit of the window is of. */
interface StreamUnit {
  readonly part: TaskPart
  readonly open: OpenTask
  readonly planned: PlannedPart
}

class StreamRun {
  readonly #request: StreamRequest
  readonly #settings: RunSettings
  readonly #builder: ReportBuilder
  readonly #usedPrograms = new Set<number>()
  readonly #open = new Map<string, OpenTask>()
  readonly #results: StreamedPair[] = []
  #membersOf = new Map<string, number[]>()
  readonly #outputs: FailedOutputs
  #everything: PlannedGroup | undefined
  #statements = 0

  constructor(request: StreamRequest) {
    const { backend, pairing, settings, ids } = request
    this.#request = request
    this.#settings = { ...settleSettings(settings, pairing), outputs: 'none' }
    this.#builder = new ReportBuilder(backend, '', false)
    this.#outputs = new FailedOutputs(this.#settings)
    this.#findMembers(ids)
  }

  async run(): Promise<StreamReport> {
    const { windows, signal, backend } = this.#request
    const started = performance.now()
    const workBefore = structuredClone(backend.work)
    const { report } = this.#builder
    let runMs = 0
    let next = windows.next()
    for (;;) {
      const { done, value } = await next
      if (done === true || signal?.aborted === true) break
      // Read on while the backend runs: its threads leave this one idle. A failure is thrown when its turn comes.
      next = windows.next()
      next.catch(() => undefined)
      const begun = performance.now()
      await this.#runWindow(value)
      runMs += performance.now() - begun
    }
    for (const id of this.#open.keys()) this.#closeTask(id)
    addWork(report.work, backend.work, workBefore)
    report.work.statements = this.#statements
    report.backend = backend.name
    report.device = backend.device ?? null
    report.gpu = backend.gpu ?? null
    report.programs = this.#usedPrograms.size
    const { budget, allowance, measure } = this.#settings
    report.settings = { budget, allowance, measure }
    report.time.runMs = runMs
    report.time.totalMs = performance.now() - started
    const { results: _, dataset: __, ...counts } = report
    const results = this.#results.sort((a, b) => (a.task < b.task ? -1 : Number(a.task > b.task)))
    return { ...counts, invalid: 0, unreadable: 0, bytes: 0, results }
  }

  async #runWindow({ parts }: TaskWindow): Promise<void> {
    const { backend, signal, onProgress } = this.#request
    const { report } = this.#builder
    if (this.#request.pairing === 'own') this.#findMembers(parts.map(({ task }) => task.id))
    const plans: Plan[] = []
    const numbers = new Map<Plan, number>()
    const units: Unit[] = []
    const owners: StreamUnit[] = []
    for (const part of parts) {
      const open = this.#openTask(part)
      if (open === undefined) continue
      const { task } = part
      const end = sampleCountOf(task)
      report.samples += end - part.from
      for (let from = part.from; from < end; from += UNIT_SAMPLES) {
        for (const planned of open.group.parts) {
          let plan = numbers.get(planned.plan)
          if (plan === undefined) numbers.set(planned.plan, (plan = plans.push(planned.plan) - 1))
          units.push({ plan, task, from, to: Math.min(end, from + UNIT_SAMPLES) })
          owners.push({ part, open, planned })
        }
      }
    }
    const crashCount = backend.crashes.length
    let k = 0
    let evaluationCount = this.#builder.report.evaluations
    for await (const evaluations of backend.run(plans, units, this.#settings, signal)) {
      const { part, open, planned } = owners[k]!
      const { from } = units[k++]!
      for (const [index, position] of planned.positions.entries())
        open.tallies[position]!.add(part, from, index, evaluations, (p, sample) =>
          this.#outputs.find(planned.plan, p, part.task, sample),
        )
      evaluationCount += evaluations.programCount * evaluations.sampleCount
      onProgress?.(evaluationCount)
      if (signal?.aborted === true) return
    }
    for (const { plan, programs, task: id, sample, reason } of backend.crashes.slice(crashCount)) {
      const { part, open, planned } = owners[units.findIndex((unit) => unit.plan === plan && unit.task.id === id)]!
      const names = programs.map((p) => this.#request.programs[open.group.programs[planned.positions[p]!]!]!.name)
      report.crashes.push({ programs: names, task: id, ...nameOfPart(part, sample), reason })
    }
    for (const { task, isLast } of parts) if (isLast) this.#closeTask(task.id)
  }

  /** The programs of a part's task; undefined where it has none. */
  #openTask({ task: { id } }: TaskPart): OpenTask | undefined {
    const known = this.#open.get(id)
    if (known !== undefined) return known
    const { programs, onFailure } = this.#request
    const group = this.#planTask(id)
    if (group === undefined) return undefined
    const tallies = group.programs.map((p) => new StreamTally(id, programs[p]!, onFailure))
    const open = { group, tallies }
    this.#open.set(id, open)
    this.#builder.report.tasks++
    for (const p of group.programs) this.#usedPrograms.add(p)
    return open
  }

  #planTask(id: string): PlannedGroup | undefined {
    if (this.#everything !== undefined) return this.#everything
    const { programs, pairing, keepUnused = false } = this.#request
    const members = pairing === 'all' ? [...programs.keys()] : this.#membersOf.get(id)
    if (members === undefined || members.length === 0) return undefined
    // Plans do not depend on the samples of a task.
    const dataset = { tasks: [{ id, train: [], test: [] }], hash: '' }
    const own = members.map((p) => programs[p]!)
    const [planned] = planGroups({ programs: own, dataset, pairing: 'all', keepUnused })
    for (const { plan } of planned!.parts) this.#builder.report.work.nodes += countSteps(plan)
    const group = { ...planned!, programs: members }
    if (pairing === 'all') this.#everything = group
    return group
  }

  #closeTask(id: string): void {
    const open = this.#open.get(id)
    if (open === undefined) return
    this.#open.delete(id)
    for (const [position, tally] of open.tallies.entries()) {
      const program = open.group.programs[position]!
      if (tally.counts.total === 0) continue
      this.#builder.count(program, tally)
      this.#results.push(tally.finish())
      this.#statements += this.#request.programs[program]!.statements.length * tally.counts.total
    }
  }

  /** Finds the programs of tasks whose ids were not known before. */
  #findMembers(ids: readonly string[]): void {
    if (this.#request.pairing === 'all' || ids.every((id) => this.#membersOf.has(id))) return
    const findTask = taskFinder([...this.#membersOf.keys(), ...ids])
    this.#membersOf = new Map([...this.#membersOf.keys(), ...ids].map((id) => [id, []]))
    for (const [p, program] of this.#request.programs.entries()) {
      const task = findTask(program)
      if (task !== undefined) this.#membersOf.get(task)!.push(p)
    }
  }
}
