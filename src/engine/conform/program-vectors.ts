// Conformance files of whole programs: each line has the text of a batt, its samples, and the values of all variables.

import { UserError } from '../../language/errors.ts'
import { formatDiagnostic } from '../../language/diagnostics.ts'
import type { DialectId } from '../../language/dialects.ts'
import { shownName } from '../../language/program.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { scanNames } from '../../language/python/scan-names.ts'
import { gridFromNotation } from '../../data/grid-notation.ts'
import { type Notation, NotationError } from '../../language/values/value-notation.ts'
import type { ExpectedValue, ProgramInputs, ProgramVector } from './conform-programs.ts'

/** Whether a conformance file holds programs and not calls of primitives. */
export function holdsPrograms(text: string): boolean {
  return /^\s*\{\s*"program"/.test(text)
}

interface SampleLine {
  readonly S: readonly (readonly [Notation, Notation])[]
  readonly I: Notation
  readonly C: Notation | null
  readonly t: Readonly<Record<string, ExpectedValue>>
}

/** The programs of a file and the line of each. Default of the dialect: recognised by the names in all programs. */
export function readProgramVectors(
  text: string,
  file: string,
  dialect?: DialectId,
): { vectors: ProgramVector[]; lines: number[] } {
  const parsed: ProgramLine[] = []
  for (const [k, line] of text.split('\n').entries()) if (line.trim() !== '') parsed.push(parseLine(line, file, k + 1))
  const own = dialect ?? recognizeDialect(parsed)
  return { vectors: parsed.map((line) => readProgramVector(line, own)), lines: parsed.map(({ place }) => place.line) }
}

interface ProgramLine {
  readonly program: string
  readonly samples: readonly SampleLine[]
  readonly place: { readonly file: string; readonly line: number }
}

/** A short program may use only names that all dialects have; the others of its file decide for it. */
function recognizeDialect(lines: readonly ProgramLine[]): DialectId {
  const isT = ({ program }: ProgramLine) => scanNames(program).uses.some(({ dialect }) => dialect === 't')
  return lines.some(isT) ? 't' : 'a'
}

function parseLine(line: string, file: string, number: number): ProgramLine {
  const place = { file, line: number }
  let parsed: { program?: unknown; samples?: unknown }
  try {
    parsed = JSON.parse(line) as { program?: unknown; samples?: unknown }
  } catch (cause) {
    throw new UserError('conformance-json', `The line is not JSON: ${(cause as Error).message}`, { place, cause })
  }
  if (typeof parsed.program !== 'string' || !Array.isArray(parsed.samples) || parsed.samples.length === 0) {
    throw new UserError('conformance-line', 'The line needs "program", a text, and "samples", a list', { place })
  }
  return { program: parsed.program, samples: parsed.samples as SampleLine[], place }
}

function readProgramVector({ program: text, samples, place }: ProgramLine, dialect: DialectId): ProgramVector {
  const { programs, diagnostics } = readPrograms(text, `${place.file}:${place.line}`, { dialect })
  const [program] = programs
  if (program === undefined) {
    const advice = diagnostics[0] === undefined ? 'It holds no function.' : formatDiagnostic(diagnostics[0])
    throw new UserError('conformance-program', 'The program of the line cannot be read', { place, advice })
  }
  const expected = samples.map(({ t }) => t)
  for (const statement of program.statements) {
    const { inner } = statement
    const name = shownName(statement)
    if (inner !== true && expected.some((values) => values?.[name] === undefined)) {
      throw new UserError('conformance-line', `A sample has no value for ${name}`, { place })
    }
  }
  try {
    return { program, samples: samples.map(readInputs), expected }
  } catch (cause) {
    if (!(cause instanceof NotationError)) throw cause
    throw new UserError('conformance-value', `A sample of the line cannot be read: ${cause.message}`, { place, cause })
  }
}

function readInputs({ S, I, C }: SampleLine, k: number): ProgramInputs {
  const at = `samples[${k}]`
  if (!Array.isArray(S)) throw new NotationError('is not a list of pairs', `${at}.S`)
  const demos = S.map(([input, output], d) => ({
    input: gridFromNotation(input, `${at}.S[${d}][0]`),
    output: gridFromNotation(output, `${at}.S[${d}][1]`),
  }))
  return {
    demos,
    input: gridFromNotation(I, `${at}.I`),
    candidate: C === null ? undefined : gridFromNotation(C, `${at}.C`),
  }
}
