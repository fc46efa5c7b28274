import { describe, expect, test } from 'vitest'
import { readPrograms } from '../language/python/read-python.ts'
import { mergePrograms } from './graph.ts'
import { findLabellings } from './labellings.ts'
import { findPatterns } from './patterns.ts'

function graphOf(text: string) {
  const { programs, diagnostics } = readPrograms(text, 'programs.py')
  expect(diagnostics).toEqual([])
  return mergePrograms(programs, { keepUnused: true })
}

function solver(name: string, ...calls: string[]): string {
  const lines = calls.map((call, k) => `    x${k + 1} = ${call}\n`)
  return `def solve_${name}(I):\n${lines.join('')}    return I\n`
}

function nodesOf(text: string, kind: string) {
  return findPatterns(graphOf(text)).flatMap((pattern) => (pattern.kind === kind ? [pattern.nodes] : []))
}

describe('labellings', () => {
  const selectorsOf = (text: string) => {
    const graph = graphOf(text)
    const labellings = findLabellings(graph, Int32Array.from(graph.nodes.keys()))
    return labellings.map(({ calls }) => calls.map(({ selector }) => selector))
  }

  test('selectors of dialect a', () => {
    const calls = ['objects(I, T, F, F)', 'objects(I, F, T, F)', 'objects(I, F, F, T)', 'objects(I, T, T, T)']
    expect(selectorsOf(solver('a', ...calls))).toEqual([[4, 2, 1, 7]])
  })

  test('selectors of dialect t, of both forms; one that does not exist is left out', () => {
    const calls = ['o_g(I, R5)', 'o_g(I, R0)', 'objects(I, T, F, T)', 'o_g(I, 8)', 'o_g(I, -1)', 'p_g(I)']
    expect(selectorsOf(solver('a', ...calls))).toEqual([[5, 0, 5]])
  })

  test('of each grid by itself; one call is none; flags must be constants', () => {
    const calls = [
      'objects(I, T, F, F)',
      'rot90(I)',
      'objects(x2, T, F, F)',
      'objects(x2, T, T, F)',
      'even(2)',
      'objects(x2, T, x5, T)',
      'objects(x2, T, NEG_UNITY, T)',
    ]
    expect(selectorsOf(solver('a', ...calls))).toEqual([[4, 6]])
  })

  test('equal calls of two programs are one', () => {
    const text = solver('a', 'objects(I, T, F, T)') + solver('b', 'objects(I, T, F, T)', 'objects(I, T, T, T)')
    expect(selectorsOf(text)).toEqual([[5, 7]])
  })
})

test('inputs and outputs of the demo pairs and their colours', () => {
  const batt = `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1, t2, t3, t4 = batch_process_samples_gpu(S)
    t5 = apply(size, S)
    t6 = o_g(I, R5)
    t7 = mapply(p_g, t6)
    o.append((5, False, 'solve_a', t5))
    return o, s
`
  expect(nodesOf(batt, 'samples')).toEqual([[0, 1, 2, 3]])
  expect(nodesOf(solver('a', 'apply(first, I)', 'apply(last, I)'), 'samples')).toEqual([])
})

test('maps over one container that is not constant', () => {
  const calls = [
    'objects(I, T, F, T)',
    'apply(size, x1)',
    'sfilter(x1, even)',
    'argmax(x1, size)',
    'apply(size, x3)',
    'apply(size, initset(1))',
    'apply(color, initset(1))',
    'first(x1)',
  ]
  const graph = graphOf(solver('a', ...calls))
  const [maps, ...rest] = findPatterns(graph).filter(({ kind }) => kind === 'maps')
  const callees = maps!.nodes
    .map((id) => graph.nodes[id]!.callee)
    .map((callee) => callee.kind === 'primitive' && callee.key)
  expect(callees).toEqual(['apply', 'sfilter', 'argmax'])
  // `initset(1)` is a call, made once.
  expect(rest).toHaveLength(1)
})

test('calls of several programs; a call that one program makes twice is not shared', () => {
  const text = solver('a', 'rot90(I)', 'rot90(I)', 'rot180(I)') + solver('b', 'rot180(I)', 'rot270(I)')
  const graph = graphOf(text)
  const [shared] = findPatterns(graph).filter(({ kind }) => kind === 'shared')
  expect(shared!.nodes.map((id) => graph.nodes[id]!.callee)).toEqual([{ kind: 'primitive', key: 'rot180' }])
  expect(nodesOf(solver('a', 'rot90(I)'), 'shared')).toEqual([])
})
