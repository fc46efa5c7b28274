// The text of one program for the editor: its function alone where that reads as the same program, else its whole file.

import { printPrograms } from '../../src/language/python/print-python.ts'
import type { Program } from '../../src/language/program.ts'
import { readProgramFile } from '../../src/language/read-any.ts'
import type { OpenedProgram, SourceFile } from './messages.ts'

/** Opens a program of a file. A small text keeps edits fast, however large the file is. Programs in JSON are printed in Python. */
export function openProgram(file: SourceFile, name: string): OpenedProgram {
  const { programs } = readProgramFile(file.text, file.name)
  const program = programs.find((one) => one.name === name)
  if (program === undefined) return { text: file.text, part: 'file' }
  if (/^\s*[[{]/.test(file.text)) return { text: printPrograms([program]), part: 'printed' }
  const text = functionOf(file.text, name)
  if (text === undefined || text.trim() === file.text.trim()) return { text: file.text, part: 'file' }
  const [alone, ...others] = readProgramFile(text, file.name).programs
  const isSame = alone !== undefined && others.length === 0 && spell(alone) === spell(program)
  return isSame ? { text, part: 'function' } : { text: file.text, part: 'file' }
}

/** The lines of a function: from its decorators to the line before the next one that is not indented. */
function functionOf(text: string, name: string): string | undefined {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => new RegExp(`^def ${name}\\b`).test(line))
  if (start < 0) return undefined
  let first = start
  while (first > 0 && lines[first - 1]!.startsWith('@')) first--
  let end = start + 1
  while (end < lines.length && /^(?:[\s)\]}]|$)/.test(lines[end]!)) end++
  return `${lines.slice(first, end).join('\n').trimEnd()}\n`
}

/** The program without places, which move with the text. */
function spell(program: Program): string {
  const names = new Map(program.statements.map(({ name, place }) => [name, place.name]))
  return JSON.stringify([program, [...names]], (key, value: unknown) => (key === 'place' ? undefined : value))
}
