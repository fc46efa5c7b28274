// The files of one shard of a streamed run: files that follow each other, so that the results of all shards in order are those of the whole.

import type { ListedFile } from '../../data/list-task-files.node.ts'
import type { Shard } from '../../engine/run/shard.ts'
import { bytesOf, countBytes } from './choose-stream.ts'

/** The files of a shard; shards have about the same number of bytes. A file belongs to the shard in which its middle is. */
export function shardFiles(files: readonly ListedFile[], { index, count }: Shard): ListedFile[] {
  const total = Math.max(1, countBytes(files))
  let before = 0
  return files.filter((file) => {
    const middle = before + bytesOf(file) / 2
    before += bytesOf(file)
    return Math.min(count - 1, Math.floor((middle * count) / total)) === index - 1
  })
}
