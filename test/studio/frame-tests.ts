// The frame: navigation, appearance, policy, size, and work without a network.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { STUDIO_FOLDER } from './serve-folder.ts'
import type { UsedStudio } from './use-studio.ts'

/** 105 kB of them are the tasks and programs of the gallery. */
const MAX_COMPRESSED_BYTES = 700_000

export function describeFrame(studio: UsedStudio): void {
  test('it opens with the gallery, and every page has a heading and a title', async () => {
    const page = await studio.open()
    await page.getByRole('link', { name: /^towall01/ }).waitFor()
    for (const title of ['Program', 'Batts', 'Runs', 'Backends', 'Reference', 'Tasks']) {
      await page.getByRole('navigation').getByRole('link', { name: title }).click()
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      expect(await page.title()).toBe(`${title} · Megabatt studio`)
      expect(await page.locator('nav [aria-current=page]').textContent()).toBe(title)
    }
  })

  test('eval and inline scripts are forbidden', async () => {
    const page = await studio.open()
    studio.allow(/Content Security Policy/)
    // From a timer: what a debugger evaluates itself is exempt.
    const outcome = await page.evaluate(`new Promise((resolve) => setTimeout(() => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.inlineScriptRan = true'
      document.head.append(script)
      try { (0, eval)('1'); resolve('eval ran') } catch { resolve(globalThis.inlineScriptRan ?? 'refused') }
    }))`)
    expect(outcome).toBe('refused')
  })

  test('theme, palette and digits are chosen by keys and kept', async () => {
    const page = await studio.open('#/tasks/towall01')
    const ground = () => page.evaluate(`getComputedStyle(document.body).backgroundColor`)
    const fills = () => page.locator('.pair path[fill]').first().getAttribute('fill')
    const [light, standard] = [await ground(), await fills()]
    await page.getByRole('button', { name: 'View' }).press('Enter')
    await page.getByLabel('Dark').press('Space')
    await page.getByLabel('Colour-blind').press('Space')
    await page.getByLabel('Digits in cells').press('Space')
    expect(await ground()).not.toBe(light)
    expect(await fills()).not.toBe(standard)
    expect(await page.locator('.pair text').count()).toBeGreaterThan(50)
    await page.keyboard.press('Escape')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('View')
    expect(await page.getByLabel('Dark').isVisible()).toBe(false)
    const chosen = await fills()
    await page.reload()
    await page.locator('.pair text').first().waitFor()
    expect(await fills()).toBe(chosen)
  })

  test('without a network it opens again and runs programs', async () => {
    const page = await studio.open('#/tasks')
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('link', { name: /^towall01.*solved/ }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Program' }).click()
    await page.getByRole('heading', { name: /^Step 1 of/ }).waitFor()
  })

  test('it has at most 700 kB compressed, without the part for the GPU', () => {
    const entries = readdirSync(STUDIO_FOLDER, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !/gpu/i.test(entry.name))
    const sizes = files.map(
      ({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name)), { level: 9 }).length,
    )
    expect(sizes.length).toBeGreaterThan(8)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_COMPRESSED_BYTES)
  })
}
