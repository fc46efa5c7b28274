// Runs coroutines of calls on a device under control of the host: all run until they wait for kernels, the kernels run, and
// all continue. Used by the stepwise routes and for single calls.

import type { Heap } from '../../../kernel/heap.ts'
import { type Word, isError } from '../../../kernel/words.ts'
import type { Call } from '../../evaluator.ts'
import { type Outcome, type Request, type Steps, addWork, stepsOfCall } from './call-steps.ts'
import type { DeviceHeap } from './device-heap.ts'
import type { Dispatcher } from './dispatcher.ts'

/** A coroutine, the coroutine that waits for it, and its answers so far. */
interface Running {
  readonly steps: Steps
  readonly parent: Running | undefined
  readonly place: number
  request: Request | undefined
  answers: Outcome[]
  missing: number
}

/** The steps of a call with a budget of its own; an argument that is an error is its outcome. */
export function* stepsOfStatement(heap: Heap, budget: number, { fn, args, then }: Call): Steps {
  const first = yield* stepsOfApplying(heap, budget, fn, args, 0)
  if (then === undefined || isError(first.word)) return first
  return yield* stepsOfApplying(heap, budget, first.word, then, first.work)
}

function* stepsOfApplying(heap: Heap, budget: number, fn: Word, args: readonly Word[], before: number): Steps {
  const wrong = args.find(isError)
  if (wrong !== undefined) return { word: wrong, work: before }
  return addWork(yield* stepsOfCall(() => heap, budget, fn, args), before, budget)
}

/** Runs all coroutines to their ends; returns their outcomes in order. */
export async function runSteps(all: readonly Steps[], dispatcher: Dispatcher, heap: DeviceHeap): Promise<Outcome[]> {
  const root: Running = {
    steps: idle(),
    parent: undefined,
    place: 0,
    request: undefined,
    answers: [],
    missing: all.length,
  }
  let ready = all.map((steps, place) => start(steps, root, place))
  while (ready.length > 0) {
    const waiting: Running[] = []
    // Each runs until it waits for the device; calls that it waits for start at once.
    while (ready.length > 0) {
      const running = ready.pop()!
      const { done, value } = running.steps.next(running.answers)
      if (done === true) {
        const resumed = answer(running.parent!, running.place, value)
        if (resumed !== undefined && resumed !== root) ready.push(resumed)
        continue
      }
      running.request = value
      running.answers = []
      if (value.want !== 'calls') waiting.push(running)
      else {
        running.missing = value.steps.length
        for (const [place, steps] of value.steps.entries()) ready.push(start(steps, running, place))
      }
    }
    await serve(waiting, dispatcher, heap)
    ready = waiting
  }
  return root.answers
}

// oxlint-disable-next-line require-yield -- the root only waits for calls
function* idle(): Steps {
  return { word: 0, work: 0 }
}

function start(steps: Steps, parent: Running, place: number): Running {
  return { steps, parent, place, request: undefined, answers: [], missing: 0 }
}

/** Stores one answer; returns the coroutine if no answer is missing any more. */
function answer(running: Running, place: number, outcome: Outcome): Running | undefined {
  running.answers[place] = outcome
  running.missing--
  return running.missing === 0 ? running : undefined
}

async function serve(waiting: readonly Running[], dispatcher: Dispatcher, heap: DeviceHeap): Promise<void> {
  const kernels = waiting.flatMap((running) =>
    running.request?.want === 'kernel' ? [{ running, call: running.request }] : [],
  )
  const outcomes = await dispatcher.run(kernels.map(({ call }) => call))
  for (const [k, { running }] of kernels.entries()) running.answers = [outcomes[k]!]
  const lists = waiting.flatMap((running) =>
    running.request?.want === 'list' ? [{ running, words: running.request.words }] : [],
  )
  const refs: Word[] = lists.length === 0 ? [] : heap.writeLists(lists.map(({ words }) => words))
  for (const [k, { running }] of lists.entries()) running.answers = [{ word: refs[k]!, work: 0 }]
}
