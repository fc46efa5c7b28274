// The header line of a result file that was read: its fields, and in what it differs from another.

import { isDeepStrictEqual } from 'node:util'
import { FORMAT, type Header, PART_FORMAT, type PartHeader, VERSION } from './line-format.ts'

/** A header as it was found; only `isPart` is certain. */
export interface FoundHeader extends Partial<Omit<Header, 'part'>> {
  readonly isPart: boolean
  readonly version?: unknown
  readonly part?: Partial<PartHeader>
}

/** The header of a file, whole or of a shard, from its first line; undefined where it is none. A damaged one is still recognized. */
export function parseHeader(text: string): FoundHeader | undefined {
  try {
    const parsed = JSON.parse(text) as Readonly<Record<string, unknown>> | null
    if (parsed?.['format'] === FORMAT) return { isPart: false, ...pick(parsed) }
    return parsed?.['format'] === PART_FORMAT ? { isPart: true, ...pick(parsed), part: pickPart(parsed) } : undefined
  } catch {
    if (text.startsWith(`{"format":"${FORMAT}"`)) return { isPart: false, version: VERSION }
    return text.startsWith(`{"format":"${PART_FORMAT}"`) ? { isPart: true } : undefined
  }
}

/** In what a run differs from another, as the object of "of a run with". */
export function describeDifference(found: FoundHeader, wanted: Header): string {
  const [own, other] = [found.part, wanted.part]
  if (own === undefined || other === undefined) return 'other programs, tasks or options'
  if (own.version !== other.version) return `version ${own.version} of Megabatt, not ${other.version}`
  if (own.count !== other.count) return `${own.count} shards, not ${other.count}`
  if (own.programs !== other.programs) return 'other programs, or programs at other paths'
  if (own.tasks !== other.tasks) return 'other tasks'
  if (!isDeepStrictEqual(own.options, other.options)) return `other options: ${differingOptions(own, other)}`
  if (found.outputs !== wanted.outputs) return `outputs in the form ${found.outputs}, not ${wanted.outputs}`
  if (found.run !== wanted.run || found.pairs !== wanted.pairs) return 'another order of tasks'
  return `shard ${own.index}, not ${other.index}`
}

function differingOptions({ options: own = {} }: Partial<PartHeader>, { options: other }: PartHeader): string {
  const names = Object.keys({ ...own, ...other }).filter((name) => own[name] !== other[name])
  return names.map((name) => `${name} is ${String(own[name])}, not ${String(other[name])}`).join('; ')
}

function pick({ version, run, outputs, pairs }: Readonly<Record<string, unknown>>): Partial<FoundHeader> {
  return { version, run, outputs, pairs } as Partial<FoundHeader>
}

function pickPart({
  shard,
  megabatt,
  programs,
  tasks,
  options,
}: Readonly<Record<string, unknown>>): Partial<PartHeader> {
  const { index, count, jobs, pairs } = (shard ?? {}) as Readonly<Record<string, unknown>>
  return { index, count, jobs, ownPairs: pairs, version: megabatt, programs, tasks, options } as Partial<PartHeader>
}
