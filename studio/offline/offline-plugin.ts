// Writes the service worker into the build: with the list of its files, and a version that changes with any of them.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Parts that are loaded on demand, and cached only then. */
const ON_DEMAND = /gpu/i

/** The plugin. */
export function offlinePlugin(): Plugin {
  return {
    name: 'studio-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const own = Object.keys(bundle).filter((name) => !ON_DEMAND.test(name))
        const hash = createHash('sha256')
        for (const name of own.toSorted()) {
          const output = bundle[name]!
          hash.update(name).update(output.type === 'chunk' ? output.code : output.source)
        }
        const template = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
        const files = ['./', './icon.svg', ...own.filter((name) => name !== 'index.html').map((name) => `./${name}`)]
        const source = template
          .replace('VERSION', hash.digest('hex').slice(0, 16))
          .replace("['FILES']", JSON.stringify(files))
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}
