// The rules of the schedule: when a step begins, which kernels a round lists, and how often each may run.

import { describe, expect, test } from 'vitest'
import { planOf, solver } from '../../../../test/gpu/small-batch.ts'
import { type Round, type Schedule, schedulePlan } from './schedule.ts'

const scheduleOf = (...calls: string[]): Schedule => schedulePlan(planOf(solver('own', ...calls)))

/** By round the primitives of the steps that begin in it, by their numbers among the plan's primitives. */
const siteCounts = ({ rounds }: Schedule) => rounds.map(({ sites }) => sites.length)
const kernelsOf = ({ kernels }: Round) => [...kernels.keys()].toSorted()
const batt = (...calls: string[]) => `def batt(task_id, S, I, C, log_path):
    s = []
    o = []
${calls.map((call, k) => `    x${k + 1} = ${call}\n`).join('')}    o.append((1, False, 'own', x${calls.length}))
    return o, s
`
const none = { constant: 0, task: 0, sample: 0, candidate: 0 }

describe('steps', () => {
  test('begin when their inputs are ready', () => {
    const { rounds } = scheduleOf('rot90(I)', 'hmirror(x1)', 'vmirror(I)', 'hconcat(x2, x3)')
    expect(rounds.map(kernelsOf).at(-1)).toEqual(['hconcat'])
    expect(rounds).toHaveLength(3)
  })

  test('wait for a round that has their kernel already, if that adds no round', () => {
    // The second rot90 needs x1; the first one of another branch can wait for it.
    const { rounds } = scheduleOf('hmirror(I)', 'rot90(x1)', 'rot90(I)', 'hconcat(x2, x3)')
    expect(rounds.map(kernelsOf)).toEqual([['hmirror'], ['rot90'], ['hconcat']])
    expect(rounds.map(({ sites }) => sites.length)).toEqual([1, 2, 1])
  })

  test('wait for a round that has their family already, and there for their kernel', () => {
    const plan = planOf(solver('own', 'hmirror(I)', 'rot90(x1)', 'rot180(I)', 'hconcat(x2, x3)'))
    const family = (kernel: string) => (kernel.startsWith('rot') ? 'turning' : kernel)
    expect(schedulePlan(plan, family).rounds.map(kernelsOf)).toEqual([['hmirror'], ['rot180', 'rot90'], ['hconcat']])
    const alone = schedulePlan(plan, (kernel) => kernel)
    expect(alone.rounds.map(kernelsOf)).toEqual([['hmirror', 'rot180'], ['rot90'], ['hconcat']])
    // All in one family: the kernel decides.
    const again = planOf(solver('own', 'hmirror(I)', 'rot90(x1)', 'rot90(I)', 'hconcat(x2, x3)'))
    expect(schedulePlan(again, () => 'one').rounds.map(kernelsOf)).toEqual([['hmirror'], ['rot90'], ['hconcat']])
  })

  test('do not wait where their result is needed earlier', () => {
    const { rounds } = scheduleOf('rot90(I)', 'hmirror(x1)', 'rot90(x2)', 'vmirror(x3)')
    expect(rounds.map(kernelsOf)).toEqual([['rot90'], ['hmirror'], ['rot90'], ['vmirror']])
    // x4 needs the result of a guarded step in round 1, in which there is a rot90 already.
    const calls = ['hmirror(I)', 'rot90(x1)', 'rot90(I)', 'vmirror(x3)', 'vmirror(x4)', 'hconcat(x2, x5)']
    expect(schedulePlan(planOf(batt(...calls))).rounds).toHaveLength(4)
  })

  test('have their slots and the sort of their rows', () => {
    const plan = planOf(solver('own', 'astuple(1, 2)', 'crop(I, (0, 0), x1)'))
    const [first, second] = schedulePlan(plan).rounds.flatMap(({ sites }) => sites)
    const [program] = plan.programs
    expect(first).toMatchObject({ raw: program!.slots[0], safe: -1, rows: 'constant' })
    expect(second).toMatchObject({ raw: program!.slots[1], safe: -1, rows: 'sample' })
    expect([...second!.args]).toContain(program!.slots[0])
    expect(second!.args[0]).toBe(1)
    expect(second!.args).toHaveLength(3)
  })

  test('have all arguments, also more than four', () => {
    const { rounds } = scheduleOf('rot90(I)', 'paint(I, x1, I, I, I, x1)')
    expect(rounds.flatMap(({ sites }) => sites).at(-1)!.args).toHaveLength(6)
  })
})

describe('kernels', () => {
  test('are counted by the sort of the rows that call them', () => {
    const { rounds, counts } = scheduleOf('increment(1)', 'decrement(x1)', 'size(I)', 'add(x2, x3)')
    expect(rounds[0]!.kernels.get('increment')).toEqual({ perRow: { ...none, constant: 1 }, isMapped: false })
    expect(rounds.flatMap(({ kernels }) => kernels.get('size') ?? [])).toEqual([
      { perRow: { ...none, sample: 1 }, isMapped: false },
    ])
    expect(counts.get('decrement')).toEqual({ once: { ...none, constant: 1 }, mapped: none })
    expect(counts.get('add')).toEqual({ once: { ...none, sample: 1 }, mapped: none })
  })

  test('of one round are counted together', () => {
    const { rounds, counts } = scheduleOf('size(I)', 'height(I)', 'increment(x1)', 'increment(x2)', 'add(x3, x4)')
    expect(rounds[1]!.kernels.get('increment')!.perRow.sample).toBe(2)
    expect(counts.get('increment')!.once.sample).toBe(2)
  })

  test('that a map calls are marked from its second round on, and rounds with new calls spawn', () => {
    const { rounds, counts } = scheduleOf('asobject(I)', 'apply(first, x1)')
    const from = rounds.findIndex(({ kernels }) => kernels.has('applyCalls'))
    expect(rounds[from]!.kernels.get('applyCalls')!.isMapped).toBe(false)
    expect(rounds.flatMap(({ kernels }) => kernels.get('first') ?? []).map(({ isMapped }) => isMapped)).not.toContain(
      false,
    )
    expect(rounds.map(({ spawns }) => spawns).filter(Boolean)).toHaveLength(1)
    expect(counts.get('first')).toEqual({ once: none, mapped: { ...none, sample: 1 } })
    expect(counts.get('apply')).toEqual({ once: { ...none, sample: 1 }, mapped: none })
    expect(counts.get('applyCalls')).toEqual({ once: { ...none, sample: 1 }, mapped: none })
  })

  test('a kernel that a call may need in several rounds counts once', () => {
    const { counts } = scheduleOf('asobject(I)', 'apply(compose(size, initset), x1)')
    expect(counts.get('apply')!.once.sample).toBe(1)
    expect(counts.get('size')!.mapped.sample).toBe(1)
  })
})

/** The rounds that list this kernel, counted from the first of them. */
function roundsOf({ rounds }: Schedule, kernel: string): number[] {
  const found = rounds.flatMap(({ kernels }, k) => (kernels.has(kernel) ? [k] : []))
  return found.map((k) => k - found[0]!)
}

describe('calls', () => {
  test('of a primitive or a closure, as the data chooses, have the rounds of both', () => {
    const chosen = 'branch(x1, rot90, compose(hmirror, rot270))'
    const { rounds } = scheduleOf('portrait(I)', chosen, 'x2(I)', 'vmirror(x3)')
    expect(rounds.map(kernelsOf).slice(-4)).toEqual([['rot270', 'rot90'], ['hmirror'], [], ['vmirror']])
  })

  test.each(['size', 'lbind(equality, 1)'])(
    'of a map of such functions gather the results of each: %s',
    (primitive) => {
      const chosen = `branch(x1, ${primitive}, compose(increment, size))`
      // Without elements, after the primitive, and after the closure, whose result comes a round later.
      expect(roundsOf(scheduleOf('portrait(I)', chosen, 'asobject(I)', 'apply(x2, x3)'), 'apply')).toEqual([0, 1, 2, 3])
    },
  )

  test('of a map with a bound function last as long as those of the map', () => {
    const bound = scheduleOf('lbind(apply, first)', 'asobject(I)', 'x1(x2)', 'size(x3)')
    const own = scheduleOf('asobject(I)', 'apply(first, x1)', 'size(x2)')
    expect(bound.rounds.map(kernelsOf).slice(1)).toEqual(own.rounds.map(kernelsOf).slice(1))
  })

  test('of a map whose container is bound have the functions of the map', () => {
    const { rounds } = scheduleOf('asobject(I)', 'rbind(apply, x1)', 'x2(first)')
    expect(rounds.flatMap(kernelsOf)).toContain('first')
  })

  test('of a map of defaults gather results in the round after their start', () => {
    const schedule = schedulePlan(planOf(batt('height(I)', 'asobject(I)', 'apply(x1, x2)')))
    expect(roundsOf(schedule, 'apply')).toEqual([0, 1])
  })

  test('of a map inside of another function spawn', () => {
    const { rounds, counts } = scheduleOf('compose(size, lbind(apply, first))', 'asobject(I)', 'x1(x2)')
    expect(rounds.filter(({ spawns }) => spawns)).toHaveLength(1)
    expect(counts.get('first')!.mapped.sample).toBe(1)
  })

  test('of a map whose elements fail last until the error has reached the map', () => {
    // A call of astuple with one argument fails after size.
    const { rounds } = scheduleOf('asobject(I)', 'apply(compose(astuple, size), x1)', 'size(x2)')
    expect(rounds.map(kernelsOf).slice(1)).toEqual([['applyCalls'], ['apply', 'size'], [], [], ['size']])
  })

  test('of a power whose exponent the data knows are open inside of other functions, too', () => {
    const { open } = scheduleOf('height(I)', 'power(rot90, x1)', 'compose(hmirror, x2)', 'x3(I)')
    expect(open.map(({ reason }) => reason)).toEqual(['a power whose exponent the data chooses'])
  })
})

describe('functions', () => {
  test('that data chooses among are all scheduled, those of guarded steps and their defaults as well', () => {
    const { rounds, open } = schedulePlan(planOf(batt('height(I)', 'branch(x1, rot90, hmirror)', 'x2(I)')))
    const kernels = new Set(rounds.flatMap(kernelsOf))
    for (const kernel of ['height', 'branch', 'rot90', 'hmirror']) expect(kernels).toContain(kernel)
    expect(open).toEqual([])
    const sites = rounds.flatMap((round) => round.sites)
    expect(sites.filter(({ safe }) => safe >= 0).length).toBeGreaterThan(0)
  })

  test('a default in place of a function ends at once: the kernel after it may run in the first round, too', () => {
    const calls = ['height(I)', 'branch(x1, rot90, hmirror)', 'compose(vmirror, x2)', 'x3(I)']
    const roundsOf = ({ rounds }: Schedule) =>
      rounds.flatMap(({ kernels }, k) => (kernels.has('vmirror') ? [k - rounds.length] : []))
    expect(roundsOf(scheduleOf(...calls))).toEqual([-2])
    expect(roundsOf(schedulePlan(planOf(batt(...calls))))).toEqual([-3, -2])
  })

  test('in constants and tuples are found', () => {
    const { rounds } = scheduleOf('astuple(rot90, hmirror)', 'rapply(x1, I)')
    const kernels = new Set(rounds.flatMap(kernelsOf))
    for (const kernel of ['rapplyCalls', 'rapply', 'rot90', 'hmirror']) expect(kernels).toContain(kernel)
  })

  test('a call that is no function has a round, but no kernel', () => {
    const { rounds } = scheduleOf('size(I)', 'x1(I)', 'hmirror(x2)')
    expect(rounds.map(kernelsOf)).toEqual([['size'], [], ['hmirror']])
  })
})

test('the last frame of a plan has a round to pass its result on', () => {
  const fork = scheduleOf('fork(combine, identity, identity)', 'totuple(asobject(I))', 'x1(x2)')
  const last = fork.rounds.findLastIndex(({ kernels }) => kernels.has('combine'))
  expect(fork.rounds).toHaveLength(last + 2)
  expect(siteCounts(fork).at(-1)).toBe(0)
})
