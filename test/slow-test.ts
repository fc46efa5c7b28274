// A test that takes seconds: left out where it would run once for each mutant (`npm run mutate`), run everywhere else.

import { test } from 'vitest'

export const slowTest: typeof test.skip = process.env['MEGABATT_MUTATE'] === '1' ? test.skip : test
