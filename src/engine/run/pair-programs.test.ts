// Pairing: which programs run on which tasks, in which order.

import { expect, test } from 'vitest'
import type { Task } from '../../data/task.ts'
import { readJsonPrograms } from '../../language/json/read-json.ts'
import type { Program } from '../../language/program.ts'
import { pairPrograms } from './pair-programs.ts'

const taskNamed = (id: string): Task => ({ id, train: [], test: [] })

function programNamed(name: string): Program {
  return {
    name,
    mode: 'strict',
    dialect: 'a',
    file: '',
    statements: [],
    result: { kind: 'input', name: 'I' },
    outputs: [],
  }
}

test('the longest id at the end of a name counts, in the order of the tasks', () => {
  const programs = ['solve_12', 'solve_ab12', 'verify_12', 'solve_none', 'batt_b12'].map(programNamed)
  const tasks = ['b12', 'unused', '12', 'ab12'].map(taskNamed)
  expect(pairPrograms(programs, tasks, 'own')).toEqual([
    { programs: [4], tasks: [0] },
    { programs: [0, 2], tasks: [2] },
    { programs: [1], tasks: [3] },
  ])
})

test('a program in JSON runs on the task that it declares, though its name does not contain the id', () => {
  const text = '{"name": "made_17", "task": "ab12", "statements": [], "result": "I"}'
  const { programs } = readJsonPrograms(text, 'a.json')
  expect(pairPrograms(programs, ['cd34', 'ab12'].map(taskNamed), 'own')).toEqual([{ programs: [0], tasks: [1] }])
  expect(pairPrograms(programs, ['cd34', '17'].map(taskNamed), 'own')).toEqual([])
})

test('all on all is one group, or none where there is nothing to pair', () => {
  const [programs, tasks] = [
    [programNamed('a'), programNamed('b')],
    [taskNamed('c'), taskNamed('d')],
  ]
  expect(pairPrograms(programs, tasks, 'all')).toEqual([{ programs: [0, 1], tasks: [0, 1] }])
  expect(pairPrograms([], tasks, 'all')).toEqual([])
  expect(pairPrograms(programs, [], 'all')).toEqual([])
})
