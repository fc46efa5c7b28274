// Backends side by side in Chromium with WebGPU on a software device: equal values, calls by place, and the report.

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { CardReport } from '../../studio/engine/study-messages.ts'
import { findViolations } from './find-violations.ts'
import type { UsedStudio } from './use-studio.ts'

/** CPU and GPU side by side. */
export function describeBackends(studio: UsedStudio): void {
  test(
    'a program runs on CPU and GPU with equal values; the report says what ran where',
    { tags: ['long'] },
    async () => {
      const page = await studio.open('#/backends')
      await page.getByRole('combobox', { name: 'Task' }).selectOption('agreeing')
      await page.getByRole('combobox', { name: 'Programs' }).selectOption('solve_upper_agreeing')
      await page.getByRole('combobox', { name: 'Samples' }).selectOption('10')
      // The part for the GPU is loaded now, and not before.
      const requested: string[] = []
      page.on('request', (request) => requested.push(request.url()))
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByText('All 10 evaluations are equal').waitFor()
      expect(requested.filter((url) => /compare-backends/.test(url))).toHaveLength(1)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save the report' }).click()
      const report = JSON.parse(await readFile(await (await saving).path(), 'utf8')) as CardReport
      expect(report).toMatchObject({
        format: 'megabatt card report',
        version: 1,
        adapter: { kind: 'software' },
        selfCheck: { passed: true },
        workload: { programs: ['solve_upper_agreeing'], tasks: ['agreeing'], samples: 10, evaluations: 10 },
        equal: { count: 10, of: 10 },
        differences: [],
        cpu: { work: { onCpu: 10, onGpu: 0 } },
        gpu: { work: { onCpu: 0, onGpu: 10 }, report: { calls: { tophalf: 10 }, fallbacks: [] } },
      })
      expect(report.gpu.report.compiled.pipelines).toBeGreaterThan(0)
      expect(report.limits.maxBufferSize).toBeGreaterThan(0)
      const row = page.getByRole('region', { name: 'Calls by place' }).locator('tbody tr')
      expect((await row.first().innerText()).split('\t').slice(0, 2)).toEqual(['tophalf', '10'])
      expect(await findViolations(page)).toEqual([])
    },
  )

  test('without WebGPU the page says so, with the remedy', async () => {
    const page = await studio.open('#/tasks')
    await page.addInitScript('delete Object.getPrototypeOf(navigator).gpu')
    await page.goto(`${studio.base()}#/backends`)
    await page.reload()
    await page.getByRole('alert').getByText('This browser or this page has no WebGPU').waitFor()
    await page
      .getByRole('alert')
      .getByText(/https or localhost/)
      .waitFor()
    expect(await page.getByRole('button', { name: 'Compare' }).isDisabled()).toBe(true)
    expect(await findViolations(page)).toEqual([])
  })
}
