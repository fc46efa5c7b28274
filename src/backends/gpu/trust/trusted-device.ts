// A device that checks its kernels: before the first use of a kernel, calls of its primitive run on the device and on the
// CPU, and every word must be equal.

import type { CellLayout } from '../../../kernel/cell-layout.ts'
import { layoutOf } from '../../../language/dialects.ts'
import { EnvironmentError } from '../../../language/errors.ts'
import { mergePrograms } from '../../../plan/graph.ts'
import { lowerGraph } from '../../../plan/plan.ts'
import type { DialectId, Primitive } from '../../../primitives/primitive.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import { DEFAULT_ALLOWANCE } from '../../../kernel/heap-growth.ts'
import type { RunSettings, Unit } from '../../backend.ts'
import { checkPrograms } from '../../trial-calls.ts'
import { AnswerReader, fixedSlots, lackingIn, spellLacking } from '../chunk/chunk-answers.ts'
import type { ChunkDevice, ChunkOptions, ChunkWords, DeviceFacts, DeviceWork } from '../chunk/chunk-device.ts'
import { type ChunkImage, ImageBuilder } from '../chunk/chunk-image.ts'
import { type ScheduledPlan, makeChunk } from '../chunk/chunk.ts'
import { newRowRunner } from '../../cpu/row-runner.ts'
import { addTransfers, newTransfers } from '../device/transfers.ts'
import { schedulePlan } from '../schedule/schedule.ts'
import { programsOf } from '../shaders/families.ts'
import { EvaluationCheck, VerdictMismatchError } from '../verify-evaluations.ts'
import { MismatchError, verifyRow } from '../verify-rows.ts'

/** A kernel in one of the programs that make its calls (`programsOf`): each is checked for itself. The programs of the layouts differ. */
export interface KernelUse {
  readonly kernel: string
  readonly program: string
  readonly layout: CellLayout
}

/** Stores the uses that a device has passed; all others are checked. */
export interface TrustCache {
  /** Those of the uses that have passed. */
  filter(uses: readonly KernelUse[]): Promise<readonly KernelUse[]>
  add(uses: readonly KernelUse[]): Promise<void>
}

const ANY_GRID = { height: 1, width: 1, cells: new Uint8Array(1) }
const UNIT: Unit = { plan: 0, task: { id: 'self-check', train: [], test: [{ input: ANY_GRID }] }, from: 0, to: 1 }
const SETTINGS: RunSettings = { budget: 1 << 16, allowance: DEFAULT_ALLOWANCE, measure: false, outputs: 'none' }
const COPY_WORDS = 256

/** By kernel a primitive that calls it, for each cell layout. */
const byKernel: Readonly<Record<CellLayout, Map<string, Primitive>>> = { a: new Map(), t: new Map() }
for (const primitive of primitives) {
  for (const dialect of Object.keys(primitive.declarations) as DialectId[]) {
    const own = byKernel[layoutOf(dialect)]
    own.set(primitive.kernelName, primitive)
    if (primitive.sort === 'higher-order') own.set(primitive.callsName, primitive)
  }
}

const nameOf = ({ kernel, program, layout }: KernelUse): string => `${kernel} ${program} ${layout}`

export class TrustedDevice implements ChunkDevice {
  readonly #device: ChunkDevice
  readonly #cache: TrustCache | undefined
  readonly #spent = newTransfers()
  /** Names of uses. */
  readonly #trusted = new Set<string>()

  constructor(device: ChunkDevice, cache?: TrustCache) {
    this.#device = device
    this.#cache = cache
  }

  get facts(): DeviceFacts {
    return this.#device.facts
  }

  /** The work without the checks: these do not count as transfers of a run. */
  get work(): DeviceWork {
    const { transfers, compiled } = this.#device.work
    const own = newTransfers()
    addTransfers(own, this.#spent, transfers)
    return { compiled, transfers: own }
  }

  async run(image: ChunkImage, budget: number, options: ChunkOptions): Promise<ChunkWords> {
    const { layout } = image
    const own = byKernel[layout]
    const kernels = new Set(image.rounds.flatMap((round) => [...round.kernels.keys()]))
    const uses = [...kernels]
      .filter((kernel) => own.has(kernel))
      .flatMap((kernel) => this.#usesOf(kernel, layout, options))
    const isNew = (use: KernelUse) => !this.#trusted.has(nameOf(use))
    const asked = uses.filter(isNew)
    if (asked.length > 0 && this.#cache !== undefined) this.#trust(await this.#cache.filter(asked))
    const unknown = asked.filter(isNew)
    if (unknown.length > 0) {
      await this.#check(new Set(unknown.map(({ kernel }) => own.get(kernel)!)), layout, options)
      this.#trust(unknown)
      await this.#cache?.add(unknown)
    }
    return this.#device.run(image, budget, options)
  }

  #usesOf(kernel: string, layout: CellLayout, { tuned = 'none', families = 'none' }: ChunkOptions): KernelUse[] {
    return programsOf(kernel, layout, tuned, families).map((program) => ({ kernel, program, layout }))
  }

  #trust(uses: readonly KernelUse[]): void {
    for (const use of uses) this.#trusted.add(nameOf(use))
  }

  /** Throws `gpu-untrusted` if the device differs from the CPU. */
  async #check(suspects: ReadonlySet<Primitive>, layout: CellLayout, options: ChunkOptions): Promise<void> {
    const plan = lowerGraph(mergePrograms([...suspects].flatMap((primitive) => checkPrograms(primitive, layout))))
    const scheduled = { plan, schedule: schedulePlan(plan) }
    const chunk = makeChunk([{ unit: 0, from: 0, to: 1 }], [UNIT], [scheduled])
    const image = new ImageBuilder().build(chunk, [UNIT], SETTINGS, 'all')
    const packWords = Math.min(this.facts.mostCopyWords, image.exportCount * COPY_WORDS)
    // Tuned kernels leave calls to ordinary ones, so each must make all calls that it can make.
    const ways: ChunkOptions[] = [{ ...options, tuned: 'none' }]
    if (options.tuned !== undefined && options.tuned !== 'none') ways.unshift({ ...options, tunedCalls: 'all' })
    for (const way of ways) {
      const before = structuredClone(this.#device.work.transfers)
      const words = await this.#device.run(image, SETTINGS.budget, { ...way, packWords })
      addTransfers(this.#spent, before, this.#device.work.transfers)
      this.#compare(image, words, scheduled)
    }
  }

  /** Compares the answers with those of the CPU. */
  #compare(image: ChunkImage, words: ChunkWords, scheduled: ScheduledPlan): void {
    const { layout } = image
    const { plan } = scheduled
    const lacking = lackingIn(words)
    if (lacking !== undefined) throw this.#distrust(`has too little memory: ${spellLacking(lacking)}`)
    const reader = new AnswerReader()
    reader.take(words, layout)
    const columns = image.columns[0]!
    const slots = new Int32Array(plan.slotCount)
    fixedSlots(image, columns, 0, slots)
    reader.slotsOf(columns, 0, slots)
    if (reader.pending >= 0 || !reader.hasAllCopies) throw this.#distrust('does not finish a call')
    try {
      verifyRow(newRowRunner(SETTINGS), scheduled, UNIT, 0, reader, slots)
      const evaluations = new EvaluationCheck(image, words, [UNIT])
      const differencesOf = (slot: number) => reader.differencesOf(columns, slot, 0)
      evaluations.judge(columns, 0, { heap: reader.heap, slots, isScored: false, differencesOf })
      evaluations.finish()
    } catch (error) {
      if (error instanceof VerdictMismatchError) throw this.#distrust(`differs in the ${error.mismatch.part} of a call`)
      if (!(error instanceof MismatchError)) throw error
      const { callee, args, cpu, gpu } = error.mismatch
      const call = `${JSON.stringify(callee)} of ${args.map((arg) => JSON.stringify(arg)).join(', ')}`
      throw this.#distrust(`gives ${JSON.stringify(gpu)}, not ${JSON.stringify(cpu)}, for ${call}`)
    }
  }

  #distrust(what: string): EnvironmentError {
    return new EnvironmentError('gpu-untrusted', `${this.facts.name} fails its self-check: it ${what}`, {
      advice: 'The device is not used. Update its driver, or use MEGABATT_DEVICE=software.',
    })
  }

  close(): Promise<void> {
    return this.#device.close()
  }
}
