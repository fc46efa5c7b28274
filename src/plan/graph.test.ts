import { expect, test } from 'vitest'
import { galleryPrograms } from '../data/gallery.ts'
import type { Program } from '../language/program.ts'
import { primitives } from '../language/names.ts'
import { readProgramFile } from '../language/read-any.ts'
import { defaultKindOf } from '../primitives/default-kinds.ts'
import { meaningOf } from './meaning.ts'
import { Graph, mergePrograms } from './graph.ts'
import { lowerGraph } from './plan.ts'
import { hashProgram } from './program-hash.ts'

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
  expect(new Set(all).size).toBe(all.length)
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

const gallery = galleryPrograms().filter(({ dialect }) => dialect !== 't')

test('plans of parts of a kept graph are the plans of their programs alone', () => {
  const graph = new Graph('a')
  for (let from = 0; from < gallery.length; from += 60) {
    const part = gallery.slice(from, from + 100)
    const known = graph.calls.count
    const plan = lowerGraph(
      graph,
      part.map((program) => graph.add(program)),
    )
    expect(plan).toEqual(lowerGraph(mergePrograms(part)))
    const alone = mergePrograms(part)
    expect(graph.calls.count - known).toBeLessThanOrEqual(alone.calls.count)
  }
  expect(lowerGraph(mergePrograms(gallery))).toEqual(
    lowerGraph(
      graph,
      gallery.map((program) => graph.add(program)),
    ),
  )
  // Programs that are in the graph add nothing.
  const { count } = graph.calls
  for (const program of gallery) graph.add(program)
  expect(graph.calls.count).toBe(count)
})

test('equal constants are one, however they are written, and different ones are not', () => {
  const nodes = (args: string[]) =>
    new Set(hashes(`def solve_a(I):\n    return astuple(${args.map((arg) => `identity(${arg})`).join(', ')})\n`)).size -
    1
  expect(nodes(['False', '0'])).toBe(1)
  expect(nodes(['RED', 'TWO'])).toBe(1)
  expect(nodes(['(1, 0)', 'DOWN'])).toBe(1)
  expect(nodes(['(True, 0)', '(1, False)'])).toBe(1)
  expect(nodes(['((1, 2), (3, 4))', '((1, 2), (3, 4))'])).toBe(1)
  expect(nodes(['(1, 0)', '(0, 1)'])).toBe(2)
  expect(nodes(['(1, 0)', '(1, 0, 0)'])).toBe(2)
  expect(nodes(['1', '-1'])).toBe(2)
})

test('the hash of a program counts all that its evaluations depend on, and no names', () => {
  const hashOf = (text: string, mode?: 'guarded', keepUnused = false) => {
    const program = { ...read(text)[0]!, ...(mode === undefined ? {} : { mode }) }
    const graph = mergePrograms([...gallery.slice(0, 5), program], { keepUnused })
    return hashProgram(graph, graph.programs.at(-1)!)
  }
  const text = 'def solve_a(I):\n    x1 = rot90(I)\n    x2 = rot180(I)\n    return x2\n'
  const own = hashOf(text)
  expect(own).toMatch(/^[0-9a-f]{32}$/)
  expect(hashOf(text.replaceAll('x', 'other').replace('solve_a', 'solve_b'))).toBe(own)
  // The first statement is not run, but counts in the index of the second.
  const others = [
    hashOf(text.replace('    x1 = rot90(I)\n', '')),
    hashOf(text, undefined, true),
    hashOf(text, 'guarded'),
    hashOf(text.replace('return x2', 'return x1')),
    hashOf(text.replace('return x2', 'return I')),
    hashOf(text.replace('return x2', 'return 3')),
    hashOf(text.replace('rot180', 'rot270')),
  ]
  expect(new Set([own, ...others]).size).toBe(others.length + 1)
  const batt = (kind: string, value: string) =>
    hashOf(
      `def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    t1 = rot90(I)\n    t2 = rot90(t1)\n    ${kind}.append((2, ${kind === 'o' ? 'False' : "'None'"}, 'a', ${value}))\n    return o, s\n`,
    )
  expect(new Set([batt('o', 't2'), batt('s', 't2'), batt('o', 't1')]).size).toBe(3)
})
