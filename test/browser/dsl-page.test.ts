// The DSL page in a real browser, from a file: nothing is requested, the search works by keyboard, and it fits a narrow window.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { renderDslPage } from '../../src/cli/reference/dsl-page.ts'
import { useBrowser } from './use-browser.ts'

const used = useBrowser('dsl')
beforeAll(() => writeFile(join(used.folder, 'dsl.html'), renderDslPage()))

async function open(width = 1200): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await used.browser).newPage({ viewport: { width, height: 900 } })
  page.setDefaultTimeout(300_000)
  const address = pathToFileURL(join(used.folder, 'dsl.html')).href
  const complaints: string[] = []
  page.on('request', (request) => {
    if (request.url() !== address) complaints.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(address)
  return { page, complaints }
}

const shownNames = (page: Page) => page.locator('article:not([hidden]) h2').allTextContents()

test('the search finds names, types, families and dialects', async () => {
  const { page, complaints } = await open()
  expect(await page.locator('#count').textContent()).toBe('339 primitives')
  await page.fill('#query', 'gravitate')
  expect(await shownNames(page)).toEqual(['gravitate', 'gravitate'])
  expect(await page.locator('article.exact').count()).toBe(2)
  await page.selectOption('#dialect', 't')
  expect(await shownNames(page)).toEqual(['gravitate'])
  expect(await page.locator('#count').textContent()).toBe('1 primitive')
  await page.fill('#query', '→ objects')
  expect(await shownNames(page)).toEqual(['colorfilter', 'fgpartition', 'frontiers', 'o_g', 'objects', 'partition'])
  await page.selectOption('#family', 'frontiers')
  expect(await shownNames(page)).toEqual(['frontiers'])
  await page.fill('#query', '')
  expect(await shownNames(page)).toEqual(['compress', 'frontiers'])
  expect(complaints).toEqual([])
  await page.close()
})

test('the search works by keyboard', async () => {
  const { page } = await open()
  await page.keyboard.press('/')
  await page.keyboard.type('numcolors')
  expect(await page.locator('#query').inputValue()).toBe('numcolors')
  expect(await shownNames(page)).toEqual(['numcolors', 'numcolors_f', 'numcolors_t'])
  await page.keyboard.press('Enter')
  expect(await page.locator('#query').inputValue()).toBe('numcolors')
  await page.keyboard.press('Escape')
  expect(await page.locator('#count').textContent()).toBe('339 primitives')
  await page.close()
})

test('a narrow window needs no horizontal scrolling', async () => {
  const { page } = await open(400)
  // Cards out of view have no layout until they are shown.
  await page.evaluate(
    "for (const card of document.querySelectorAll('article')) card.style.contentVisibility = 'visible'",
  )
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400)
  await page.close()
})
