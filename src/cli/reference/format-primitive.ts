// A primitive in the terminal: declarations, prose, and the arguments and result of its example side by side.

import type { DialectId } from '../../language/dialects.ts'
import type { Primitive } from '../../primitives/primitive.ts'
import { type Block, joinBlocks, linesOf, splitBands, textBlock } from '../show/blocks.ts'
import { type PictureOptions, pictureBlock } from '../show/draw-picture.ts'
import { wrapText } from '../show/spell-value.ts'
import { paint } from '../show/terminal-colors.ts'
import { type Drawn, type DrawnExample, drawExamples } from './drawn-example.ts'
import { spellDeclarations } from './spell-declaration.ts'

/** The lines for a primitive; with `dialect`, only the example of that one. */
export function formatPrimitive(primitive: Primitive, options: PictureOptions, dialect?: DialectId): string[] {
  const { family, sort, prose } = primitive
  const signatures = spellDeclarations(primitive).flatMap(({ text, dialects }) => {
    const lines = wrapText(`${text}  (${spellDialects(dialects)})`, options.width, ' ')
    return [paint('bold', lines[0]!, options.color), ...lines.slice(1)]
  })
  const kind = sort === 'higher-order' ? `${family}, ${sort}` : family
  const examples = drawExamples(primitive).filter(({ dialects }) => dialect === undefined || dialects.includes(dialect))
  const bodies = examples.flatMap(({ drawn, dialects }) => [
    '',
    ...(examples.length === 1 ? [] : [`In ${spellDialects(dialects)}:`]),
    ...drawCall(drawn, options),
  ])
  return [...signatures, ...wrapText(`${prose} Family: ${kind}.`, options.width, ' '), ...bodies]
}

function spellDialects(dialects: readonly DialectId[]): string {
  return `${dialects.length === 1 ? 'dialect' : 'dialects'} ${dialects.join(', ')}`
}

function drawCall({ args, then, result }: DrawnExample, options: PictureOptions): string[] {
  const blocks = [
    ...args.map(({ name, value }) => valueBlock(name, value, options)),
    ...(then ?? []).map((value) => valueBlock('then called with', value, options)),
    textBlock(['', '→']),
    valueBlock('result', result, options),
  ]
  return splitBands(blocks, options.width).flatMap((band) => linesOf(joinBlocks(band)))
}

function valueBlock(title: string, value: Drawn, options: PictureOptions): Block {
  switch (value.kind) {
    case 'picture': {
      const { picture } = value
      return pictureBlock({ ...picture, caption: `${title}: ${picture.caption}` }, options)
    }
    case 'text':
      return textBlock([`${title}:`, ...wrapText(value.text, options.width)])
    case 'tuple': {
      const items = value.items.map((item, k) => valueBlock(`${title}[${k}]`, item, options))
      return joinBlocks(items)
    }
    default:
      return value satisfies never
  }
}
