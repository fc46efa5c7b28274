// Blocks of text for the terminal: placed side by side, in bands as wide as the terminal.

/** Lines of the same visible width; escape codes take up none. */
export interface Block {
  readonly lines: readonly string[]
  readonly width: number
}

const GAP = 2

/** A block of texts without escape codes. */
export function textBlock(texts: readonly string[]): Block {
  const width = Math.max(0, ...texts.map(({ length }) => length))
  return { lines: texts.map((text) => text.padEnd(width)), width }
}

/** Blocks side by side, the upper edges in line. */
export function joinBlocks(blocks: readonly Block[], gap = GAP): Block {
  const height = blocks.reduce((most, { lines }) => Math.max(most, lines.length), 0)
  const lines = Array.from({ length: height }, (_, k) =>
    blocks.map((block) => block.lines[k] ?? ' '.repeat(block.width)).join(' '.repeat(gap)),
  )
  return { lines, width: widthOf(blocks, gap) }
}

/** Blocks one below the other. */
export function stackBlocks(blocks: readonly Block[]): Block {
  const width = blocks.reduce((most, block) => Math.max(most, block.width), 0)
  const lines = blocks.flatMap((block) => block.lines.map((line) => line + ' '.repeat(width - block.width)))
  return { lines, width }
}

/** Bands of blocks, each as many as fit the width and at least one. */
export function splitBands(blocks: Iterable<Block>, width: number, gap = GAP): Block[][] {
  const bands: Block[][] = []
  for (const block of blocks) {
    const band = bands.at(-1)
    if (band !== undefined && widthOf([...band, block], gap) <= width) band.push(block)
    else bands.push([block])
  }
  return bands
}

function widthOf(blocks: readonly Block[], gap: number): number {
  return blocks.reduce((sum, { width }) => sum + width, Math.max(0, blocks.length - 1) * gap)
}

/** The lines of a block without the blanks at their ends. */
export function linesOf({ lines }: Block): string[] {
  return lines.map((line) => line.trimEnd())
}
