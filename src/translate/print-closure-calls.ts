// Prints kernel TypeScript from the table of combinators: calls of closures for the CPU, and the arities of closures.

import { type Combinator, type Operand, type Stage, combinatorTable } from '../kernel/combinator-table.ts'

const HEAD = 'Generated from src/kernel/combinator-table.ts by `npm run generate`; not to be edited.'

/** The text of backends/cpu/apply-closure.generated.ts. */
export function printApplyClosure(table: readonly Combinator[] = combinatorTable): string {
  const constants = table.flatMap((combinator) => (combinator.form === 'constant' ? [printConstant(combinator)] : []))
  const bindings = table.flatMap((combinator) => (combinator.form === 'binding' ? [printBinding(combinator)] : []))
  const branches = table.flatMap((combinator) => (combinator.form === 'constant' ? [] : [printBranch(combinator)]))
  return `// Calls of closures on the CPU. ${HEAD}

import { CLOSURE, isBlock } from '../../kernel/blocks.ts'
import {
  ${table.map(constantOf).sort().join(',\n  ')},
  CALL_DEPTH_ERROR,
  MAX_CALL_DEPTH,
  closureArgument,
  closureMaker,
} from '../../kernel/closures.ts'
import { ARITY_ERROR, NOT_CALLABLE_ERROR } from '../../kernel/errors.ts'
import type { Heap } from '../../kernel/heap.ts'
import { isPlainIn, kernelIn } from '../../kernel/primitive-facts.ts'
import { PRIMITIVE_BASE, type Word, isError, isPrimitive } from '../../kernel/words.ts'
import { factsOf } from '../facts-table.ts'
import { arityOf } from '../function-arity.ts'
import { applyBehind, applyFunction, applyTwo, bindsOneOfTwo } from './apply.ts'
import { callKernel1, callKernel2, equalityKernel } from './kernel-calls.ts'

/** Calls a function value with one argument; an argument that is an error is the result. Last calls are a loop. */
export function applyOne(h: Heap, fn: Word, argument: Word, depth: number): Word {
  let closure = fn
  let a = argument
  let level = depth
  while (!isError(a)) {
    if (isPrimitive(closure)) {
      const facts = factsOf(h, closure - PRIMITIVE_BASE)
      if (isPlainIn(facts, 1)) return callKernel1(h, kernelIn(facts), a)
      return applyFunction(h, closure, 1, a, 0, 0, 0, level)
    }
    if (!isBlock(h, closure, CLOSURE)) return NOT_CALLABLE_ERROR
    if (level >= MAX_CALL_DEPTH) return CALL_DEPTH_ERROR
    level++
    const maker = closureMaker(h, closure)
${indent(constants)}    const argument0 = closureArgument(h, closure, 0)
    const argument1 = closureArgument(h, closure, 1)
${indent(branches)}    return NOT_CALLABLE_ERROR
  }
  return a
}

/** Calls a closure with the first \`count\` of three argument words, but not with one: only a binding takes them. */
export function applyBinding(
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
${bindings.join('')}  return NOT_CALLABLE_ERROR
}
`
}

function indent(branches: readonly string[]): string {
  return branches.join('').replaceAll(/^(?=.)/gm, '  ')
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

function printTest(combinator: Combinator): string {
  return `  if (maker === ${constantOf(combinator)})`
}

function printConstant(combinator: Combinator & { readonly form: 'constant' }): string {
  return `${printTest(combinator)} return ${combinator.value}\n`
}

function printBinding(combinator: Combinator & { readonly form: 'binding' }): string {
  return combinator.side === 'before'
    ? `${printTest(combinator)} return applyFunction(h, argument0, count + 1, argument1, a, b, c, depth)\n`
    : `${printTest(combinator)} return applyBehind(h, argument0, argument1, count, a, b, c, depth)\n`
}

/** The branch for one argument. */
function printBranch(combinator: Exclude<Combinator, { readonly form: 'constant' }>): string {
  const test = printTest(combinator)
  switch (combinator.form) {
    case 'binding':
      return `${test} {
    if (!bindsOneOfTwo(h, closure, argument0)) return ARITY_ERROR
    return applyTwo(h, argument0, ${combinator.side === 'before' ? 'argument1, a' : 'a, argument1'}, level)
  }
`
    case 'stages':
      return `${test} {\n${printStages(combinator.stages)}  }\n`
    case 'repetition':
      return `${test} {
    for (let k = 0; k < argument1 && !isError(a); k++) a = applyOne(h, argument0, a, level)
    return a
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
    if (k === stages.length - 1) lines.push(...printLast(stage, operands))
    else {
      lines.push(`const result${k} = ${printCall(stage, operands)}`)
      if (!passesErrorOn(stages[k + 1]!)) lines.push(`if (isError(result${k})) return result${k}`)
    }
  }
  return lines.map((line) => `    ${line}\n`).join('')
}

/** A last call with one operand goes on in the loop. */
function printLast(stage: Stage, operands: readonly string[]): string[] {
  const { run } = stage
  if (run === 'equality' || operands.length > 1) return [`return ${printCall(stage, operands)}`]
  return [...(operands[0] === 'a' ? [] : [`a = ${operands[0]}`]), `closure = ${printArgument(run)}`, 'continue']
}

function passesErrorOn({ run, operands }: Stage): boolean {
  return run !== 'equality' && operands.length === 1 && operands[0] === 'previous'
}

function printCall({ run }: Stage, operands: readonly string[]): string {
  if (run === 'equality') return `callKernel2(h, equalityKernel(), ${operands.join(', ')})`
  const fn = printArgument(run)
  const [only, second] = operands
  if (second === undefined) return `applyOne(h, ${fn}, ${only}, level)`
  if (operands.length === 2) return `applyTwo(h, ${fn}, ${only}, ${second}, level)`
  const words = [...operands, '0', '0', '0', '0'].slice(0, 4).join(', ')
  return `applyFunction(h, ${fn}, ${operands.length}, ${words}, level)`
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
