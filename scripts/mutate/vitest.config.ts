// The tests that mutants run against: those that import the sources and need neither a device, nor a browser, nor `dist/`.

import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

// Projects would have their own tests.
const { projects: _projects, ...settings } = base.test!
const folders = process.env['MEGABATT_MUTATE_TESTS']?.split(',') ?? ['src', 'test']

export default defineConfig({
  test: {
    ...settings,
    globalSetup: [],
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: [
      'node_modules/**',
      'test/{browser,cli,docs,faults,gallery,gpu,workers}/**',
      'test/conformance/{gpu,gpu-calls,shaders-compile,translation-runs,word-range}.test.ts',
      'test/hostile/commands.test.ts',
      'src/translate/generate.node.test.ts',
    ],
    env: { MEGABATT_MUTATE: '1' },
  },
})
