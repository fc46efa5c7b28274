// Writes the task files of gallery/ as their generators draw them: `npx tsc -p tools/gallery && node tools/gallery/write.mjs`.

import { writeFileSync } from 'node:fs'
import { drawTasks } from '../../dist-tools/tools/gallery/draw.js'
import { printTask } from '../../dist-tools/tools/gallery/print-task.js'

const SAMPLES = 20

for (const task of drawTasks({ samples: SAMPLES }))
  writeFileSync(new URL(`../../gallery/${task.id}.json`, import.meta.url), printTask(task))
