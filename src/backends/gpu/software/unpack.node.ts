// Unpacks selected files of a brotli-compressed tar archive into a folder.

import { readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { extract } from 'tar-stream'

/** Writes the files `names` into `folder` and returns their sizes; throws if one is missing or an entry leaves the folder. */
export async function unpackFiles(
  archivePath: string,
  names: readonly string[],
  folder: string,
): Promise<Record<string, number>> {
  const archive = await promisify(brotliDecompress)(await readFile(archivePath))
  const byteLengths: Record<string, number> = {}
  const entries = extract()
  entries.end(archive)
  for await (const entry of entries) {
    const { name, type } = entry.header
    if (leavesFolder(folder, name)) throw new Error(`the archive entry ${JSON.stringify(name)} leaves the folder`)
    const wanted = names.find((candidate) => resolve(folder, candidate) === resolve(folder, name))
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    if (wanted === undefined) continue
    // A link could point outside the folder.
    if (type !== 'file') throw new Error(`the archive entry ${name} is a ${type}, not a file`)
    const content = Buffer.concat(chunks)
    await writeFile(join(folder, wanted), content, { mode: 0o755 })
    byteLengths[wanted] = content.byteLength
  }
  const missing = names.filter((name) => byteLengths[name] === undefined)
  if (missing.length > 0) throw new Error(`the archive lacks ${missing.join(', ')}`)
  return byteLengths
}

/** Whether an entry of the archive would be written outside `folder`. */
export function leavesFolder(folder: string, entryName: string): boolean {
  const path = relative(resolve(folder), resolve(folder, entryName))
  return path === '..' || path.startsWith(`..${sep}`) || entryName.startsWith('/')
}
