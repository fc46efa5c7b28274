// Families in which a grid consists of parts that are compared, chosen or exchanged.

import type { Family } from './family.ts'
import { onlyMost } from './shapes.ts'
import { Sheet } from './sheet.ts'

const inBoth: Family = {
  id: 'inboth01',
  title: 'Green where both the left half has blue and the right half has red; a gray line is between them.',
  draw(random) {
    const [height, width] = [random.between(3, 12), random.between(3, 12)]
    const left = Sheet.noise(random, height, width, [0, 1])
    const isAlike = random.oneIn(5)
    const right = Sheet.from(height, width, (i, j) => (isAlike ? 2 * left.at(i, j) : 2 * random.below(2)))
    const input = new Sheet(height, 2 * width + 1, 5).place(left, 0, 0).place(right, 0, width + 1)
    const output = Sheet.from(height, width, (i, j) => (left.at(i, j) === 1 && right.at(i, j) === 2 ? 3 : 0))
    return { input, output }
  },
}

const agreeing: Family = {
  id: 'agreeing',
  title: 'What the upper and the lower half agree on stays, everything else is black.',
  draw(random) {
    const [height, width] = [random.between(3, 13), random.between(3, 20)]
    const colors = random.colors(random.between(2, 4), 0)
    const upper = Sheet.noise(random, height, width, colors)
    const noise = Sheet.noise(random, height, width, colors)
    const symmetric = Sheet.from(height, width, (i, j) => noise.at(Math.min(i, height - 1 - i), j))
    const lower = random.pick([upper, symmetric, noise, noise, noise])
    const input = new Sheet(2 * height, width).place(upper, 0, 0).place(lower, height, 0)
    const output = Sheet.from(height, width, (i, j) => (upper.at(i, j) === lower.at(i, j) ? upper.at(i, j) : 0))
    return { input, output }
  },
}

const reddest: Family = {
  id: 'redpanel',
  title: 'Of three panels side by side, the one with the most red.',
  draw(random) {
    const [height, width] = [random.between(3, 12), random.between(3, 8)]
    const colors = [2, ...random.colors(random.between(1, 3), 2)]
    const panels = [0, 1, 2].map(() => Sheet.noise(random, height, width, colors))
    const most = onlyMost(panels, (panel) => panel.counts()[2]!)
    const input = new Sheet(height, 3 * width + 2, random.color(...colors))
    for (const [k, panel] of panels.entries()) input.place(panel, 0, k * (width + 1))
    return most && { input, output: most }
  },
}

const oddPanel: Family = {
  id: 'oddpanel',
  title: 'Square panels lie on top of each other; the one that is not like the others.',
  draw(random) {
    const count = random.between(3, 5)
    const side = random.between(2, 6)
    const colors = random.colors(random.between(2, 4))
    const usual = Sheet.noise(random, side, side, colors)
    const odd = Sheet.noise(random, side, side, colors)
    if (usual.equals(odd)) return undefined
    const input = new Sheet(count * side, side)
    const place = random.below(count)
    for (let k = 0; k < count; k++) input.place(k === place ? odd : usual, k * side, 0)
    return { input, output: odd }
  },
}

const richQuarter: Family = {
  id: 'richquad',
  title: 'The quarter with the most colours.',
  draw(random) {
    const [height, width] = [random.between(3, 9), random.between(3, 9)]
    const quarters = [0, 1, 2, 3].map(() => Sheet.noise(random, height, width, random.colors(random.between(2, 7))))
    const richest = onlyMost(quarters, (quarter) => quarter.colors().length)
    const input = new Sheet(2 * height, 2 * width)
    for (const [k, quarter] of quarters.entries()) input.place(quarter, (k >> 1) * height, (k & 1) * width)
    return richest && { input, output: richest }
  },
}

const swapHalves: Family = {
  id: 'swaphalf',
  title: 'The left and the right half change places, and so do the upper and the lower one of a square.',
  draw(random) {
    const height = 2 * random.between(2, 10)
    const width = random.oneIn(2) ? height : 2 * random.between(2, 10)
    const input = Sheet.noise(random, height, width, random.colors(random.between(3, 6)))
    const down = height === width ? height / 2 : 0
    const output = Sheet.from(height, width, (i, j) => input.at((i + down) % height, (j + width / 2) % width))
    return { input, output }
  },
}

export const panelFamilies: readonly Family[] = [inBoth, agreeing, reddest, oddPanel, richQuarter, swapHalves]
