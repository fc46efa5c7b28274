// The process that holds Vitest for a copy of the project: runs lists of test files on request, each up to the first failure. Starting
// Vitest takes longer than most mutants live.

import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createVitest } from 'vitest/node'

const root = process.cwd()
let failed

// Mutants fill the output of tests with stack traces.
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
const options = {
  root,
  config: 'scripts/mutate/vitest.config.ts',
  watch: false,
  tagsFilter: ['!long'],
  reporters: [{ onTestModuleEnd: noteEnd }],
}
const vitest = await createVitest('test', options, {}, { stdout: nowhere, stderr: nowhere })
await vitest.standalone()
process.on('message', run)
// The parent has died: so must Vitest, and what the tests have started.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.send({ kind: 'ready' })

async function run({ files }) {
  failed = undefined
  try {
    const { unhandledErrors } = await vitest.runTestSpecifications(files.flatMap(specify), false)
    if (unhandledErrors.length > 0) failed ??= files[0]
  } catch {
    // The process of the tests has crashed.
    failed ??= files[0]
  }
  process.send({ kind: 'done', failed })
}

function specify(file) {
  const path = join(root, file)
  return vitest.projects
    .filter((project) => project.matchesTestGlob(path))
    .map((project) => project.createSpecification(path))
}

function noteEnd(module) {
  process.send({ kind: 'end' })
  if (module.state() !== 'failed' || failed !== undefined) return
  failed = module.relativeModuleId
  void vitest.cancelCurrentRun('test-failure')
}
