// `npm run build`: generates the derived sources, then type-checks and compiles everything to `dist/`.

import { buildProject } from './build/build-project.mjs'

try {
  buildProject()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
