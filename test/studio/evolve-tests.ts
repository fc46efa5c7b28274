// The page of evolutions in Chromium: a log that is opened, and one that grows while the page follows it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { GenerationReport } from '../../src/evolve/generation-report.ts'
import { formatCount } from '../../src/language/format-count.ts'
import { MAIN, runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { findViolations } from './find-violations.ts'
import type { UsedStudio } from './use-studio.ts'

/** The page of evolutions. */
export function describeEvolve(studio: UsedStudio): void {
  const folder = temporaryFolder('studio-evolve')
  const log = folder.pathOf('run/log.jsonl')
  let lines: string[]
  let generations: (GenerationReport & { readonly round: number })[]

  beforeAll(async () => {
    // One task that is solved at once, and one that is not.
    const tasks = ['evolve', '--only', 'turnflip,oddshape', '--calls', '4000', '--enumerate', '0.3']
    await runCommand([...tasks, '--population', '20', '--out', folder.pathOf('run'), '--backend', 'cpu'])
    lines = readFileSync(log, 'utf8').trimEnd().split('\n')
    const values = lines.map((line) => JSON.parse(line) as { type: string })
    generations = values.filter(({ type }) => type === 'generation') as unknown as typeof generations
  })

  const lastOf = (id: string) => generations.findLast(({ search }) => search === id)!
  const figure = (page: Page, label: string) =>
    page
      .locator('.figures div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
  const openLog = async (page: Page, name: string, text: string) => {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
    await page.getByLabel('Log of an evolution').setInputFiles(file)
    await page.locator('.run-name', { hasText: name }).waitFor()
  }

  test('a log has the figures of its last lines, and the best program with its outputs', async () => {
    const page = await studio.open('#/evolve')
    await page.getByText('megabatt studio --evolve FOLDER').waitFor()
    await openLog(page, 'log.jsonl', readFileSync(log, 'utf8'))
    const [solved, other] = [lastOf('turnflip'), lastOf('oddshape')]
    await expect.poll(() => figure(page, 'tasks solved').textContent()).toBe('1 of 2')
    await expect
      .poll(() => figure(page, 'evaluations').textContent())
      .toBe(formatCount(solved.evaluations + other.evaluations))
    expect(await figure(page, 'calls').textContent()).toBe(formatCount(solved.calls + other.calls))
    expect(await figure(page, 'rounds').textContent()).toBe(formatCount(other.round))
    await page.locator('.run-name', { hasText: 'finished' }).waitFor()

    // By keyboard: a row is a link.
    await page.getByRole('link', { name: 'oddshape' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Best program of oddshape' }).waitFor()
    expect(await page.locator('.best-source').textContent()).toBe(other.best!.source)
    const outputs = page.locator('.best-outputs[aria-busy=false]')
    await outputs.waitFor()
    await expect.poll(() => outputs.locator('.badge').count()).toBe(other.best!.demos)
    await expect.poll(() => outputs.locator('.badge.good').count()).toBe(other.best!.right)
    await expect
      .poll(() => outputs.getByRole('img', { name: /^Expected output of demo/ }).count())
      .toBe(other.best!.demos)
    const curve = page.getByRole('img', { name: /^Different behaviours, generations 0 to/ })
    expect(await curve.getAttribute('aria-label')).toContain(`→ ${other.behaviours}`)

    await page.getByRole('link', { name: 'turnflip' }).click()
    await page.getByRole('heading', { name: 'Solver of turnflip' }).waitFor()
    await expect.poll(() => outputs.locator('.badge.good').count()).toBe(solved.best!.demos)
    await page.getByRole('button', { name: 'Open in the editor' }).click()
    await expect.poll(() => page.locator('.cm-line').first().textContent()).toBe('def solve_turnflip(I):')
  })

  test('a log of which only a part is there, damaged lines, tasks that are not loaded, one search for all tasks', async () => {
    const page = await studio.open('#/evolve')
    const unknown = lines.map((line) => line.replaceAll('oddshape', 'faraway1'))
    await openLog(page, 'part.jsonl', [...unknown.slice(0, 3), '{"type":"generation"}', '{"half'].join('\n'))
    await page.locator('.run-name', { hasText: 'not finished' }).waitFor()
    await page.getByText('Damaged lines that were left out: 1.').waitFor()
    await page.getByText('Open the file of task faraway1 as well').waitFor()

    const across = lines
      .filter((line) => !line.includes('"search":"turnflip"') && !line.includes('"type":"result"'))
      .map((line) =>
        line
          .replace('"across":false', '"across":true')
          .replaceAll('"search":"oddshape"', '"search":"all"')
          .replaceAll(/x1 = \w+\(I\)/g, 'x1 = hmirror(I)'),
      )
    await openLog(page, 'across.jsonl', `${across.join('\n')}\n`)
    await page.getByRole('heading', { name: 'Best program of all' }).waitFor()
    await page.locator('.best-outputs').waitFor()
    await page.getByRole('combobox', { name: 'Task' }).selectOption('turnflip')
    // Of the same size, with wrong cells.
    await page.locator('.best-outputs[aria-busy=false] .grid-mark.wrong').first().waitFor()

    await page.getByLabel('Log of an evolution').setInputFiles({
      name: 'no.jsonl',
      mimeType: 'text/plain',
      buffer: Buffer.from('{"type":"evolution","tasks":3}\n'),
    })
    await page.getByText('no.jsonl is not a log of megabatt evolve.').waitFor()
  })

  test.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 400 },
  ] as const)('axe-core finds nothing ($scheme, $width pixels), and the page is not too wide', async (look) => {
    const page = await studio.open('#/evolve/oddshape', look)
    await openLog(page, 'log.jsonl', readFileSync(log, 'utf8'))
    await page.locator('.best-outputs[aria-busy=false] .grid').first().waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width)
  })

  test('megabatt studio follows the log of an evolution that runs, and one that begins again', async () => {
    const own = join(studio.folder(), 'followed')
    mkdirSync(own)
    const path = join(own, 'log.jsonl')
    const write = (some: readonly string[]) => appendFileSync(path, some.map((line) => `${line}\n`).join(''))
    write(lines.slice(0, 3))
    const child = spawn(process.execPath, [MAIN, 'studio', '--json', '--evolve', own], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      const page = await studio.open('#/evolve', { base: (JSON.parse(line) as { url: string }).url })
      await page.locator('.run-name', { hasText: 'following' }).waitFor()
      await expect.poll(() => figure(page, 'rounds').textContent()).toBe('1')
      // A line that is written in two steps.
      appendFileSync(path, lines[3]!.slice(0, 40))
      appendFileSync(path, `${lines[3]!.slice(40)}\n`)
      write(lines.slice(4, 6))
      const shown = () => figure(page, 'rounds').textContent()
      await expect.poll(shown).toBe(String(generations[4]!.round))
      await figure(page, 'evaluations a second').waitFor()
      write(lines.slice(6))
      await page.locator('.run-name', { hasText: 'finished' }).waitFor()
      expect(await page.getByText('Files have changed').count()).toBe(0)
      expect(await page.getByText('Damaged lines').count()).toBe(0)
      writeFileSync(path, `${lines.slice(0, 2).join('\n')}\n`)
      await expect.poll(shown).toBe('1')
      await page.locator('.run-name', { hasText: 'following' }).waitFor()
      await page.close()
    } finally {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
  })
}
