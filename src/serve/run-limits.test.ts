// Limits of runs that are too large to be tried for real: programs, evaluations of a task, values.

import { expect, test } from 'vitest'
import { openLocalServer } from '../../test/serve/local-server.ts'
import type { ServeLimits } from './limits.ts'
import type { RunSummary, ServerMessage } from './protocol.ts'

const SOURCES = ['def solve_a(I):\n    return I\n', 'def solve_b(I):\n    return hconcat(I, I)\n'].map((text) => ({
  text,
}))
const TASKS = { task: { train: [{ input: [[1, 2, 3]], output: [[1, 2, 3]] }], test: [{ input: [[4]] }] } }

/** The answer of a server with these limits to a run. */
async function ask(limits: Partial<ServeLimits>, params: object): Promise<ServerMessage> {
  const server = openLocalServer({ limits })
  await server.ask('loadTasks', { tasks: TASKS })
  await server.ask('addPrograms', { sources: SOURCES })
  return server.answerOf('run', { pair: 'all', ...params })
}

test.each<[string, Partial<ServeLimits>, object]>([
  ['run-too-large', { programsOfRun: 1 }, {}],
  ['run-too-large', { evaluationsOfTask: 3 }, {}],
  ['outputs-too-large', { outputBytesOfTask: 10 }, { outputs: 'value' }],
])('%s with %j', async (code, limits, params) => {
  expect(await ask(limits, params)).toMatchObject({
    error: { code: -32_002, data: { code, advice: expect.any(String) } },
  })
})

test('limits that suffice are no limits, and a value that is too large is left out and counted', async () => {
  const limits = { programsOfRun: 2, evaluationsOfTask: 4, outputBytes: 10 }
  const answer = (await ask(limits, { outputs: 'value' })) as { readonly result: RunSummary }
  expect(answer.result).toMatchObject({ right: 1, evaluations: 4, omittedOutputs: 1, cancelled: false })
})

test('texts and grids count by their bytes', async () => {
  expect(await ask({ programBytes: 50 }, {})).toMatchObject({ error: { data: { code: 'nothing-paired' } } })
  expect(await ask({ taskBytes: 50 }, {})).toMatchObject({ error: { data: { code: 'nothing-paired' } } })
})
