// The page of tasks: filters, search, keys, large view, and hundreds of tasks.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { galleryTasks } from '../../src/data/gallery.ts'
import { gridToRows } from '../../src/data/grid-rows.ts'
import { type Task, samplesOf } from '../../src/data/task.ts'
import type { PairResult } from '../../src/engine/run/pair-result.ts'
import { runCommand } from '../cli/run-command.ts'
import type { UsedStudio } from './use-studio.ts'

/** Tasks as one file, by id. */
export function tasksAsJson(tasks: readonly Task[]): string {
  const pairs = (list: Task['train']) =>
    list.map(({ input, output }) => ({ input: gridToRows(input), output: gridToRows(output!) }))
  return JSON.stringify(
    Object.fromEntries(tasks.map(({ id, train, test: own }) => [id, { train: pairs(train), test: pairs(own) }])),
  )
}

export function describeTasks(studio: UsedStudio): void {
  test('states and verdicts are those of megabatt run', async () => {
    const out = join(studio.folder(), 'gallery.jsonl')
    expect((await runCommand(['run', '--samples', '5', '--out', out])).exitCode).toBeLessThan(2)
    const lines = readFileSync(out, 'utf8').trim().split('\n').slice(1)
    const results = lines.map((line) => JSON.parse(line) as PairResult).filter(({ program }) => program !== undefined)
    const page = await studio.open('#/tasks')
    const solved = new Set(results.filter(({ verdict }) => verdict === 'solved').map(({ task }) => task))
    await page.getByRole('button', { name: `Solved ${solved.size}` }).waitFor()
    await page.goto(`${studio.base()}#/tasks/towall01`)
    const own = results.filter(({ task }) => task === 'towall01')
    expect(own.length).toBeGreaterThan(2)
    for (const { program, verdict, demos, tests } of own) {
      const row = page.getByRole('list', { name: 'Programs' }).getByRole('listitem').filter({ hasText: program })
      await row
        .filter({ hasText: `${verdict}, ${demos.right + tests.right} of 8 right` })
        .first()
        .waitFor()
    }
  })

  test('search, states, sides and colours filter the tasks', async () => {
    const page = await studio.open('#/tasks')
    const count = page.locator('.filters output')
    const all = galleryTasks()
    await page.getByRole('button', { name: `All ${all.length}` }).waitFor()
    await page.getByRole('searchbox').fill('away towall')
    await expect.poll(() => count.textContent()).toBe(`1 of ${all.length} tasks`)
    await page.getByRole('searchbox').fill('')
    const grids = (task: Task) => samplesOf(task).flatMap(({ input, output }) => [input, output!])
    const hasColor = (task: Task, color: number) => grids(task).some(({ cells }) => cells.includes(color))
    await page.getByRole('button', { name: 'Colour 4, yellow' }).click()
    await page.getByRole('button', { name: 'Colour 8, cyan' }).click()
    const colored = all.filter((task) => hasColor(task, 4) && hasColor(task, 8))
    await expect.poll(() => count.textContent()).toBe(`${colored.length} of ${all.length} tasks`)
    await page.getByLabel('Side').selectOption('up to 10')
    const side = (task: Task) => Math.max(...grids(task).flatMap(({ height, width }) => [height, width]))
    const small = colored.filter((task) => side(task) <= 10)
    await expect.poll(() => count.textContent()).toBe(`${small.length} of ${all.length} tasks`)
    await page.getByRole('button', { name: /^No program/ }).click()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect.poll(() => count.textContent()).toBe(`${all.length} tasks`)
  })

  test('keys move through the tasks, open one, go to its neighbour and back', async () => {
    const page = await studio.open('#/tasks')
    const [first, second, third] = galleryTasks().map(({ id }) => id) as [string, string, string]
    await page.getByRole('link', { name: new RegExp(`^${first}`) }).focus()
    const focused = () => page.evaluate(`document.activeElement.querySelector('.task-id')?.textContent`)
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe(second)
    await page.keyboard.press('End')
    await expect.poll(focused).toBe(galleryTasks().at(-1)!.id)
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe(first)
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe(second)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: second, level: 1 }).waitFor()
    expect(await page.getByRole('img', { name: /^Input of/ }).count()).toBe(8)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: third, level: 1 }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').waitFor()
  })

  test('400 tasks scroll without an empty frame, and only those near the view are in the document', async () => {
    const [seed] = galleryTasks({ samples: 1, only: ['halos123'] }) as [Task]
    const many = Array.from({ length: 400 }, (_, k) => ({ ...seed, id: `task${String(k).padStart(3, '0')}` }))
    const page = await studio.open('#/tasks')
    const file = { name: 'many.json', mimeType: 'application/json', buffer: Buffer.from(tasksAsJson(many)) }
    await page.getByLabel('Files to open').setInputFiles(file)
    await page.getByRole('button', { name: 'All 400' }).waitFor()
    await page.getByRole('link', { name: /^task000/ }).waitFor()
    const { frames, empty, most } = await page.evaluate<{ frames: number; empty: number; most: number }>(`(async () => {
      const box = document.querySelector('.task-scroll')
      const { left, top, height } = box.getBoundingClientRect()
      let [frames, empty, most] = [0, 0, 0]
      while (box.scrollTop + box.clientHeight < box.scrollHeight - 1) {
        box.scrollTop += 200
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        frames++
        const card = [0.2, 0.5, 0.8].some((part) => document.elementFromPoint(left + 60, top + part * height)?.closest('.task-card'))
        if (!card) empty++
        most = Math.max(most, box.querySelectorAll('.task-card').length)
      }
      return { frames, empty, most }
    })()`)
    await page.getByRole('link', { name: /^task399/ }).waitFor()
    expect(frames).toBeGreaterThan(30)
    expect(empty).toBe(0)
    expect(most).toBeLessThan(120)
  })
}
