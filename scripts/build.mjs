// `npm run build`: generates the derived sources, then type-checks and compiles everything to `dist/`. With `--if-stale`, builds only
// if the sources have changed since the last build.

import { buildIfStale, buildProject } from './build/build-project.mjs'

try {
  if (process.argv.includes('--if-stale')) buildIfStale()
  else buildProject()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
