// The GPU evaluator: runs calls as coroutines, wave by wave; each wave is what all of them wait for at that moment.

import { DEFAULT_BUDGET, Heap } from '../../kernel/heap.ts'
import { type Word, isError } from '../../kernel/words.ts'
import { type Call, type Evaluation, type Evaluator, newWork } from '../evaluator.ts'
import { GpuBuffers } from './buffers.ts'
import { type Outcome, type Request, type Steps, addWork, stepsOfCall } from './call-steps.ts'
import type { GpuDevice } from './device.ts'
import { DeviceHeap } from './device-heap.ts'
import { Dispatcher } from './dispatcher.ts'
import { Pipelines } from './pipelines.ts'

/** A coroutine that waits, who is waiting for it, and what has come in so far. */
interface Running {
  readonly steps: Steps
  readonly parent: Running | undefined
  readonly place: number
  request: Request | undefined
  answers: Outcome[]
  missing: number
}

/** Evaluates calls on one device: every primitive call is a kernel on it, none runs on the CPU. */
export class GpuEvaluator implements Evaluator {
  readonly name = 'gpu'
  readonly work = newWork()
  /** The most work that one call may cost. */
  budget: number
  readonly #buffers: GpuBuffers
  readonly #pipelines: Pipelines

  constructor(gpu: GpuDevice, budget = DEFAULT_BUDGET) {
    this.#buffers = new GpuBuffers(gpu, this.work)
    this.#pipelines = new Pipelines(gpu)
    this.budget = budget
  }

  /** The host's own: what is on it goes to the device. */
  newHeap(): Heap {
    return new Heap(1 << 20)
  }

  /** The heap becomes the host's copy of the device's heap; results are read on it. */
  async evaluate(heap: Heap, calls: readonly Call[]): Promise<Evaluation> {
    const deviceHeap = new DeviceHeap(this.#buffers, heap)
    try {
      const dispatcher = new Dispatcher(this.#buffers, this.#pipelines, deviceHeap, this.budget, this.work)
      const outcomes = await runSteps(
        calls.map((call) => this.#stepsOf(heap, call)),
        dispatcher,
        deviceHeap,
      )
      return { heap, results: outcomes.map(({ word }) => word) }
    } finally {
      deviceHeap.destroy()
    }
  }

  *#stepsOf(heap: Heap, { fn, args, then }: Call): Steps {
    const first = yield* this.#stepsOfApplying(heap, fn, args, 0)
    if (then === undefined || isError(first.word)) return first
    return yield* this.#stepsOfApplying(heap, first.word, then, first.work)
  }

  *#stepsOfApplying(heap: Heap, fn: Word, args: readonly Word[], before: number): Steps {
    const wrong = args.find(isError)
    if (wrong !== undefined) return { word: wrong, work: before }
    return addWork(yield* stepsOfCall(() => heap, this.budget, fn, args), before, this.budget)
  }

  /** Frees what stays between evaluations; the device belongs to who opened it. */
  destroy(): void {
    this.#buffers.destroy()
  }
}

async function runSteps(all: readonly Steps[], dispatcher: Dispatcher, heap: DeviceHeap): Promise<Outcome[]> {
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
    // Everyone runs until they wait for the device; who waits for calls starts those at once.
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

// oxlint-disable-next-line require-yield -- whoever waits at the root waits for calls only
function* idle(): Steps {
  return { word: 0, work: 0 }
}

function start(steps: Steps, parent: Running, place: number): Running {
  return { steps, parent, place, request: undefined, answers: [], missing: 0 }
}

/** Notes one answer; the one who waited if it was the last one missing. */
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
