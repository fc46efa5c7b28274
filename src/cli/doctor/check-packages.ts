// Checks of optional packages: which are installed, and what each is needed for.

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Finding } from './finding.ts'

const PACKAGES = [
  { name: 'webgpu', purpose: 'the GPU' },
  { name: '@sparticuz/chromium', purpose: 'the software device (Linux x64)' },
  { name: 'koffi', purpose: 'native code' },
] as const

/** A finding for each optional package; `find` returns the version of a package that is installed. */
export function checkPackages(find: (name: string) => string | undefined = findVersion): Finding[] {
  return PACKAGES.map(({ name, purpose }): Finding => {
    const version = find(name)
    const topic = `package ${name}`
    if (version !== undefined) return { topic, status: 'ok', finding: `${version}, for ${purpose}` }
    return { topic, status: 'note', finding: 'not installed', advice: `For ${purpose}: npm install ${name}` }
  })
}

function findVersion(name: string): string | undefined {
  const { resolve } = createRequire(import.meta.url)
  // Packages need not export their package.json.
  for (const folder of resolve.paths(name) ?? []) {
    const file = join(folder, name, 'package.json')
    if (!existsSync(file)) continue
    try {
      return String((JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown }).version)
    } catch {
      return undefined
    }
  }
  try {
    return `found at ${dirname(resolve(name))}`
  } catch {
    return undefined
  }
}
