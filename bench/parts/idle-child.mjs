// The main module of a device process whose device computes nothing: what its parent takes is the cost of messages and of the host.

import { IdleDevice } from '../../dist/backends/auto/idle-device.js'

const device = new IdleDevice()

process.on('disconnect', () => process.exit())
process.on('message', async (message) => {
  if (message.kind === 'open') return process.send({ kind: 'opened', facts: device.facts })
  if (message.kind === 'close') return process.exit()
  const words = await device.run(message.image)
  process.send({ kind: 'answer', run: message.run, words, work: device.work })
})
