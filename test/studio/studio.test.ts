// The studio in Chromium, in one browser: every part of it, with clicks and keys, compared with the command line.

import { describe } from 'vitest'
import { describeAccess } from './access-tests.ts'
import { describeFiles } from './files-tests.ts'
import { describeFrame } from './frame-tests.ts'
import { describeProgram } from './program-tests.ts'
import { describeServed } from './served-tests.ts'
import { describeTasks } from './tasks-tests.ts'
import { describeBackends } from './backends-tests.ts'
import { describeBatts } from './batts-tests.ts'
import { describeEvolve } from './evolve-tests.ts'
import { describeReference } from './reference-tests.ts'
import { describeRuns } from './runs-tests.ts'
import { describeShare } from './share-tests.ts'
import { useStudio } from './use-studio.ts'

const studio = useStudio()

describe('the frame', () => {
  describeFrame(studio)
})
describe('tasks', () => {
  describeTasks(studio)
})
describe('a program', () => {
  describeProgram(studio)
})
describe('files', () => {
  describeFiles(studio)
})
describe('megabatt studio', () => {
  describeServed(studio)
})
describe('access', () => {
  describeAccess(studio)
})
describe('batts', () => {
  describeBatts(studio)
})
describe('runs', () => {
  describeRuns(studio)
})
describe('evolutions', () => {
  describeEvolve(studio)
})
describe('backends', () => {
  describeBackends(studio)
})
describe('the reference', () => {
  describeReference(studio)
})
describe('sharing', () => {
  describeShare(studio)
})
