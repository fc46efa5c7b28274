// Vitest's global setup: commands and workers run `dist/`, so it is built before the tests where the sources have changed.

import { buildIfStale } from './build-project.mjs'

export default function setup(project) {
  buildIfStale()
  project.onTestsRerun(buildIfStale)
}
