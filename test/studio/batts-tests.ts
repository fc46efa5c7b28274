// The page of batts in Chromium: verdicts, shared calls, differs and extraction as the command line has them.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { galleryFiles } from '../../src/data/gallery.ts'
import type { PlanReport } from '../../src/engine/plan/plan-report.ts'
import { isNear } from '../../src/engine/run/pair-verdict.ts'
import type { PairSummary } from '../../src/engine/run/pair-result.ts'
import type { SampleResult } from '../../src/engine/run/sample-result.ts'
import type { ScoreReport } from '../../src/engine/score/score-report.ts'
import { runCommand } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'
import type { UsedStudio } from './use-studio.ts'

/** The page of batts. */
export function describeBatts(studio: UsedStudio): void {
  const folder = temporaryFolder('studio-batts')

  async function json<T>(...args: string[]): Promise<T> {
    const { stdout, stderr } = await runCommand([...args, '--json'])
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout) as T
  }

  function markOf(sample: SampleResult): string {
    if (sample.verdict === 'wrong') return isNear(sample) ? '≈' : '✗'
    return sample.verdict === 'right' ? '✓' : sample.verdict === 'unknown' ? '?' : '!'
  }

  async function rowsOf(page: Page): Promise<{ name: string; marks: string }[]> {
    const rows = await page.locator('.matrix tbody tr').all()
    return Promise.all(
      rows.map(async (row) => ({
        name: (await row.locator('.solver-name').textContent())!,
        marks: (await row.locator('.cell').allTextContents()).join(''),
      })),
    )
  }

  async function openBatt(name: string, task: string): Promise<Page> {
    const page = await studio.open(`#/batts/${name}?task=${task}`)
    await page.getByRole('heading', { name: 'Solvers by samples' }).waitFor()
    return page
  }

  test('the matrix has the verdicts of megabatt run, right, near, wrong and failed', async () => {
    const page = await openBatt('batt_sizes_keepbig1', 'keepbig1')
    const { results } = await json<{ results: PairSummary[] }>('run', '--only', 'keepbig1')
    const batt = results.find(({ program }) => program === 'batt_sizes_keepbig1')!
    const candidates = batt.battOutputs!.filter((output) => output.kind === 'o')
    expect(await rowsOf(page)).toEqual(
      candidates.map(({ name, samples }) => ({ name, marks: samples.map(markOf).join('') })),
    )
    await page.getByRole('combobox', { name: 'Batt' }).selectOption('all programs of the task')
    await page.locator('.matrix tbody tr').nth(5).waitFor()
    const rows = await rowsOf(page)
    const strict = results.filter(({ battOutputs }) => battOutputs === undefined)
    expect(rows.filter(({ name }) => !name.includes(' in '))).toEqual(
      strict.map(({ program, samples }) => ({ name: program, marks: samples.map(markOf).join('') })),
    )
    const all = rows.map(({ marks }) => marks).join('')
    for (const mark of '✓≈!') expect(all).toContain(mark)
  })

  test('the shared graph has the nodes of megabatt plan, and marks solvers and calls', async () => {
    const page = await studio.open('#/batts?task=cutsmall')
    await page.getByRole('heading', { name: 'Shared graph' }).waitFor()
    const plan = await json<PlanReport>('plan', '--only', 'cutsmall', '--explain')
    const figure = (label: RegExp) => page.locator('.figures div', { hasText: label }).locator('dd').textContent()
    expect(await figure(/of all solvers alone/)).toBe(String(plan.statements))
    expect(await figure(/different calls/)).toBe(String(plan.nodes))
    const shared = plan.patterns.find(({ kind }) => kind === 'shared')!
    expect(await figure(/calls not made/)).toBe(String(shared.saved.calls))
    expect(await page.locator('.graph-node').count()).toBe(plan.nodes)
    // By keyboard: from the first box to the right, and a press that marks the solvers of a box.
    await page.locator('.graph-node').first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.matrix .sharer').count()).toBe(4)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect.poll(() => page.locator('.matrix .sharer').count()).toBe(1)
    // A solver marks its calls: the others become faint.
    await page.getByRole('button', { name: 'solve_cutsmall', exact: true }).click()
    await expect.poll(() => page.locator('.graph-node:not(.faint)').count()).toBe(3)
  })

  test('differs are those of megabatt score, before and after', async () => {
    const { differs } = await json<ScoreReport>('score', '--only', 'recasin1')
    const page = await openBatt('batt_demos_recasin1', 'recasin1')
    const cells = await page.getByRole('region', { name: 'Worth of differs' }).locator('tbody tr').allInnerTexts()
    const spell = (d: ScoreReport['differs'][number]) =>
      [d.differ, `${d.before} of ${d.samples}`, `${d.after} of ${d.outputs}`, d.worth, d.worthRight, d.invalid].join(
        '\t',
      )
    expect(cells).toEqual(differs.map(spell))
    await page.getByText('Counts of still_there').click()
    const counts = await page.getByRole('region', { name: 'Counts of still_there' }).locator('tbody tr').allInnerTexts()
    // The colour that disappears is in every input and in no output.
    expect(counts).toEqual(['before: input\t0\t0\t0'])
  })

  test('one click extracts a solver into the editor, as megabatt cut does; a cell opens its sample', async () => {
    const file = folder.write('keepbig1.py', galleryFiles().find(({ name }) => name.endsWith('/keepbig1.py'))!.text)
    const cut = await runCommand(['cut', `${file}:batt_sizes_keepbig1`, 'smallest_keepbig1', '--strict'])
    const page = await openBatt('batt_sizes_keepbig1', 'keepbig1')
    await page.getByRole('button', { name: 'Extract smallest_keepbig1 in the editor' }).click()
    const text = page.locator('.cm-content')
    await text.getByText('def solve_smallest_keepbig1').waitFor()
    expect((await text.locator('.cm-line').allTextContents()).join('\n').trim()).toBe(cut.stdout.trim())
    await page.goBack()
    // By keyboard: the first cell is the only tab stop, the arrows lead to the second row, third sample.
    await page.getByRole('button', { name: 'keepbig1, demo 1 right: open the steps', exact: true }).focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'demo 3, wrong' }).and(page.locator('[aria-pressed=true]')).waitFor()
    await page.getByText('Step 1 of 5').waitFor()
  })
}
