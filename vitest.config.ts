// How the tests run: in processes of their own, since Dawn lives in a process and not in a worker thread.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findDependents } from './scripts/build/import-graph.mjs'

/** Files that take minutes, mostly for compiling kernels: they go first, so that the short ones fill the other processes. */
const LONGEST = [
  'test/studio/studio.test.ts',
  'test/conformance/gpu.test.ts',
  'test/conformance/gpu-t.test.ts',
  'test/conformance/opencl.test.ts',
  'test/conformance/opencl-t.test.ts',
  'test/browser/gpu.test.ts',
  'test/faults/',
  'test/gpu/',
  'test/cli/',
]

const HANG_MS = 600_000
const SETUP = 'scripts/build/vitest-setup.mjs'
const ROOT = fileURLToPath(new URL('.', import.meta.url))
const SOURCES = fileURLToPath(new URL('src/', import.meta.url))
const BUILT = fileURLToPath(new URL('dist/', import.meta.url))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((part) => moduleId.includes(part))
      return place < 0 ? LONGEST.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/**
 * Tests run the built files in place of the sources: Node loads them as they are. What Vitest makes of a module takes ten times as
 * long to load and twice as long to run. Sources that are not built, those of pages, stay as they are.
 */
const builtSources: Plugin = {
  name: 'built-sources',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!resolved?.id.startsWith(SOURCES) || !/(?<!\.test)\.ts$/.test(resolved.id)) return resolved
    const built = resolved.id.replace(SOURCES, BUILT).replace(/ts$/, 'js')
    return existsSync(built) ? { id: built, external: true } : resolved
  },
}

export default defineConfig({
  plugins: [builtSources],
  // A rerun builds, which is not a change.
  server: { watch: { ignored: ['**/dist/**', '**/dist-tools/**'] } },
  test: {
    environment: 'node',
    server: { deps: { external: [/\/dist\/.*\.js$/] } },
    tags: [{ name: 'long', description: 'takes minutes: only in `npm run test:all`', timeout: 3_600_000 }],
    // Vitest does not follow imports into built files.
    watchTriggerPatterns: [
      {
        pattern: /\/(?:src|studio|test|tools)\/.*(?<!\.generated)\.tsx?$/,
        testsToRun: (file) => findDependents(ROOT, file),
      },
    ],
    projects: [
      // Tests beside the sources keep no state in modules, so those of a process share what they import: loading it took longer than they do.
      { extends: true, test: { name: 'src', globalSetup: SETUP, include: ['src/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'test', globalSetup: SETUP, include: ['test/**/*.test.ts'] } },
    ],
    pool: 'forks',
    // Limits that only catch what hangs: a busy machine is no failure.
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS / 2 } },
    teardownTimeout: 10_000,
    sequence: { sequencer: LongestFirst },
    // A software device uses all cores by itself; a third process made the whole run no shorter.
    maxWorkers: 2,
  },
})
