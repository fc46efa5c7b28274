// Prints kernel TypeScript from the table of combinators: a closure called with all words of a column, stage by stage.

import { type Combinator, type Operand, type Stage, combinatorTable } from '../kernel/combinator-table.ts'

/** The text of backends/cpu/closure-columns.generated.ts. */
export function printClosureColumns(table: readonly Combinator[] = combinatorTable): string {
  const branches = table.flatMap(printBranch)
  const makers = table.filter((combinator) => printBranch(combinator).length > 0).map(constantOf)
  return `// Calls of closures with columns of words. Generated from src/kernel/combinator-table.ts by \`npm run generate\`; not to be edited.

import { CLOSURE, isBlock } from '../../kernel/blocks.ts'
import { ${makers.sort().join(', ')}, MAX_CALL_DEPTH, closureArgument, closureMaker } from '../../kernel/closures.ts'
import type { Heap } from '../../kernel/heap.ts'
import type { Address, Word } from '../../kernel/words.ts'
import { bindsOneOfTwo } from './apply.ts'
import { applyColumn, applyColumns, applyEach, constantColumn, copyColumn, runColumns } from './columns.ts'
import { equalityKernel } from './kernel-calls.ts'

/** Replaces the words of a column by the results of a closure for them; false if a call fails, or if this is no closure. */
export function applyClosureColumn(h: Heap, closure: Word, column: Address, count: number, depth: number): boolean {
  if (!isBlock(h, closure, CLOSURE) || depth >= MAX_CALL_DEPTH) return false
  const level = depth + 1
  const maker = closureMaker(h, closure)
${branches.join('')}  return applyEach(h, closure, column, count, depth)
}
`
}

function constantOf({ name }: Combinator): string {
  return name.toUpperCase()
}

/** The branch of a combinator; none where its calls are made one by one. */
function printBranch(combinator: Combinator): string[] {
  const lines = linesOf(combinator)
  if (lines === undefined) return []
  return [`  if (maker === ${constantOf(combinator)}) {\n${lines.map((line) => `    ${line}\n`).join('')}  }\n`]
}

function linesOf(combinator: Combinator): string[] | undefined {
  if (combinator.form === 'stages') return linesOfStages(combinator.stages)
  if (combinator.form !== 'binding') return undefined
  const operands = combinator.side === 'before' ? 'bound, column' : 'column, bound'
  return [
    'const fn = closureArgument(h, closure, 0)',
    'if (!bindsOneOfTwo(h, closure, fn)) return false',
    'const bound = constantColumn(h, closureArgument(h, closure, 1), count)',
    `return applyColumns(h, fn, ${operands}, column, count, level)`,
  ]
}

/** Each stage with one operand replaces a column by its results; the column of the argument is copied while later stages need it. */
function linesOfStages(stages: readonly Stage[]): string[] | undefined {
  const lines: string[] = []
  let previous = 'column'
  let saved = ''
  for (const [k, stage] of stages.entries()) {
    const isLast = k === stages.length - 1
    const { run, operands } = stage
    const operand = k === 0 && operands[0] === 'previous' ? 'argument' : operands[0]
    // A saved column must stay as it is.
    if (operand === 'previous' && operands.length === 1 && previous === saved) return undefined
    if (operands.length === 1 && (operand === 'argument' || operand === 'previous') && run !== 'equality') {
      const isNeeded = stages.slice(k + 1).some((later) => later.operands.includes('argument'))
      if (operand === 'argument') previous = isNeeded ? `copy${k}` : 'column'
      if (operand === 'argument' && isNeeded) lines.push(`const copy${k} = copyColumn(h, column, count)`)
      const call = `applyColumn(h, closureArgument(h, closure, ${run}), ${previous}, count, level)`
      lines.push(isLast ? `return ${call}` : `if (!${call}) return false`)
    } else if (isLast && operands.length === 2) {
      const [a, b] = operands.map((each, place) => printOperand(each, place, previous, saved, lines))
      lines.push(
        run === 'equality'
          ? `return runColumns(h, equalityKernel(), ${a}, ${b}, column, count)`
          : `return applyColumns(h, closureArgument(h, closure, ${run}), ${a}, ${b}, column, count, level)`,
      )
    } else return undefined
    if (stage.isSaved === true) saved = previous
  }
  // The last results must stand in the column itself.
  return stages.at(-1)!.operands.length === 1 && previous !== 'column' ? undefined : lines
}

function printOperand(operand: Operand, place: number, previous: string, saved: string, lines: string[]): string {
  if (operand === 'argument') return 'column'
  if (operand === 'previous') return previous
  if (operand === 'saved') return saved
  lines.push(`const constant${place} = constantColumn(h, closureArgument(h, closure, ${operand}), count)`)
  return `constant${place}`
}
