// The lock of a result file: `FILE.lock`, which names the process that writes. Only one process can hold it.
//
// A lock is written under a name of its own and then linked to its final name, so that it is never seen half-written, and
// linking fails where the name exists. The owner may die at any call. A lock of a dead owner is not deleted: between
// reading it and deleting it, another process may have replaced it by its own. Instead, the successor of lock `id` is
// linked to `FILE.lock.id`, which only one process can do, and so on from there. The holder is the owner of the last lock
// of the chain that begins at `FILE.lock`. Having linked its lock, the successor moves it to `FILE.lock`, in one step that
// makes the chain one lock long again. A slow process may link a successor to a lock that was replaced meanwhile; so
// after linking, each process walks the chain again and holds the lock only if it arrives at its own. No lock that has
// left the chain can return: ids are random.

import { type EnvironmentError, UserError } from '../../language/errors.ts'
import { unwritable } from '../unwritable.ts'
import { type FileCalls, errorCode, hideErrors } from './file-calls.ts'
import { type LockOwner, type OwnerState, type Processes, parseOwner } from './lock-owner.ts'

/** The files that a lock is taken with. */
export interface LockContext {
  readonly files: FileCalls
  readonly processes: Processes
  /** Puts the lock on disk before it counts. */
  readonly sync: boolean
}

/** A link of the chain: the path of a lock file and its owner. */
interface Claim {
  readonly path: string
  readonly owner: LockOwner
}

/** A lock that this process holds. */
export class Lock {
  readonly #files: FileCalls
  readonly #path: string
  readonly #owner: LockOwner

  private constructor(files: FileCalls, path: string, owner: LockOwner) {
    this.#files = files
    this.#path = path
    this.#owner = owner
  }

  /** Takes the lock of a file; throws `out-locked` where another process holds it. */
  static take(file: string, context: LockContext): Lock {
    const { files, processes } = context
    const path = `${file}.lock`
    const owner = processes.describeOwn()
    const own = `${path}.${owner.id}.new`
    try {
      writeClaim(own, owner, context)
      while (!tryTake(path, own, owner, context, file));
      files.unlink(own)
    } catch (cause) {
      hideErrors(() => files.unlink(own))
      throw errorCode(cause) === undefined ? cause : unlockable(path, cause)
    }
    return new Lock(files, path, owner)
  }

  /** Gives the lock back, unless somebody has removed it. */
  release(): void {
    if (readClaim(this.#files, this.#path, this.#path)?.owner.id === this.#owner.id) this.#files.unlink(this.#path)
  }
}

function writeClaim(path: string, owner: LockOwner, { files, sync }: LockContext): void {
  const descriptor = files.open(path, 'wx')
  try {
    let rest: Uint8Array = Buffer.from(`${JSON.stringify(owner)}\n`)
    while (rest.length > 0) rest = rest.subarray(files.write(descriptor, rest))
    if (sync) files.sync(descriptor)
  } finally {
    files.close(descriptor)
  }
}

/** False where another process has changed the chain meanwhile. */
function tryTake(
  path: string,
  own: string,
  owner: LockOwner,
  { files, processes }: LockContext,
  file: string,
): boolean {
  const chain = readChain(files, path, file)
  const last = chain.at(-1)
  const state = last === undefined ? 'dead' : processes.stateOf(last.owner)
  if (state !== 'dead') throw held(file, last!, state)
  const target = last === undefined ? path : successorPath(path, last.owner)
  try {
    files.link(own, target)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
  if (last === undefined) return true
  if (readChain(files, path, file).at(-1)?.owner.id !== owner.id) {
    removeIfThere(files, target)
    return false
  }
  files.rename(target, path)
  for (const { path: passed } of chain.slice(1)) removeIfThere(files, passed)
  return true
}

function successorPath(path: string, { id }: LockOwner): string {
  return `${path}.${id}`
}

function readChain(files: FileCalls, path: string, file: string): Claim[] {
  const chain: Claim[] = []
  for (let next = path; ;) {
    const claim = readClaim(files, next, file)
    if (claim === undefined) return chain
    chain.push(claim)
    next = successorPath(path, claim.owner)
  }
}

function readClaim(files: FileCalls, path: string, file: string): Claim | undefined {
  let text: string
  try {
    text = files.readText(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const owner = parseOwner(text)
  if (owner !== undefined) return { path, owner }
  const advice = `Delete ${path} if no other run writes ${file}.`
  throw new UserError('out-locked', `${path} does not name a process`, { place: { file: path }, advice })
}

function removeIfThere(files: FileCalls, path: string): void {
  try {
    files.unlink(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

function held(file: string, { path, owner }: Claim, state: OwnerState): UserError {
  const message = `${file} is in use by process ${owner.pid} on ${owner.host}`
  const advice =
    state === 'alive'
      ? 'Wait until it ends, or choose another file.'
      : `That process cannot be checked from here. If it has ended, delete ${path}; else wait, or choose another file.`
  return new UserError('out-locked', message, { place: { file: path }, advice })
}

function unlockable(path: string, cause: unknown): EnvironmentError {
  const needsLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(cause) ?? '')
  return unwritable(path, cause, needsLinks ? 'Choose a folder on a file system with hard links.' : undefined)
}
