// The studio in one browser: a page a test, and everything that goes wrong in it.

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { useBrowser } from '../browser/use-browser.ts'
import { STUDIO_FOLDER, serveFolder } from './serve-folder.ts'

/** How a page is opened. */
export interface OpenOptions {
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** Default: the static build. */
  readonly base?: string
}

/** Opens pages of the studio while the tests run. */
export interface UsedStudio {
  readonly browser: () => Promise<Browser>
  /** The address of the static build, with the slash at its end. */
  readonly base: () => string
  /** A folder for files of the tests. */
  readonly folder: () => string
  /** Opens a page at a route, such as `#/tasks`; it is closed after the test. */
  open(route?: string, options?: OpenOptions): Promise<Page>
  /** Allows a text in the console during this test; every other complaint of a page fails its test. */
  allow(text: RegExp): void
}

/** Serves the static build and opens a browser before the tests. */
export function useStudio(): UsedStudio {
  const used = useBrowser('studio')
  let server: Awaited<ReturnType<typeof serveFolder>>
  let pages: Page[] = []
  let complaints: string[] = []
  let allowed: RegExp[] = []
  const base = () => `${server.origin}/`
  beforeAll(async () => {
    server = await serveFolder(STUDIO_FOLDER)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.close()))
    const found = complaints.filter((text) => !allowed.some((one) => one.test(text)))
    pages = []
    complaints = []
    allowed = []
    expect(found).toEqual([])
  })
  return {
    browser: () => used.browser,
    base,
    folder: () => used.folder,
    allow: (text) => allowed.push(text),
    open: async (route = '', { width = 1280, height = 800, scheme = 'light', base: own = base() } = {}) => {
      const browser = await used.browser
      const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme })
      page.setDefaultTimeout(300_000)
      pages.push(page)
      page.on('request', (request) => {
        if (!request.url().startsWith(new URL(own).origin) && !/^(?:data|blob):/.test(request.url()))
          complaints.push(`request to ${request.url()}`)
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(own + route)
      return page
    },
  }
}
