// Removes compiled files whose source was renamed or deleted: tests and commands could still import them.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const OUTPUT = /\.(?:js|js\.map|d\.ts)$/

/** Removes the outputs in `dist/` that have no source; `dist/web`, `dist/bin`, `dist/types` and `dist/studio` are no outputs of tsc. Returns their paths. */
export function pruneOutputs(root) {
  const entries = readdirSync(join(root, 'dist'), { recursive: true }).map((path) => path.replaceAll('\\', '/'))
  const orphans = entries.filter(
    (path) =>
      OUTPUT.test(path) &&
      !path.startsWith('web/') &&
      !path.startsWith('bin/') &&
      !path.startsWith('types/') &&
      !path.startsWith('studio/') &&
      !existsSync(join(root, 'src', path.replace(OUTPUT, '.ts'))) &&
      !existsSync(join(root, 'src', path)),
  )
  for (const path of orphans) rmSync(join(root, 'dist', path))
  return orphans
}
