// The tests that mutants run against: those that import the sources and need neither a device, nor a browser, nor `dist/`.

import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

export default mergeConfig(
  base,
  defineConfig({
    test: {
      env: { MEGABATT_MUTATE: '1' },
      exclude: [
        'node_modules/**',
        'test/{browser,cli,docs,faults,gallery,gpu,workers}/**',
        'test/conformance/{gpu,gpu-calls,shaders-compile,translation-runs,word-range}.test.ts',
        'test/hostile/commands.test.ts',
        'src/translate/generate.node.test.ts',
      ],
    },
  }),
)
