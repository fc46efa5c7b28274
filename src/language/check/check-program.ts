// What is legal in a program and surely not meant: statements for nothing, calls that can only fail, C while solving.

import { type Diagnostic, makeExcerpt, showText } from '../diagnostics.ts'
import { findFailingCalls } from './find-failing-calls.ts'
import { findLiveStatements } from '../live-statements.ts'
import type { Operand, Program, SourcePlace, Statement } from '../program.ts'
import { openSource } from '../source-text.ts'

/** A program file's name and what it holds, as it was given to the reader. */
export interface CheckedFile {
  readonly file: string
  readonly content: string | Uint8Array
}

/** A remark about a program before its place is looked up in the file. */
export interface ProgramRemark {
  readonly code: 'unused-statement' | 'can-only-fail' | 'unguarded-c'
  readonly place: SourcePlace
  readonly message: string
  readonly advice?: string
}

const MAX_WARNINGS = 100

/** Warnings about programs that were read without error, file by file; beyond a hundred of a file they are counted. */
export function checkPrograms(programs: readonly Program[], files: readonly CheckedFile[]): Diagnostic[] {
  const byFile = new Map<string, ProgramRemark[]>()
  for (const program of programs) {
    const remarks = byFile.get(program.file) ?? []
    for (const remark of checkProgram(program)) remarks.push(remark)
    byFile.set(program.file, remarks)
  }
  return files.flatMap(({ file, content }) => {
    const remarks = byFile.get(file) ?? []
    byFile.delete(file)
    return remarks.length === 0 ? [] : placeRemarks(remarks, file, content)
  })
}

/** What is to be said of one program, in the order of its statements. */
export function checkProgram(program: Program): ProgramRemark[] {
  const remarks = [...findUnused(program), ...describeFailing(program), ...findUnguarded(program)]
  return remarks.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
}

function placeRemarks(remarks: readonly ProgramRemark[], file: string, content: string | Uint8Array): Diagnostic[] {
  const lines = openSource(content, file).source.text.split('\n')
  const diagnostics = remarks.slice(0, MAX_WARNINGS).map(({ code, place, message, advice }): Diagnostic => {
    const excerpt = makeExcerpt(lines[place.line - 1] ?? '', place.column)
    const base = { code, severity: 'warning', file, ...place, message: showText(message), ...excerpt } as const
    return advice === undefined ? base : { ...base, advice: showText(advice) }
  })
  const last = remarks[MAX_WARNINGS]
  if (last === undefined) return diagnostics
  const message = `${remarks.length - MAX_WARNINGS} more warnings are not shown`
  return [
    ...diagnostics,
    { code: 'more-diagnostics', severity: 'warning', file, ...last.place, message, excerpt: '', caret: 0 },
  ]
}

function operandsOf({ callee, args }: Statement): readonly Operand[] {
  return [callee, ...args]
}

/** Statements that neither the result nor an output depends on, a place at most once. */
function findUnused(program: Program): ProgramRemark[] {
  const { statements } = program
  const isLive = findLiveStatements(program)
  const used = new Set<number>()
  for (const operand of statements.flatMap(operandsOf)) if (operand.kind === 'statement') used.add(operand.index)
  const spell = ({ line, column }: SourcePlace): string => `${line}:${column}`
  // One line may be several statements; it is for nothing if all of them are.
  const settled = new Set(statements.flatMap(({ place }, k) => (isLive[k]! ? [spell(place)] : [])))
  const names = new Set(statements.map(({ name }) => name))
  const remarks: ProgramRemark[] = []
  for (let k = statements.length - 1; k >= 0; k--) {
    const { name, place, inner } = statements[k]!
    if (settled.has(spell(place)) || inner === true || isMade(name, names)) continue
    settled.add(spell(place))
    const message = used.has(k)
      ? `${name} is used only by statements that are for nothing`
      : `${name} is assigned and never used`
    remarks.push({ code: 'unused-statement', place, message, advice: 'Use it, or leave it out.' })
  }
  return remarks
}

/** Whether a name was made by the reader for a call inside the statement whose name it begins with. */
function isMade(name: string, names: ReadonlySet<string>): boolean {
  const base = /^(.+)_\d+$/.exec(name)?.[1]
  return base !== undefined && (base === 'samples' || names.has(base))
}

function describeFailing(program: Program): ProgramRemark[] {
  return findFailingCalls(program).map(({ index, reason, advice }) => {
    const { place } = program.statements[index]!
    const message = `This call can only fail: ${reason}`
    return { code: 'can-only-fail', place, message, ...(advice === undefined ? {} : { advice }) }
  })
}

/** The first use of C in a program that ends with its first error: C is absent while solving. */
function findUnguarded({ name, mode, statements, result }: Program): ProgramRemark[] {
  if (mode !== 'strict') return []
  const isC = (operand: Operand): boolean => operand.kind === 'input' && operand.name === 'C'
  const first = statements.find((statement) => operandsOf(statement).some(isC))
  const place = first?.place ?? (result !== undefined && isC(result) ? statements.at(-1)?.place : undefined)
  if (place === undefined) return []
  const message = `C is absent while solving, so ${name} ends here with an error`
  return [{ code: 'unguarded-c', place, message, advice: 'Only a batt, whose statements are guarded, can go on.' }]
}
