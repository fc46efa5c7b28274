// Access: axe-core on the pages, light and dark, wide and narrow; nothing is wider than a narrow screen.

import axe from 'axe-core'
import { expect, test } from 'vitest'
import { isAll } from '../amount.ts'
import type { UsedStudio } from './use-studio.ts'

const ROUTES = [
  ['#/tasks', '.task-card'],
  ['#/tasks/towall01', '.pair'],
  ['#/program/solve_away_towall01', '.step-value svg'],
  ['#/program/batt_sizes_keepbig1', '.step-value svg'],
  ['#/batts/batt_sizes_keepbig1', '.graph-node'],
  ['#/runs', '.result-rows .badge'],
  ['#/backends', '.choices'],
  ['#/reference', '.live-result'],
] as const

const LOOKS = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 400 },
] as const

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[]
}

export function describeAccess(studio: UsedStudio): void {
  test.each(isAll ? LOOKS : LOOKS.slice(1))(
    'axe-core has no serious findings ($scheme, $width pixels), and no page is too wide',
    async (look) => {
      const page = await studio.open('', look)
      await page.evaluate(axe.source)
      for (const [route, selector] of ROUTES) {
        await page.evaluate(`location.hash = ${JSON.stringify(route)}`)
        await page.locator(selector).first().waitFor()
        const { violations } = await page.evaluate<{ violations: Violation[] }>('axe.run()')
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        expect(
          serious.map(({ id, nodes }) => [
            route,
            id,
            nodes.slice(0, 3).map(({ target, failureSummary }) => [target, failureSummary]),
          ]),
        ).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width)
      }
    },
  )
}
