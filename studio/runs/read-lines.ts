// Lines of a stream with their places; only the line at hand is in memory.

/** A line without its end: the bytes in the half-open range [start, end) of `bytes`, and its offset in the file. */
export interface StreamLine {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  readonly offset: number
  /** Whether the line has its line end. */
  readonly isEnded: boolean
}

const LINE_END = 10
/** Longer than any line that is worth a row. */
const MAX_LINE_BYTES = 1 << 28

/** Calls back for each line of a stream; `onBlock` after each block with the number of bytes so far. */
export async function readLines(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: StreamLine) => void,
  onBlock: (byteCount: number) => void = () => undefined,
): Promise<void> {
  const reader = stream.getReader()
  let rest: Uint8Array[] = []
  let restBytes = 0
  let offset = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const first = value.indexOf(LINE_END)
    if (first < 0) {
      rest.push(value)
      restBytes += value.length
      if (restBytes > MAX_LINE_BYTES) {
        await reader.cancel()
        throw new Error(`A line has more than ${MAX_LINE_BYTES} bytes: this is not a result file.`)
      }
      continue
    }
    const bytes = rest.length === 0 ? value : join([...rest, value], restBytes + value.length)
    let start = 0
    for (let end = restBytes + first; end >= 0; end = bytes.indexOf(LINE_END, start)) {
      onLine({ bytes, start, end, offset: offset + start, isEnded: true })
      start = end + 1
    }
    rest = start === bytes.length ? [] : [bytes.subarray(start)]
    restBytes = bytes.length - start
    offset += start
    onBlock(offset)
  }
  if (restBytes > 0) {
    const bytes = join(rest, restBytes)
    onLine({ bytes, start: 0, end: bytes.length, offset, isEnded: false })
  }
}

function join(parts: readonly Uint8Array[], byteCount: number): Uint8Array {
  const joined = new Uint8Array(byteCount)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
