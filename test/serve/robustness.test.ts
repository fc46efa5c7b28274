// What strangers send to `megabatt serve`: each bad message gets an error with a remedy, and the server goes on.

import { mkdirSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { RunSummary } from '../../src/serve/protocol.ts'
import { FLIP_TASK } from '../cli/flip-task.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { startServer } from './start-server.ts'

const folder = temporaryFolder('serve')
const SAME = 'def solve_same(I):\n    return I\n'

test.each<[string, string | Buffer, number, RegExp]>([
  ['no JSON', 'nonsense', -32_700, /not JSON/],
  ['half a message', '{"jsonrpc": "2.0", "id": 1', -32_700, /not JSON/],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32_700, /not UTF-8/],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"stats"}]', -32_600, /not an object/],
  ['null', 'null', -32_600, /not an object/],
  ['another protocol', '{"id": null, "method": "stats"}', -32_600, /not of JSON-RPC 2.0/],
  ['no method', '{"jsonrpc": "2.0"}', -32_600, /no method/],
  ['an id that is none', '{"jsonrpc": "2.0", "id": {}, "method": "stats"}', -32_600, /neither a string nor a number/],
])('%s', async (_, line, code, message) => {
  const server = startServer()
  const { error } = await server.write(line, null)
  expect(error).toMatchObject({ code, message: expect.stringMatching(message), data: { advice: expect.any(String) } })
  expect((await server.ask('stats')).result).toMatchObject({ requests: 1 })
})

test('an error has the id of its request, where it can be read', async () => {
  const server = startServer()
  const { error } = await server.write('{"jsonrpc": "1.0", "id": "mine", "method": "stats"}', 'mine')
  expect(error).toMatchObject({ code: -32_600 })
})

test('blank lines and notifications get no answer', async () => {
  const server = startServer()
  server.child.stdin.write('\n  \r\n{"jsonrpc":"2.0","method":"removeTasks"}\n{"jsonrpc":"2.0","method":"cancel"}\n')
  expect((await server.ask('stats')).result).toMatchObject({ requests: 1 })
})

test.each<[string, unknown, RegExp]>([
  ['run', { pair: 'both' }, /params.pair is "both"/],
  ['run', { programs: ['1'] }, /params.programs is \["1"\]/],
  ['run', { progams: [] }, /Unknown field params.progams/],
  ['run', [], /params is \[\]/],
  ['run', { budget: 0 }, /params.budget is 0/],
  ['run', { reuse: 1 }, /params.reuse is 1/],
  ['trace', { task: 'a' }, /params.program is missing/],
  ['trace', { program: 1 }, /params.task is missing/],
  ['trace', { program: 1, task: 'a', sample: { set: 'demo' } }, /params.sample.number is missing/],
  ['cancel', {}, /params.request is missing/],
  ['addPrograms', {}, /params.sources is missing/],
  ['addPrograms', { sources: [{ name: 'x' }] }, /params.sources\[0\].text is missing/],
  ['addPrograms', { sources: [{ text: '', dialect: 'q' }] }, /params.sources\[0\].dialect is "q"/],
  ['loadTasks', {}, /params.tasks is missing/],
  ['loadTasks', { tasks: FLIP_TASK }, /not an object of tasks by id/],
  ['loadTasks', { files: [{ name: 'x' }] }, /params.files\[0\].text is missing/],
  ['loadTasks', { gallery: { seed: 2 } }, /Unknown field params.gallery.seed/],
  ['stats', { verbose: true }, /Unknown field params.verbose/],
])('wrong parameters of %s: %j', async (method, params, message) => {
  const error = await startServer().fail(method, params)
  expect(error).toMatchObject({ code: -32_602, data: { code: 'rpc-params', advice: expect.any(String) } })
  expect(error.message).toMatch(message)
})

test('an unknown method lists those that there are; names of Object are no methods', async () => {
  const server = startServer()
  expect(await server.fail('runs')).toMatchObject({ code: -32_601, data: { advice: expect.stringContaining('run, ') } })
  expect(await server.fail('toString')).toMatchObject({ code: -32_601 })
})

test('a task that is wrong is refused with its place, and none of its request is held', async () => {
  const server = startServer()
  const wrong = { train: [{ input: [[1], [2, 3]], output: [[1]] }] }
  const error = await server.fail('loadTasks', { tasks: { good: FLIP_TASK, wrong } })
  expect(error).toMatchObject({ code: -32_001, data: { place: { file: 'params.tasks' } } })
  expect(error.message).toContain('wrong')
  expect((await server.ask('listTasks')).result).toEqual({ tasks: [] })
})

test('a message that is too long is refused before it ends, and the next one is answered', async () => {
  const server = startServer('--max-message', '1')
  const { error } = await server.write('x'.repeat(3 << 20), null)
  expect(error).toMatchObject({ code: -32_002, data: { code: 'message-too-large', advice: expect.any(String) } })
  expect((await server.ask('stats')).result).toMatchObject({ requests: 1 })
})

test('programs and tasks that are too many are refused as a whole, and removing makes room', async () => {
  const server = startServer('--max-programs', '2', '--max-tasks', '1')
  const two = { sources: [{ text: SAME }, { text: SAME }] }
  await server.ask('addPrograms', { sources: [{ text: SAME }] })
  expect(await server.fail('addPrograms', two)).toMatchObject({
    code: -32_002,
    message: 'The server holds at most 2 programs',
    data: { code: 'store-full', advice: expect.stringContaining('removePrograms') },
  })
  await server.ask('removePrograms')
  await server.ask('addPrograms', two)
  await server.ask('loadTasks', { tasks: { flip0001: FLIP_TASK } })
  // The same task again takes no more room.
  await server.ask('loadTasks', { tasks: { flip0001: FLIP_TASK } })
  expect(await server.fail('loadTasks', { tasks: { flip0002: FLIP_TASK } })).toMatchObject({
    data: { code: 'store-full', advice: expect.stringContaining('removeTasks') },
  })
})

test('requests read files in the folders of --files, and no others', async () => {
  const task = folder.write('open/tasks/flip0001.json', JSON.stringify(FLIP_TASK))
  const program = folder.write('open/solvers.py', 'def solve_flip0001(I):\n    return I\n')
  const secret = folder.write('secret/flip0002.json', JSON.stringify(FLIP_TASK))
  mkdirSync(folder.pathOf('open/links'))
  symlinkSync(secret, folder.pathOf('open/links/flip0003.json'))
  symlinkSync(folder.write('secret/more.py', SAME), folder.pathOf('open/links/more.py'))
  const closed = startServer()
  expect(await closed.fail('loadTasks', { paths: [task] })).toMatchObject({
    code: -32_001,
    data: { code: 'path-not-allowed', advice: expect.stringContaining('--files') },
  })
  const server = startServer('--files', folder.pathOf('open'))
  expect((await server.ask('loadTasks', { paths: [task] })).result).toMatchObject({ tasks: [{ id: 'flip0001' }] })
  expect((await server.ask('addPrograms', { paths: [program] })).result).toMatchObject({
    programs: [{ source: 0, file: program, task: 'flip0001' }],
  })
  const paths = [
    secret,
    `${folder.pathOf('open')}/../secret/flip0002.json`,
    folder.pathOf('open/links'),
    folder.write('opened/flip0004.json', JSON.stringify(FLIP_TASK)),
    '/no/such/file',
  ]
  for (const path of paths)
    for (const method of ['loadTasks', 'addPrograms'])
      expect(await server.fail(method, { paths: [path] })).toMatchObject({ data: { code: 'path-not-allowed' } })
})

test('programs and tasks of the command line are held from the start', async () => {
  const tasks = folder.write('started/flip0001.json', JSON.stringify(FLIP_TASK))
  const programs = folder.write(
    'started.py',
    `def solve_flip0001(I):\n    return vmirror(I)\n\ndef solve_bad(I):\n    return nothing(I)\n`,
  )
  const server = startServer('--tasks', tasks, '--programs', programs)
  expect((await server.ask<RunSummary>('run')).result).toMatchObject({ programs: 1, right: 3 })
  expect(await server.end()).toBe(0)
  expect(server.stderr).toContain('Unknown name nothing')
})

test('shutdown is answered, then the process ends', async () => {
  const server = startServer()
  await server.ask('shutdown')
  expect(await server.exited).toBe(0)
})

test('requests before the end of the input are answered, also in a line without an end', async () => {
  const server = startServer()
  const answer = server.ask('loadTasks', { gallery: { samples: 1 } })
  const last = server.write('{"jsonrpc":"2.0","id":"last","method":"stats"}', 'last', '')
  expect(await server.end()).toBe(0)
  expect((await answer).result).toMatchObject({ tasks: expect.any(Array) })
  expect((await last).result).toMatchObject({ requests: 2 })
})

test('a client that is gone ends the server', async () => {
  const server = startServer()
  await server.ask('stats')
  server.child.stdout.destroy()
  server.child.stdin.write('{"jsonrpc":"2.0","id":"last","method":"stats"}\n')
  expect(await server.exited).toBe(0)
})
