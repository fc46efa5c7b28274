// Families about full rows and columns: drawn, coloured, taken out.

import type { Family } from './family.ts'
import { rectangle } from './shapes.ts'
import { Sheet } from './sheet.ts'

const stripes: Family = {
  id: 'stripes2',
  title: 'From the single cell on, every second column takes on its colour.',
  draw(random) {
    const [background, color] = random.colors(2)
    const input = new Sheet(random.between(3, 16), random.between(5, 24), background)
    const column = random.below(input.width)
    input.set(random.below(input.height), column, color!)
    const output = Sheet.from(input.height, input.width, (_, j) =>
      j >= column && (j - column) % 2 === 0 ? color! : background!,
    )
    return { input, output }
  },
}

const fullLines: Family = {
  id: 'gridline',
  title: 'Full rows turn red, full columns blue, and where they cross yellow.',
  draw(random) {
    const colors = random.colors(4, 1, 2, 4)
    const line = colors.pop()!
    const input = Sheet.noise(random, random.between(6, 20), random.between(6, 20), colors)
    if (input.hasPlainLine()) return undefined
    const rows = new Set([random.below(input.height), random.below(input.height)])
    const columns = new Set(random.oneIn(4) ? [] : [random.below(input.width), random.below(input.width)])
    for (const row of rows) input.paint(rectangle(1, input.width, row), line)
    for (const column of columns) input.paint(rectangle(input.height, 1, 0, column), line)
    const output = Sheet.from(input.height, input.width, (i, j) => {
      if (rows.has(i)) return columns.has(j) ? 4 : 2
      return columns.has(j) ? 1 : input.at(i, j)
    })
    return { input, output }
  },
}

const squeeze: Family = {
  id: 'squeezed',
  title: 'Full rows and columns, where there are any, are taken out, and what is left is turned upside down.',
  draw(random) {
    const colors = random.colors(random.between(3, 5))
    const content = Sheet.noise(random, random.between(3, 12), random.between(3, 12), colors)
    if (content.hasPlainLine()) return undefined
    const line = random.color()
    const hasLines = !random.oneIn(6)
    const rows = Array.from({ length: content.height }, () => hasLines && random.oneIn(4))
    const columns = Array.from({ length: content.width }, () => hasLines && random.oneIn(4))
    const input = new Sheet(content.height + count(rows), content.width + count(columns), line)
    for (let i = 0; i < content.height; i++)
      for (let j = 0; j < content.width; j++)
        input.set(i + count(rows.slice(0, i + 1)), j + count(columns.slice(0, j + 1)), content.at(i, j))
    return { input, output: content.upsideDown() }
  },
}

function count(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length
}

export const frontierFamilies: readonly Family[] = [stripes, fullLines, squeeze]
