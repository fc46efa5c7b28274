// The check of the cache folder: where it is, whether it can be written to, and how large its parts are.

import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../../backends/cache-folder.node.ts'
import { formatBytes } from '../show/format-bytes.ts'
import { type Finding, reasonOf } from './finding.ts'

/** Folders with more files are not measured to the end. */
const MOST_FILES = 20_000

/** The findings of the cache folder. */
export function checkCaches(env: NodeJS.ProcessEnv): Finding[] {
  const folder = cacheFolder(env)
  return [checkWritable(folder), ...listParts(folder)]
}

function checkWritable(folder: string): Finding {
  const topic = 'cache folder'
  const existing = findExisting(folder)
  try {
    if (!statSync(existing).isDirectory()) throw new Error(`${existing} is not a folder`)
    accessSync(existing, constants.W_OK | constants.X_OK)
    return { topic, status: 'ok', finding: `${folder}${existing === folder ? '' : ', not made yet'}` }
  } catch (error) {
    return {
      topic,
      status: 'problem',
      finding: `${folder} cannot be written: ${reasonOf(error)}`,
      advice:
        'Set MEGABATT_CACHE to a folder that can be written to. Without it, self-checks and measurements are repeated by every process, and neither native code nor the software device can be used.',
    }
  }
}

/** The folder itself, or the nearest one above it that exists. */
function findExisting(folder: string): string {
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  return existing
}

function listParts(folder: string): Finding[] {
  let names: string[]
  try {
    names = readdirSync(folder).toSorted()
  } catch {
    return []
  }
  return names.map((name) => {
    const { bytes, files, isWhole } = measure(join(folder, name))
    const size = `${isWhole ? '' : 'more than '}${formatBytes(bytes)}, ${files} ${files === 1 ? 'file' : 'files'}`
    return { topic: `cache ${name}`, status: 'ok', finding: size }
  })
}

function measure(path: string): { bytes: number; files: number; isWhole: boolean } {
  const sum = { bytes: 0, files: 0, isWhole: true }
  const waiting = [path]
  for (const next of waiting) {
    if (sum.files >= MOST_FILES) return { ...sum, isWhole: false }
    try {
      const stats = lstatSync(next)
      if (stats.isDirectory()) waiting.push(...readdirSync(next).map((name) => join(next, name)))
      else {
        sum.bytes += stats.size
        sum.files++
      }
    } catch {
      // Removed meanwhile.
    }
  }
  return sum
}
