// Whether the tasks of a run are streamed: verified window by window, in memory that does not grow with them.

import { type ListedFile, listTaskFiles } from '../../data/list-task-files.node.ts'

/** Task files of more bytes than this are streamed. In memory, with their results, they take several times as much. */
export const MAX_BYTES_IN_MEMORY = 64 * 1024 * 1024
/** Usual for grids. */
const GZIP_RATIO = 10

/** The options that decide it. */
export interface StreamOptions {
  readonly tasks?: string[]
  readonly stream?: true
  readonly failures?: string
  readonly out?: string
  readonly report?: string
  readonly grids?: true
  readonly repeat: number
}

/** Options whose results are of all samples at once. */
export function needsAll({ out, report, grids, repeat }: StreamOptions): boolean {
  return out !== undefined || report !== undefined || grids === true || repeat > 1
}

/** The listed task files, and whether they are streamed; no files where the tasks are those of the gallery. */
export async function chooseStream(
  options: StreamOptions,
): Promise<{ readonly files: readonly ListedFile[] | undefined; readonly isStreamed: boolean }> {
  if (options.tasks === undefined) return { files: undefined, isStreamed: false }
  const files = await listTaskFiles(options.tasks)
  if (needsAll(options)) return { files, isStreamed: false }
  const isLarge = countBytes(files) > MAX_BYTES_IN_MEMORY
  return { files, isStreamed: isLarge || options.stream === true || options.failures !== undefined }
}

/** The bytes of files when they are unpacked, estimated where a file does not declare them. */
export function countBytes(files: readonly ListedFile[]): number {
  return files.reduce((sum, file) => sum + bytesOf(file), 0)
}

/** The bytes of one file. */
export function bytesOf({ byteLength, packing }: ListedFile): number {
  return byteLength * (packing?.kind === 'gzip' ? GZIP_RATIO : 1)
}
