// Zip archives for tests, honest and not.

import { crc32, deflateRawSync } from 'node:zlib'

/** A member; what it declares about itself can be wrong. */
export interface ZipContent {
  readonly name: string
  readonly content: string
  /** 8: deflated, the default; 0: stored; any other number is only declared. */
  readonly method?: number
  readonly flags?: number
  readonly declaredSize?: number
  readonly crc?: number
  /** Shares the bytes of the member before. */
  readonly isOverlapping?: boolean
}

/** The bytes of an archive. */
export function makeZip(members: readonly ZipContent[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  let last = { offset: 0, packed: Buffer.alloc(0) }
  for (const { name, content, method = 8, flags = 0, declaredSize, crc, isOverlapping = false } of members) {
    const bytes = Buffer.from(content)
    const packed = isOverlapping ? last.packed : method === 8 ? deflateRawSync(bytes) : bytes
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(crc ?? crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(declaredSize ?? bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const own = isOverlapping ? last.offset : offset
    if (!isOverlapping) {
      const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed])
      locals.push(local)
      last = { offset, packed }
      offset += local.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(own, 10)
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, tail, Buffer.from(name)]))
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
