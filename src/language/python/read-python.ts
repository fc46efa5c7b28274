// Reads program files in Python syntax. A file is parsed and never executed.

import type { Diagnostic } from '../diagnostics.ts'
import { dialectOf } from '../dialects.ts'
import { ModuleNames, isConstant, nameAt } from './module-names.ts'
import { parsePython, unreadable } from './parse-python.ts'
import type { Program } from '../program.ts'
import type { PythonStatement } from './python-syntax.ts'
import { type FileDialects, decideFileDialects } from './file-dialects.ts'
import { FunctionReader } from './read-function.ts'
import type { ReadOptions } from '../recognize-dialect.ts'
import { scanNames } from './scan-names.ts'
import { type SourceSection, splitSource } from './split-source.ts'
import { type SourceText, openSource } from '../source-text.ts'

/** Maximum number of statements in all functions of a file. */
export const MAX_STATEMENTS = 1_000_000

// The parser is slow on text with syntax errors; a file with this much of it is not a program file.
const MAX_BROKEN = 1000

/** The programs of a file that can be run, and the diagnostics. */
export interface ReadResult {
  readonly programs: Program[]
  readonly diagnostics: Diagnostic[]
}

/** Reads the solvers, verifiers and batts of a file, given as text or UTF-8; functions with errors are omitted. */
export function readPrograms(content: string | Uint8Array, file: string, options: ReadOptions = {}): ReadResult {
  const { source, readable } = openSource(content, file)
  const programs = readable ? readFile(source, options) : []
  return { programs, diagnostics: source.diagnostics }
}

function readFile(source: SourceText, options: ReadOptions): Program[] {
  const names = scanNames(source.text)
  const dialects = decideFileDialects(source, names, options)
  if (dialects === undefined) return []
  const reader = new FileReader(source, dialects, new ModuleNames(source, names))
  for (const section of splitSource(source.text)) if (!reader.readSection(section)) break
  return reader.finish()
}

class FileReader {
  readonly #source: SourceText
  readonly #dialects: FileDialects
  readonly #module: ModuleNames
  readonly #programs = new Map<string, Program>()
  #function: FunctionReader | undefined
  #isInHelper = false
  #functionCount = 0
  #statementCount = 0
  #brokenCount = 0

  constructor(source: SourceText, dialects: FileDialects, module: ModuleNames) {
    this.#source = source
    this.#dialects = dialects
    this.#module = module
  }

  /** Reads the next section; returns false if the rest of the file must not be read. */
  readSection(section: SourceSection): boolean {
    if (section.role !== 'body') {
      this.#finishFunction()
      const name = section.role === 'function' ? nameAt(this.#source.text, section.start) : ''
      this.#isInHelper = section.problem === undefined && this.#module.isHelper(name)
      if (this.#isInHelper) this.#module.in(this.#dialects.of(name, section.start))?.check(name)
    }
    if (this.#isInHelper) return true
    if (section.problem === undefined) {
      const { statements, errorCount } = parsePython(
        this.#source.text,
        section.start,
        section.end,
        section.role === 'body',
      )
      this.#brokenCount += errorCount
      for (const statement of statements) this.#readStatement(statement, section)
      return this.#isWithinLimits(section.end - 1)
    }
    this.#brokenCount++
    this.#functionCount += section.role === 'statements' ? 0 : 1
    this.#source.report('error', section.problem)
    this.#function?.reject()
    return this.#isWithinLimits(section.start)
  }

  /** The programs without errors, in source order. */
  finish(): Program[] {
    this.#finishFunction()
    if (this.#functionCount === 0) {
      const advice = 'Programs are functions: solve_<id>(I), verify_<id>(I), batt(task_id, S, I, C, log_path).'
      this.#source.report('error', { code: 'no-program', at: 0, message: 'The file holds no program', advice })
    }
    return [...this.#programs.values()]
  }

  #readStatement(statement: PythonStatement, section: SourceSection): void {
    if (statement.kind === 'function') {
      this.#finishFunction()
      this.#functionCount++
      const dialect = this.#dialects.of(statement.name, statement.at)
      const context = { dialect: dialectOf(dialect), helpers: this.#module.in(dialect) }
      this.#function = new FunctionReader(this.#source, statement, context)
      for (const inner of statement.body) this.#function.read(inner)
    } else if (section.role === 'statements' || this.#function === undefined) this.#readLoose(statement, section)
    else this.#function.read(statement)
  }

  /** Reads a statement outside all functions. */
  #readLoose(statement: PythonStatement, section: SourceSection): void {
    if (statement.kind === 'skip') return
    this.#statementCount++
    const { at } = statement
    if (isConstant(statement)) {
      const constants = this.#module.in(this.#dialects.of('', at))?.constants
      if (constants?.has(statement.targets[0]!.name) === true) return
    }
    if (statement.kind === 'broken' || statement.kind === 'too-deep') {
      if (section.role === 'function') this.#functionCount++
      this.#source.report('error', { at, ...unreadable[statement.kind] })
      return
    }
    const what = statement.kind === 'unsupported' ? statement.what : 'a statement outside of a function'
    const advice = 'It is not run. Only literal constants and functions are read.'
    this.#source.report('error', {
      code: 'unsupported-statement',
      at,
      message: `Not part of a program file: ${what}`,
      advice,
    })
  }

  #isWithinLimits(at: number): boolean {
    const count = this.#statementCount + (this.#function?.size ?? 0)
    const tooMany = count > MAX_STATEMENTS
    if (!tooMany && this.#brokenCount <= MAX_BROKEN) return true
    this.#function?.reject()
    const advice = 'The file is not read beyond this place.'
    const message = tooMany ? `More than ${MAX_STATEMENTS} statements` : `More than ${MAX_BROKEN} syntax errors`
    this.#source.report('error', { code: tooMany ? 'too-many-statements' : 'too-many-errors', at, message, advice })
    return false
  }

  #finishFunction(): void {
    const reader = this.#function
    if (reader === undefined) return
    this.#function = undefined
    this.#statementCount += reader.size + 1
    const program = reader.finish()
    if (program === undefined) return
    const { name } = program
    if (this.#programs.delete(name)) {
      const message = `${name} was defined before; this later one counts, as in Python`
      this.#source.report('warning', { code: 'duplicate-function', at: reader.at, message })
    }
    this.#programs.set(name, program)
  }
}
