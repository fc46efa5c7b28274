// The software device (SwiftShader) from npm: unpacked once into a cache folder, and the environment it needs.

import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { EnvironmentError } from '../../../language/errors.ts'
import { cacheFolder } from '../../cache-folder.node.ts'
import { installCommand } from '../../optional-packages.ts'
import { unpackFiles } from './unpack.node.ts'

const PACKAGE = '@sparticuz/chromium'
const DRIVER_MANIFEST = 'vk_swiftshader_icd.json'
// Without libEGL of the archive: it would replace the system's in every process that inherits the environment.
const FILES = ['libvulkan.so.1', 'libvk_swiftshader.so', DRIVER_MANIFEST]
const RECEIPT = 'receipt.json'

/** An unpacked software device; only a process started with `environment` finds its adapter. */
export interface SoftwareDevice {
  readonly folder: string
  readonly environment: { readonly LD_LIBRARY_PATH: string; readonly VK_ICD_FILENAMES: string }
  /** True if this call unpacked it, false if it was cached. */
  readonly unpacked: boolean
}

interface Archive {
  readonly path: string
  readonly version: string
  readonly byteLength: number
}

/** The content of a complete folder; written last, so a folder without it is incomplete. */
interface Receipt {
  readonly archiveByteLength: number
  readonly fileByteLengths: Readonly<Record<string, number>>
}

/** Finds the software device in the cache or unpacks it there; throws an EnvironmentError if it cannot. */
export async function prepareSoftwareDevice(env: NodeJS.ProcessEnv = process.env): Promise<SoftwareDevice> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new EnvironmentError(
      'software-device-platform',
      `No software device for ${process.platform} ${process.arch}`,
      {
        advice: 'The software device from npm is for linux x64. Install a GPU with its driver.',
      },
    )
  }
  const archive = await findArchive()
  const folder = folderOf(archive, env)
  const complete = await isComplete(folder, archive)
  if (!complete) await fillFolder(folder, archive)
  return { folder, environment: environmentFor(folder, env), unpacked: !complete }
}

/** The software device if it is unpacked already; undefined if not. Throws an EnvironmentError where its package is missing. */
export async function findUnpacked(env: NodeJS.ProcessEnv): Promise<SoftwareDevice | undefined> {
  const archive = await findArchive()
  const folder = folderOf(archive, env)
  if (!(await isComplete(folder, archive))) return undefined
  return { folder, environment: environmentFor(folder, env), unpacked: false }
}

function folderOf({ version }: Archive, env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), `swiftshader-${version}`)
}

/** The environment in which a process finds the driver in `folder`. */
export function environmentFor(folder: string, env: NodeJS.ProcessEnv): SoftwareDevice['environment'] {
  const others = (env.LD_LIBRARY_PATH ?? '').split(delimiter).filter((path) => path !== '' && path !== folder)
  return {
    LD_LIBRARY_PATH: [folder, ...others].join(delimiter),
    VK_ICD_FILENAMES: join(folder, DRIVER_MANIFEST),
  }
}

async function findArchive(): Promise<Archive> {
  try {
    // The package exports neither its archive nor its package.json: search from its entry point.
    let folder = dirname(createRequire(import.meta.url).resolve(PACKAGE))
    while (!(await isFolderOf(PACKAGE, folder))) {
      if (folder === dirname(folder)) throw new Error(`no package.json of ${PACKAGE} above its entry point`)
      folder = dirname(folder)
    }
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    const path = join(folder, 'bin', 'swiftshader.tar.br')
    return { path, version, byteLength: (await stat(path)).size }
  } catch (cause) {
    throw new EnvironmentError(
      'software-device-missing',
      `The package ${PACKAGE}, which has the software device, is not installed`,
      {
        advice: `Run \`${installCommand('webgpu', PACKAGE)}\`, with -g if megabatt is installed globally.`,
        cause,
      },
    )
  }
}

async function isFolderOf(name: string, folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { name?: string }).name === name
}

async function isComplete(folder: string, archive: Archive): Promise<boolean> {
  try {
    const receipt = JSON.parse(await readFile(join(folder, RECEIPT), 'utf8')) as Receipt
    if (receipt.archiveByteLength !== archive.byteLength) return false
    for (const name of FILES) {
      const file = await stat(join(folder, name))
      if (!file.isFile() || file.size !== receipt.fileByteLengths[name]) return false
    }
    return true
  } catch {
    return false
  }
}

// Renames files one at a time, never the folder: a concurrent process sees each file complete, old or new, and two
// processes that repair the folder write the same content.
async function fillFolder(folder: string, archive: Archive): Promise<void> {
  let temporary: string | undefined
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    temporary = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
    const fileByteLengths = await unpackFiles(archive.path, FILES, temporary)
    const receipt: Receipt = { archiveByteLength: archive.byteLength, fileByteLengths }
    await writeFile(join(temporary, RECEIPT), JSON.stringify(receipt))
    for (const name of [...FILES, RECEIPT]) await moveInto(join(temporary, name), join(folder, name))
  } catch (cause) {
    throw new EnvironmentError('software-device-unpack', `The software device could not be unpacked into ${folder}`, {
      advice: `${String(cause)}. Set MEGABATT_CACHE to a folder that can be written to, or reinstall ${PACKAGE}.`,
      cause,
    })
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true })
  }
}

async function moveInto(source: string, target: string): Promise<void> {
  try {
    await rename(source, target)
  } catch {
    // The target is not a file, for example a folder.
    await rm(target, { recursive: true, force: true })
    await rename(source, target)
  }
}
