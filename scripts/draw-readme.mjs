// Draws docs/images/steps.svg, the picture of the README: a task, a program that solves it, and the value of every step.
//
//   npm run build && node scripts/draw-readme.mjs

import { mkdirSync, writeFileSync } from 'node:fs'
import { drawSvg } from '../dist/cli/reference/draw-svg.js'
import { gridPicture, pictureOf } from '../dist/cli/show/draw-value.js'
import { spellValue } from '../dist/cli/show/spell-value.js'
import { gridToNotation } from '../dist/data/grid-notation.js'
import { galleryPrograms, galleryTasks, traceProgram } from '../dist/index.js'
import { CELL_COLORS } from '../dist/engine/report/palette.js'

const TARGET = new URL('../docs/images/steps.svg', import.meta.url)
const PROGRAM = 'solve_towall01'
const MARGIN = 24
const COLUMNS = 3
const GAP = 28
const LINE = 20
/** The width of a character of the code. */
const CHARACTER = 8.45

const task = galleryTasks({ only: ['towall01'] })[0]
const program = galleryPrograms().find(({ name }) => name === PROGRAM)
const demo = [...task.train, ...task.test].toSorted((a, b) => a.input.height - b.input.height)[0]
const { height: rowCount, width: columnCount } = demo.input
// Patches are drawn at their places in a grid of this size.
const drawing = {
  grid: Array.from({ length: rowCount }, () => Array.from({ length: columnCount }, () => 0)),
  layout: 'a',
}

const steps = traceProgram(program, { demos: task.train, input: demo.input }).statements.map(
  ({ name, call, value }) => ({
    title: `${name} = ${call}`,
    picture: pictureOf(value, drawing),
    text: spellValue(value, 40),
  }),
)
const inputs = [
  { title: 'I: the input of a sample', picture: gridPicture(gridToNotation(demo.input)) },
  { title: 'the expected output', picture: gridPicture(gridToNotation(demo.output)) },
]

const code = [`def ${PROGRAM}(I):`, ...steps.map(({ title }) => `    ${title}`), '    return O']
const boxes = [...inputs.map(layOut), layOutCode(code), ...steps.map(layOut)]
const columnWidth = Math.max(...boxes.map(({ width }) => width))
const rows = Array.from({ length: Math.ceil(boxes.length / COLUMNS) }, (_, k) =>
  boxes.slice(k * COLUMNS, (k + 1) * COLUMNS),
)
let y = MARGIN
const parts = []
for (const row of rows) {
  for (const [column, { draw }] of row.entries()) parts.push(draw(MARGIN + column * (columnWidth + GAP), y))
  y += Math.max(...row.map(({ height }) => height)) + GAP
}
const width = 2 * MARGIN + COLUMNS * columnWidth + (COLUMNS - 1) * GAP
const height = y - GAP + MARGIN

mkdirSync(new URL('.', TARGET), { recursive: true })
writeFileSync(
  TARGET,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>
${CELL_COLORS.map((color, k) => `.c${k}{fill:${color}}`).join(' ')}
.index{fill:#c9b8f2} .lines{fill:none;stroke:#777;stroke-width:1}
text{font:14px ui-monospace,Menlo,Consolas,monospace;fill:#1b1b1b} .caption{fill:#666}
svg svg text{text-anchor:middle;dominant-baseline:central;font-size:12px} .dark text{fill:#111} .light text{fill:#fff}
</style>
<rect width="100%" height="100%" rx="10" fill="#fbfaf7"/>
${parts.join('\n')}
</svg>
`,
)

/** A title, and below it a picture with its caption, or a text. */
function layOut({ title, picture, text }) {
  const caption = picture?.caption ?? text
  const drawn = picture === undefined ? '' : drawSvg(picture)
  const [, side, top] = /width="(\d+)" height="(\d+)"/.exec(drawn) ?? [0, 0, 0]
  return {
    width: Math.max(Number(side), CHARACTER * title.length, CHARACTER * caption.length),
    height: 2 * LINE + Number(top),
    draw: (x, y) =>
      `<g transform="translate(${x} ${y})"><text y="12">${title}</text><text class="caption" y="${12 + LINE}">${caption}</text>${drawn.replace('<svg ', `<svg y="${2 * LINE}" `)}</g>`,
  }
}

function layOutCode(lines) {
  const rows = lines.map((line, k) => `<text y="${12 + k * LINE}" xml:space="preserve">${line}</text>`)
  return {
    width: CHARACTER * Math.max(...lines.map(({ length }) => length)),
    height: LINE * lines.length,
    draw: (x, y) => `<g transform="translate(${x} ${y})">${rows.join('')}</g>`,
  }
}
