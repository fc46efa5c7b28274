// Families whose rule differs from task to task: the demo pairs show it, and the programs read it from them.

import { type Family, fails, partly, wrong } from './family.ts'
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
  solver: `
def solve_asshown1(S, I, C):
    x1 = first(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = (hmirror, vmirror, dmirror, cmirror, rot90, rot180, rot270)
    x5 = rapply(x4, x2)
    x6 = pair(x4, x5)
    x7 = matcher(last, x3)
    x8 = extract(x6, x7)
    x9 = first(x8)
    O = x9(I)
    return O
`,
  others: [
    partly(`
def solve_upsidedown_asshown1(I):
    O = hmirror(I)
    return O
`),
    partly(`
def solve_rotated_asshown1(I):
    O = rot90(I)
    return O
`),
    partly(`
def solve_byshape_asshown1(S, I, C):
    x1 = first(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = shape(x2)
    x5 = shape(x3)
    x6 = equality(x4, x5)
    x7 = branch(x6, rot180, dmirror)
    O = x7(I)
    return O
`),
    fails(`
def solve_compared_asshown1(S, I, C):
    x1 = first(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = (hmirror, vmirror, rot180)
    x5 = rapply(x4, x2)
    x6 = pair(x4, x5)
    x7 = matcher(last, x3)
    x8 = extract(x6, x7)
    x9 = first(x8)
    O = x9(I)
    return O
`),
  ],
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
  solver: `
def solve_swapasin(S, I, C):
    x1 = first(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = asobject(x2)
    x5 = asobject(x3)
    x6 = difference(x4, x5)
    x7 = palette(x6)
    x8 = minimum(x7)
    x9 = maximum(x7)
    O = switch(I, x8, x9)
    return O
`,
  others: [
    wrong(`
def solve_oneway_swapasin(S, I, C):
    x1 = first(S)
    x2 = asobject(first(x1))
    x3 = asobject(last(x1))
    x4 = palette(difference(x2, x3))
    O = replace(I, first(x4), last(x4))
    return O
`),
    partly(`
def solve_frequent_swapasin(I):
    x1 = mostcolor(I)
    x2 = leastcolor(I)
    O = switch(I, x1, x2)
    return O
`),
  ],
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
  solver: `
def solve_recasin1(S, I, C):
    x1 = apply(first, S)
    x2 = apply(last, S)
    x3 = mapply(palette, x1)
    x4 = mapply(palette, x2)
    x5 = difference(x3, x4)
    x6 = difference(x4, x3)
    x7 = first(x5)
    x8 = first(x6)
    O = replace(I, x7, x8)
    return O
`,
  others: [
    partly(`
def solve_frequent_recasin1(S, I, C):
    x1 = mapply(lambda sample: palette(first(sample)), S)
    x2 = mapply(lambda sample: palette(last(sample)), S)
    x3 = first(difference(x2, x1))
    return replace(I, mostcolor(I), x3)
`),
    partly(`
def solve_fixed_recasin1(I):
    x1 = mostcolor(I)
    O = replace(I, x1, EIGHT)
    return O
`),
    fails(`
def solve_reversed_recasin1(S, I, C):
    x1 = apply(first, S)
    x2 = apply(last, S)
    x3 = mapply(palette, x1)
    x4 = mapply(palette, x2)
    x5 = first(difference(x3, x4))
    x6 = first(difference(x3, x3))
    O = replace(I, x5, x6)
    return O
`),
  ],
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
  solver: `
def solve_scaleasd(S, I, C):
    x1 = last(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = height(x2)
    x5 = trim(x3)
    x6 = height(x5)
    x7 = divide(x6, x4)
    x8 = index(x3, ORIGIN)
    x9 = upscale(I, x7)
    x10 = shape(x9)
    x11 = add(x10, TWO)
    x12 = canvas(x8, x11)
    x13 = asobject(x9)
    x14 = shift(x13, UNITY)
    O = paint(x12, x14)
    return O
`,
  others: [
    partly(`
def solve_untrimmed_scaleasd(S, I, C):
    x1 = last(S)
    x2 = divide(height(last(x1)), height(first(x1)))
    x3 = upscale(I, x2)
    x4 = canvas(index(last(x1), ORIGIN), add(shape(x3), TWO))
    O = paint(x4, shift(asobject(x3), UNITY))
    return O
`),
    wrong(`
def solve_unframed_scaleasd(S, I, C):
    x1 = last(S)
    x2 = height(first(x1))
    x3 = height(last(x1))
    O = upscale(I, divide(x3, x2))
    return O
`),
    partly(`
def solve_threefold_scaleasd(S, I, C):
    x1 = last(last(S))
    x2 = index(x1, ORIGIN)
    x3 = upscale(I, THREE)
    x4 = canvas(x2, add(shape(x3), TWO))
    O = paint(x4, shift(asobject(x3), UNITY))
    return O
`),
    fails(`
def solve_compared_scaleasd(S, I, C):
    x1 = height(C)
    x2 = height(I)
    x3 = divide(x1, x2)
    O = upscale(I, x3)
    return O
`),
  ],
}

export const demoFamilies: readonly Family[] = [asShown, swapAsShown, recolorAsShown, scaleAsShown]
