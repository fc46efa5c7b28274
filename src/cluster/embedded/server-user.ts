// The user that the embedded server runs as: PostgreSQL refuses to run as root.

import { chownSync, cpSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { EnvironmentError } from '../../language/errors.ts'
import { programIn } from './binaries.ts'

/** A user, as `spawn` takes it; without fields, the user of this process. */
export interface ServerUser {
  readonly uid?: number
  readonly gid?: number
}

const CANDIDATES = ['postgres', 'nobody']

/** The user of this process; for root, another one. */
export function chooseServerUser(): ServerUser {
  if (process.getuid?.() !== 0) return {}
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const candidate of CANDIDATES) {
    const entry = entries.find(([name]) => name === candidate)
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new EnvironmentError('embedded-failed', 'PostgreSQL does not run as root, and there is no other user', {
    advice: `Create the user ${CANDIDATES[0]}, or name a server with --database.`,
  })
}

/** Gives a file or folder to the user of the server. */
export function giveTo({ uid, gid }: ServerUser, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** A folder of the server's programs that its user can read: the given one, or a copy of it. */
export function readableFolder(programs: string, user: ServerUser, folder: string): string {
  if (user.uid === undefined || canRun(programs, user)) return programs
  const copy = join(folder, 'native')
  if (canRun(copy, user)) return copy
  rmSync(copy, { recursive: true, force: true })
  cpSync(programs, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

function canRun(programs: string, user: ServerUser): boolean {
  return spawnSync(programIn(programs, 'postgres'), ['--version'], { ...user, stdio: 'ignore', cwd: '/' }).status === 0
}
