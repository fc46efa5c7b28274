// A program and its task as text for the fragment of an address: JSON, compressed, in characters that addresses allow.
//
// Links come from strangers: every size is bounded before and while it is decompressed, and the engine checks the content.

/** Everything that a link contains. */
export interface SharedProgram {
  /** The text in the editor, and the name of the program in it. */
  readonly text: string
  readonly program: string
  /** The task in the form of ARC files, if there is one. */
  readonly task?: { readonly id: string; readonly json: unknown }
  /** The sample: demo pairs, then test pairs, from 0. */
  readonly sample: number
}

/** The version is the first character of a link; it changes with the meaning of its content. */
const VERSION = '1'
/** Browsers and chat programs accept such addresses. */
export const MAX_LINK_LENGTH = 64_000
const MAX_TEXT_BYTES = 4 << 20

/** The text of a link; throws an Error with the remedy if it would be too long. */
export async function encodeShared(shared: SharedProgram): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared))
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const encoded = VERSION + toBase64Url(await collect(stream, MAX_TEXT_BYTES))
  if (encoded.length > MAX_LINK_LENGTH)
    throw new Error(
      `The link would have ${encoded.length} characters; the maximum is ${MAX_LINK_LENGTH}. Share the files instead.`,
    )
  return encoded
}

/** The content of a link; throws an Error that says what is wrong with it. */
export async function decodeShared(encoded: string): Promise<SharedProgram> {
  if (encoded.length > MAX_LINK_LENGTH) throw new Error('The link is too long: it was not made by the studio.')
  if (!encoded.startsWith(VERSION)) throw new Error('The link is of another version of the studio.')
  let value: unknown
  try {
    const bytes = fromBase64Url(encoded.slice(VERSION.length))
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await collect(stream, MAX_TEXT_BYTES)))
  } catch (cause) {
    throw new Error('The link is damaged: copy it again, whole.', { cause })
  }
  if (!isShared(value)) throw new Error('The link does not contain a program.')
  return value
}

function isShared(value: unknown): value is SharedProgram {
  if (typeof value !== 'object' || value === null) return false
  const { text, program, task, sample } = value as Record<string, unknown>
  const hasTask =
    task === undefined ||
    (typeof task === 'object' && task !== null && typeof (task as Record<string, unknown>)['id'] === 'string')
  return typeof text === 'string' && typeof program === 'string' && Number.isInteger(sample) && hasTask
}

/** The bytes of a stream; ends it as soon as there are more than `most`: a short link can decompress to gigabytes. */
async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let byteCount = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    byteCount += value.length
    if (byteCount > most) {
      await reader.cancel()
      throw new RangeError(`more than ${most} bytes`)
    }
  }
  const joined = new Uint8Array(byteCount)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}
