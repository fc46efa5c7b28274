// How the studio is built: a static site with relative addresses, so that it can stand in any folder of any host.

import { defineConfig } from 'vite'
import { offlinePlugin } from './offline/offline-plugin.ts'

/** The part for the GPU is known by its name: it is loaded on demand, and its size does not count. */
function nameChunk({ moduleIds }: { readonly moduleIds: readonly string[] }): string {
  return `assets/${moduleIds.some((id) => id.endsWith('/shaders/kernels.generated.ts')) ? 'gpu-' : ''}[name]-[hash].js`
}

export default defineConfig({
  base: './',
  plugins: [offlinePlugin()],
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the page forbids data: addresses for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    license: { fileName: 'licenses.md' },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es', rolldownOptions: { output: { chunkFileNames: nameChunk } } },
  server: { host: '127.0.0.1' },
})
