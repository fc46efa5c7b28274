// The tour on one screen: a task, a right program, a wrong one with the differing cells, the gallery, the speed, what to try.

import { gridToNotation } from '../../data/grid-notation.ts'
import { type Task, nameSample, sampleOf, samplesOf, spellSample } from '../../data/task.ts'
import type { RunReport } from '../../engine/run/run-report.ts'
import { formatCount, plural } from '../../language/format-count.ts'
import type { Notation } from '../../language/values/value-notation.ts'
import { type Block, joinBlocks, linesOf, splitBands, stackBlocks, textBlock } from './blocks.ts'
import { describeDifference, drawComparison } from './draw-difference.ts'
import type { PictureOptions } from './draw-picture.ts'
import { drawPair } from './draw-task.ts'
import { wrapText } from './spell-value.ts'
import { type Style, paint } from './terminal-colors.ts'

/** The name of a program, and the number of samples that it is right on. */
export interface TourProgram {
  readonly name: string
  readonly right: number
}

/** The parts of the tour. */
export interface Tour {
  readonly title: string
  readonly task: Task
  /** The indices of the samples to draw. */
  readonly drawn: readonly number[]
  /** A text with the functions of both programs. */
  readonly source: string
  readonly solver: TourProgram
  readonly wrong: TourProgram
  /** The output of the wrong program on the first drawn sample. */
  readonly output: Notation
  readonly gallery: RunReport
}

const PAIR_GAP = 5
const CODE_GAP = 2

/** The tour as lines. */
export function formatTour(tour: Tour, options: PictureOptions): string[] {
  const { title, task, drawn, solver, wrong, output, gallery } = tour
  const { input, output: wanted } = sampleOf(task, drawn[0]!)
  const compared = { input: gridToNotation(input), expected: gridToNotation(wanted!), actual: output }
  const nameOf = (k: number) => spellSample(nameSample(task, k))
  const pairs = drawn.map((k) => drawPair(sampleOf(task, k), nameOf(k), options))
  return [
    ...heading('A task', title, options),
    ...band(pairs, PAIR_GAP, options),
    '',
    ...heading('Two programs', 'the first solves the task, the second moves the wrong way.', options),
    ...band(
      [programBlock(solver, tour, 'green', options), programBlock(wrong, tour, 'red', options)],
      CODE_GAP,
      options,
    ),
    '',
    ...heading('What is wrong', `${describeDifference(compared)} on ${nameOf(drawn[0]!)}, marked x.`, options),
    ...drawComparison(compared, options),
    '',
    ...heading('The gallery', describeGallery(gallery), options),
    ...heading('Speed', describeSpeed(gallery), options),
    '',
    ...heading('Try next', '', options),
    ...COMMANDS.flatMap(([command, purpose]) =>
      command.length + purpose.length + 6 <= options.width
        ? [`  ${paint('cyan', command.padEnd(COMMAND_WIDTH), options.color)}  ${purpose}`]
        : [
            `  ${paint('cyan', command, options.color)}`,
            ...wrapText(purpose, options.width - 4, ' ').map((line) => `    ${line}`),
          ],
    ),
  ]
}

const COMMANDS: readonly (readonly [string, string])[] = [
  ['npx megabatt trace solve_closer_stepaway', 'draw every step of a program'],
  ['npx megabatt run --show failed', 'list wrong and failing programs'],
  ['npx megabatt dsl gravitate', 'look up a primitive'],
]
const COMMAND_WIDTH = Math.max(...COMMANDS.map(([command]) => command.length))

function heading(noun: string, text: string, { width, color }: PictureOptions): string[] {
  const [first, ...rest] = wrapText(`${noun}: ${text}`.trimEnd(), width, ' ')
  return [paint('bold', first!.slice(0, noun.length + 1), color) + first!.slice(noun.length + 1), ...rest]
}

function band(blocks: readonly Block[], gap: number, { width }: PictureOptions): string[] {
  return splitBands(blocks, width, gap).flatMap((part) => linesOf(joinBlocks(part, gap)))
}

function programBlock(
  { name, right }: TourProgram,
  { task, source }: Tour,
  style: Style,
  options: PictureOptions,
): Block {
  const sampleCount = samplesOf(task).length
  const verdict = `${right === sampleCount ? 'solved' : 'wrong'}: right on ${right} of ${sampleCount} samples`
  const code = textBlock(sourceOf(name, source))
  const result = textBlock([verdict])
  return stackBlocks([code, { ...result, lines: [paint(style, verdict, options.color)] }])
}

/** The lines of a function; an empty line, or the end of the text, ends it. */
function sourceOf(name: string, source: string): string[] {
  const [text] = source.slice(source.indexOf(`def ${name}(`)).split('\n\n', 1) as [string]
  return text.trimEnd().split('\n')
}

function describeGallery({ programs, tasks, solvers, solvedTasks }: RunReport): string {
  return `${formatCount(solvedTasks)} of ${plural(tasks, 'task')} solved; ${formatCount(programs - solvers)} of ${plural(programs, 'program')} are wrong on purpose.`
}

function describeSpeed({ evaluations, time, engine }: RunReport): string {
  const seconds = (time.planMs + time.runMs) / 1000
  const rate = formatCount(Math.round(evaluations / seconds / 1000) * 1000)
  const place = engine === null ? 'one core' : `one core (${engine.name})`
  return `${plural(evaluations, 'evaluation')} in ${seconds.toFixed(1)} s, ${rate} a second on ${place}.`
}
