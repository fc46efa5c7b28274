// Scripts that do nothing but use the built device layer: Node must neither end early nor crash nor hang at the end.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const built = (path: string): string => new URL(`../../dist/backends/gpu/${path}`, import.meta.url).href

async function runScript(body: string, ...flags: string[]): Promise<string> {
  const script = `
    import { openNodeDevice } from '${built('device/device.node.js')}'
    import { GpuBuffers } from '${built('device/buffers.js')}'
    import { checkDevice } from '${built('trust/self-check.js')}'
    const gpu = await openNodeDevice()
    ${body}`
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', script])
  return stdout.trim()
}

test('awaiting the queue or a mapping keeps Node alive, and nothing keeps it alive afterwards', async () => {
  const out = await runScript(`
    await gpu.device.queue.onSubmittedWorkDone()
    const raw = gpu.device.createBuffer({ size: 16, usage: 9 })
    await raw.mapAsync(1)
    raw.unmap()
    const buffers = new GpuBuffers(gpu)
    const buffer = buffers.createFrom('words', Int32Array.of(3, 1, 4))
    console.log(String(await buffers.download(buffer, 3)))`)
  expect(out).toBe('3,1,4')
})

test('a device outlives collections of garbage', async () => {
  const out = await runScript(
    `for (let i = 0; i < 5; i++) {
      globalThis.gc()
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (!(await checkDevice(gpu)).passed) throw new Error('failed')
    }
    console.log('alive')`,
    '--expose-gc',
  )
  expect(out).toBe('alive')
})

test('ending without destroying the device is no crash', async () => {
  expect(await runScript(`console.log(gpu.state); process.exit(0)`)).toBe('ready')
})

test('waiting lets timers and I/O go on', async () => {
  const out = await runScript(`
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    while (ticks < 5) await checkDevice(gpu)
    clearInterval(timer)
    console.log('ticked')`)
  expect(out).toBe('ticked')
})
