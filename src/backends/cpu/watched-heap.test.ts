// On a watched heap calls give what they give on any other, and every kernel that is counted is heard of.

import { expect, test } from 'vitest'
import { DEFAULT_BUDGET } from '../../kernel/heap.ts'
import { type Word, isError } from '../../kernel/words.ts'
import { primitiveNamed, primitiveWord, primitives } from '../../language/names.ts'
import { decodeNotation, encodeNotation } from '../../language/values/value-notation.ts'
import { kernelIndexes } from '../kernel-numbers.generated.ts'
import { CpuEvaluator } from './cpu-evaluator.ts'
import type { KernelHeap } from './kernel-heap.ts'
import { WasmHeap } from './wasm-heap.ts'
import { type KernelObserver, kernelOwners, ownerOf, watchHeap } from './watched-heap.ts'

interface Heard {
  readonly name: string
  readonly words: number
  readonly result: Word
}

function listen(): { heard: Heard[]; observer: KernelObserver } {
  const heard: Heard[] = []
  const endKernel: KernelObserver['endKernel'] = (kernel, started, ended, words, result) => {
    expect(ended).toBeGreaterThanOrEqual(started)
    const { primitive, isCalls } = ownerOf[kernel]!
    heard.push({ name: primitive.name + (isCalls ? ' calls' : ''), words, result })
  }
  return { heard, observer: { endKernel } }
}

test('every kernel has one owner, of dialect a if it can', () => {
  const names = primitives.flatMap((p) => (p.sort === 'higher-order' ? [p.kernelName, p.callsName] : [p.kernelName]))
  expect(kernelOwners.length).toBe(new Set(names).size)
  const owners = new Map(kernelOwners.map(({ kernel, primitive }) => [kernel, primitive.key]))
  expect([owners.get(kernelIndexes['size']!), owners.get(kernelIndexes['shiftT']!)]).toEqual(['size', 'shift@t'])
  for (const owner of kernelOwners) expect(ownerOf[owner.kernel]).toBe(owner)
  const ofApply = kernelOwners.filter(({ primitive }) => primitive === primitiveNamed('apply'))
  expect(ofApply.map(({ isCalls }) => isCalls)).toEqual([true, false])
})

test('a higher-order call', () => {
  const run = (heap: KernelHeap) => {
    const evaluator = new CpuEvaluator()
    heap.budget = DEFAULT_BUDGET
    const fn = encodeNotation(heap, { call: 'compose', args: [{ f: 'double' }, { f: 'increment' }] })
    const args = [fn, encodeNotation(heap, { t: [1, 2, 3] })]
    const top = heap.top
    const result = evaluator.call(heap, { fn: primitiveWord('apply'), args })
    return { value: decodeNotation(heap, result), words: heap.top - top, onCpu: evaluator.work.onCpu }
  }
  const { heard, observer } = listen()
  const watched = run(watchHeap(new WasmHeap(), observer))
  expect(watched).toEqual(run(new WasmHeap()))
  expect(watched.value).toEqual({ t: [4, 6, 8] })
  const inner = ['increment', 'double']
  expect(heard.map(({ name }) => name)).toEqual(['apply calls', ...inner, ...inner, ...inner, 'apply'])
  expect(heard).toHaveLength(watched.onCpu)
  // The list of results is nobody's: a header and three words.
  expect(heard.reduce((sum, { words }) => sum + words, 0)).toBe(watched.words - 4)
})

test('an error is heard of like any other result', () => {
  const { heard, observer } = listen()
  const result = new CpuEvaluator().call(watchHeap(new WasmHeap(), observer), { fn: primitiveWord('first'), args: [7] })
  expect(isError(result)).toBe(true)
  expect(heard).toEqual([{ name: 'first', words: 0, result }])
})
