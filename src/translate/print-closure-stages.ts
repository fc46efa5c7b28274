// Prints device code from the table of combinators: calls of closures, stage by stage, by frames that wait.

import { type Combinator, type Operand, type Stage, combinatorTable } from '../kernel/combinator-table.ts'

/** The text of backends/gpu/device-code/closure-stages.generated.ts; `equality` is the number of that kernel. */
export function printClosureStages(equality: number, table: readonly Combinator[] = combinatorTable): string {
  const constants = table.flatMap((combinator) =>
    combinator.form === 'constant' ? [printBranch(combinator, [`endWith(h, ${combinator.value})`, 'return true'])] : [],
  )
  const bindings = table.flatMap((combinator) =>
    combinator.form === 'binding' ? [printBranch(combinator, printBinding(combinator.side))] : [],
  )
  const stages = table.flatMap((combinator) => {
    if (combinator.form === 'stages') return [printBranch(combinator, printStages(combinator.stages, equality))]
    return combinator.form === 'repetition' ? [printBranch(combinator, REPETITION)] : []
  })
  return `// Calls of closures on a device. Generated from src/kernel/combinator-table.ts by \`npm run generate\`; not to be edited.

import { ${table.map(constantOf).sort().join(', ')}, closureArgument, closureMaker } from '../../../kernel/closures.ts'
import { NOT_CALLABLE_ERROR } from '../../../kernel/errors.ts'
import type { Heap } from '../../../kernel/heap.ts'
import { F_A, F_LEFT, F_STATE, F_WORD, call, callNext, closeFrame, endWith, enqueue, frameWord, setFrameWord } from './frames.ts'

/** Delivers the result of a closure that is a constant; false for any other closure. */
export function returnConstant(h: Heap, maker: number): boolean {
${constants.join('')}  return false
}

/** Replaces a binding by the function that it binds and one more argument; false for any other closure. */
export function bindArgument(h: Heap, maker: number): boolean {
  const bound = closureArgument(h, call.callee, 1)
  let isBinding = false
${bindings.join('')}  if (!isBinding) return false
  call.count++
  call.callee = closureArgument(h, call.callee, 0)
  return true
}

/** Runs the next stage of the frame's closure. The result of the stage before, at first the argument, is the current word. */
export function runStage(h: Heap, closure: number): void {
  const maker = closureMaker(h, closure)
  const stage = frameWord(h, F_STATE)
  setFrameWord(h, F_STATE, stage + 1)
${stages.join('')}  call.word = NOT_CALLABLE_ERROR
  closeFrame(h)
}
`
}

function constantOf({ name }: Combinator): string {
  return name.toUpperCase()
}

function printBranch(combinator: Combinator, lines: readonly string[]): string {
  return `  if (maker === ${constantOf(combinator)}) {\n${lines.map((line) => `    ${line}\n`).join('')}  }\n`
}

function printBinding(side: 'before' | 'behind'): string[] {
  const moves =
    side === 'before'
      ? ['call.a3 = call.a2', 'call.a2 = call.a1', 'call.a1 = call.a0', 'call.a0 = bound']
      : [1, 2, 3].map((k) => `if (call.count === ${k}) call.a${k} = bound`)
  return ['isBinding = true', ...moves]
}

const REPETITION = [
  'if (stage <= closureArgument(h, closure, 1)) callNext(h, closureArgument(h, closure, 0), call.word, 0, 1)',
  'else closeFrame(h)',
  'return',
]

function printStages(stages: readonly Stage[], equality: number): string[] {
  const lines = stages.flatMap((stage, k) => [
    `${k === 0 ? '' : '} else '}if (stage === ${k + 1}) {`,
    ...(stages[k - 1]?.isSaved === true ? ['  setFrameWord(h, F_LEFT, call.word)'] : []),
    `  ${printStage(stage, equality)}`,
  ])
  return [...lines, '} else closeFrame(h)', 'return']
}

function printStage({ run, operands }: Stage, equality: number): string {
  if (operands.length > 2) throw new RangeError('a stage has at most two operands: callNext takes no more')
  const [first, second] = [...operands.map(printOperand), '0']
  return run === 'equality'
    ? `enqueue(h, ${equality}, ${first}, ${second}, 0, 0, call.frame + F_WORD, call.frame)`
    : `callNext(h, closureArgument(h, closure, ${run}), ${first}, ${second}, ${operands.length})`
}

function printOperand(operand: Operand): string {
  if (operand === 'argument') return 'frameWord(h, F_A)'
  if (operand === 'previous') return 'call.word'
  if (operand === 'saved') return 'frameWord(h, F_LEFT)'
  return `closureArgument(h, closure, ${operand})`
}
