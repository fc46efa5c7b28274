// Writes the service worker into the build: with the list of its files, and a version that changes with any of them.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Parts that are loaded on demand, and cached only then. */
const ON_DEMAND = /gpu|licenses/i

/** The plugin. */
export function offlinePlugin(): Plugin {
  return {
    name: 'studio-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const own = Object.values(bundle).filter(({ fileName }) => !ON_DEMAND.test(fileName))
        const hash = createHash('sha256')
        for (const output of own.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1)))
          hash.update(output.fileName).update(output.type === 'chunk' ? output.code : output.source)
        const names = own.map(({ fileName }) => fileName).filter((name) => name !== 'index.html')
        const template = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
        const files = ['./', './icon.svg', ...names.map((name) => `./${name}`)]
        const source = template
          .replace('VERSION', hash.digest('hex').slice(0, 16))
          .replace("['FILES']", JSON.stringify(files))
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}
