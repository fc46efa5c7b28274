// Verification: the CPU runs a row of a device again, and the word of every statement is compared.

import { nameSample, spellSample } from '../../data/task.ts'
import { contentSize } from '../../kernel/blocks.ts'
import { PENDING } from '../../kernel/errors.ts'
import type { Heap } from '../../kernel/heap.ts'
import { type Word, addressOf, isError, isRef } from '../../kernel/words.ts'
import { describeError } from '../../language/values/error-words.ts'
import { BugError } from '../../language/errors.ts'
import { type Notation, NotationError, decodeNotation } from '../../language/values/value-notation.ts'
import { slotsOfSteps } from '../../plan/plan.ts'
import type { Unit } from '../backend.ts'
import type { AnswerReader } from './chunk/chunk-answers.ts'
import type { ScheduledPlan } from './chunk/chunk.ts'
import type { RowRunner } from '../cpu/row-runner.ts'

/** The part of a run that is verified: none, the first of every sixteen chunks, all. */
export type Verify = 'off' | 'sample' | 'full'

const SAMPLED_CHUNKS = 16

export function isVerified(verify: Verify, chunk: number): boolean {
  return verify === 'full' || (verify === 'sample' && chunk % SAMPLED_CHUNKS === 0)
}

/** A value, or the description of an error. */
export type Seen = Notation | { readonly error: string }

/** A statement whose result differs, with all data to run it again. */
export interface Mismatch {
  readonly unit: Unit
  readonly sample: number
  /** The slot of the statement in the plan, and the programs that contain it. */
  readonly slot: number
  readonly programs: readonly { readonly program: number; readonly statement: number }[]
  readonly callee: Seen
  readonly args: readonly Seen[]
  readonly cpu: Seen
  readonly gpu: Seen
}

/** Thrown at the first word that differs between device and CPU. */
export class MismatchError extends BugError {
  readonly mismatch: Mismatch
  constructor(mismatch: Mismatch) {
    const { unit, sample } = mismatch
    super(
      'gpu-mismatch',
      `The device differs from the CPU on ${unit.task.id}, ${spellSample(nameSample(unit.task, sample))}`,
      {
        advice: 'Do not use this device, and report the line that was written.',
      },
    )
    this.mismatch = mismatch
  }
}

/** Runs a row on the CPU and compares all statements; throws a MismatchError at the first difference. */
export function verifyRow(
  cpu: RowRunner,
  { plan, schedule }: ScheduledPlan,
  unit: Unit,
  sample: number,
  { heap }: AnswerReader,
  slots: Int32Array,
): void {
  cpu.run(plan, unit.task, sample, ({ run }) => {
    // A plan that does not fit into the CPU's heap is run in parts.
    const ownSlots = run.plan === plan ? undefined : slotsOfSteps(run.plan)
    for (const { sites } of schedule.rounds) {
      for (const { raw, callee, args } of sites) {
        if (ownSlots?.has(raw) === false) continue
        const [a, b] = [run.slots[raw]!, slots[raw]!]
        // What a device has not finished, and what depends on it, the CPU runs.
        if (b === PENDING) continue
        if (isSameValue(run.heap, a, heap, b)) continue
        const programs = plan.programs.flatMap(({ slots: own, statements }, program) => {
          const k = own.indexOf(raw)
          return k < 0 ? [] : [{ program, statement: statements[k]! }]
        })
        throw new MismatchError({
          unit,
          sample,
          slot: raw,
          programs,
          callee: see(run.heap, run.slots[callee]!),
          args: Array.from(args, (arg) => see(run.heap, run.slots[arg]!)),
          cpu: see(run.heap, a),
          gpu: see(heap, b),
        })
      }
    }
  })
}

function see(heap: Heap, word: Word): Seen {
  if (isError(word)) return { error: describeError(word) }
  try {
    return decodeNotation(heap, word)
  } catch (error) {
    if (error instanceof NotationError) return { error: 'too large to be printed' }
    throw error
  }
}

/** Whether words on two heaps are equal values: every value has one form, so its words are compared. */
function isSameValue(h: Heap, a: Word, otherHeap: Heap, b: Word): boolean {
  const pending = [a, b]
  while (pending.length > 0) {
    const y = pending.pop()!
    const x = pending.pop()!
    if (!isRef(x) || !isRef(y)) {
      if (x !== y) return false
      continue
    }
    const [from, other] = [addressOf(x), addressOf(y)]
    if (h.words[from] !== otherHeap.words[other]) return false
    const count = contentSize(h, x)
    for (let k = 1; k <= count; k++) {
      const [p, q] = [h.words[from + k]!, otherHeap.words[other + k]!]
      if (isRef(p) || isRef(q)) pending.push(p, q)
      else if (p !== q) return false
    }
  }
  return true
}
