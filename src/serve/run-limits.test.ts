// Limits of runs that are too large to be tried for real: programs, evaluations of a task, values.

import { expect, test } from 'vitest'
import { CpuBackend } from '../backends/cpu/cpu-backend.ts'
import { DEFAULT_LIMITS, type ServeLimits } from './limits.ts'
import type { RunSummary, ServerMessage } from './protocol.ts'
import { Server } from './server.ts'

const SOURCES = ['def solve_a(I):\n    return I\n', 'def solve_b(I):\n    return hconcat(I, I)\n'].map((text) => ({
  text,
}))
const TASKS = { task: { train: [{ input: [[1, 2, 3]], output: [[1, 2, 3]] }], test: [{ input: [[4]] }] } }

/** Asks a server with these limits in this process; returns the last message. */
async function ask(limits: Partial<ServeLimits>, params: object): Promise<ServerMessage> {
  const files = { readPrograms: () => Promise.reject(), readTasks: () => Promise.reject() }
  const options = {
    version: '0',
    backend: 'cpu',
    backends: { open: async () => new CpuBackend() },
    files,
    log: () => undefined,
  }
  const server = new Server({ ...options, limits: { ...DEFAULT_LIMITS, ...limits } }, () => undefined)
  const sent: ServerMessage[] = []
  const channel = {
    send: (message: ServerMessage) => void sent.push(message),
    drained: async () => undefined,
    ended: new AbortController().signal,
  }
  const send = (method: string, own: object) =>
    server.answer(JSON.stringify({ jsonrpc: '2.0', id: method, method, params: own }), channel)
  await send('loadTasks', { tasks: TASKS })
  await send('addPrograms', { sources: SOURCES })
  await send('run', { pair: 'all', ...params })
  return sent.at(-1)!
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
