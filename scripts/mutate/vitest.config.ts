// How tests run on mutants: as always, but in the given order and without a build, and in less memory, which an endless loop would fill.

import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

class AsGiven {
  sort<Files>(files: Files): Files {
    return files
  }
  shard<Files>(files: Files): Files {
    return files
  }
}

const coverage = process.env['MEGABATT_MUTATE_COVERAGE']

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    globalSetup: [],
    watchTriggerPatterns: [],
    setupFiles: coverage === undefined ? [] : ['scripts/mutate/take-coverage.mjs'],
    env: coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage },
    execArgv: ['--max-old-space-size=1500'],
    maxWorkers: 1,
    sequence: { sequencer: AsGiven },
  },
})
