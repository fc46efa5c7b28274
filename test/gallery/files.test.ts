// The folder gallery/: its task files are what the generators draw, its README has the rules, and commands read it as the built-in gallery.

import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { galleryPrograms, galleryTasks } from '../../src/data/gallery.ts'
import { drawTasks } from '../../tools/gallery/draw.ts'
import { families } from '../../tools/gallery/families.ts'
import { printTask } from '../../tools/gallery/print-task.ts'
import { loadPrograms } from '../../src/data/load-programs.node.ts'
import { loadTasks } from '../../src/data/load-tasks.node.ts'

const folder = fileURLToPath(new URL('../../gallery/', import.meta.url))
const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8')

test('there is a file of programs and a task for each family, and nothing else', () => {
  const files = families.flatMap(({ id }) => [`${id}.json`, `${id}.py`])
  expect(readdirSync(folder).toSorted()).toEqual([...files, 'README.md'].toSorted())
})

test.each(families)('$id.json is what its generator draws: node tools/gallery/write.mjs writes it', ({ id }) => {
  const [task] = drawTasks({ samples: 20, only: [id] })
  expect(read(`${id}.json`) === printTask(task!)).toBe(true)
})

test('programs and the README have the rules of the families, in their order', () => {
  const rows = Array.from(read('README.md').matchAll(/^\| \[(\w+)\]\((\w+)\.py\) \| (.*) \|$/gm), (row) => row.slice(1))
  expect(rows).toEqual(families.map(({ id, title }) => [id, id, title]))
  for (const { id, title } of families) expect(read(`${id}.py`)).toMatch(`# ${id}: ${title}\n`)
})

test('the folder, read as a user’s own, is the built-in gallery', async () => {
  const { tasks, hash } = await loadTasks([folder])
  const builtIn = galleryTasks({ samples: 20 })
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  expect(tasks).toEqual(builtIn.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  const { programs, diagnostics } = await loadPrograms([folder])
  expect(diagnostics).toEqual([])
  const named = (own: typeof programs) =>
    new Map(own.map((program) => [program.name, { ...program, file: program.file.replace(/^.*\//, '') }]))
  expect(named(programs)).toEqual(named(galleryPrograms()))
})
