import { expect, test } from 'vitest'
import type { Program } from '../language/program.ts'
import { primitives } from '../language/names.ts'
import { readProgramFile } from '../language/read-any.ts'
import { defaultKindOf } from '../primitives/default-kinds.ts'
import { meaningOf } from './meaning.ts'
import { mergePrograms } from './graph.ts'

function read(text: string): readonly Program[] {
  return readProgramFile(text, 'graph.py').programs
}

const hashes = (text: string) => mergePrograms(read(text)).nodes.map(({ hash }) => hash)

test('equal calls have equal hashes, in whatever graph, file and order they stand', () => {
  const [turned, doubled] = hashes('def solve_a(I):\n    x1 = rot90(I)\n    x2 = upscale(x1, TWO)\n    return x2\n')
  const other = hashes(`
def solve_b(I):
    x1 = rot180(I)
    x5 = hconcat(x1, x1)
    return x5

def solve_c(I):
    y = rot90(I)
    return upscale(y, 2)
`)
  expect(turned).toMatch(/^[0-9a-f]{32}$/)
  expect(other).toHaveLength(4)
  expect(other[2]).toBe(turned)
  expect(other[3]).toBe(doubled)
})

test('every part of a call counts: callee, arguments, their order and number, guarding', () => {
  const texts = [
    'subtract(ONE, TWO)',
    'subtract(TWO, ONE)',
    'add(ONE, TWO)',
    'subtract(ONE, (TWO,))',
    'rot90(I)',
    'rot90(C)',
    'rot90(S)',
    'identity(rot90)',
    'identity((1, 2))',
    'identity(initset(1))',
  ].map((call) => `def solve_a(S, I, C):\n    x1 = ${call}\n    return x1\n`)
  const guarded =
    'def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    t1 = rot90(I)\n    t2 = rot90(t1)\n    o.append((2, False, "a", t2))\n    return o, s\n'
  const strict = 'def solve_a(I):\n    x1 = rot90(I)\n    x2 = rot90(x1)\n    return x2\n'
  const all = [...texts.flatMap(hashes), hashes(guarded)[1], hashes(strict)[1]]
  expect(new Set(all).size).toBe(all.length - 0)
  // The first call is the same whether its failure is guarded or not; only who reads it differs.
  expect(hashes(guarded)[0]).toBe(hashes(strict)[0])
})

test('names of one meaning are one callee; as values they are different functions', () => {
  const nodes = (call: string) =>
    mergePrograms(readProgramFile(`# dialect: t\ndef solve_a(I):\n    return ${call}\n`, 'a.py').programs).nodes
  const same = nodes('astuple(size(I), astuple(size_t(I), size_f(I)))')
  expect(same.filter(({ args }) => args.length === 1)).toHaveLength(1)
  const values = nodes('astuple(apply(size, I), apply(size_t, I))')
  expect(values).toHaveLength(3)
  // A node names a primitive that its own layout has, although T has another name for the kernel.
  const [node] = mergePrograms(read('def solve_a(I):\n    return size(I)\n')).nodes
  expect(node!.callee).toEqual({ kind: 'primitive', key: 'size' })
})

test('a kernel of two names with different defaults is two callees', () => {
  const meanings = new Map<string, Set<string>>()
  for (const { key, kernelName, returns } of primitives) {
    const kind = `${kernelName} ${defaultKindOf(returns)}`
    meanings.set(kind, (meanings.get(kind) ?? new Set()).add(meaningOf(key, 't')))
  }
  expect(Math.max(...Array.from(meanings.values(), ({ size }) => size))).toBe(1)
  expect(new Set([...meanings.values()].flatMap((own) => [...own])).size).toBe(meanings.size)
})

test('programs of two layouts are never merged, and equal calls of two layouts have different hashes', () => {
  const [a] = read('def solve_a(I):\n    return rot90(I)\n')
  const t = { ...a!, dialect: 't' as const }
  expect(() => mergePrograms([a!, t])).toThrow('two cell layouts')
  expect(mergePrograms([a!]).layout).toBe('a')
  expect(mergePrograms([t]).layout).toBe('t')
  expect(mergePrograms([a!]).nodes[0]!.hash).not.toBe(mergePrograms([t]).nodes[0]!.hash)
})
