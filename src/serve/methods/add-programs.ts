// `addPrograms`: reads programs from texts; what cannot be read is a diagnostic with line and column.

import { YIELD_EVERY_MS, yieldToEvents } from '../../backends/yield-to-events.ts'
import { type DialectId, dialectIds } from '../../language/dialects.ts'
import type { Diagnostic } from '../../language/diagnostics.ts'
import type { Program } from '../../language/program.ts'
import { readProgramFile } from '../../language/read-any.ts'
import { Fields } from '../fields.ts'
import type { AddedPrograms, HeldProgram } from '../protocol.ts'
import type { Method, ServerState } from '../server-state.ts'

/** A source that was read. */
interface ReadSource {
  readonly programs: readonly Program[]
  readonly diagnostics: readonly Diagnostic[]
  readonly bytes: number
}

/** Holds the programs of all sources, or none where there is no room. */
export const addPrograms: Method = async (state, { fields, signal }): Promise<AddedPrograms> => {
  const sources = fields.list('sources') ?? []
  const paths = fields.texts('paths') ?? []
  const dialect = fields.choice('dialect', dialectIds)
  fields.finish()
  if (sources.length + paths.length === 0) throw fields.missing('sources', 'a list of {"text": "def solve_…"}')
  const read: ReadSource[] = []
  let yielded = performance.now()
  for (const [k, source] of sources.entries()) {
    read.push(readSource(source, k, dialect))
    if (performance.now() - yielded < YIELD_EVERY_MS) continue
    await yieldToEvents()
    signal.throwIfAborted()
    yielded = performance.now()
  }
  if (paths.length > 0) read.push(...(await readFiles(state, paths, dialect)))
  return hold(state, read)
}

function readSource(value: unknown, k: number, common: DialectId | undefined): ReadSource {
  const fields = new Fields(value, `params.sources[${k}]`)
  const text = fields.text('text')
  const name = fields.text('name') ?? `source-${k + 1}`
  const dialect = fields.choice('dialect', dialectIds) ?? common
  fields.finish()
  if (text === undefined) throw fields.missing('text', 'the text of programs in Python or JSON')
  const { programs, diagnostics } = readProgramFile(text, name, dialect === undefined ? {} : { dialect })
  return { programs, diagnostics, bytes: text.length }
}

async function readFiles(
  { options }: ServerState,
  paths: readonly string[],
  dialect: DialectId | undefined,
): Promise<ReadSource[]> {
  const read = await options.files.readPrograms(paths, dialect === undefined ? {} : { dialect })
  return read.files.map(({ file, content }) => ({
    programs: read.programs.filter((program) => program.file === file),
    diagnostics: read.diagnostics.filter((diagnostic) => diagnostic.file === file),
    bytes: content.byteLength,
  }))
}

function hold({ programs: store }: ServerState, sources: readonly ReadSource[]): AddedPrograms {
  let count = 0
  let bytes = 0
  for (const source of sources) {
    count += source.programs.length
    bytes += source.bytes
  }
  store.checkRoom(count, bytes)
  const programs = sources.flatMap((source, k) =>
    source.programs.map((program) => {
      const id = store.add(program, source.bytes / source.programs.length)
      return { ...describeProgram(id, program), source: k }
    }),
  )
  const diagnostics = sources.flatMap((source, k) => source.diagnostics.map((own) => ({ ...own, source: k })))
  return { programs, diagnostics }
}

/** A program that is held, as answers have it. */
export function describeProgram(id: number, { name, file, dialect, mode, task }: Program): HeldProgram {
  return { id, name, file, dialect, mode, task: task ?? null }
}
