// Loaded into a command before it starts (`node --import`): the command sends itself the signal SIGNAL when the file of the name SIGNAL_FILE
// has the length SIGNAL_LENGTH; without a length, when other events have their turn after the file was opened; or, with SIGNAL_CALL, before
// one of the calls that change files, after as many of them. So signals come at the same place on fast and on busy machines.

import fs from 'node:fs'
import { basename } from 'node:path'

const { SIGNAL, SIGNAL_FILE, SIGNAL_LENGTH, SIGNAL_CALL } = process.env
const { openSync, writeSync } = fs
let callsLeft = Number(SIGNAL_CALL)
let descriptor

const sendSignal = () => process.kill(process.pid, SIGNAL)

function countCall() {
  if (callsLeft-- === 0) sendSignal()
}

for (const name of ['fdatasyncSync', 'fsyncSync', 'ftruncateSync', 'linkSync', 'renameSync', 'unlinkSync']) {
  const call = fs[name]
  fs[name] = (...args) => {
    countCall()
    return call(...args)
  }
}

// Node itself may open modules by this function, as URLs.
fs.openSync = (path, flags, ...args) => {
  if (flags !== 'r') countCall()
  const opened = openSync(path, flags, ...args)
  if (basename(String(path)) !== SIGNAL_FILE) return opened
  descriptor = opened
  if (SIGNAL_LENGTH === undefined) setImmediate(sendSignal)
  return opened
}

fs.writeSync = (target, bytes, ...args) => {
  countCall()
  const room = target === descriptor ? Number(SIGNAL_LENGTH) - fs.fstatSync(target).size : -1
  if (!(room >= 0 && room <= bytes.length)) return writeSync(target, bytes, ...args)
  // A write may be shorter than asked for.
  const written = writeSync(target, bytes.subarray(0, room))
  descriptor = undefined
  sendSignal()
  return written
}
