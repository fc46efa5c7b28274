// A copy of the project in which mutants are tried, with a process that runs tests there.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LEFT_OUT = /^(?:\.git|\.mutate|node_modules|coverage|dist-.*)$/
/** A test file may take longer than it did without a mutant, by this factor and this time. */
const TIMEOUT_FACTOR = 5
const TIMEOUT_SECONDS = 15

/** Files of `dist/bin` that tests start; here they load the modules of which the bundles are made, so that commands run mutants. */
const STARTERS = {
  'megabatt.cjs': `import('../cli/command-line.js').then(({ runCommandLine }) => runCommandLine())\n`,
  'database-keeper.node.cjs': `import('../cli/database-keeper.node.js')\n`,
}

export class ProjectCopy {
  #child
  #isMeasuring
  #home = makeHome()

  /** Makes the copy in a folder, or brings an earlier one up to date. */
  constructor(root, folder) {
    this.folder = folder
    /** Where the processes of tests write their coverage. */
    this.reports = `${folder}-reports`
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(root).filter((entry) => !LEFT_OUT.test(entry)))
      cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true, filter: isChanged })
    if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const [name, text] of Object.entries(STARTERS)) this.write(`dist/bin/${name}`, text)
  }

  /** Replaces the text of a file. */
  write(path, text) {
    writeFileSync(join(this.folder, path), text)
  }

  /**
   * Runs test files in this order up to the first that fails; `failed` is its path. If one takes much longer than its usual seconds,
   * `isTimeout` is set, and all tests are ended.
   */
  async run(files, seconds, isMeasuring = false) {
    if (isMeasuring !== this.#isMeasuring) this.end()
    this.#isMeasuring = isMeasuring
    const child = (this.#child ??= await this.#start())
    const outcome = await watch(child, files, seconds)
    if (outcome.isTimeout || child.exitCode !== null) this.end()
    return outcome
  }

  /** Ends the tests and all that they have started. */
  end() {
    try {
      if (this.#child !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    this.#child = undefined
  }

  /** Ends the tests and removes their files; the copy stays. */
  close() {
    this.end()
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 })
  }

  async #start() {
    const coverage = this.#isMeasuring ? { MEGABATT_MUTATE_COVERAGE: this.reports } : {}
    // A process group of its own can be ended as one.
    const child = fork(join(import.meta.dirname, 'run-tests.mjs'), {
      cwd: this.folder,
      env: { ...process.env, ...useHome(this.#home), ...coverage },
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const isReady = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)])
    if (!isReady) throw new Error(`Vitest does not start in ${this.folder}`)
    return child
  }
}

/** A folder for files of tests. The embedded database runs as another user if this one is root, and must get there. */
function makeHome() {
  const folder = mkdtempSync(join(tmpdir(), 'megabatt-mutate-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Variables that keep a mutant's files, those that it removes included, in one folder. */
function useHome(folder) {
  const own = {
    HOME: folder,
    TMPDIR: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
  }
  return { ...own, MEGABATT_CACHE: undefined, MEGABATT_DATA: undefined }
}

/** Sends test files to a process and waits for its answer; every file that ends starts the time of the next. */
async function watch(child, files, seconds) {
  let timer
  try {
    return await new Promise((resolve) => {
      let count = 0
      const startTime = () => {
        clearTimeout(timer)
        const limit = TIMEOUT_SECONDS + TIMEOUT_FACTOR * (seconds[count++] ?? 0)
        timer = setTimeout(resolve, 1000 * limit, { isTimeout: true })
      }
      startTime()
      child.on('message', ({ kind, failed }) => (kind === 'end' ? startTime() : resolve({ failed })))
      child.once('exit', () => resolve({ failed: files[0] }))
      child.send({ files })
    })
  } finally {
    clearTimeout(timer)
    child.removeAllListeners('message').removeAllListeners('exit')
  }
}

/** An earlier run may have left a copy; a file that a mutant was written to has another time. */
function isChanged(from, to) {
  const [source, copy] = [statSync(from), statSync(to, { throwIfNoEntry: false })]
  if (source.isDirectory() || copy === undefined) return true
  return source.size !== copy.size || Math.abs(source.mtimeMs - copy.mtimeMs) > 1
}
