// Compiled programs in the cache folder, by device, driver and source; a damaged file counts as missing.

import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from '../../../cache-folder.node.ts'
import type { AdapterDescription } from '../device.ts'

const HASH_BYTES = 32

/** The binaries of one device. */
export class BinaryCache {
  readonly #folder: string
  readonly #device: string

  /** The description of the device names its driver: another driver has other binaries. */
  constructor(adapter: AdapterDescription, env: NodeJS.ProcessEnv = process.env) {
    this.#folder = join(cacheFolder(env), 'opencl')
    this.#device = JSON.stringify(adapter)
  }

  /** The binary for a source, if there is a whole one. */
  async read(source: string): Promise<Uint8Array | undefined> {
    const bytes = await readFile(this.#pathOf(source)).catch(() => undefined)
    if (bytes === undefined || bytes.length <= HASH_BYTES) return undefined
    const binary = bytes.subarray(HASH_BYTES)
    return hashOf(binary).equals(bytes.subarray(0, HASH_BYTES)) ? binary : undefined
  }

  /** Keeps a binary; the file appears whole or not at all. Without a writable folder the next process compiles again. */
  async write(source: string, binary: Uint8Array): Promise<void> {
    const path = this.#pathOf(source)
    const temporary = `${path}.${process.pid}.part`
    try {
      await mkdir(this.#folder, { recursive: true })
      await writeFile(temporary, Buffer.concat([hashOf(binary), binary]))
      await rename(temporary, path)
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined)
    }
  }

  /** Forgets a binary that the driver rejects. */
  async remove(source: string): Promise<void> {
    await rm(this.#pathOf(source), { force: true }).catch(() => undefined)
  }

  #pathOf(source: string): string {
    return join(this.#folder, hashOf(`${this.#device}\n${source}`).toString('hex'))
  }
}

function hashOf(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}
