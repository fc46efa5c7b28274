// The studio in one browser for the tests of a file: a page a test, and everything that goes wrong in it.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { useBrowser } from '../browser/use-browser.ts'
import { STUDIO_FOLDER, serveFolder } from './serve-folder.ts'

/** Opens pages of the studio while the tests run. */
export interface UsedStudio {
  readonly origin: () => string
  /** Errors, messages of the console and refused requests of all pages; to be empty at the end of a test. */
  readonly complaints: string[]
  /** All addresses that were asked for. */
  readonly requested: string[]
  /** Opens a page at a route, such as `#/tasks`. */
  open(route?: string, size?: { readonly width: number; readonly height: number }): Promise<Page>
}

/** Serves the static build and opens a browser before the tests. */
export function useStudio(): UsedStudio {
  const used = useBrowser('studio')
  let server: Awaited<ReturnType<typeof serveFolder>>
  beforeAll(async () => {
    server = await serveFolder(STUDIO_FOLDER)
  })
  afterAll(() => server.close())
  const complaints: string[] = []
  const requested: string[] = []
  return {
    origin: () => server.origin,
    complaints,
    requested,
    open: async (route = '', size = { width: 1280, height: 800 }) => {
      const page = await (await used.browser).newPage({ viewport: size })
      page.setDefaultTimeout(20_000)
      page.on('request', (request) => requested.push(request.url()))
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(`${server.origin}/${route}`)
      return page
    },
  }
}
