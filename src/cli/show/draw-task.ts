// A task as pictures: each pair with its input and output, several pairs side by side where the width suffices.

import { gridToNotation } from '../../data/grid-notation.ts'
import { type GridData, type Pair, type Task, nameSample, samplesOf, spellSample } from '../../data/task.ts'
import { type Block, joinBlocks, linesOf, splitBands, stackBlocks, textBlock } from './blocks.ts'
import { type PictureOptions, pictureBlock } from './draw-picture.ts'
import { gridPicture } from './draw-value.ts'
import { describeTask } from './describe-task.ts'
import { wrapText } from './spell-value.ts'
import { paint } from './terminal-colors.ts'

const PAIR_GAP = 5
const ARROW = '→'

/** The lines of a task: a heading, then all demo pairs and all test pairs. */
export function drawTask(task: Task, options: PictureOptions): string[] {
  const pairs = samplesOf(task)
  const lines = drawHeading(task, options)
  const blocks = pairs.map((pair, k) => drawPair(pair, spellSample(nameSample(task, k)), options))
  // Demo pairs and test pairs do not share a band.
  for (const group of [blocks.slice(0, task.train.length), blocks.slice(task.train.length)])
    for (const band of splitBands(group, options.width, PAIR_GAP))
      lines.push('', ...linesOf(joinBlocks(band, PAIR_GAP)))
  return lines
}

/** The id and the facts of the task, in one line if the width suffices. */
function drawHeading(task: Task, { width, color }: PictureOptions): string[] {
  const [id, facts] = [paint('bold', task.id, color), describeTask(task)]
  return task.id.length + 2 + facts.length <= width ? [`${id}  ${facts}`] : [id, ...wrapText(facts, width, ' ')]
}

/** A named pair: input and output side by side if they fit, else one below the other. */
export function drawPair({ input, output }: Pair, name: string, options: PictureOptions): Block {
  const title = textBlock([name])
  const heading = { ...title, lines: [paint('bold', name, options.color)] }
  const source = gridBlock(input, 'input', options)
  const result = output === undefined ? textBlock(['output unknown']) : gridBlock(output, 'output', options)
  const beside = joinBlocks([source, arrowBlock(source), result], 1)
  return stackBlocks([heading, beside.width <= options.width ? beside : stackBlocks([source, result])])
}

function gridBlock(grid: GridData, title: string, options: PictureOptions): Block {
  return pictureBlock(gridPicture(gridToNotation(grid), title)!, options)
}

/** An arrow at half the height of a block. */
function arrowBlock({ lines }: Block): Block {
  return textBlock(lines.map((_, k) => (k === Math.floor(lines.length / 2) ? ARROW : ' ')))
}
