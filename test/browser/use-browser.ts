// A browser, and a folder for pages, of one test file; both end with its tests.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openChromium } from './open-chromium.ts'

/** Valid while the tests run. */
export interface UsedBrowser {
  readonly folder: string
  /** Awaited in each test, so that each fails where there is no browser: when a hook fails, tests count as skipped. */
  readonly browser: Promise<Browser>
}

/** Opens both before the tests; `name` is in the name of the folder. */
export function useBrowser(name: string): UsedBrowser {
  const used = {} as { -readonly [Key in keyof UsedBrowser]: UsedBrowser[Key] }
  beforeAll(async () => {
    used.folder = await mkdtemp(join(tmpdir(), `megabatt-${name}-`))
    used.browser = openChromium()
    await Promise.allSettled([used.browser])
  })
  afterAll(async () => {
    const [outcome] = await Promise.allSettled([used.browser])
    if (outcome.status === 'fulfilled') await outcome.value.close()
    await rm(used.folder, { recursive: true, force: true })
  })
  return used
}
