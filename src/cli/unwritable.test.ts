import { expect, test } from 'vitest'
import { unwritable } from './unwritable.ts'

test.each([
  ['ENOENT', 'out.json cannot be written: its folder does not exist', /Create the folder/],
  ['EACCES', 'out.json cannot be written: permission denied', /another folder/],
  ['EROFS', 'out.json cannot be written: the file system is read-only', /another folder/],
  ['ENOSPC', 'out.json cannot be written: no space is left on the device', /Free some space/],
  ['EIO', 'out.json cannot be written: i/o error', /another file/],
])('%s is a reason and an advice', (code, message, advice) => {
  const error = unwritable('out.json', Object.assign(new Error('i/o error'), { code }))
  expect(error).toMatchObject({ code: 'out-unwritable', message, place: { file: 'out.json' }, exitCode: 3 })
  expect(error.advice).toMatch(advice)
})

test('a specific advice replaces the usual one', () => {
  expect(unwritable('a', Object.assign(new Error(), { code: 'ENOSPC' }), 'Use --resume.').advice).toBe('Use --resume.')
})
