#!/usr/bin/env node
// The megabatt command as a file of its own, beside the bundles that it loads.

import { join } from 'node:path'
import { loadBundle } from './start/load-bundle.ts'

const { runCommandLine } = loadBundle(
  join(import.meta.dirname, 'command.cjs'),
  true,
) as typeof import('./command-line.ts')
void runCommandLine()
