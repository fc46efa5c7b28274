// The state of an evolution as plain data: programs are in the JSON format of program files, and are checked when they are read.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { keyOfTask } from '../data/task-key.ts'
import { formatDiagnostic } from '../language/diagnostics.ts'
import { UserError } from '../language/errors.ts'
import { printJsonPrograms } from '../language/json/print-json.ts'
import { readJsonPrograms } from '../language/json/read-json.ts'
import type { Program } from '../language/program.ts'
import { NoveltyArchive } from './archive.ts'
import type { CountedWork, ProgramEvaluator } from './evaluate.ts'
import type { Individual } from './fitness.ts'
import type { Part } from './library.ts'
import { normalizeProgram, spellProgram } from './program-parts.ts'
import type { Search, SearchRequest, SearchState } from './search.ts'

/** Programs of a population: their places in the list of programs, and the operators that made them. */
interface SavedIndividual {
  readonly program: number
  readonly operator: Individual['operator']
}

/** The state of one search; null before its first generation. */
export interface SavedSearch {
  readonly generation: number
  readonly work: CountedWork
  readonly isDone: boolean
  /** The programs of islands, best and solutions, as a program file in JSON. */
  readonly programs: unknown
  readonly islands: readonly (readonly SavedIndividual[])[]
  readonly best: SavedIndividual | null
  /** Pairs of task and program. */
  readonly solutions: readonly (readonly [string, number])[]
  readonly archive: readonly string[]
  /** The library: programs as a program file, and the kinds of their values. */
  readonly parts: unknown
  readonly kinds: readonly number[]
}

/** The state of an evolution after a round. */
export interface Checkpoint {
  readonly version: 1
  /** Equal for evolutions of the same tasks, programs and settings. */
  readonly key: string
  readonly round: number
  readonly searches: readonly (SavedSearch | null)[]
}

const KEY_DIGITS = 16

/** A key of everything that the results of an evolution depend on. */
export function evolutionKey(requests: readonly SearchRequest[]): string {
  const hash = sha256.create()
  const add = (text: string): void => void hash.update(utf8ToBytes(`${text}\n`))
  const [first] = requests
  add(JSON.stringify([first!.settings, first!.dialect]))
  for (const { id, tasks } of requests) add(JSON.stringify([id, ...tasks.map(keyOfTask)]))
  for (const program of [...first!.programs, ...first!.differs]) add(spellProgram(program))
  return bytesToHex(hash.digest()).slice(0, KEY_DIGITS)
}

/** Libraries never change: their text is made once. */
const savedParts = new WeakMap<readonly Part[], unknown>()

/** The state of a search as plain data. Of a search that is done, only the results are kept. */
export function saveSearch({ state }: Search): SavedSearch | null {
  if (state === undefined) return null
  const { generation, work, isDone, islands, best, solutions, archive, parts } = state
  const programs: Program[] = []
  const add = (program: Program): number => programs.push(program) - 1
  const save = ({ program, operator }: Individual): SavedIndividual => ({ program: add(program), operator })
  if (!isDone && !savedParts.has(parts)) savedParts.set(parts, printFile(parts.map(({ program }) => program)))
  const saved = {
    generation,
    work,
    isDone,
    islands: isDone ? [] : islands.map((island) => island.map(save)),
    best: best === undefined ? null : save(best),
    solutions: [...solutions].map(([task, program]) => [task, add(program)] as const),
    archive: isDone ? [] : archive.list(),
    parts: isDone ? printFile([]) : savedParts.get(parts),
    kinds: isDone ? [] : parts.map(({ kinds }) => kinds),
  }
  return { ...saved, programs: printFile(programs) }
}

/** The state of a search from plain data; judgements are made again, which gives the same ones and counts as no work. */
export async function restoreSearch(
  { tasks, dialect, differs, settings }: SearchRequest,
  saved: SavedSearch | null,
  evaluator: ProgramEvaluator,
): Promise<SearchState | undefined> {
  if (saved === null) return undefined
  const programs = readFile(saved.programs, dialect)
  const parts = readFile(saved.parts, dialect)
  const programAt = (k: number): Program => programs[k] ?? fail(`It has no program ${k}`)
  const listed = [...saved.islands.flat(), ...(saved.best === null ? [] : [saved.best])]
  const request = { tasks, programs: listed.map(({ program }) => programAt(program)) }
  const { judgements } = await evaluator.evaluate(request)
  const hasMeasures = settings.fitness.includes('differs') && listed.length > 0
  const measures = hasMeasures ? (await evaluator.measure(request, differs)).measures : []
  let next = 0
  const restore = ({ program, operator }: SavedIndividual): Individual => {
    const k = next++
    const base = { program: programAt(program), judgement: judgements[k]!, operator }
    return hasMeasures ? { ...base, measures: measures[k]! } : base
  }
  const islands = saved.islands.map((island) => island.map(restore))
  return {
    generation: saved.generation,
    work: { ...saved.work },
    isDone: saved.isDone,
    islands,
    best: saved.best === null ? undefined : restore(saved.best),
    solutions: new Map(saved.solutions.map(([task, program]) => [task, programAt(program)])),
    archive: new NoveltyArchive(settings.archive, saved.archive),
    parts: parts.map((program, k) => ({ program, kinds: saved.kinds[k] ?? fail('A part has no kinds') })),
  }
}

function printFile(programs: readonly Program[]): unknown {
  return JSON.parse(printJsonPrograms(programs.map((program, k) => ({ ...program, name: `p${k}` }))))
}

function readFile(json: unknown, dialect: Program['dialect']): Program[] {
  const { programs: listed } = (json ?? {}) as { programs?: unknown }
  if (Array.isArray(listed) && listed.length === 0) return []
  const { programs, diagnostics } = readJsonPrograms(JSON.stringify(json) ?? '', 'checkpoint', { dialect })
  const problem = diagnostics.find(({ severity }) => severity === 'error')
  if (problem !== undefined) fail(formatDiagnostic(problem))
  return programs.map((program) => ({ ...normalizeProgram(program, dialect), name: 'solve' }))
}

function fail(problem: string): never {
  throw new UserError('evolve-resume', `The checkpoint cannot be used: ${problem}`, {
    advice: 'Begin a new evolution with --force.',
  })
}
