// Families: every kernel is in at most one, each is small enough to be compiled, and its module makes the calls of all members.

import { describe, expect, test } from 'vitest'
import { GROUP_FAMILY, familyOf, isFamily, kernelsOfFamily, packFamilies } from './families.ts'
import { arityOfKernel, kernelNames } from './kernel-arity.ts'
import { assembleFamily } from './shader.ts'
import { tunedKernels } from './tuned-kernels.ts'

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

  test('nearly all kernels are in medium families', () => {
    const kernels = kernelNames.filter((kernel) => familyOf(kernel, layout, 'large') !== undefined)
    const medium = kernels.map((kernel) => familyOf(kernel, layout, 'medium'))
    expect(medium.filter((family) => family === undefined).length).toBeLessThan(30)
    expect(new Set(medium).size).toBeLessThan(24)
    for (const [k, family] of medium.entries()) {
      if (family === undefined) continue
      expect(family).toMatch(/^family\.medium\.\d+$/)
      expect(kernelsOfFamily(family, layout)).toContain(kernels[k])
    }
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
    expect(text.match(/^ +open(?:Queue|Rest)\([\d, ]+\);$/gm)).toHaveLength(kernels.length)
    const defined = Array.from(text.matchAll(/^fn (\w+)/gm), ([, name]) => name)
    expect(new Set(defined).size).toBe(defined.length)
  })
})

test('a family ends at its most kernels, and at its most code', () => {
  const small = Array.from({ length: 33 }, (_, k) => ({ kernel: `k${k}`, size: 1 }))
  expect(Array.from(packFamilies(small, 'small').members.values(), (members) => members.length)).toEqual([32, 1])
  const large = Array.from({ length: 4 }, (_, k) => ({ kernel: `k${k}`, size: 2_000_000 }))
  const { members, byKernel } = packFamilies(large, 'large')
  expect([...members]).toEqual([
    ['family.large.1', ['k0', 'k1']],
    ['family.large.2', ['k2', 'k3']],
  ])
  expect(byKernel.get('k2')).toBe('family.large.2')
})
