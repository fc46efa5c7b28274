// The version of the package that the command belongs to.

import { readFile } from 'node:fs/promises'

export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
