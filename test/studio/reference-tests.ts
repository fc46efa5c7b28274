// The reference in Chromium: search, and examples that run as they are edited.

import { expect, test } from 'vitest'
import { spellValue } from '../../src/cli/show/spell-value.ts'
import type { Notation } from '../../src/language/values/value-notation.ts'
import { runCommand } from '../cli/run-command.ts'
import type { UsedStudio } from './use-studio.ts'

/** The DSL reference. */
export function describeReference(studio: UsedStudio): void {
  interface Described {
    readonly name: string
    readonly examples: readonly { readonly dialect: string; readonly result: Notation }[]
  }

  test('all primitives are there and are found by name, type, dialect and family, by keyboard', async () => {
    const page = await studio.open('#/reference')
    const { stdout } = await runCommand(['dsl', '--json'])
    const all = JSON.parse(stdout) as Described[]
    await page.getByText(`${all.length} primitives`).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('gravitate')
    await page.getByText('2 primitives').waitFor()
    await page.getByRole('combobox', { name: 'Dialect' }).selectOption('t')
    await page.getByText('1 primitive', { exact: true }).waitFor()
    await page.getByLabel('Find primitives').fill('→ objects')
    await page.getByText('6 primitives').waitFor()
    await page.getByRole('combobox', { name: 'Family' }).selectOption('frontiers')
    await page.getByRole('article', { name: 'frontiers' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
  })

  test('results of examples are those of megabatt dsl', async () => {
    const names = ['add', 'astuple', 'colorcount', 'double', 'power']
    const { stdout } = await runCommand(['dsl', ...names, '--dialect', 'a', '--json'])
    const page = await studio.open('#/reference')
    for (const { name, examples } of JSON.parse(stdout) as Described[]) {
      await page.goto(`${studio.base()}#/reference?search=${name}&dialect=a`)
      const result = page.getByRole('article', { name, exact: true }).locator('.live-result code')
      const expected = examples.find(({ dialect }) => dialect === 'a')!.result
      await expect.poll(() => result.textContent()).toBe(spellValue(expected, Infinity))
    }
  })

  test('an example runs as it is edited; errors and bad text say what is wrong', async () => {
    const page = await studio.open('#/reference/vmirror?dialect=a')
    const card = page.getByRole('article', { name: 'vmirror', exact: true })
    const text = card.getByLabel('Example of vmirror')
    await text.fill('vmirror([123/456/789])')
    const result = card.getByRole('img', { name: 'Result of vmirror, 3 × 3' })
    await result.waitFor()
    // The first row is 3, 2, 1: blue (1) is in the last column.
    expect(await result.locator('path[fill="#1e93ff"]').getAttribute('d')).toBe('M2 0h1v1h-1z')
    await text.fill('vmirror(7)')
    await card.getByText(/^type/).waitFor()
    await text.fill('vmirror([12/34]')
    await card.getByText(/expected .* at character/).waitFor()
    expect(await text.getAttribute('aria-invalid')).toBe('true')
    await text.fill('vmiror([12/34])')
    await card.getByText('Dialect a has no primitive vmiror').waitFor()
    await card.getByRole('button', { name: 'Reset' }).click()
    await card.locator('.live-result svg').waitFor()
    expect(await card.locator('.live-problem').count()).toBe(0)
  })
}
