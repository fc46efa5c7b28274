// Reads the text of a checkpoint: its shape is checked here, its programs where they are restored.

import { UserError } from '../language/errors.ts'
import type { Checkpoint, SavedSearch } from './checkpoint.ts'

type Json = Readonly<Record<string, unknown>>

/** The checkpoint in a text; throws `evolve-resume` for any other text. */
export function parseCheckpoint(text: string, file: string): Checkpoint & Json {
  const refuse = (problem: string): never => {
    throw new UserError('evolve-resume', `${file} is not a checkpoint: ${problem}`, {
      place: { file },
      advice: 'Begin a new evolution with --force.',
    })
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    refuse('it is not JSON')
  }
  if (!isObject(json)) return refuse('it is not an object')
  if (json.version !== 1)
    refuse(`its version is ${JSON.stringify(json.version) ?? 'missing'}, and this program reads 1`)
  if (typeof json.key !== 'string' || !isCount(json.round)) refuse('key or round is missing')
  if (!Array.isArray(json.searches) || !json.searches.every((search) => search === null || isSearch(search)))
    refuse('a search in it is not complete')
  return json as unknown as Checkpoint & Json
}

function isSearch(json: unknown): json is SavedSearch {
  if (!isObject(json)) return false
  const { generation, work, isDone, islands, best, solutions, archive, kinds } = json
  return (
    isCount(generation) &&
    isObject(work) &&
    isCount(work.evaluations) &&
    isCount(work.calls) &&
    typeof isDone === 'boolean' &&
    isList(islands, (island) => isList(island, isIndividual)) &&
    (best === null || isIndividual(best)) &&
    isList(solutions, (pair) => Array.isArray(pair) && typeof pair[0] === 'string' && isCount(pair[1])) &&
    isList(archive, (behaviour) => typeof behaviour === 'string') &&
    isList(kinds, isCount)
  )
}

function isIndividual(json: unknown): boolean {
  return isObject(json) && isCount(json.program) && typeof json.operator === 'string'
}

function isList(json: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(json) && json.every(isItem)
}

function isObject(json: unknown): json is Json {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function isCount(json: unknown): boolean {
  return Number.isSafeInteger(json) && (json as number) >= 0
}
