// Calls of closures on the device: WGSL printed from the table of combinators, as part of scheduler-calls.ts.

import { type Combinator, type Operand, type Stage, combinatorTable } from '../../../kernel/combinator-table.ts'
import { NOT_CALLABLE_ERROR } from '../../../kernel/errors.ts'
import { kernelNumber } from './device-state.ts'

/** Declares `returnConstant`, `bindArgument` and `runStage`. */
export function printClosureCalls(table: readonly Combinator[] = combinatorTable): string {
  return `// Delivers the result of a closure that is a constant; false for any other closure.
fn returnConstant(maker: i32) -> bool {
  switch (maker) {
${table.flatMap(printConstant).join('')}    default: { return false; }
  }
  return true;
}

// Replaces a binding by the function that it binds and one more argument; false for any other closure.
fn bindArgument(maker: i32) -> bool {
  let bound = closureArgument(callee, 1);
  switch (maker) {
${table.flatMap(printBinding).join('')}    default: { return false; }
  }
  argumentCount++;
  callee = closureArgument(callee, 0);
  return true;
}

// Runs the next stage of the frame's closure. The result of the stage before, at first the argument, is in \`word\`.
fn runStage(closure: i32) {
  let stage = arena[frame + F_STATE];
  arena[frame + F_STATE] = stage + 1;
  switch (closureMaker(closure)) {
${table.flatMap(printStages).join('')}    default: {
      word = ${NOT_CALLABLE_ERROR};
      closeFrame();
    }
  }
}
`
}

function printConstant(combinator: Combinator): string[] {
  return combinator.form === 'constant' ? [`    case ${combinator.maker}: { fail(${combinator.value}); }\n`] : []
}

function printBinding(combinator: Combinator): string[] {
  if (combinator.form !== 'binding') return []
  const moves =
    combinator.side === 'before'
      ? ['a3 = a2;', 'a2 = a1;', 'a1 = a0;', 'a0 = bound;']
      : [1, 2, 3].map((k) => `a${k} = select(a${k}, bound, argumentCount == ${k});`)
  return [`    case ${combinator.maker}: {\n${indent(moves, 6)}    }\n`]
}

function printStages(combinator: Combinator): string[] {
  if (combinator.form === 'repetition') {
    const next = 'callNext(closureArgument(closure, 0), word, 0, 1);'
    const choice = `if (stage <= closureArgument(closure, 1)) { ${next} } else { closeFrame(); }`
    return [`    case ${combinator.maker}: {\n${indent([choice], 6)}    }\n`]
  }
  if (combinator.form !== 'stages') return []
  const { stages } = combinator
  const cases = stages.map((stage, k) => {
    const save = stages[k - 1]?.isSaved === true ? 'arena[frame + F_LEFT] = word; ' : ''
    return `case ${k + 1}: { ${save}${printStage(stage)} }`
  })
  const body = ['switch (stage) {', ...cases.map((text) => `  ${text}`), '  default: { closeFrame(); }', '}']
  return [`    case ${combinator.maker}: {\n${indent(body, 6)}    }\n`]
}

function printStage({ run, operands }: Stage): string {
  const [first, second] = [...operands.map(printOperand), '0']
  if (operands.length > 2) throw new RangeError('a stage has at most two operands: callNext takes no more')
  return run === 'equality'
    ? `enqueue(${kernelNumber('equality')}u, ${first}, ${second}, 0, 0, frame + F_WORD, frame);`
    : `callNext(closureArgument(closure, ${run}), ${first}, ${second}, ${operands.length});`
}

function printOperand(operand: Operand): string {
  if (operand === 'argument') return 'arena[frame + F_A]'
  if (operand === 'previous') return 'word'
  if (operand === 'saved') return 'arena[frame + F_LEFT]'
  return `closureArgument(closure, ${operand})`
}

function indent(lines: readonly string[], width: number): string {
  return lines.map((line) => `${' '.repeat(width)}${line}\n`).join('')
}
