// Every failed statement of the conformance programs has an explanation that is true: the call that it names fails by itself,
// with an error of the same kind as the statement.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { PlanRun } from '../../src/backends/cpu/plan-run.ts'
import { primitiveOf } from '../../src/backends/function-values.ts'
import { FailureExplainer } from '../../src/engine/explain/failure-explainer.ts'
import { readSteps } from '../../src/engine/explain/plan-steps.ts'
import { type ReplayLimits, replayCall } from '../../src/engine/explain/replay-call.ts'
import type { ProgramVector } from '../../src/engine/conform/conform-programs.ts'
import { readProgramVectors } from '../../src/engine/conform/program-vectors.ts'
import { DEFAULT_ALLOWANCE } from '../../src/kernel/heap-growth.ts'
import { DEFAULT_BUDGET, Heap } from '../../src/kernel/heap.ts'
import { isError } from '../../src/kernel/words.ts'
import { type ErrorKind, errorKind } from '../../src/language/values/error-words.ts'
import { mergePrograms } from '../../src/plan/graph.ts'
import { lowerGraph } from '../../src/plan/plan.ts'

const LIMITS: ReplayLimits = { budget: DEFAULT_BUDGET, allowance: DEFAULT_ALLOWANCE }

/** A value that is what was expected. */
const CONTRADICTIONS = [
  /\bis (?:an?|the) (?:set|object|tuple|pair|cell|\d+ by \d+ grid)\b[^;]*, expected a tuple or a set(?! of)/,
  /\bis the integer -?\d+, expected an integer/,
]

/** Checks the failed statements of a program on its first sample; returns the kinds of their errors. */
function checkProgram({ program, samples }: ProgramVector, limits: ReplayLimits): ErrorKind[] {
  const plan = lowerGraph(mergePrograms([program], { keepUnused: true }))
  const heap = new Heap(1 << 18, undefined, plan.layout)
  const evaluator = new CpuEvaluator(limits.budget)
  const run = new PlanRun(plan, heap, evaluator, { allowance: limits.allowance })
  const { demos, input, candidate } = samples[0]!
  run.startTask(demos)
  run.runSample(input, candidate)
  const explainer = new FailureExplainer(program, run, limits)
  const steps = readSteps(plan)
  const failed: ErrorKind[] = []
  for (const [k, slot] of plan.programs[0]!.slots.entries()) {
    const word = run.slots[slot]!
    const explained = explainer.explain(k)
    expect(explained !== undefined).toBe(isError(word))
    if (explained === undefined) continue
    failed.push(explained.kind)
    expect(explained.kind).toBe(errorKind(word))
    expect(explained.message).toMatch(/\S: \S/)
    for (const contradiction of CONTRADICTIONS) expect(explained.message).not.toMatch(contradiction)
    const { callee, args } = steps.get(slot)!
    const [fn, ...words] = [callee, ...args].map((operand) => run.slots[operand]!)
    // The error of a call nested in the line; the statement of that call is checked itself.
    if ([fn!, ...words].some(isError)) continue
    const { error, frames } = replayCall(heap, fn!, words, limits)!
    expect(error).toBe(word)
    // With the whole budget or allowance for itself, the call may succeed.
    if (explained.kind === 'budget' || explained.kind === 'room') continue
    const named = frames.findLast((frame) => nameOf(heap, frame.fn) === explained.primitive) ?? frames.at(-1)!
    const repeated = evaluator.call(heap, named)
    expect([isError(repeated), errorKind(repeated)]).toEqual([true, explained.kind])
    const { stack } = explained
    expect(stack.map((entry) => entry.arguments.length)).toEqual(frames.map((frame) => frame.args.length))
  }
  return failed
}

function nameOf(heap: Heap, fn: number): string | undefined {
  return primitiveOf(heap, fn)?.name
}

function readVectors(file: string, step: number): ProgramVector[] {
  const text = readFileSync(new URL(`../conformance/data/${file}`, import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line, k) => line !== '' && k % step === 0)
  return readProgramVectors(lines.join('\n'), file, file.includes('-t') ? 't' : 'a').vectors
}

test.each([
  ['programs.jsonl', 250],
  ['programs-t.jsonl', 30],
])('failed statements of %s', (file, least) => {
  const failed = readVectors(file, 5).flatMap((vector) => checkProgram(vector, LIMITS))
  expect(failed.length).toBeGreaterThan(least)
})

test.each(['programs.jsonl', 'programs-t.jsonl'])('statements of %s that exceed small limits', (file) => {
  const failed = readVectors(file, 20).flatMap((vector) => [
    ...checkProgram(vector, { ...LIMITS, budget: 120 }),
    ...checkProgram(vector, { ...LIMITS, allowance: 24 }),
  ])
  const countOf = (kind: ErrorKind) => failed.filter((own) => own === kind).length
  expect(countOf('budget')).toBeGreaterThan(10)
  expect(countOf('room')).toBeGreaterThan(10)
})
