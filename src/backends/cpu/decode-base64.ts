// Base64 to bytes, in Node and in browsers.

interface NodeBuffer {
  from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer>
}

/** The bytes of a text in base64: by Node's decoder where there is one, which takes 0.4 ms for a module instead of 6 to 9. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as { Buffer?: NodeBuffer }
  return Buffer === undefined ? decodeByLoop(text) : Buffer.from(text, 'base64')
}

/** A loop: `Uint8Array.from` takes ten times as long. */
export function decodeByLoop(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let k = 0; k < bytes.length; k++) bytes[k] = binary.charCodeAt(k)
  return bytes
}
