// Sharing in Chromium: links that contain everything, pictures, and copies in three languages.

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { galleryPrograms } from '../../src/data/gallery.ts'
import { printTypeScript } from '../../src/language/builder/print-typescript.ts'
import { printJsonPrograms } from '../../src/language/json/print-json.ts'
import { printPrograms } from '../../src/language/python/print-python.ts'
import type { UsedStudio } from './use-studio.ts'

/** Links, pictures and copies. */
export function describeShare(studio: UsedStudio): void {
  async function openProgram(route: string): Promise<Page> {
    const page = await studio.open(route)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText(/^Step 1 of/).waitFor()
    return page
  }

  const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')
  const textOf = async (page: Page) => (await page.locator('.cm-content .cm-line').allTextContents()).join('\n').trim()

  test('a link opens the edited program, its task and sample in another browser', async () => {
    const page = await openProgram('#/program/solve_cutsmall?sample=1')
    await page.locator('.cm-content').focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('# shared ß\n')
    await expect.poll(() => textOf(page)).toMatch(/^# shared ß\ndef/)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Copied the link.').waitFor()
    const link = await copied(page)
    expect(link.startsWith(`${studio.base()}#/program?share=1`)).toBe(true)
    const other = await studio.open(link.slice(studio.base().length))
    await other.getByRole('button', { name: 'demo 2, right' }).and(other.locator('[aria-pressed=true]')).waitFor()
    await other.getByText('# shared ß').waitFor()
    expect(await textOf(other)).toBe(await textOf(page))
    expect(other.url()).not.toContain('share=')
  })

  test('a damaged link says so', async () => {
    const page = await studio.open('#/program?share=1notALink')
    await page.getByRole('alert').getByText('The link is damaged').waitFor()
  })

  test('the program is copied as Python, JSON and TypeScript', async () => {
    const program = galleryPrograms().find(({ name }) => name === 'solve_cutsmall')!
    const page = await openProgram('#/program/solve_cutsmall')
    await page.getByRole('button', { name: 'Share' }).click()
    const copyAs = async (title: string) => {
      await page.getByRole('group', { name: 'Copy the program as' }).getByRole('button', { name: title }).click()
      await page.getByText(`Copied the program as ${title}.`).waitFor()
      return copied(page)
    }
    expect(await copyAs('Python')).toBe(printPrograms([program]))
    expect(JSON.parse(await copyAs('JSON'))).toEqual(JSON.parse(printJsonPrograms([program])))
    expect(await copyAs('TypeScript')).toBe(printTypeScript(program))
  })

  test('a step and each of its grids are saved as SVG and PNG', async () => {
    const page = await openProgram('#/program/solve_cutsmall')
    const save = async (name: string) => {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      const download = await saving
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    }
    await page.getByRole('button', { name: 'Share' }).click()
    const svg = await save('Save Input, 18 × 16 as SVG')
    expect(svg.name).toBe('input-18-16.svg')
    const text = svg.bytes.toString()
    // Everything is in the file: no classes, no styles, black cells and lines as attributes.
    expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(text).not.toMatch(/class=|style=/)
    expect(text).toMatch(/fill="rgb\(0, 0, 0\)"/)
    const png = await save('Save Input, 18 × 16 as PNG')
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
    const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(512)
    expect(width / height).toBeCloseTo(16 / 18, 1)
    const whole = await save('Save Step 1, whole as SVG')
    expect(whole.bytes.toString()).toMatch(/x1 = objects\(.*>Input<.*>Expected</s)
    await page.keyboard.press('Escape')
    // A right click on any grid.
    await page.getByRole('img', { name: /^Expected output/ }).click({ button: 'right' })
    const expected = await save('Save Expected output, 3 × 1 as PNG')
    expect(expected.name).toBe('expected-output-3-1.png')
  })
}
