// Prints kernel TypeScript from the table of combinators: calls of closures for the CPU, and the arities of closures.

import { type Combinator, type Operand, type Stage, combinatorTable } from '../kernel/combinator-table.ts'

const HEAD = 'Generated from src/kernel/combinator-table.ts by `npm run generate`; not to be edited.'

/** The text of backends/cpu/apply-closure.generated.ts. */
export function printApplyClosure(table: readonly Combinator[] = combinatorTable): string {
  const constants = table.flatMap((combinator) => (combinator.form === 'constant' ? [printBranch(combinator)] : []))
  const others = table.flatMap((combinator) => (combinator.form === 'constant' ? [] : [printBranch(combinator)]))
  return `// Calls of closures on the CPU. ${HEAD}

import { ${table.map(constantOf).sort().join(', ')}, closureArgument, closureMaker } from '../../kernel/closures.ts'
import { ARITY_ERROR, NOT_CALLABLE_ERROR } from '../../kernel/errors.ts'
import type { Heap } from '../../kernel/heap.ts'
import { type Word, isError } from '../../kernel/words.ts'
import { arityOf } from '../function-arity.ts'
import { applyBehind, applyFunction, applyOne } from './apply.ts'
import { callKernel, countKernel, equalityKernel } from './kernel-calls.ts'

/** Calls a closure with the first \`count\` of three argument words. */
export function applyClosure(
  h: Heap,
  closure: Word,
  count: number,
  a: Word,
  b: Word,
  c: Word,
  depth: number,
): Word {
  const maker = closureMaker(h, closure)
${constants.join('')}  if (count !== arityOf(h, closure)) return ARITY_ERROR
  const argument0 = closureArgument(h, closure, 0)
  const argument1 = closureArgument(h, closure, 1)
${others.join('')}  return NOT_CALLABLE_ERROR
}
`
}

/** The text of backends/maker-arity.generated.ts. */
export function printMakerArity(table: readonly Combinator[] = combinatorTable): string {
  const isAny = table.filter(({ arity }) => arity === 'any').map(constantOf)
  const isBinder = table.filter(({ arity }) => arity === 'after binding').map(constantOf)
  const isOneOf = (makers: readonly string[]): string => makers.map((maker) => `maker === ${maker}`).join(' || ')
  return `// The arities of closures. ${HEAD}

import { ${[...isAny, ...isBinder].sort().join(', ')} } from '../kernel/closures.ts'

/** The arity of a closure by its maker; -1 where it follows from the arity of the bound function. */
export function makerArity(maker: number): number {
  return ${isOneOf(isBinder)} ? -1 : ${isOneOf(isAny)} ? 0 : 1
}
`
}

function constantOf({ name }: Combinator): string {
  return name.toUpperCase()
}

function printBranch(combinator: Combinator): string {
  const test = `  if (maker === ${constantOf(combinator)})`
  switch (combinator.form) {
    case 'constant':
      return `${test} return ${combinator.value}\n`
    case 'binding':
      return combinator.side === 'before'
        ? `${test} return applyFunction(h, argument0, count + 1, argument1, a, b, c, depth)\n`
        : `${test} return applyBehind(h, argument0, argument1, count, a, b, c, depth)\n`
    case 'stages':
      return `${test} {\n${printStages(combinator.stages)}  }\n`
    case 'repetition':
      return `${test} {
    let value = a
    for (let k = 0; k < argument1 && !isError(value); k++) value = applyOne(h, argument0, value, depth)
    return value
  }
`
    default:
      throw combinator satisfies never
  }
}

/** One constant for each stage, named by its place; \`applyOne\` itself returns an operand that is an error. */
function printStages(stages: readonly Stage[]): string {
  const saved = stages.findIndex(({ isSaved }) => isSaved === true)
  const lines: string[] = []
  for (const [k, stage] of stages.entries()) {
    const operands = stage.operands.map((operand) => printOperand(operand, k, saved))
    if (stage.run === 'equality') lines.push('countKernel(h)')
    const call = printCall(stage, operands)
    if (k === stages.length - 1) {
      lines.push(`return ${call}`)
      continue
    }
    lines.push(`const result${k} = ${call}`)
    if (!passesErrorOn(stages[k + 1]!)) lines.push(`if (isError(result${k})) return result${k}`)
  }
  return lines.map((line) => `    ${line}\n`).join('')
}

function passesErrorOn({ run, operands }: Stage): boolean {
  return run !== 'equality' && operands.length === 1 && operands[0] === 'previous'
}

function printCall({ run }: Stage, operands: readonly string[]): string {
  const words = [...operands, '0', '0', '0', '0'].slice(0, 4).join(', ')
  if (run === 'equality') return `callKernel(h, equalityKernel(), ${words})`
  const fn = printArgument(run)
  return operands.length === 1
    ? `applyOne(h, ${fn}, ${operands[0]}, depth)`
    : `applyFunction(h, ${fn}, ${operands.length}, ${words}, depth)`
}

function printOperand(operand: Operand, stage: number, saved: number): string {
  if (operand === 'argument') return 'a'
  if (operand === 'previous') return stage === 0 ? 'a' : `result${stage - 1}`
  if (operand === 'saved') return `result${saved}`
  return printArgument(operand)
}

/** Every closure has the first two arguments, which stand in constants. */
function printArgument(k: number): string {
  return k < 2 ? `argument${k}` : `closureArgument(h, closure, ${k})`
}
