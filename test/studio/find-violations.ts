// Findings of axe-core on a page: what makes it unusable for some people.

import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The serious and critical findings, each with its rule and its elements. */
export async function findViolations(page: Page): Promise<string[]> {
  // Evaluated by the browser's debugger, which the policy of the page does not concern.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run(document)')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
