// Commands to copy: with the options of the run, in words that a shell reads as they were given.

import { expect, test } from 'vitest'
import { judgeSamples } from '../engine/run/pair-verdict.ts'
import type { SampleResult } from '../engine/run/sample-result.ts'
import type { InputOptions } from './inputs.ts'
import { traceCommands } from './trace-command.ts'

const OPTIONS: InputOptions = { pair: 'own', samples: 5, tasks: ['tasks'], programs: ['a.py'] }
const PAIR = { program: 'solve_a', file: 'a.py', task: 'a' }

/** Samples of which only this one, from 0, is wrong; none if it is negative. */
function judged(wrong: number, count = 3) {
  const samples = Array.from({ length: count }, (_, k): SampleResult => {
    const name = { set: 'test', number: k + 1 } as const
    return k === wrong ? { ...name, verdict: 'wrong', mismatch: 'size', cells: 1 } : { ...name, verdict: 'right' }
  })
  return judgeSamples(samples)
}

const spell = (options: Partial<InputOptions>, wrong = 1, count = 3, isUnique = true) =>
  traceCommands({ ...OPTIONS, ...options }, () => isUnique)(PAIR, judged(wrong, count))

test.each<[Partial<InputOptions>, string]>([
  [{}, 'solve_a --programs a.py --tasks tasks --sample test:2'],
  [{ programs: ['a.py', 'b c.py'] }, "solve_a --programs a.py 'b c.py' --tasks tasks --sample test:2"],
  [{ tasks: ["it's"] }, String.raw`solve_a --programs a.py --tasks 'it'\''s' --sample test:2`],
  [{ pair: 'all' }, 'solve_a --programs a.py --tasks tasks --budget 262144 --task a --sample test:2'],
  [{ programMemory: 99 }, 'solve_a --programs a.py --tasks tasks --program-memory 99 --sample test:2'],
  [{ only: 'a' }, 'solve_a --programs a.py --tasks tasks --task a --sample test:2'],
  [{ skip: 'b' }, 'solve_a --programs a.py --tasks tasks --task a --sample test:2'],
  [
    { measure: true, budget: 70, dialect: 't' },
    'solve_a --programs a.py --dialect t --tasks tasks --measure --budget 70 --sample test:2',
  ],
])('%j', (options, command) => {
  expect(spell(options)).toBe(`megabatt trace ${command}`)
})

test('a name that several files have is given with its file', () => {
  expect(spell({}, 0, 3, false)).toBe('megabatt trace a.py:solve_a --programs a.py --tasks tasks --sample test:1')
})

test('the first sample that failed, whose reason is printed, even after a wrong one', () => {
  const failure = { statement: 'x1', line: 2, kind: 'type', message: 'type: no' } as const
  const samples: SampleResult[] = [
    { set: 'demo', number: 1, verdict: 'wrong', mismatch: 'size', cells: 1 },
    { set: 'demo', number: 2, verdict: 'error', ...failure },
    { set: 'test', number: 1, verdict: 'limit', ...failure },
  ]
  const command = (own: SampleResult[]) => traceCommands(OPTIONS, () => true)(PAIR, judgeSamples(own))
  expect(command(samples)).toMatch(/--sample demo:2$/)
  expect(command([samples[0]!, samples[2]!])).toMatch(/--sample test:1$/)
})

test('a candidate of a batt is traced alone, with its number where several have its id', () => {
  const spellEntry = traceCommands(OPTIONS, () => true)
  const { samples } = judged(1)
  expect(spellEntry(PAIR, { samples, entry: { solver: 'a b' } })).toMatch(/ --solver 'a b' --sample test:2$/)
  expect(spellEntry(PAIR, { samples, entry: { solver: 'x', number: 7 } })).toMatch(/ --solver x --number 7 --sample/)
})

test('the first sample where none fails', () => {
  expect(spell({}, -1)).toMatch(/--sample test:1$/)
})

test('any sample of the gallery', () => {
  const gallery = traceCommands({ pair: 'own', samples: 20 }, () => true)
  expect(gallery(PAIR, judged(19, 20))).toBe('megabatt trace solve_a --sample test:20')
})

test('there is no command for a program from stdin', () => {
  expect(spell({ programs: ['a.py', '-'] })).toBeUndefined()
})
