// Warnings about valid programs: unused statements, calls that can only fail, C in a strict program.

import { type Diagnostic, makeExcerpt, showText } from '../diagnostics.ts'
import { findFailingCalls } from './find-failing-calls.ts'
import { findLiveStatements } from '../live-statements.ts'
import { type Operand, type Program, type SourcePlace, type Statement, shownName } from '../program.ts'
import { openSource } from '../source-text.ts'

/** The name and content of a program file, as given to the reader. */
export interface CheckedFile {
  readonly file: string
  readonly content: string | Uint8Array
}

/** A warning about a program, without the excerpt of its file. */
export interface ProgramRemark {
  readonly code: 'unused-statement' | 'can-only-fail' | 'unguarded-c'
  readonly place: SourcePlace
  readonly message: string
  readonly advice?: string
}

const MAX_WARNINGS = 100

/** Warnings about programs, file by file. At most 100 per file are listed; the rest are counted. */
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

/** Warnings about one program, in source order. */
export function checkProgram(program: Program): ProgramRemark[] {
  const remarks = [...findUnused(program), ...describeFailing(program), ...findUnguarded(program)]
  return remarks.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
}

function placeRemarks(remarks: readonly ProgramRemark[], file: string, content: string | Uint8Array): Diagnostic[] {
  const lines = openSource(content, file).source.text.split('\n')
  const diagnostics = remarks.slice(0, MAX_WARNINGS).map(({ code, place, message, advice }): Diagnostic => {
    const excerpt = makeExcerpt(lines[place.line - 1] ?? '', place.column)
    const { line, column } = place
    const base = { code, severity: 'warning', file, line, column, message: showText(message), ...excerpt } as const
    return advice === undefined ? base : { ...base, advice: showText(advice) }
  })
  const last = remarks[MAX_WARNINGS]
  if (last === undefined) return diagnostics
  const message = `${remarks.length - MAX_WARNINGS} more warnings are not shown`
  const { line, column } = last.place
  return [
    ...diagnostics,
    { code: 'more-diagnostics', severity: 'warning', file, line, column, message, excerpt: '', caret: 0 },
  ]
}

function operandsOf({ callee, args }: Statement): readonly Operand[] {
  return [callee, ...args]
}

/** Statements that are not live, at most one for each place. */
function findUnused(program: Program): ProgramRemark[] {
  const { statements } = program
  const isLive = findLiveStatements(program)
  const used = new Set<number>()
  for (const operand of statements.flatMap(operandsOf)) if (operand.kind === 'statement') used.add(operand.index)
  const spell = ({ line, column }: SourcePlace): string => `${line}:${column}`
  // One source line can hold several statements; it is unused only if all of them are.
  const settled = new Set(statements.flatMap(({ place }, k) => (isLive[k]! ? [spell(place)] : [])))
  const names = new Set(statements.map(({ name }) => name))
  const remarks: ProgramRemark[] = []
  for (let k = statements.length - 1; k >= 0; k--) {
    const statement = statements[k]!
    const { place, inner } = statement
    const isNested = place.name === undefined && isMade(statement.name, names)
    if (settled.has(spell(place)) || inner === true || isNested) continue
    settled.add(spell(place))
    const name = shownName(statement)
    const message = used.has(k)
      ? `${name} is used only by statements that are for nothing`
      : `${name} is assigned and never used`
    remarks.push({ code: 'unused-statement', place, message, advice: 'Use it, or leave it out.' })
  }
  return remarks
}

/** Whether the reader generated this name for a call nested in the statement whose name is its prefix. */
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

/** The first use of C in a strict program: C is None while solving, so that the program is likely to fail there. */
function findUnguarded({ name, mode, statements, result }: Program): ProgramRemark[] {
  if (mode !== 'strict') return []
  const isC = (operand: Operand): boolean => operand.kind === 'input' && operand.name === 'C'
  const first = statements.find((statement) => operandsOf(statement).some(isC))
  const place = first?.place ?? (result !== undefined && isC(result) ? statements.at(-1)?.place : undefined)
  if (place === undefined) return []
  const message = `C is None while solving, so ${name} is likely to end here with an error`
  return [{ code: 'unguarded-c', place, message, advice: 'Only a batt, whose statements are guarded, can continue.' }]
}
