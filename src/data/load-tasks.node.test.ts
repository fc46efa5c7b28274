// Tasks from disk: files, folders in folders, links, and what cannot be read.

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UserError } from '../language/errors.ts'
import { listTaskFiles } from './list-task-files.node.ts'
import { loadTasks } from './load-tasks.node.ts'

const TASK = '{"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[3]]}]}'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'megabatt-tasks-'))
})
afterEach(() => rm(root, { recursive: true }))

async function put(path: string, content = TASK): Promise<string> {
  const full = join(root, path)
  await mkdir(dirname(full), { recursive: true })
  await writeFile(full, content)
  return full
}

async function errorOf(paths: readonly string[]): Promise<UserError> {
  const error: unknown = await loadTasks(paths).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(UserError)
  return error as UserError
}

const idsOf = async (...paths: string[]) => (await loadTasks(paths)).tasks.map(({ id }) => id)
const listed = async (path: string) => (await listTaskFiles([path])).map((file) => file.path.slice(root.length + 1))

test('a file, whatever its name ends in', async () => {
  const { tasks, hash } = await loadTasks([await put('a.txt')])
  expect(tasks).toMatchObject([{ id: 'a.txt', train: [{ input: { height: 1, width: 1 } }], test: [{}] }])
  expect(hash).toMatch(/^[\da-f]{32}$/)
})

test('the .json files of a folder and its folders, sorted by name', async () => {
  for (const path of ['training/b.json', 'training/a.json', 'evaluation/c.json', 'd.json', 'README.md', 'B.json'])
    await put(path)
  const expected = ['B.json', 'd.json', 'evaluation/c.json', 'training/a.json', 'training/b.json']
  expect(await listed(root)).toEqual(expected)
  expect(await idsOf(root)).toEqual(['B', 'a', 'b', 'c', 'd'])
})

test('hidden entries and node_modules are left out', async () => {
  for (const path of ['a.json', '.b.json', '.git/c.json', 'node_modules/d.json']) await put(path)
  expect(await idsOf(root)).toEqual(['a'])
})

test('folders are looked into four levels deep', async () => {
  await put('1/2/3/4/a.json')
  await put('1/2/3/4/5/b.json')
  expect(await idsOf(root)).toEqual(['a'])
})

test('links are followed, but not round in circles', async () => {
  await put('in/a.json')
  await put('elsewhere/b.json')
  await symlink('.', join(root, 'in/self'))
  await symlink('..', join(root, 'in/up'))
  await symlink('../elsewhere', join(root, 'in/other'))
  await symlink('../elsewhere/b.json', join(root, 'in/linked.json'))
  await symlink('nowhere', join(root, 'in/broken'))
  expect(await listed(join(root, 'in'))).toEqual(['in/a.json', 'in/linked.json', 'in/other/b.json'])
})

test('several paths are one set of tasks, and their order does not matter', async () => {
  const challenges = await put('c.json', '{"a": {"train": [], "test": [{"input": [[3]]}]}}')
  const solutions = await put('s.json', '{"a": [[[4]]]}')
  await put('more/b.json')
  const more = join(root, 'more')
  const dataset = await loadTasks([challenges, solutions, more])
  expect(dataset.tasks.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(await loadTasks([more, solutions, challenges, more])).toEqual(dataset)
})

test('more files than are read at once', async () => {
  const ids = Array.from({ length: 250 }, (_, k) => `t${String(k).padStart(3, '0')}`)
  await Promise.all(ids.map((id, k) => put(`${id}.json`, `[{"input": [[${k % 16}]], "output": [[1]]}]`)))
  const { tasks } = await loadTasks([root])
  expect(tasks.map(({ id }) => id)).toEqual(ids)
  expect(tasks.map(({ train }) => train[0]!.input.cells[0])).toEqual(ids.map((_, k) => k % 16))
})

test('of several problems, that of the first file is told', async () => {
  for (let k = 0; k < 120; k++) await put(`t${String(k).padStart(3, '0')}.json`, k === 70 || k === 110 ? '{' : TASK)
  expect(await errorOf([root])).toMatchObject({
    code: 'task-json',
    place: { file: join(root, 't070.json'), line: 1, column: 2 },
  })
})

test('a path that is not there', async () => {
  const path = join(root, 'nothing.json')
  expect(await errorOf([path])).toMatchObject({ code: 'file-unreadable', place: { file: path } })
})

test('a task file that is a link to nowhere', async () => {
  await put('a.json')
  await symlink('nowhere', join(root, 'b.json'))
  expect(await errorOf([root])).toMatchObject({ code: 'file-unreadable', place: { file: join(root, 'b.json') } })
})

test('a folder without a .json file, and no path at all', async () => {
  await put('README.md')
  expect(await errorOf([root])).toMatchObject({ code: 'task-missing', place: { file: root } })
  expect(await errorOf([])).toMatchObject({ code: 'task-missing' })
})

test('a file that is too large is not read', async () => {
  const path = await put('a.json')
  await truncate(path, 10 * 1024 ** 3)
  expect(await errorOf([path])).toMatchObject({
    code: 'file-too-large',
    message: 'The file has more than 64 MB',
    place: { file: path, line: 1, column: 1 },
  })
})

test('a pipe is not waited for', async () => {
  const pipe = join(root, 'pipe.json')
  execFileSync('mkfifo', [pipe])
  expect(await errorOf([pipe])).toMatchObject({ code: 'file-unreadable' })
  expect(await errorOf([root])).toMatchObject({ code: 'task-missing' })
})
