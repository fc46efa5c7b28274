// Files of generated examples, as sample generators write them, and a verifier for each: the families of the gallery with other seeds.

import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { galleryTasks } from '../../dist/data/gallery.js'
import { families } from '../../dist/data/gallery/families.js'

/**
 * Writes `fileCount` files of `pairCount` pairs into `folder/tasks`, and `folder/verifiers.py`, unless they are there already; returns both
 * paths. The spelling is that of Python's json.dump.
 */
export async function writeGenerated(folder, fileCount, pairCount) {
  const tasks = join(folder, `tasks-${fileCount}-${pairCount}`)
  const verifiers = join(folder, `verifiers-${fileCount}.py`)
  const ids = Array.from({ length: fileCount }, (_, k) => ({
    family: families[k % families.length],
    seed: 1 + Math.floor(k / families.length),
  }))
  const idOf = ({ family, seed }) => `${family.id}s${seed}`
  const texts = ids.map((own) => own.family.solver.trim().replace(/def \w+\(/, `def verify_${idOf(own)}(`))
  mkdirSync(tasks, { recursive: true })
  writeFileSync(verifiers, `${texts.join('\n\n\n')}\n`)
  for (const own of ids) {
    const path = join(tasks, `${idOf(own)}.json`)
    if (!existsSync(path)) await writeFile(path, own, pairCount)
  }
  return { tasks, verifiers }
}

async function writeFile(path, { family, seed }, pairCount) {
  const [task] = galleryTasks({ seed, samples: Math.max(1, pairCount - 3), only: [family.id] })
  const file = createWriteStream(path)
  file.write('[')
  for (const [k, { input, output }] of [...task.train, ...task.test].entries()) {
    const text = `${k === 0 ? '' : ', '}{"input": ${spellGrid(input)}, "output": ${spellGrid(output)}}`
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end(']')
  await once(file, 'finish')
}

function spellGrid({ height, width, cells }) {
  const rows = Array.from(
    { length: height },
    (_, i) => `[${Array.from(cells.subarray(i * width, (i + 1) * width)).join(', ')}]`,
  )
  return `[${rows.join(', ')}]`
}
