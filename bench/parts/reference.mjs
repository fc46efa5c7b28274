// The reference that runs are compared with: statement by statement, program by program, in JavaScript, without a plan.

import { CpuEvaluator } from '../../dist/backends/cpu/cpu-evaluator.js'
import { encodeGrid, encodePairs } from '../../dist/backends/grid-data.js'
import { guardResult } from '../../dist/backends/guarded-result.js'
import { Random } from '../../dist/data/random.js'
import { POPULATION_BUDGET } from '../../dist/engine/run/run-pass.js'
import { Heap, decodeNotation, encodeNotation, isError, makeDataset, resetHeap, runPrograms } from '../../dist/index.js'
import { NONE } from '../../dist/kernel/words.js'
import { primitiveWord } from '../../dist/language/names.js'
import { NotationError, spellNotation } from '../../dist/language/values/value-notation.js'

/**
 * Runs all programs on some of the tasks (drawn, the same each time) as the measured runs do, and compares value by value
 * with the reference. Gives how many were compared and how many are equal; where one has an error, both must.
 */
export async function compareWithReference({ programs, dataset, backend, taskCount = 40 }) {
  const tasks = new Random(1).shuffle(dataset.tasks).slice(0, taskCount)
  const pairs = []
  await runPrograms({
    programs,
    dataset: makeDataset(tasks),
    pairing: 'all',
    backend,
    settings: { outputs: 'value' },
    onPair: (pair) => pairs.push(pair),
  })
  const heap = new Heap(1 << 20)
  let compared = 0
  let equal = 0
  let next = 0
  for (const { train, test } of tasks) {
    for (const program of programs) {
      const { outputs: lists } = pairs[next++]
      for (const [s, { input }] of [...train, ...test].entries()) {
        const expected = runReference(heap, program, train, input)
        for (const [k, list] of lists.entries()) {
          compared++
          if (isSame(list[s], expected[k])) equal++
        }
      }
    }
  }
  return { compared, equal }
}

/** The values that a program gives for one sample: the result of a strict one, or a batt's outputs; null for none. */
function runReference(heap, program, demos, input) {
  resetHeap(heap)
  const evaluator = new CpuEvaluator(POPULATION_BUDGET)
  const inputs = { S: encodePairs(heap, demos), I: encodeGrid(heap, input), C: NONE }
  const words = []
  const wordOf = (operand) => {
    if (operand.kind === 'statement') return words[operand.index]
    if (operand.kind === 'input') return inputs[operand.name]
    return operand.kind === 'primitive' ? primitiveWord(operand.key) : encodeNotation(heap, operand.value)
  }
  for (const { callee, args, inner } of program.statements) {
    const fn = wordOf(callee)
    const word = isError(fn) ? fn : evaluator.call(heap, { fn, args: args.map(wordOf) })
    const isGuarded = program.mode === 'guarded' && inner !== true
    words.push(isGuarded ? guardResult(word, fn) : word)
  }
  const results = program.mode === 'strict' ? [program.result] : program.outputs.map(({ value }) => value)
  return results.map((operand) => decode(heap, wordOf(operand)))
}

function decode(heap, word) {
  if (isError(word)) return null
  try {
    return decodeNotation(heap, word)
  } catch (error) {
    // Too large to be written down.
    if (error instanceof NotationError) return null
    throw error
  }
}

function isSame(a, b) {
  return a === null || b === null ? a === b : spellNotation(a) === spellNotation(b)
}
