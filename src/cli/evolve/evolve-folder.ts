// The folder of `evolve --out`: solvers, a log of generations and a checkpoint, from which an interrupted evolution resumes.

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Checkpoint } from '../../evolve/checkpoint.ts'
import { parseCheckpoint } from '../../evolve/parse-checkpoint.ts'
import { UserError } from '../../language/errors.ts'
import { nodeFiles } from '../results/file-calls.ts'
import { machineProcesses } from '../results/lock-owner.ts'
import { Lock } from '../results/lock.ts'
import { unwritable } from '../unwritable.ts'
import { writeAtomically } from '../write-atomically.ts'

/** What happens to a folder that has an evolution already. */
export interface FolderOptions {
  readonly resume: boolean
  readonly force: boolean
}

/** The checkpoint as the file has it: the log up to this byte belongs to it. */
export interface StoredCheckpoint extends Checkpoint {
  readonly logBytes: number
}

const CHECKPOINT = 'checkpoint.json'
/** The name of the log in the folder. */
export const LOG = 'log.jsonl'
const SOLVERS = 'solvers.py'

/** The largest checkpoint that is read: larger ones are not ours. */
const MAX_BYTES = 1 << 30

/** An open folder, locked against other processes. */
export class EvolveFolder {
  /** The state to go on from. */
  readonly checkpoint: StoredCheckpoint | undefined
  readonly path: string
  readonly #lock: Lock
  #log: number | undefined
  /** Not before the evolution goes on: one that is refused leaves the folder as it is. */
  #isCut = false

  private constructor(path: string, lock: Lock, checkpoint: StoredCheckpoint | undefined) {
    this.path = path
    this.#lock = lock
    this.checkpoint = checkpoint
  }

  /** Opens a folder, which is made if there is none; throws where it has an evolution that must not be replaced. */
  static open(path: string, { resume, force }: FolderOptions): EvolveFolder {
    try {
      mkdirSync(path, { recursive: true })
    } catch (cause) {
      throw unwritable(path, cause)
    }
    const file = join(path, CHECKPOINT)
    const lock = Lock.take(file, { files: nodeFiles, processes: machineProcesses, sync: false })
    try {
      const hasFiles = [CHECKPOINT, LOG, SOLVERS].some((name) => existsSync(join(path, name)))
      if (hasFiles && !resume && !force) {
        const advice = 'Go on with it by --resume, replace it by --force, or choose another folder.'
        throw new UserError('out-exists', `${path} has an evolution already`, { place: { file: path }, advice })
      }
      const checkpoint = resume && existsSync(file) ? readCheckpoint(file) : undefined
      const folder = new EvolveFolder(path, lock, checkpoint)
      if (checkpoint === undefined) for (const name of [CHECKPOINT, SOLVERS]) rmSync(join(path, name), { force: true })
      folder.#openLog()
      return folder
    } catch (error) {
      lock.release()
      throw (error as NodeJS.ErrnoException).syscall === undefined ? error : unwritable(path, error)
    }
  }

  /** Whether the log is empty: a new evolution begins with a line about itself. */
  get isNew(): boolean {
    return this.checkpoint === undefined
  }

  /** Appends lines to the log; before the first of them, what came after the checkpoint is cut off. */
  append(lines: readonly unknown[]): void {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    this.#try(() => {
      if (!this.#isCut) ftruncateSync(this.#log!, this.checkpoint?.logBytes ?? 0)
      this.#isCut = true
      for (let at = 0; at < bytes.length;) at += writeSync(this.#log!, bytes, at)
    })
  }

  /** Stores a state in one step; the log is on disk before it. */
  store(checkpoint: Checkpoint): void {
    const logBytes = this.#try(() => {
      fsyncSync(this.#log!)
      return fstatSync(this.#log!).size
    })
    const stored: StoredCheckpoint = { ...checkpoint, logBytes }
    writeAtomically(join(this.path, CHECKPOINT), `${JSON.stringify(stored)}\n`, { force: true })
  }

  /** Replaces the file of solvers and returns its path. */
  writeSolvers(text: string): string {
    const path = join(this.path, SOLVERS)
    writeAtomically(path, text, { force: true })
    return path
  }

  close(): void {
    if (this.#log !== undefined) closeSync(this.#log)
    this.#log = undefined
    this.#lock.release()
  }

  #openLog(): void {
    this.#log = openSync(join(this.path, LOG), 'a+')
    const { size } = fstatSync(this.#log)
    const logBytes = this.checkpoint?.logBytes ?? 0
    if (size < logBytes)
      throw new UserError('evolve-resume', `${join(this.path, LOG)} is shorter than its checkpoint says`, {
        advice: 'Begin a new evolution with --force.',
      })
  }

  #try<T>(call: () => T): T {
    try {
      return call()
    } catch (cause) {
      throw unwritable(join(this.path, LOG), cause)
    }
  }
}

function readCheckpoint(file: string): StoredCheckpoint {
  if (statSync(file).size > MAX_BYTES)
    throw new UserError('evolve-resume', `${file} is too large for a checkpoint`, { place: { file } })
  const checkpoint = parseCheckpoint(readFileSync(file, 'utf8'), file)
  const { logBytes } = checkpoint
  if (!Number.isSafeInteger(logBytes) || (logBytes as number) < 0)
    throw new UserError('evolve-resume', `${file} does not say how long its log is`, { place: { file } })
  return { ...checkpoint, logBytes: logBytes as number }
}
