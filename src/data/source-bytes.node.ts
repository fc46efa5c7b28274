// The bytes of task files, unpacked where they are packed.

import { createReadStream, readFile as readFileThen } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'

import { UserError } from '../language/errors.ts'
import { type ListedFile, unreadable } from './list-task-files.node.ts'
import { damaged } from './damaged-archive.ts'
import type { ZipReader } from './zip-archive.node.ts'

// For many small files twice as fast as the one of node:fs/promises, which makes a handle object for each.
const readFile = promisify(readFileThen)

/** The size of pieces of long files, and of files that are read at once. */
const PIECE_BYTES = 1 << 18

/** Reads task files. To be closed, because archives stay open between their members. */
export class SourceReader {
  #archives: ZipReader | undefined

  /** The bytes of a file, piece by piece. A piece is valid until the piece after the next is asked for. */
  async *read(file: ListedFile): AsyncGenerator<Uint8Array> {
    const { path, packing } = file
    if (packing?.kind === 'zip') {
      const { ZipReader } = await import('./zip-archive.node.ts')
      this.#archives ??= new ZipReader()
      yield* this.#archives.read(packing, PIECE_BYTES)
      return
    }
    try {
      if (packing?.kind === 'gzip') yield* gunzip(path)
      else if (file.byteLength <= PIECE_BYTES) yield await readFile(path)
      else yield* readPieces(path)
    } catch (cause) {
      throw cause instanceof UserError ? cause : unreadable(path, cause)
    }
  }

  /** All bytes of a file, which has at most `maxBytes`; undefined where it has more. */
  async readWhole(file: ListedFile, maxBytes: number): Promise<Uint8Array | undefined> {
    if (file.byteLength > maxBytes) return undefined
    const pieces: Uint8Array[] = []
    let byteLength = 0
    for await (const piece of this.read(file)) {
      byteLength += piece.length
      // The size that an archive declares is not to be trusted.
      if (byteLength > maxBytes) return undefined
      // A copy of what is read into again; of a Buffer, which is not, a view.
      pieces.push(piece.slice())
    }
    return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, byteLength)
  }

  async close(): Promise<void> {
    await this.#archives?.close()
  }
}

/** Reads into two buffers in turns: a new one for each piece takes as long as reading it. */
async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    const buffers = [new Uint8Array(PIECE_BYTES), new Uint8Array(PIECE_BYTES)]
    for (let k = 0; ; k = 1 - k) {
      const { bytesRead } = await file.read(buffers[k]!)
      if (bytesRead === 0) return
      yield buffers[k]!.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function* gunzip(path: string): AsyncGenerator<Uint8Array> {
  const packed = createReadStream(path, { highWaterMark: PIECE_BYTES })
  const unpacked = createGunzip({ chunkSize: PIECE_BYTES })
  let isUnreadable = false
  packed.once('error', (error) => {
    isUnreadable = true
    unpacked.destroy(error)
  })
  try {
    yield* packed.pipe(unpacked) as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw isUnreadable ? cause : damaged(path, cause)
  } finally {
    packed.destroy()
  }
}
