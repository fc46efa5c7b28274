// Each measurement in a process of its own, so that none disturbs another: its heap, its compiled code, its memory's peak.

import { fork } from 'node:child_process'

/** Runs a script again with these arguments and gives what it sends with `answer`. */
export function runChild(script, args) {
  return new Promise((resolve, reject) => {
    let answered
    const child = fork(script, args)
    child.on('message', (message) => {
      answered = message
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0 && answered !== undefined) resolve(answered)
      else reject(new Error(`${args.join(' ')} ended with exit code ${code}`))
    })
  })
}

/** Sends a child that stays a question and gives what it sends back. */
export function askChild(child, question) {
  return new Promise((resolve, reject) => {
    const onMessage = (message) => {
      child.off('exit', onExit)
      resolve(message)
    }
    const onExit = (code) => {
      child.off('message', onMessage)
      reject(new Error(`A process ended with exit code ${code}`))
    }
    child.once('message', onMessage).once('exit', onExit)
    child.send(question)
  })
}

/** Sends the parent what was measured; without a parent it is printed. */
export function answer(value) {
  if (process.send === undefined) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
  else process.send(value, () => process.disconnect())
}
