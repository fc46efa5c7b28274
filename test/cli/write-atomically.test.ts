// Files written as a whole: complete, unchanged, or not there.

import { lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { checkWritable, writeAtomically } from '../../src/cli/write-atomically.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('write')
const filesOf = (path: string) => readdirSync(dirname(path))

test('a new file has its text, and nothing else is left', () => {
  const path = folder.write('new/other', '').replace(/other$/, 'file')
  checkWritable(path, { force: false })
  expect(filesOf(path)).toEqual(['other'])
  writeAtomically(path, 'text', { force: false })
  expect(readFileSync(path, 'utf8')).toBe('text')
  expect(filesOf(path)).toEqual(['file', 'other'])
})

test('an existing file stays, unless it may be replaced', () => {
  const path = folder.write('old/file', 'old')
  expect(() => checkWritable(path, { force: false })).toThrow(/exists already/)
  expect(() => writeAtomically(path, 'new', { force: false })).toThrow(/exists already/)
  expect(readFileSync(path, 'utf8')).toBe('old')
  writeAtomically(path, 'new', { force: true })
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(filesOf(path)).toEqual(['file'])
})

test('a file that another process creates during the work stays', () => {
  const path = folder.write('race/other', '').replace(/other$/, 'file')
  const check = () => void folder.write('race/file', 'theirs')
  expect(() => writeAtomically(path, 'ours', { force: false, check })).toThrow(/exists already/)
  expect(readFileSync(path, 'utf8')).toBe('theirs')
  expect(filesOf(path)).toEqual(['file', 'other'])
})

test('a failed check leaves the old file, and no other', () => {
  const path = folder.write('check/file', 'old')
  const check = (written: string) => {
    expect(readFileSync(written, 'utf8')).toBe('new')
    throw new Error('not valid')
  }
  expect(() => writeAtomically(path, 'new', { force: true, check })).toThrow('not valid')
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(filesOf(path)).toEqual(['file'])
})

test('a link stays a link to the replaced file', () => {
  const path = folder.write('link/file', 'old')
  const link = folder.pathOf('link/name')
  symlinkSync(path, link)
  writeAtomically(link, 'new', { force: true })
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('new')
})

test('folders and devices are never replaced', () => {
  const path = folder.pathOf('folder')
  mkdirSync(path)
  for (const target of [path, '/dev/null']) {
    expect(() => checkWritable(target, { force: true })).toThrow(/exists already/)
    expect(() => writeAtomically(target, 'new', { force: true })).toThrow(/exists already/)
  }
})
