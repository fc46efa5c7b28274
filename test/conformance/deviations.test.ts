// docs/deviations.md: it has a heading for every rule, and its examples are errors of ours under the rule they stand below.

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { type Vector, conform } from '../../src/engine/conform/conform.ts'
import { readConformanceFile } from '../../src/engine/conform/conformance-file.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { readListedRules } from './vectors.ts'

interface Section {
  readonly rule: string
  readonly vectors: readonly Vector[]
}

const page = await readFile(new URL('../../docs/deviations.md', import.meta.url), 'utf8')
const sections = page
  .split(/^## /m)
  .slice(1)
  .flatMap((text): Section[] => {
    const title = /^(?:(\d+) |(Overflow|Budget):)/.exec(text)
    if (title === null) return []
    const rule = title[1] === undefined ? title[2]!.toLowerCase() : `rule ${title[1]}`
    const examples = /^```jsonl\n(.*?)^```/ms.exec(text)?.[1]
    return [
      { rule, vectors: examples === undefined ? [] : readConformanceFile(examples, 'docs/deviations.md').vectors },
    ]
  })

async function rulesOf(vectors: readonly Vector[]): Promise<Record<string, number>> {
  const { byRule, failures } = await conform(
    new CpuEvaluator(),
    vectors,
    vectors.map((_, k) => k + 1),
  )
  expect(failures).toEqual([])
  return byRule
}

test('there is a heading for every rule of src/kernel/errors.ts, and for no other', async () => {
  const source = await readFile(new URL('../../src/kernel/errors.ts', import.meta.url), 'utf8')
  const numbers = Array.from(source.matchAll(/^export const \w+_RULE = (\d+)$/gm), ([, number]) => Number(number))
  expect(numbers.length).toBeGreaterThan(0)
  expect(readListedRules()).toEqual(numbers)
  expect(sections.map(({ rule }) => rule)).toEqual([...numbers.map((number) => `rule ${number}`), 'overflow', 'budget'])
})

describe('examples', () => {
  const withExamples = sections.filter(({ vectors }) => vectors.length > 0)
  test.each(withExamples)('all those of $rule fall under it', async ({ rule, vectors }) => {
    expect(await rulesOf(vectors)).toEqual({ [rule]: vectors.length })
  })
})

describe('rule 5, whose examples are too long to write down', () => {
  const nested = (depth: number): Notation => (depth === 0 ? 7 : { t: [nested(depth - 1)] })
  const equality = (depth: number): Vector => ({
    fn: 'equality',
    tier: 'typed',
    args: [nested(depth), nested(depth)],
    out: true,
  })
  // The two innermost levels are a grid, which is not descended into.
  test('containers nested too deep cannot be compared', async () => {
    expect(await rulesOf([equality(66)])).toEqual({})
    expect(await rulesOf([equality(67)])).toEqual({ 'rule 5': 1 })
  })

  // That closures nested too deep cannot be called is tested in call-depth.test.ts.
})
