// The script of a worker thread as a file of its own, beside the bundles that it loads.

import { join } from 'node:path'
import { loadBundle } from './load-bundle.ts'

// A thread can end at any moment, so it keeps no code.
loadBundle(join(import.meta.dirname, 'thread.cjs'), false)
