// Files of generated examples, as sample generators write them, and a verifier for each: the families of the gallery with other seeds.

import { createWriteStream, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { drawTasks } from '../../dist-tools/tools/gallery/draw.js'
import { galleryFiles } from '../../dist/data/gallery.js'

/**
 * Writes `fileCount` files of `pairCount` pairs into `folder/tasks`, and `folder/verifiers.py`, unless they are there already; returns both
 * paths. The spelling is that of Python's json.dump.
 */
export async function writeGenerated(folder, fileCount, pairCount) {
  const tasks = join(folder, `tasks-${fileCount}-${pairCount}`)
  const verifiers = join(folder, `verifiers-${fileCount}.py`)
  const solvers = galleryFiles().map(({ text }) => /def solve_(\w+)\([^]*?(?=\n\n|$)/.exec(text))
  const ids = Array.from({ length: fileCount }, (_, k) => {
    const [solver, family] = solvers[k % solvers.length]
    return { family, solver, seed: 1 + Math.floor(k / solvers.length) }
  })
  const idOf = ({ family, seed }) => `${family}s${seed}`
  const texts = ids.map((own) => own.solver.replace(/def \w+\(/, `def verify_${idOf(own)}(`))
  mkdirSync(tasks, { recursive: true })
  writeFileSync(verifiers, `${texts.join('\n\n\n')}\n`)
  for (const own of ids) {
    const path = join(tasks, `${idOf(own)}.json`)
    if (!existsSync(path)) await writeFile(path, own, pairCount)
  }
  return { tasks, verifiers }
}

async function writeFile(path, { family, seed }, pairCount) {
  const [task] = drawTasks({ seed, samples: Math.max(1, pairCount - 3), only: [family] })
  const file = createWriteStream(path)
  file.write('[')
  for (const [k, { input, output }] of [...task.train, ...task.test].entries()) {
    const text = `${k === 0 ? '' : ', '}{"input": ${spellGrid(input)}, "output": ${spellGrid(output)}}`
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end(']')
  await once(file, 'finish')
}

function spellGrid({ height, width, cells }) {
  const rows = Array.from(
    { length: height },
    (_, i) => `[${Array.from(cells.subarray(i * width, (i + 1) * width)).join(', ')}]`,
  )
  return `[${rows.join(', ')}]`
}

/** Writes the same files packed, as a folder of gzip files and as a zip archive, beside them, unless they are there already. */
export function writePacked(tasks) {
  const [gzip, zip] = [`${tasks}-gzip`, `${tasks}.zip`]
  if (existsSync(zip)) return { gzip, zip }
  mkdirSync(gzip, { recursive: true })
  const locals = []
  const directory = []
  let offset = 0
  for (const name of readdirSync(tasks)) {
    const bytes = readFileSync(join(tasks, name))
    writeFileSync(join(gzip, `${name}.gz`), gzipSync(bytes))
    const packed = deflateRawSync(bytes)
    // Version, flags, method, time and date, checksum, both sizes, length of the name, no extra field.
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    locals.push(Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), packed)
    directory.push(Buffer.from('504b01021400', 'hex'), fields, place, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(locals.length / 4, 8)
  end.writeUInt16LE(locals.length / 4, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  writeFileSync(zip, Buffer.concat([...locals, list, end]))
  return { gzip, zip }
}
