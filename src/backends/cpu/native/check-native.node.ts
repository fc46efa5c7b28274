// The self-check as a process: `node check-native.node.js LIBRARY-A LIBRARY-T` prints the number of compared calls.

import { checkEngine } from './check-engine.ts'
import { openNativeEngine } from './native-engine.node.ts'

const [a, t] = process.argv.slice(2)
try {
  process.stdout.write(`${checkEngine(openNativeEngine({ a: a!, t: t! }))}\n`)
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
