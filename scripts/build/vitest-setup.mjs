// Vitest's global setup: builds what the tests of a project use, before them and before each rerun. Tests beside the sources use the compiled
// modules only; the others run commands and pages.

import { buildIfStale } from './build-project.mjs'

export default function setup(project) {
  const build = () => buildIfStale(project.name === 'src' ? 'modules' : undefined)
  build()
  project.onTestsRerun(build)
}
