// The files of the embedded database: where they are, and what its processes tell each other in them.

import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

/** The folder of the embedded database: `postgres` in MEGABATT_DATA, else in `megabatt` in XDG_DATA_HOME or ~/.local/share. */
export function serverFolder(env: NodeJS.ProcessEnv): string {
  if (env.MEGABATT_DATA) return join(resolve(env.MEGABATT_DATA), 'postgres')
  if (env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME)) return join(env.XDG_DATA_HOME, 'megabatt/postgres')
  // The server does not run as root, and others cannot read the home folder of root.
  if (process.getuid?.() === 0) return '/var/lib/megabatt/postgres'
  return join(homedir(), '.local/share/megabatt/postgres')
}

/** A server that is running, and the process that stops it when nobody uses it. */
export interface RunningServer {
  readonly port: number
  readonly keeper: number
}

/** The files in the folder of an embedded database. */
export class ServerFiles {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  get data(): string {
    return join(this.folder, 'data')
  }

  get log(): string {
    return join(this.folder, 'server.log')
  }

  /** Locked by the process that starts and stops the server. */
  get keeper(): string {
    return join(this.folder, 'keeper')
  }

  get #server(): string {
    return join(this.folder, 'server.json')
  }

  get #failure(): string {
    return join(this.folder, 'failure.txt')
  }

  /** Makes the folder. Others may pass through it, since the server may run as another user, but not list it. */
  create(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o711 })
  }

  /** The password of the server, in a file that only its owner can read; made when it is first asked for. */
  password(): string {
    const path = join(this.folder, 'password')
    try {
      return readFileSync(path, 'utf8')
    } catch {
      const password = randomBytes(24).toString('base64url')
      writeFileSync(path, password, { mode: 0o600, flag: 'wx' })
      return password
    }
  }

  readServer(): RunningServer | undefined {
    try {
      const { port, keeper } = JSON.parse(readFileSync(this.#server, 'utf8')) as Partial<RunningServer>
      return Number.isInteger(port) && Number.isInteger(keeper) ? { port: port!, keeper: keeper! } : undefined
    } catch {
      return undefined
    }
  }

  writeServer(server: RunningServer): void {
    rmSync(this.#failure, { force: true })
    writeFileSync(`${this.#server}.new`, JSON.stringify(server), { mode: 0o600 })
    renameSync(`${this.#server}.new`, this.#server)
  }

  removeServer(): void {
    rmSync(this.#server, { force: true })
  }

  /** Why the last start failed; undefined where it did not. */
  readFailure(): string | undefined {
    try {
      return readFileSync(this.#failure, 'utf8')
    } catch {
      return undefined
    }
  }

  writeFailure(text: string | undefined): void {
    if (text === undefined) rmSync(this.#failure, { force: true })
    else writeFileSync(this.#failure, text, { mode: 0o600 })
  }

  /** Process and port of the server that the data are in use by, from PostgreSQL's own file. */
  readPostmaster(): { readonly pid: number; readonly port: number } | undefined {
    try {
      const lines = readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')
      const [pid, port] = [Number(lines[0]), Number(lines[3])]
      return Number.isInteger(pid) && pid > 1 && port > 0 ? { pid, port } : undefined
    } catch {
      return undefined
    }
  }
}

/** Whether a process of this machine is alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is alive, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
