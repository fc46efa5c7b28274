// How the tests run: in processes of their own, since Dawn lives in a process and not in a worker thread.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    // A software device uses all cores by itself; more processes at once only make each slower.
    maxWorkers: 2,
  },
})
