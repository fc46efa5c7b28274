import { expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import { type Diagnostic, formatDiagnostic } from './diagnostic.ts'
import { checkPlaces } from './number-kernels.ts'
import { parseSource } from './source.ts'

test.each([
  ['as many kernels as places, the copy kernel included', 3, []],
  [
    'one more',
    4,
    [
      'src/kernel/primitive-facts.ts:1:14: 5 kernels, the copy kernel included, but a device has places for 4; raise MAX_KERNELS to the next multiple of 256',
    ],
  ],
])('%s', (_title, kernelCount, expected) => {
  const diagnostics: Diagnostic[] = []
  const analysis = analyse(
    [parseSource('src/kernel/primitive-facts.ts', 'export const MAX_KERNELS = 4\n')],
    diagnostics,
  )
  checkPlaces(kernelCount, analysis, diagnostics)
  expect(diagnostics.map(formatDiagnostic)).toEqual(expected)
})
