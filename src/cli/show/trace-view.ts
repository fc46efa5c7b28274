// A trace for the terminal: the samples, the input, every statement with its value, and the comparison of the result.

import { gridToNotation } from '../../data/grid-notation.ts'
import { type Pair, type SampleName, spellSample } from '../../data/task.ts'
import type { StackEntry } from '../../engine/explain/explain-frames.ts'
import type { SampleVerdict } from '../../engine/run/sample-result.ts'
import type { Trace, TracedStatement } from '../../engine/trace/trace-program.ts'
import { showText } from '../../language/diagnostics.ts'
import { type Notation, spellNotation } from '../../language/values/value-notation.ts'
import { describeDifference, drawComparison } from './draw-difference.ts'
import { type DrawOptions, drawValue } from './draw-value.ts'
import { wrapText } from './spell-value.ts'
import { type Style, paint } from './terminal-colors.ts'

/** The program, the task and the sample of a trace. */
export interface TraceHead {
  readonly program: string
  readonly task: string
  readonly sample: SampleName
}

/** The verdict on a sample. */
export interface JudgedName extends SampleName {
  readonly verdict: SampleVerdict
}

/** The trace as text; `judged` are the verdicts on all samples, if the sample was chosen by them. */
export function formatTrace(
  head: TraceHead,
  judged: readonly JudgedName[] | undefined,
  { input, output }: Pair,
  { statements, result, outputs }: Trace,
  drawing: DrawOptions,
): string {
  const options: DrawOptions = { ...drawing, context: gridToNotation(input) }
  const title = `${head.program} on ${head.task}, ${spellSample(head.sample)}`
  const lines = [paint('bold', title, options.color) + describeChoice(judged)]
  if (judged !== undefined) lines.push(...wrapText(describeVerdicts(judged), options.width, ' '))
  lines.push('', 'I', ...draw(gridToNotation(input), options))
  for (const statement of statements) lines.push('', ...formatStatement(statement, options))
  const expected = output === undefined ? undefined : gridToNotation(output)
  if (result !== undefined && expected !== undefined)
    lines.push('', ...formatResult('The result', result, expected, options, gridToNotation(input)))
  if ((result !== undefined || outputs.length > 0) && expected === undefined)
    lines.push('', paint('dim', 'The expected output is unknown.', options.color))
  for (const { kind, name, value } of outputs) {
    lines.push('', `${kind === 'o' ? 'candidate of' : 'differ'} ${showText(name)}`)
    if (value === undefined) continue
    lines.push(...draw(value, options))
    if (kind === 'o' && expected !== undefined)
      lines.push(...indent(formatResult('The candidate', value, expected, narrower(options))))
  }
  return lines.join('\n')
}

function describeChoice(judged: readonly JudgedName[] | undefined): string {
  if (judged === undefined) return ''
  return judged.some(({ verdict }) => verdict !== 'right' && verdict !== 'unknown') ? ' (the first that fails)' : ''
}

/** The samples by verdict, as in "2 of 5 samples right; wrong: demo 3, test 1". */
function describeVerdicts(judged: readonly JudgedName[]): string {
  const named = (wanted: SampleVerdict) => judged.filter(({ verdict }) => verdict === wanted).map(spellSample)
  const parts = (['wrong', 'error', 'limit', 'unknown'] as const).map((verdict) => [verdict, named(verdict)] as const)
  const others = parts
    .filter(([, names]) => names.length > 0)
    .map(([verdict, names]) => `; ${verdict}: ${names.join(', ')}`)
  return `${named('right').length} of ${judged.length} samples right${others.join('')}`
}

function formatResult(
  subject: string,
  actual: Notation,
  expected: Notation,
  options: DrawOptions,
  input?: Notation,
): string[] {
  if (spellNotation(actual) === spellNotation(expected))
    return paintLines('green', `${subject} is the expected output.`, options)
  const values = { ...(input === undefined ? {} : { input }), expected, actual }
  return [
    ...paintLines('red', `${subject} is wrong: ${describeDifference(values)}.`, options),
    ...indent(drawComparison(values, narrower(options))),
  ]
}

function paintLines(style: Style, text: string, { width, color }: DrawOptions): string[] {
  return wrapText(text, width, ' ').map((line) => paint(style, line, color))
}

function formatStatement(statement: TracedStatement, options: DrawOptions): string[] {
  const { name, call, value, error, failure, isDefault } = statement
  const lines = [`${paint('bold', name, options.color)} = ${call}`]
  if (error !== undefined) {
    const inner = narrower(options)
    lines.push(...indent(paintLines('red', error, inner)))
    lines.push(...indent(indent(formatStack(failure?.stack ?? [], inner.width - 2))))
  }
  if (isDefault) lines.push(`  ${paint('yellow', 'replaced by the safe default:', options.color)}`)
  if (value !== undefined) lines.push(...draw(value, options))
  else if (error === undefined) lines.push(`  ${paint('dim', 'a value too large to show', options.color)}`)
  return lines
}

const MAX_STACK = 12

/** The calls inside the statement, the outermost first; none if the statement itself is the failed call. */
function formatStack(stack: readonly StackEntry[], width: number): string[] {
  if (stack.length < 2) return []
  const half = MAX_STACK / 2
  const lines = stack.map(({ function: fn, arguments: args, role }) => {
    const line = `${role === undefined ? '' : `${role}: `}${fn}(${args.join(', ')})`
    return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`
  })
  if (lines.length <= MAX_STACK) return lines
  return [...lines.slice(0, half), `… ${lines.length - MAX_STACK} more calls`, ...lines.slice(-half)]
}

function draw(value: Notation, options: DrawOptions): string[] {
  return indent(drawValue(value, narrower(options)))
}

function narrower<T extends DrawOptions>(options: T): T {
  return { ...options, width: Math.max(1, options.width - 2) }
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
