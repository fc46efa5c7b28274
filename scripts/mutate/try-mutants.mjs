// Tries mutants on tests and notes what becomes of each.

import { join } from 'node:path'
import { KeptResults } from './kept-results.mjs'
import { Progress } from './progress.mjs'

/**
 * Sets `status` of each mutant: 'killed', 'survived', 'timed out', or 'not run' if no test reaches it. `testsOf(mutant)` lists the
 * test files in the order in which they are tried; results are kept by folder and stage.
 */
export async function tryMutants({ root, folder, copies, tests, stage, testsOf }, mutants) {
  const kept = new KeptResults(join(root, '.mutate/results', folder, `${stage}.jsonl`))
  const open = []
  for (const mutant of mutants) {
    const files = testsOf(mutant)
    const hashes = files.map((file) => [file, tests.measureOf(file).hash])
    const result = kept.find(mutant, hashes)
    if (files.length === 0) mutant.status ??= 'not run'
    else if (result === undefined) open.push({ mutant, files, hashes })
    else mutant.status = result.status
  }
  const progress = new Progress(`${folder}: mutants tried`, open.length)
  await copies.share(open, async ({ mutant, files, hashes }, copy) => {
    const { built, text, mutated } = mutant
    copy.write(built, mutated)
    const seconds = files.map((file) => tests.measureOf(file).seconds)
    const { failed, isTimeout } = await copy.run(files, seconds)
    copy.write(built, text)
    mutant.status = isTimeout ? 'timed out' : failed === undefined ? 'survived' : 'killed'
    kept.add(mutant, hashes, failed)
    progress.step()
  })
}
