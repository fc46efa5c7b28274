// Loads programs from files and folders on disk.

import { createReadStream, readFile as readFileThen } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Diagnostic } from '../language/diagnostics.ts'
import { LimitError, UserError } from '../language/errors.ts'
import type { Program } from '../language/program.ts'
import { readProgramFile } from '../language/read-any.ts'
import type { ReadOptions } from '../language/recognize-dialect.ts'
import { MAX_FILE_BYTES } from '../language/source-text.ts'

/** A program file; the content of a file that is too large is empty. */
export interface ProgramFile {
  /** The path as given, or the given folder and the path in it. */
  readonly file: string
  readonly content: Uint8Array
}

/** The files, in the order of the given paths and of their names in folders, and their programs. */
export interface LoadedPrograms {
  readonly files: readonly ProgramFile[]
  /** The programs without errors; names are unique only in a file. */
  readonly programs: readonly Program[]
  readonly diagnostics: readonly Diagnostic[]
}

const readFile = promisify(readFileThen)

const ENDINGS = ['.py', '.json']
/** The record that `megabatt card` writes beside a batt. */
const RECORD_ENDING = '.mutations.json'
/** How task files begin: with pairs, or with an id and its pairs. */
const TASK_START = /^\s*(?:\{\s*"[^"]*"\s*:\s*)?\[?\s*\{\s*"(?:train|test|input|output)"\s*:/
const TASK_START_BYTES = 512
const MAX_FILES = 100_000
/** Files up to this size are read at once. */
const SMALL_FILE_BYTES = 1 << 18
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024

/** How programs are loaded. */
export interface LoadOptions extends ReadOptions {
  /** Read in the place of the path `-`, as the file `<stdin>`; without it, `-` is a file of that name. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined
}

/** The name of standard input in messages and results. */
const STDIN_NAME = '<stdin>'

/** Reads files of any ending, and the program files in folders; problems in a file are diagnostics. */
export async function loadPrograms(
  paths: readonly string[],
  { stdin, ...options }: LoadOptions = {},
): Promise<LoadedPrograms> {
  const files: ProgramFile[] = []
  const programs: Program[] = []
  const diagnostics: Diagnostic[] = []
  let totalBytes = 0
  for (const path of await findFiles(paths, stdin !== undefined)) {
    const isStdin = stdin !== undefined && path === '-'
    const file = isStdin ? STDIN_NAME : path
    const content = isStdin ? await readStream(stdin, file) : await readBytes(file)
    files.push({ file, content: content ?? new Uint8Array() })
    if (content === undefined) {
      diagnostics.push(tooLarge(file))
      continue
    }
    totalBytes += content.byteLength
    if (totalBytes > MAX_TOTAL_BYTES) throw tooMuch('more than 1 GB of program files')
    const read = readProgramFile(content, file, options)
    // Not push(...read.programs): a file may hold more of them than a call may have arguments.
    for (const program of read.programs) programs.push(program)
    for (const diagnostic of read.diagnostics) diagnostics.push(diagnostic)
  }
  return { files, programs, diagnostics }
}

/** The program files of the given paths, each once: files of any ending, and the program files in folders. */
export function listProgramFiles(paths: readonly string[]): Promise<string[]> {
  return findFiles(paths, false)
}

/** The files of the given paths, each once. */
async function findFiles(paths: readonly string[], hasStdin: boolean): Promise<string[]> {
  const found = new Map<string, string>()
  const add = (file: string): void => {
    const key = resolve(file)
    if (!found.has(key)) found.set(key, file)
    if (found.size > MAX_FILES) throw tooMuch(`more than ${MAX_FILES} program files`)
  }
  for (const path of paths) {
    if ((hasStdin && path === '-') || !(await isFolder(path))) {
      add(path)
      continue
    }
    let count = 0
    for await (const file of walkFolder(path)) {
      add(file)
      count++
    }
    if (count > 0) continue
    throw new UserError('no-programs', `There is no program file in ${path}`, {
      place: { file: path },
      advice: `Program files end with ${ENDINGS.join(' or ')}, and task files do not count; a file with another ending can be given by its name.`,
    })
  }
  return [...found.values()]
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

/**
 * The program files below a folder in the order of their names; links to folders are not followed, as they can be cyclic. Task files are left
 * out: they may lie beside the programs.
 */
async function* walkFolder(folder: string): AsyncIterable<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(folder, cause)
  })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && entry.name !== 'node_modules') yield* walkFolder(path)
    } else if (ENDINGS.some((ending) => entry.name.endsWith(ending)) && !entry.name.endsWith(RECORD_ENDING)) {
      const isRegular = entry.isFile() || (entry.isSymbolicLink() && !(await isFolder(path)))
      if (isRegular && !(path.endsWith('.json') && (await isTaskFile(path)))) yield path
    }
  }
}

async function isTaskFile(path: string): Promise<boolean> {
  // A file that cannot be read is listed: the error is reported where it is read as a whole.
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return false
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TASK_START_BYTES))
    return TASK_START.test(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await file.close()
  }
}

/** The content of a file; undefined if it exceeds the limit. */
async function readBytes(path: string): Promise<Uint8Array | undefined> {
  try {
    const { size } = await stat(path)
    if (size > MAX_FILE_BYTES) return undefined
    // Most files are small, and the first stream of a process takes longer than one of them.
    if (size > 0 && size <= SMALL_FILE_BYTES) {
      const content = await readFile(path)
      return content.byteLength > MAX_FILE_BYTES ? undefined : content
    }
  } catch (cause) {
    throw unreadable(path, cause)
  }
  return readStream(createReadStream(path), path)
}

/** The same of a stream: pipes and devices have no size, and a file can still grow. */
async function readStream(stream: AsyncIterable<Uint8Array>, path: string): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let byteLength = 0
  try {
    for await (const chunk of stream) {
      byteLength += chunk.byteLength
      if (byteLength > MAX_FILE_BYTES) return undefined
      chunks.push(chunk)
    }
  } catch (cause) {
    throw unreadable(path, cause)
  }
  return Buffer.concat(chunks, byteLength)
}

function tooLarge(file: string): Diagnostic {
  const message = `The file has more than ${MAX_FILE_BYTES / (1024 * 1024)} MB, so it is not read`
  const advice = 'Split it into several files.'
  const place = { line: 1, column: 1, excerpt: '', caret: 0 }
  return { code: 'file-too-large', severity: 'error', file, ...place, message, advice }
}

function unreadable(path: string, cause: unknown): UserError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new UserError('file-unreadable', `${path} cannot be read: ${reason}`, { place: { file: path }, cause })
}

function tooMuch(what: string): LimitError {
  return new LimitError('input-too-large', `These are ${what}`, { advice: 'Give them a part at a time.' })
}
