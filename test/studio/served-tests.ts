// `megabatt studio` in the browser: the user's files, and again when they change.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { galleryTasks } from '../../src/data/gallery.ts'
import { MAIN } from '../cli/run-command.ts'
import { tasksAsJson } from './tasks-tests.ts'
import type { UsedStudio } from './use-studio.ts'

export function describeServed(studio: UsedStudio): void {
  test('it shows the files of the command line, and their changes, but keeps edits', async () => {
    const folder = join(studio.folder(), 'served')
    mkdirSync(folder)
    const [tasks, programs] = [join(folder, 'tasks.json'), join(folder, 'solvers.py')]
    writeFileSync(tasks, tasksAsJson(galleryTasks({ only: ['keepbig1', 'towall01'] })))
    writeFileSync(programs, 'def solve_keepbig1(I):\n    x1 = hmirror(I)\n    return x1\n')
    const args = [MAIN, 'studio', '--json', '--programs', programs, '--tasks', tasks]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      const base = (JSON.parse(line) as { url: string }).url
      const page = await studio.open('#/tasks', { base })
      await page.getByRole('button', { name: 'All 2' }).waitFor()
      await page.getByRole('button', { name: 'No program 1' }).waitFor()
      await page.getByRole('navigation').getByRole('link', { name: 'Program' }).click()
      const lines = () => page.locator('.cm-line').allTextContents()
      await expect.poll(async () => (await lines())[1]).toContain('hmirror')
      writeFileSync(programs, 'def solve_keepbig1(I):\n    x1 = vmirror(I)\n    return x1\n')
      await expect.poll(async () => (await lines())[1]).toContain('vmirror')
      await page.getByText('x1 = vmirror(I)').first().waitFor()
      await page.getByRole('textbox', { name: 'Program' }).focus()
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('# mine\n')
      writeFileSync(programs, 'def solve_keepbig1(I):\n    x1 = rot90(I)\n    return x1\n')
      await page.getByText('the editor keeps your edits').waitFor()
      expect((await lines())[0]).toBe('# mine')
      // Before the server ends, which a page would report.
      await page.close()
    } finally {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
  })
}
