// Vitest's setup file while tests are measured: Vitest ends its processes by a signal, upon which Node would write no coverage.

import { takeCoverage } from 'node:v8'
import { afterAll } from 'vitest'

afterAll(() => takeCoverage())
