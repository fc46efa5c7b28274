// Families whose rule differs from task to task: the demo pairs show it, and the programs read it from them.

import type { Family } from './family.ts'
import { Sheet } from './sheet.ts'

const TURNS: readonly ((sheet: Sheet) => Sheet)[] = [
  (sheet) => sheet.upsideDown(),
  (sheet) => sheet.leftToRight(),
  (sheet) => sheet.transposed(),
  (sheet) => sheet.upsideDown().leftToRight().transposed(),
  (sheet) => sheet.upsideDown().transposed(),
  (sheet) => sheet.upsideDown().leftToRight(),
  (sheet) => sheet.transposed().upsideDown(),
]

const asShown: Family = {
  id: 'asshown1',
  title: 'The grid is mirrored or turned in the way that the demo pairs show.',
  draw(random, ofTask) {
    const turn = ofTask.pick(TURNS)
    const input = Sheet.noise(random, random.between(3, 14), random.between(3, 14), random.colors(random.between(2, 6)))
    const turned = TURNS.map((other) => other(input))
    const isClear = turned.every((a, k) => turned.every((b, l) => l >= k || !a.equals(b)))
    return isClear ? { input, output: turn(input) } : undefined
  },
}

const swapAsShown: Family = {
  id: 'swapasin',
  title: 'Two colours change places; the demo pairs show which.',
  draw(random, ofTask) {
    const [a, b] = ofTask.colors(2)
    const others = random.colors(random.between(1, 3), a!, b!)
    const input = Sheet.noise(random, random.between(4, 16), random.between(4, 16), [a!, b!, ...others])
    const found = input.colors()
    if (!found.includes(a!) || !found.includes(b!)) return undefined
    const swapped = new Map([
      [a!, b!],
      [b!, a!],
    ])
    const output = Sheet.from(input.height, input.width, (i, j) => swapped.get(input.at(i, j)) ?? input.at(i, j))
    return { input, output }
  },
}

const recolorAsShown: Family = {
  id: 'recasin1',
  title: 'A colour becomes another one; the demo pairs show which, for they have no other such colours.',
  draw(random, ofTask) {
    const [from, to, ...others] = ofTask.colors(6)
    const used = random.shuffle(others).slice(0, random.between(1, 3))
    const input = Sheet.noise(random, random.between(4, 18), random.between(4, 18), [from!, ...used])
    if (!input.colors().includes(from!)) return undefined
    const output = Sheet.from(input.height, input.width, (i, j) => (input.at(i, j) === from ? to! : input.at(i, j)))
    return { input, output }
  },
}

const scaleAsShown: Family = {
  id: 'scaleasd',
  title: 'The grid is enlarged as many times as those of the demo pairs, and framed in their frame colour.',
  draw(random, ofTask) {
    const factor = ofTask.between(2, 4)
    const frame = ofTask.color()
    const most = Math.floor(26 / factor)
    const colors = random.colors(random.between(2, 4), frame)
    const input = Sheet.noise(random, random.between(2, most), random.between(2, most), colors)
    const [height, width] = [input.height * factor, input.width * factor]
    const large = Sheet.from(height, width, (i, j) => input.at(Math.floor(i / factor), Math.floor(j / factor)))
    return { input, output: new Sheet(height + 2, width + 2, frame).place(large, 1, 1) }
  },
}

export const demoFamilies: readonly Family[] = [asShown, swapAsShown, recolorAsShown, scaleAsShown]
