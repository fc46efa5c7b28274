import { describe, expect, test } from 'vitest'
import { readProgramFile } from '../../../language/read-any.ts'
import { mergePrograms } from '../../../plan/graph.ts'
import { lowerGraph } from '../../../plan/plan.ts'
import { type Schedule, schedulePlan } from './schedule.ts'

function scheduleOf(...lines: string[]): Schedule {
  const text = `def solve_a(I):\n${lines.map((line) => `    ${line}\n`).join('')}    return ${lines.at(-1)!.split(' ')[0]}\n`
  const { programs, diagnostics } = readProgramFile(text, 'test.py')
  expect(diagnostics).toEqual([])
  return schedulePlan(lowerGraph(mergePrograms(programs)))
}

/** By round the kernels it may need. */
function kernels({ rounds }: Schedule): string[][] {
  return rounds.map((round) => [...round.kernels.keys()].toSorted())
}

describe('rounds', () => {
  test('a chain is one kernel a round; what does not depend on each other shares one', () => {
    expect(kernels(scheduleOf('x1 = rot90(I)', 'x2 = hmirror(I)', 'x3 = hconcat(x1, x2)'))).toEqual([
      ['hmirror', 'rot90'],
      ['hconcat'],
    ])
  })

  test('binding arguments costs no round', () => {
    const schedule = scheduleOf('x1 = rbind(shift, UNITY)', 'x2 = asobject(I)', 'x3 = x1(x2)')
    expect(kernels(schedule)).toEqual([['asobject', 'rbind'], ['shift']])
  })

  test('a map: its calls, its elements, its result, and a round to hand that on', () => {
    const schedule = scheduleOf('x1 = objects(I, T, F, T)', 'x2 = apply(size, x1)')
    const found = kernels(schedule)
    expect(found[0]).toEqual(['objects'])
    expect(found[1]).toEqual(['applyCalls'])
    expect(found[2]).toEqual(['apply', 'size'])
    expect(found[3]).toEqual(['apply'])
    expect(schedule.rounds.map(({ spawns }) => spawns)).toEqual([false, false, true, false, false])
    expect(schedule.counts.get('size')!.mapped.sample).toBe(1)
    expect(schedule.counts.get('apply')!.once.sample).toBe(1)
  })

  test('functions that the data chooses from are all followed', () => {
    const schedule = scheduleOf('x1 = portrait(I)', 'x2 = branch(x1, rot90, compose(hmirror, rot270))', 'x3 = x2(I)')
    const found = new Set(kernels(schedule).flat())
    for (const kernel of ['rot90', 'hmirror', 'rot270']) expect(found).toContain(kernel)
    expect(schedule.open).toEqual([])
  })

  test('functions made inside of maps are followed as well', () => {
    const schedule = scheduleOf(
      'x1 = objects(I, T, F, T)',
      'x2 = lbind(lbind, shift)',
      'x3 = compose(x2, normalize)',
      'x4 = fork(mapply, x3, neighbors)',
      'x5 = totuple(x1)',
      'x6 = first(x5)',
      'x7 = ulcorner(x6)',
      'x8 = x4(x7)',
    )
    expect(new Set(kernels(schedule).flat())).toContain('shift')
    expect(schedule.open).toEqual([])
  })

  test('a power takes as many rounds as its exponent says', () => {
    const schedule = scheduleOf('x1 = power(rot90, THREE)', 'x2 = x1(I)')
    expect(kernels(schedule).filter((own) => own.includes('rot90'))).toHaveLength(3)
    expect(schedule.open).toEqual([])
  })

  test('a power whose exponent the data knows is left open, with its statement', () => {
    const schedule = scheduleOf('x1 = height(I)', 'x2 = power(rot90, x1)', 'x3 = x2(I)')
    expect(schedule.open).toHaveLength(1)
    expect(schedule.open[0]!.reason).toContain('exponent')
  })
})

test('the rounds of many programs are those of the longest', () => {
  const chain = (name: string, length: number) => {
    const lines = Array.from({ length }, (_, k) => `    x${k + 1} = rot90(${k === 0 ? 'I' : `x${k}`})\n`)
    return `def solve_${name}(I):\n${lines.join('')}    return x${length}\n`
  }
  const { programs } = readProgramFile(`${chain('a', 3)}\n${chain('b', 7)}\n${chain('c', 5)}`, 'test.py')
  const { rounds } = schedulePlan(lowerGraph(mergePrograms(programs)))
  expect(rounds).toHaveLength(7)
  expect(rounds.flatMap((round) => round.sites)).toHaveLength(7)
})
