// The frame of the studio in Chromium: navigation, appearance, policy.

import { expect, test } from 'vitest'
import { useStudio } from './use-studio.ts'

const studio = useStudio()

test('the static build opens with the gallery and shows every page', async () => {
  const page = await studio.open()
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  await page.getByText('towall01').first().waitFor()
  for (const title of ['Program', 'Batts', 'Runs', 'Backends', 'Reference']) {
    await page.getByRole('navigation').getByRole('link', { name: title }).click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    expect(await page.title()).toBe(`${title} · Megabatt studio`)
  }
  expect(studio.complaints).toEqual([])
  expect(studio.requested.filter((url) => !url.startsWith(studio.origin()))).toEqual([])
  await page.close()
})
