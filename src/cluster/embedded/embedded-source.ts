// The embedded database as the source of a session: whoever needs it first starts its keeper, and all share the server.

import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import type { OwnScript } from '../../backends/own-scripts.node.ts'
import { EnvironmentError } from '../../language/errors.ts'
import type { DatabaseSource } from '../database/session.ts'
import { findServerFolder } from './binaries.ts'
import { clientConfig, readKeeperFailure } from './keep-server.ts'
import { ServerFiles, isAlive, serverFolder } from './server-files.ts'

const START_MS = 60_000
const LOOK_EVERY_MS = 50
/** A keeper that finds another one ends, and so may that other one: a new one is started from time to time. */
const START_AGAIN_MS = 2000

/** The database in the user's data folder; `keeper` is the script of the process that starts and stops it. */
export class EmbeddedSource implements DatabaseSource {
  readonly shown = '127.0.0.1 (embedded)'
  readonly #files: ServerFiles
  readonly #keeper: OwnScript

  constructor(env: NodeJS.ProcessEnv, keeper: OwnScript) {
    this.#files = new ServerFiles(serverFolder(env))
    this.#keeper = keeper
  }

  async locate(): Promise<ClientConfig> {
    const running = await this.#findRunning()
    if (running !== undefined) {
      if (!isAlive(running.keeper)) this.#startKeeper()
      return clientConfig(this.#files, running.port)
    }
    findServerFolder()
    this.#files.create()
    const started = performance.now()
    for (let next = 0; ;) {
      const now = performance.now() - started
      if (now >= next) {
        this.#files.writeFailure(undefined)
        this.#startKeeper()
        next = now + START_AGAIN_MS
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      const found = await this.#findRunning()
      if (found !== undefined) return clientConfig(this.#files, found.port)
      const failure = this.#files.readFailure()
      if (failure !== undefined) throw readKeeperFailure(failure)
      if (now > START_MS)
        throw new EnvironmentError('embedded-failed', 'The embedded database does not start', {
          advice: `The log of the server is ${this.#files.log}.`,
        })
    }
  }

  async #findRunning() {
    const server = this.#files.readServer()
    const postmaster = this.#files.readPostmaster()
    // Files of a killed server remain, and another program may have its port or its process number.
    if (server === undefined || postmaster?.port !== server.port || !isAlive(postmaster.pid)) return undefined
    return (await isListening(server.port)) ? server : undefined
  }

  #startKeeper(): void {
    const { file, args } = this.#keeper
    const log = openSync(this.#files.log, 'a', 0o600)
    const child = spawn(process.execPath, [fileURLToPath(file), ...args, this.#files.folder], {
      cwd: this.#files.folder,
      // Neither the terminal nor the end of this process must end it.
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.unref()
    closeSync(log)
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(2000, () => settle(false))
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
