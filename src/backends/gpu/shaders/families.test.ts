// Families: every kernel is in at most one, each is small enough to be compiled, and its module makes the calls of all members.

import { describe, expect, test } from 'vitest'
import { GROUP_FAMILY, familyOf, isFamily, kernelsOfFamily, packListed, packSmall, sharesEnds } from './families.ts'
import { familyLists } from './family-lists.ts'
import { arityOfKernel, kernelNames } from './kernel-arity.ts'
import { kernelNumber } from './device-state.ts'
import { assembleOpenclFamily, assembleOpenclSharing } from './opencl-program.ts'
import { assembleFamily, assembleSharing } from './shader.ts'
import { longQueue, tunedKernels } from './tuned-kernels.ts'

describe.each(['a', 't'] as const)('layout %s', (layout) => {
  const names = Array.from({ length: 40 }, (_, k) => `family.${k + 1}`).filter(
    (name) => kernelsOfFamily(name, layout).length > 0,
  )

  test('members know their family, and no kernel is in two', () => {
    expect(names.length).toBeGreaterThan(3)
    const members = names.flatMap((name) => kernelsOfFamily(name, layout))
    expect(new Set(members).size).toBe(members.length)
    expect(members.length).toBeGreaterThan(80)
    for (const name of names) {
      expect(isFamily(name)).toBe(true)
      expect(kernelsOfFamily(name, layout).every((kernel) => familyOf(kernel, layout, 'small') === name)).toBe(true)
    }
  })

  test('large kernels run alone; small ones do not, also those with a tuned form', () => {
    for (const kernel of ['objects', 'partition']) expect(familyOf(kernel, layout, 'small')).toBeUndefined()
    expect(familyOf('canvas', layout, 'small')).toMatch(/^family\.\d+$/)
    expect(isFamily('objects')).toBe(false)
  })

  test('every kernel is in a large family, and there are few of them', () => {
    const kernels = [...names.flatMap((name) => kernelsOfFamily(name, layout)), ...tunedKernels.keys(), 'partition']
    const large = new Set(kernels.map((kernel) => familyOf(kernel, layout, 'large')))
    large.delete(undefined)
    expect(large.size).toBeLessThan(15)
    for (const name of large) expect(isFamily(name!)).toBe(true)
    expect(familyOf('partition', layout, 'large')).toMatch(/^family\.large\./)
  })

  test('members know their large family; listed kernels share one', () => {
    const kernels = kernelNames.filter((kernel) => familyOf(kernel, layout, 'large') !== undefined)
    const large = kernels.map((kernel) => familyOf(kernel, layout, 'large')!)
    for (const [k, family] of large.entries()) {
      expect(family).toMatch(/^family\.large\.\d+$/)
      expect(kernelsOfFamily(family, layout)).toContain(kernels[k])
    }
    for (const list of familyLists) {
      const own = list.filter((kernel) => kernels.includes(kernel))
      expect(new Set(own.map((kernel) => familyOf(kernel, layout, 'large'))).size).toBeLessThanOrEqual(1)
    }
    expect([...new Set(large), ...names, GROUP_FAMILY].filter(sharesEnds)).toEqual([...new Set(large)])
  })

  test('tuned kernels but the largest share a module', () => {
    expect(kernelsOfFamily(GROUP_FAMILY, layout)).toContain('fill')
    expect(kernelsOfFamily(GROUP_FAMILY, layout)).not.toContain('objects')
    expect(tunedKernels.size).toBeLessThanOrEqual(96)
  })

  test('a module has every member once, and the functions that they share once', () => {
    const kernels = kernelsOfFamily(names[1]!, layout)
    const text = assembleFamily(
      kernels.map((kernel) => ({ kernel, arity: arityOfKernel(kernel) })),
      layout,
    )
    expect(text.match(/\bopenQueue\(\d+\);/g)).toHaveLength(kernels.length)
    const defined = Array.from(text.matchAll(/^fn (\w+)/gm), ([, name]) => name)
    expect(new Set(defined).size).toBe(defined.length)
  })
})

test('programs of several kernels also make the long calls that tuned forms left', () => {
  const members = ['fill', 'size'].map((kernel) => ({ kernel, arity: arityOfKernel(kernel) }))
  const [queue, long] = [kernelNumber('fill'), longQueue('fill')]
  expect(assembleSharing(members, 'a')).toContain(`case 0: { queue = ${queue}; long = ${long};`)
  expect(assembleSharing(members, 'a')).toContain('if ((part & 1) == 0) { openQueue(queue); } else { openRest(long); }')
  expect(assembleOpenclSharing(members, 'a')).toContain(`case 0: queue = ${queue}; longQueue = ${long};`)
  expect(assembleOpenclSharing(members, 'a')).toMatch(/openQueue\(h, queue\);\s+else openRest\(h, longQueue\);/)
  // Each member has two parts.
  for (const text of [assembleSharing(members, 'a'), assembleOpenclSharing(members, 'a')])
    expect(text).toContain('part < 4;')
  expect(assembleFamily(members, 'a')).toContain(`openQueue(${queue}); } else { openRest(${long}); }`)
  expect(assembleOpenclFamily(members, 'a')).toMatch(
    new RegExp(`openQueue\\(h, ${queue}\\);\\s+else openRest\\(h, ${long}\\);`),
  )
})

test('lists have each kernel once, and only kernels', () => {
  const listed = familyLists.flat()
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.filter((kernel) => !kernelNames.includes(kernel))).toEqual([])
})

test('a small family ends at its most kernels, and at its most code', () => {
  const small = Array.from({ length: 33 }, (_, k) => ({ kernel: `k${k}`, size: 1 }))
  const sizesOf = (own: ReturnType<typeof packSmall>) => Array.from(own.members.values(), (members) => members.length)
  expect(sizesOf(packSmall(small))).toEqual([32, 1])
  expect(sizesOf(packSmall(Array.from({ length: 13 }, (_, k) => ({ kernel: `k${k}`, size: 20_000 }))))).toEqual([12, 1])
  expect(packSmall([{ kernel: 'k', size: 20_001 }]).members.size).toBe(0)
})

test('large families have their lists, then the rest, each with its ends once', () => {
  const sizes: Record<string, number> = { a: 40, b: 30, c: 50, d: 5, e: 1, end: 30, last: 10 }
  const ends: Record<string, string[]> = { a: ['end'], b: ['end'], end: ['last'] }
  const own = { partOf: (name: string) => ({ ends: ends[name] ?? [] }), sizeOf: (name: string) => sizes[name]! }
  const { members, byKernel } = packListed(['a', 'b', 'c', 'd', 'e'], [['b', 'x', 'a', 'c']], 110, 'f.', own)
  // The ends that b and a share count once: 30 + 30 + 10 + 40.
  expect([...members]).toEqual([
    ['f.1', ['b', 'a']],
    ['f.2', ['c']],
    ['f.3', ['e', 'd']],
  ])
  expect(byKernel.get('d')).toBe('f.3')
  expect(packListed(['a'], [], 10, 'f.', own).members.size).toBe(1)
})
