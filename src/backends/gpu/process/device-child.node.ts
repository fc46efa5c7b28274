// The main module of a device process: opens a device and runs the images it receives, in order.

import { openNumberedDevice } from '../device/device.node.ts'
import { LocalDevice } from '../resident/local-device.ts'
import type { MessageFromDevice, MessageToDevice, OpenMessage, RunMessage } from './device-messages.ts'
import { packError } from './sent-error.ts'

let device: LocalDevice | undefined
let last = Promise.resolve()

// A terminal sends SIGINT to this process as well; the parent decides when it ends.
process.on('SIGINT', () => undefined)
// The parent is gone. SIGKILL, because `exit` would wait for a driver that hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: MessageToDevice) => {
  last = last.then(() => handle(message))
})

async function handle(message: MessageToDevice): Promise<void> {
  switch (message.kind) {
    case 'open':
      return open(message)
    case 'run':
      return run(message)
    case 'close':
      await device?.close()
      return process.exit()
  }
  message satisfies never
}

// After a failure the process waits to be ended: exiting at once would lose the message.
async function open({ request, bytes }: OpenMessage): Promise<void> {
  try {
    const { gpu, reason } = await openNumberedDevice(request)
    device = await LocalDevice.open(gpu, bytes, reason)
    send({ kind: 'opened', facts: device.facts })
  } catch (error) {
    send({ kind: 'refused', error: packError(error) })
  }
}

async function run({ run: number, image, budget, options }: RunMessage): Promise<void> {
  const onCompile = (done: number, total: number) => send({ kind: 'compiled', run: number, done, total })
  const { work } = device!
  try {
    const words = await device!.run({ ...image, columns: [], blocks: [] }, budget, { ...options, onCompile })
    send({ kind: 'answer', run: number, words, work })
  } catch (error) {
    send({ kind: 'failed', run: number, error: packError(error), work })
  }
}

function send(message: MessageFromDevice): void {
  // Errors are ignored: `disconnect` handles the loss of the parent, and an unhandled error would print a stack.
  process.send!(message, undefined, undefined, () => undefined)
}
