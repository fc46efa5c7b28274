// The files of the static build, read once: a request can reach nothing else.

import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A file as it is sent. */
export interface StaticFile {
  readonly type: string
  readonly content: Uint8Array
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** All files below a folder by their paths from it, with `/` between the parts. */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(folder.length).replaceAll('\\', '/')
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      return [name, { type, content: readFileSync(path) }]
    }),
  )
}

/** The page of a server that has files: the studio then asks for them. */
export function markServed({ type, content }: StaticFile): StaticFile {
  const text = Buffer.from(content).toString('utf8').replace('<html ', '<html data-served ')
  return { type, content: Buffer.from(text) }
}
