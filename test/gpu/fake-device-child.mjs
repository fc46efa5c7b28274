// A device process without a device, for tests of its parent: FAKE_CHILD names its behaviour.

const behaviour = process.env.FAKE_CHILD ?? ''
const send = (message) => process.send(message)
const work = (runs) => ({
  transfers: { upload: { count: runs, bytes: 10 * runs }, download: { count: runs, bytes: 20 * runs } },
  compiled: { pipelines: runs, ms: 5 * runs },
})
let runs = 0

if (behaviour === 'exits at once') process.exit(7)
if (behaviour === 'prints and exits')
  process.stderr.write(`first words\n${'x'.repeat(3000)}\nlast words\n`, () => process.exit(7))
process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  if (message.kind === 'open') {
    if (behaviour === 'refuses')
      return send({
        kind: 'refused',
        error: { name: 'UserError', message: 'toaster', code: 'bad-device-choice', advice: 'Choose another.' },
      })
    return send({
      kind: 'opened',
      facts: { name: `fake ${message.bytes}`, request: message.request, pid: process.pid, argv: process.execArgv },
    })
  }
  if (message.kind === 'close') return behaviour === 'ignores close' ? undefined : process.exit()
  runs++
  send({ kind: 'compiled', run: message.run, done: 1, total: 2 })
  if (behaviour === 'crashes') return process.kill(process.pid, 'SIGKILL')
  if (behaviour === 'silent' || (behaviour === 'answers once' && runs > 1)) return
  if (behaviour === 'fails')
    return send({
      kind: 'failed',
      run: message.run,
      work: work(runs),
      error: { name: 'KernelError', message: 'The kernel rot90 does not compile', code: 'gpu-kernel', kernel: 'rot90' },
    })
  const { image, budget, options } = message
  send({
    kind: 'answer',
    run: message.run,
    work: work(runs),
    words: { keys: Object.keys(image), arena: image.arena, budget, options },
  })
})
