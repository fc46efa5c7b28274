// Files that tests give to commands, in a folder that is gone after them.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder of a test file's own. */
export interface TemporaryFolder {
  /** The path that a file or folder of this name has in it. */
  pathOf(name: string): string
  /** Writes a file, with the folders that its name goes through, and gives its path. */
  write(name: string, content: string | Uint8Array): string
}

/** A folder that is made when it is first used, and removed after all tests of the file; to be asked for at its top. */
export function temporaryFolder(name: string): TemporaryFolder {
  let folder: string | undefined
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })
  const pathOf = (file: string) => join((folder ??= mkdtempSync(join(tmpdir(), `megabatt-${name}-`))), file)
  const write = (file: string, content: string | Uint8Array) => {
    const path = pathOf(file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }
  return { pathOf, write }
}
