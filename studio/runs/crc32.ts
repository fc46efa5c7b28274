// CRC-32 as in the lines of result files; browsers have none.

const TABLE = new Uint32Array(256)
for (let k = 0; k < TABLE.length; k++) {
  let word = k
  for (let bit = 0; bit < 8; bit++) word = word & 1 ? 0xedb88320 ^ (word >>> 1) : word >>> 1
  TABLE[k] = word >>> 0
}

/** The CRC-32 of bytes in the half-open range [start, end). */
export function crc32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffffffff
  for (let k = start; k < end; k++) crc = TABLE[(crc ^ bytes[k]!) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
