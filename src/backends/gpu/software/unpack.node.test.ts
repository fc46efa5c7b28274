// Unpacking: the files that are wanted, and nothing that leaves the folder.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leavesFolder, unpackFiles } from './unpack.node.ts'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'megabatt-unpack-'))
  folder = await mkdtemp(join(root, 'into-'))
})
afterEach(() => rm(root, { recursive: true }))

async function makeArchive(
  entries: readonly (Partial<Header> & { name: string; content?: string })[],
): Promise<string> {
  const archive = pack()
  for (const { content = '', ...header } of entries) archive.entry(header, content)
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk as Buffer)
  const path = join(root, 'archive.tar.br')
  await writeFile(path, brotliCompressSync(Buffer.concat(chunks)))
  return path
}

test('writes the wanted files, whatever way their path is spelt, and tells their sizes', async () => {
  const archive = await makeArchive([
    { name: './a.so', content: 'aaa' },
    { name: 'other.so', content: 'not wanted' },
    { name: 'b.json', content: '{}' },
  ])
  expect(await unpackFiles(archive, ['a.so', 'b.json'], folder)).toEqual({ 'a.so': 3, 'b.json': 2 })
  expect(await readdir(folder)).toEqual(['a.so', 'b.json'])
  expect(await readFile(join(folder, 'a.so'), 'utf8')).toBe('aaa')
})

test.each(['../a.so', '/a.so', 'x/../../a.so'])('refuses the entry %s', async (name) => {
  const archive = await makeArchive([{ name, content: 'evil' }])
  await expect(unpackFiles(archive, ['a.so'], folder)).rejects.toThrow('leaves the folder')
  expect(await readdir(folder)).toEqual([])
})

test('refuses a link in the place of a file', async () => {
  const archive = await makeArchive([{ name: 'a.so', type: 'symlink', linkname: '/etc/passwd' }])
  await expect(unpackFiles(archive, ['a.so'], folder)).rejects.toThrow('is a symlink, not a file')
})

test('says what is missing', async () => {
  const archive = await makeArchive([{ name: 'a.so', content: 'aaa' }])
  await expect(unpackFiles(archive, ['a.so', 'b.so'], folder)).rejects.toThrow('lacks b.so')
})

test('a cut archive is an error, not a short file', async () => {
  const archive = await makeArchive([{ name: 'a.so', content: 'aaa'.repeat(10_000) }])
  const whole = await readFile(archive)
  await writeFile(archive, whole.subarray(0, whole.length - 8))
  await expect(unpackFiles(archive, ['a.so'], folder)).rejects.toThrow()
})

test('names that leave a folder, and some that only look so', () => {
  expect(['..', '../x', 'a/../../x', '/x'].map((name) => leavesFolder('/tmp/f', name))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['.', '..x', 'a/../x', 'a/b'].map((name) => leavesFolder('/tmp/f', name))).toEqual([
    false,
    false,
    false,
    false,
  ])
})
