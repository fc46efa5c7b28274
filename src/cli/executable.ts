// The main script of the executable: puts the command into a file, since threads can only be started from files, and starts it.

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRawAsset } from 'node:sea'
import { cacheFolder } from '../backends/cache-folder.node.ts'

const command = Buffer.from(getRawAsset('command') as ArrayBuffer)
// The embedded script itself cannot import files.
createRequire(join(placeCommand(), 'start.cjs'))('./start.cjs')

function placeCommand(): string {
  const name = `command-${createHash('sha256').update(command).digest('hex').slice(0, 16)}`
  try {
    return fillFolder(join(cacheFolder(process.env), name))
  } catch {
    // The cache folder cannot be written.
    return fillFolder(mkdtempSync(join(tmpdir(), 'megabatt-')))
  }
}

function fillFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  placeFile(join(path, 'megabatt.mjs'), command)
  placeFile(join(path, 'start.cjs'), Buffer.from("import('./megabatt.mjs')\n"))
  return path
}

function placeFile(file: string, content: Buffer): void {
  // Compared as a whole: a truncated or changed file must not run.
  if (readIfPresent(file)?.equals(content)) return
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, content, { mode: 0o600 })
  renameSync(temporary, file)
}

function readIfPresent(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
