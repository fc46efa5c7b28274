// Zip archives of task files: the list of their members, and the bytes of a member. Nothing is unpacked to disk.

import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { UserError } from '../language/errors.ts'
import { damaged } from './damaged-archive.ts'

/** A member of an archive: the archive's path, and its entry there. */
export interface ZipMember {
  readonly archive: string
  readonly entry: Entry
}

/** The most members of an archive, task files or not. */
const MAX_MEMBERS = 100_000

/** The members of an archive that are files, in the order of their names. Throws a UserError for an archive that is damaged or hostile. */
export async function listZip(path: string): Promise<Entry[]> {
  const zip = await openZip(path)
  try {
    // A member may share its bytes with others, which makes 10 MB on disk 281 TB.
    const { size } = await stat(path)
    let left = size
    const entries: Entry[] = []
    if (zip.entryCount > MAX_MEMBERS)
      throw hostile(path, `it has ${zip.entryCount} members; the maximum is ${MAX_MEMBERS}`)
    for await (const entry of zip.eachEntry()) {
      left -= entry.compressedSize
      if (left < 0) throw hostile(path, 'its members overlap')
      if (!entry.fileName.endsWith('/')) entries.push(entry)
    }
    return entries.sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
  } catch (cause) {
    throw cause instanceof UserError ? cause : damaged(path, cause)
  } finally {
    zip.close()
  }
}

/** Archives that are open while their members are read. */
export class ZipReader {
  readonly #opened = new Map<string, Promise<ZipFile>>()

  /** The bytes of a member; reading fails where they are not those that the archive declares. */
  async *read({ archive, entry }: ZipMember, pieceBytes: number): AsyncGenerator<Uint8Array> {
    let zip = this.#opened.get(archive)
    if (zip === undefined) this.#opened.set(archive, (zip = openZip(archive)))
    try {
      const stored = await (await zip).openReadStreamPromise(entry, { decodeFileData: false })
      let left = entry.uncompressedSize
      let checksum = 0
      for await (const piece of decode(stored, entry, pieceBytes)) {
        left -= piece.length
        if (left < 0) throw new Error(`${entry.fileName} has more bytes than it declares`)
        checksum = crc32(piece, checksum)
        yield piece
      }
      if (left > 0 || checksum !== entry.crc32) throw new Error(`${entry.fileName} is not the file that was packed`)
    } catch (cause) {
      throw cause instanceof UserError ? cause : damaged(archive, cause)
    }
  }

  async close(): Promise<void> {
    for (const zip of this.#opened.values()) (await zip.catch(() => undefined))?.close()
  }
}

const STORED = 0
const DEFLATED = 8

function decode(stored: Readable, entry: Entry, pieceBytes: number): AsyncIterable<Uint8Array> {
  if (entry.isEncrypted()) throw new Error(`${entry.fileName} is encrypted`)
  if (entry.compressionMethod === STORED) return stored
  if (entry.compressionMethod !== DEFLATED)
    throw new Error(`${entry.fileName} is packed with method ${entry.compressionMethod}; only deflate is known`)
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  stored.once('error', (error) => inflate.destroy(error))
  return stored.pipe(inflate)
}

function hostile(path: string, problem: string): UserError {
  const advice = 'Unpack it elsewhere and name the folder, if you trust it.'
  return new UserError('archive-refused', `${path} is not read: ${problem}`, { place: { file: path }, advice })
}

async function openZip(path: string): Promise<ZipFile> {
  const { openPromise } = await import('yauzl')
  try {
    // Names with `..` or a root are refused by the library.
    return await openPromise(path, { lazyEntries: true, autoClose: false })
  } catch (cause) {
    throw damaged(path, cause)
  }
}
