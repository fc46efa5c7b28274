// Methods of a server in this process: ids, bytes, files, dialects, and requests that end early.

import { describe, expect, test } from 'vitest'
import { blocksIn, openLocalServer } from '../../test/serve/local-server.ts'
import { readProgramFile } from '../language/read-any.ts'

const same = (name: string) => `def solve_${name}(I):\n    return I\n`
const pair = (color: number, output: number) => ({ input: [[color]], output: [[output]] })
const TASKS = { a: { train: [pair(1, 1)] }, b: { train: [pair(2, 3)] } }

describe('programs', () => {
  test('are named by their ids in results, also after some were removed', async () => {
    const server = openLocalServer()
    await server.ask('loadTasks', { tasks: TASKS })
    await server.ask('addPrograms', { sources: ['b', 'a', 'b', 'a'].map((name) => ({ text: same(name) })) })
    await server.ask('removePrograms', { programs: [1] })
    expect(blocksIn(await server.ask('run'))).toMatchObject([
      { task: 'a', programs: [2, 4], verdicts: 'ss' },
      { task: 'b', from: 1, verdicts: 'w' },
    ])
  })

  test('of one source share its bytes', async () => {
    const server = openLocalServer()
    const text = `${same('a')}\n${same('b')}`
    await server.ask('addPrograms', { sources: [{ text }] })
    expect(await server.answerOf('stats')).toMatchObject({ result: { programs: { count: 2, bytes: text.length } } })
  })

  test('have the dialect of the request, unless their source has one of its own', async () => {
    const sources = [{ text: same('a') }, { text: same('b'), dialect: 'r' }]
    expect(await openLocalServer().answerOf('addPrograms', { dialect: 't', sources })).toMatchObject({
      result: { programs: [{ dialect: 't' }, { dialect: 'r' }] },
    })
  })

  test('and diagnostics of files come with their own file', async () => {
    const texts = {
      'a.py': same('a'),
      'b.py': `${same('b')}\n${same('c')}`,
      'bad.py': 'def solve_d(I):\n    return J\n',
    }
    const read = Object.entries(texts).map(([file, text]) => ({ file, text, ...readProgramFile(text, file) }))
    const readPrograms = async () => ({
      files: read.map(({ file, text }) => ({ file, content: new TextEncoder().encode(text) })),
      programs: read.flatMap(({ programs }) => programs),
      diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
    })
    const server = openLocalServer({ files: { readPrograms } })
    expect(await server.answerOf('addPrograms', { paths: ['.'] })).toMatchObject({
      result: {
        programs: [
          { source: 0, name: 'solve_a' },
          { source: 1, name: 'solve_b' },
          { source: 1, name: 'solve_c' },
        ],
        diagnostics: [{ source: 2, file: 'bad.py' }],
      },
    })
  })
})

test('the first sample that fails is traced: one without an expected output does not', async () => {
  const server = openLocalServer()
  const task = { train: [pair(1, 1)], test: [{ input: [[2]] }, pair(3, 4)] }
  await server.ask('loadTasks', { tasks: { a: task } })
  await server.ask('addPrograms', { sources: [{ text: same('a') }] })
  expect(await server.answerOf('trace', { program: 1, task: 'a' })).toMatchObject({
    result: { sample: { set: 'test', number: 2 } },
  })
})

test('the limit of values is one of each task, not of the run', async () => {
  // A value has five bytes.
  const ask = async (outputBytesOfTask: number) => {
    const server = openLocalServer({ limits: { outputBytesOfTask } })
    await server.ask('loadTasks', { tasks: TASKS })
    await server.ask('addPrograms', { sources: [{ text: same('a') }] })
    return server.answerOf('run', { pair: 'all', outputs: 'value' })
  }
  expect(await ask(5)).toMatchObject({ result: { evaluations: 2, omittedOutputs: 0 } })
  expect(await ask(4)).toMatchObject({ error: { data: { code: 'outputs-too-large' } } })
})

describe('a request that ends early', () => {
  test('has no result for a client that is gone', async () => {
    const server = openLocalServer({ channel: { ended: AbortSignal.abort() } })
    expect(await server.answerOf('stats')).toMatchObject({ error: { data: { code: 'request-cancelled' } } })
  })

  test('reports no progress that it did not make', async () => {
    const server = openLocalServer({
      channel: { drained: async () => void (await server.ask('cancel', { request: 'run' })) },
    })
    await server.ask('loadTasks', { tasks: TASKS })
    await server.ask('addPrograms', { sources: [{ text: same('a') }] })
    const messages = await server.ask('run', { pair: 'all' })
    expect(messages.at(-1)).toMatchObject({ result: { cancelled: true, evaluations: 1 } })
    const progress = messages.flatMap((own) => ('method' in own && own.method === 'progress' ? own.params : []))
    expect(progress.filter(({ done, total }) => done === total)).toEqual([])
  })
})
