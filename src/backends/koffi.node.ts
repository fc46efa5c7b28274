// Loads koffi, an optional package that calls native code.

import { createRequire } from 'node:module'
import { EnvironmentError } from '../language/errors.ts'
import { installCommand } from './optional-packages.ts'

/** The package; an EnvironmentError if it is not installed. `otherwise` is the way to do without it. */
export function requireKoffi(otherwise: string): unknown {
  try {
    return createRequire(import.meta.url)('koffi')
  } catch (cause) {
    throw new EnvironmentError('koffi-missing', 'The package koffi, which calls native code, is not installed', {
      advice: `Run \`${installCommand('koffi')}\`, or ${otherwise}.`,
      cause,
    })
  }
}
