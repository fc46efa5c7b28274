// The page of runs in Chromium: result files, steps of failures, flame graph and benchmark, compared with the command line.

import { appendFileSync, readFileSync, statSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { formatCount } from '../../src/language/format-count.ts'
import type { RunReport } from '../../src/engine/run/run-report.ts'
import { amount } from '../amount.ts'
import { runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import { findViolations } from './find-violations.ts'
import type { UsedStudio } from './use-studio.ts'
import { largePair, writeLargeResults } from './write-results.ts'

/** The page of runs. */
export function describeRuns(studio: UsedStudio): void {
  const folder = temporaryFolder('studio-runs')
  const largeMegabytes = amount(12, 100)
  let report: RunReport

  beforeAll(async () => {
    const { stdout } = await runCommand(['run', '--out', folder.pathOf('run.jsonl'), '--json'])
    report = JSON.parse(stdout) as RunReport
  })

  async function openResults(file: string): Promise<Page> {
    const page = await studio.open('#/runs')
    await page.getByLabel('Result or benchmark file').setInputFiles(file)
    await page.locator('.run-name', { hasText: file.replace(/^.*\//, '') }).waitFor()
    await page.getByText(/^Read in/).waitFor()
    return page
  }

  const figure = (page: Page, label: string) =>
    page
      .locator('.figures div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .textContent()
  const programsOf = (page: Page) => page.locator('.result-rows .col-program').allTextContents()
  const header = (page: Page, title: string) => page.locator('.result-heads').getByRole('button', { name: title })

  test('a result file has the counts of its report; it is sorted and filtered', async () => {
    const page = await openResults(folder.pathOf('run.jsonl'))
    expect(await figure(page, 'pairs')).toBe(formatCount(report.results.length))
    expect(await figure(page, 'programs')).toBe(formatCount(report.programs))
    expect(await figure(page, 'tasks')).toBe(formatCount(report.tasks))
    expect(await figure(page, 'evaluations')).toBe(formatCount(report.evaluations))
    expect(await figure(page, 'errors and limits')).toBe(formatCount(report.errors + report.limits))
    for (const [verdict, count] of Object.entries(report.verdicts))
      expect(await page.locator('.chip', { hasText: verdict }).first().textContent()).toBe(
        `${verdict} ${formatCount(count)}`,
      )
    await page
      .getByRole('group', { name: 'Verdicts' })
      .getByRole('button', { name: /^error/ })
      .click()
    await page.getByText(`${report.verdicts.error} rows`).waitFor()
    await header(page, 'Program').click()
    await header(page, 'Program').click()
    const failed = report.results.filter(({ verdict }) => verdict === 'error').map(({ program }) => program)
    await expect.poll(() => programsOf(page)).toEqual(failed.toSorted((a, b) => (a < b ? 1 : -1)).slice(0, 28))
    await page.getByLabel('Find programs').fill('nothing has this name')
    await page.getByText('0 rows').waitFor()
  })

  test('one click leads from a failure to its steps, at the sample that fails', async () => {
    const page = await openResults(folder.pathOf('run.jsonl'))
    const near = report.results.find(({ verdict, samples }) => verdict === 'near' && samples[0]!.verdict === 'right')!
    const first = near.samples.find(({ verdict }) => verdict === 'wrong')!
    await page.getByLabel('Find programs').fill(near.program)
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Samples of ${near.program}` }).click()
    const detail = page.getByRole('region', { name: `Samples of ${near.program}` })
    await detail.waitFor()
    const differing = first.verdict === 'wrong' ? `${first.differing} of ${first.cells} cells differ` : ''
    expect(await detail.locator('li.wrong').first().textContent()).toBe(
      `${first.set} ${first.number} wrong: ${differing}`,
    )
    await page.locator('.result-rows').getByRole('link', { name: near.program }).click()
    await page
      .getByRole('button', { name: `${first.set} ${first.number}, wrong` })
      .and(page.locator('[aria-pressed=true]'))
      .waitFor()
    await page.getByText(differing).first().waitFor()
  })

  test('a large file is read as a stream; damaged lines are counted and left out', async () => {
    const path = folder.pathOf('large.jsonl')
    const pairs = writeLargeResults(path, largeMegabytes * 1e6)
    appendFileSync(path, readFileSync(path).subarray(-300, -30))
    expect(statSync(path).size).toBeGreaterThanOrEqual(largeMegabytes * 1e6)
    const page = await openResults(path)
    expect(await figure(page, 'pairs')).toBe(formatCount(pairs))
    await page.getByText(/damaged line/).waitFor()
    // The pair with the most differing cells comes first, then the one before it.
    await header(page, 'Cells').click()
    await page.getByRole('group', { name: 'Verdicts' }).getByRole('button', { name: /^near/ }).click()
    await header(page, 'Cells').click()
    const isNear = (k: number) => largePair(k).verdict === 'near'
    const last = Array.from({ length: 60 }, (_, back) => pairs - 1 - back).filter(isNear)
    await expect
      .poll(async () => (await page.locator('.result-rows .col-pair').allTextContents()).slice(0, 3))
      .toEqual(last.slice(0, 3).map((k) => String(k + 1)))
    // To the end of the list by keyboard.
    await page.getByRole('group', { name: 'Verdicts' }).getByRole('button', { name: /^near/ }).click()
    await header(page, '#').click()
    await page.getByText(`${formatCount(pairs)} rows`).waitFor()
    const pageRows = page.getByLabel(/^Rows/).and(page.locator('select'))
    if (pairs > 200_000) await pageRows.selectOption({ index: Math.ceil(pairs / 200_000) - 1 })
    await page.locator('.result-box').focus()
    await page.keyboard.press('End')
    await page.locator('.result-rows .col-pair').getByText(String(pairs), { exact: true }).waitFor()
  })

  test('a file that is not of megabatt run is refused with the reason', async () => {
    const page = await studio.open('#/runs')
    const other = folder.write('other.jsonl', '{"format":"megabatt results","version":9}\n')
    await page.getByLabel('Result or benchmark file').setInputFiles(other)
    await page.getByRole('alert').getByText('version 9').waitFor()
  })

  test('the results of the loaded programs are those of the command', async () => {
    const page = await studio.open('#/runs')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a result file' }).click()
    const saved = readFileSync(await (await saving).path(), 'utf8').split('\n')
    const { stdout } = await runCommand(['run', '--out', folder.pathOf('none.jsonl'), '--outputs', 'none', '--json'])
    expect(stdout).not.toBe('')
    // All but the header, which has the key of the run.
    expect(saved.slice(1)).toEqual(readFileSync(folder.pathOf('none.jsonl'), 'utf8').split('\n').slice(1))
  })

  test('the flame graph has the calls of the run, by primitive and by program', { tags: ['long'] }, async () => {
    const page = await studio.open('#/runs/time')
    await page.getByRole('button', { name: 'Measure the loaded programs' }).click()
    const flame = page.getByRole('group', { name: 'Flame graph' })
    await flame.waitFor()
    await page.getByText(`in ${formatCount(report.work.executed)} calls`).waitFor()
    await flame
      .getByRole('button', { name: /^objects, / })
      .first()
      .waitFor()
    await flame.getByRole('button', { name: /^run, / }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Whole run' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Press a frame to enlarge it').waitFor()
    await page.getByRole('button', { name: 'By program' }).click()
    await flame
      .getByRole('button', { name: /^solve_\w+, / })
      .first()
      .waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('a benchmark is drawn as in its report', async () => {
    const file = folder.pathOf('bench.json')
    const html = folder.pathOf('bench.html')
    const workload = ['--only', 'cutsmall', '--sizes', '3,10', '--repeat', '2', '--routes', 'workers', '--workers', '2']
    await runCommand(['bench', ...workload, '--out', file, '--report', html])
    const page = await studio.open('#/runs/bench')
    await page.getByLabel('Result or benchmark file').setInputFiles(file)
    await page.getByRole('heading', { name: 'Speed-up by batch size' }).waitFor()
    const text = readFileSync(html, 'utf8')
    const shapes = (markup: string) => [...markup.matchAll(/ d="(M[^"]*)"/g)].map(([, d]) => d)
    expect(shapes(await page.locator('.bench').innerHTML())).toEqual(shapes(text))
    expect(shapes(text).length).toBeGreaterThan(3)
    await page
      .getByLabel('Result or benchmark file')
      .setInputFiles(folder.write('bad.json', '{"format":"megabatt bench","version":2}'))
    await page.getByRole('alert').getByText('version must be 1').waitFor()
    expect(await findViolations(page)).toEqual([])
  })
}
