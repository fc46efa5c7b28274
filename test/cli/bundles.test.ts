// The bundles that the command is made of.

import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../dist/bin/', import.meta.url)

test('bundles are ASCII, which loads faster', () => {
  const bundles = readdirSync(folder).filter((name) => /\.c?js$/.test(name))
  expect(bundles).toEqual(expect.arrayContaining(['megabatt.cjs', 'megabatt.js', 'index.js']))
  const others = bundles.filter((name) => readFileSync(new URL(name, folder)).some((byte) => byte > 127))
  expect(others).toEqual([])
})
