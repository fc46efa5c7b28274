// What a driver prints in the process of a device is not shown; if the process dies, the error has its last line.

import { expect, test } from 'vitest'
import { runNode } from './run-command.ts'
import { temporaryFolder } from './temporary-files.ts'

const folder = temporaryFolder('noise')
const MODULE = new URL('../../dist/backends/gpu/process/process-device.node.js', import.meta.url).href

/** Opens a device in a process that runs this code for the first message. */
async function open(answer: string): Promise<{ stdout: string; stderr: string }> {
  const child = folder.write(
    'child.mjs',
    `process.once('message', () => { process.stderr.write('DRIVER: noise\\nDRIVER: it broke\\n', () => { ${answer} }) })
process.on('disconnect', () => process.exit())
process.on('message', ({ kind }) => { if (kind === 'close') process.exit() })
`,
  )
  const parent = folder.write(
    'parent.mjs',
    `import { pathToFileURL } from 'node:url'
import { ProcessDevice } from ${JSON.stringify(MODULE)}
try {
  const device = await ProcessDevice.open({ module: pathToFileURL(${JSON.stringify(child)}) })
  console.log(device.facts.name)
  await device.close()
} catch (error) { console.log(error.code, error.message) }
`,
  )
  return runNode([parent])
}

test('noise of a process that works is not printed', async () => {
  const { stdout, stderr } = await open(`process.send({ kind: 'opened', facts: { name: 'quiet', kind: 'software' } })`)
  expect([stdout, stderr]).toEqual(['quiet\n', ''])
})

test('the last line of a process that dies is in the error', async () => {
  const { stdout, stderr } = await open('process.exit(7)')
  expect(stdout).toBe('gpu-lost The process of a device ended with exit code 7; its last output: DRIVER: it broke\n')
  expect(stderr).toBe('')
})
