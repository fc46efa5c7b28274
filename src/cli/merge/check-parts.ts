// Whether parts are all shards of one run, each once; everything that is wrong is listed together.

import { showText } from '../../language/diagnostics.ts'
import { UserError } from '../../language/errors.ts'
import { describeDifference } from '../results/file-header.ts'
import type { Part, PartProblem } from './read-part.ts'

/** The most problems that a message lists. */
const MAX_SHOWN = 20

/** The parts in the order of their shards; throws a UserError that names each part that is missing, repeated, foreign or damaged. */
export function checkParts(found: readonly (Part | PartProblem)[]): Part[] {
  const parts = found.filter((part): part is Part => 'header' in part)
  const problems = found.flatMap((part) => ('problem' in part ? [`${showText(part.path)} ${part.problem}`] : []))
  const model = findModel(parts)
  const byIndex = new Map<number, Part>()
  for (const part of parts) {
    const { index } = part.header.part
    if (keyOf(part) !== keyOf(model!)) {
      const difference = describeDifference({ isPart: true, ...part.header }, model!.header)
      problems.push(
        `${showText(part.path)} does not belong to ${showText(model!.path)}: it is of a run with ${difference}`,
      )
    } else if (byIndex.has(index)) {
      problems.push(`${showText(part.path)} is shard ${index} again, which ${showText(byIndex.get(index)!.path)} is`)
    } else {
      byIndex.set(index, part)
    }
  }
  const count = model?.header.part.count ?? 0
  const named = new Set([...byIndex.keys(), ...found.flatMap((part) => ('index' in part ? [part.index] : []))])
  const missing = Array.from({ length: count }, (_, k) => k + 1).filter((index) => !named.has(index))
  if (missing.length > 0)
    problems.push(`shard${missing.length > 1 ? 's' : ''} ${spellRanges(missing)} of ${count} missing`)
  if (problems.length > 0) throw unmergeable(problems)
  return Array.from({ length: count }, (_, k) => byIndex.get(k + 1)!)
}

/** The part whose run most parts are of; the first of them. */
function findModel(parts: readonly Part[]): Part | undefined {
  const counts = new Map<string, number>()
  for (const part of parts) counts.set(keyOf(part), (counts.get(keyOf(part)) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return parts.find((part) => counts.get(keyOf(part)) === most)
}

/** Everything in which the parts of a run agree. */
function keyOf({ header: { run, outputs, pairs, part } }: Part): string {
  const { version, count, programs, tasks, options } = part
  return JSON.stringify([run, outputs, pairs, version, count, programs, tasks, options])
}

/** Ascending numbers with ranges, as in "1, 4 to 6". */
export function spellRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`))
    .join(', ')
}

function unmergeable(problems: readonly string[]): UserError {
  const shown = problems.slice(0, MAX_SHOWN).map((problem) => `\n  ${problem}`)
  const more = problems.length > MAX_SHOWN ? `\n  and ${problems.length - MAX_SHOWN} more` : ''
  return new UserError('merge-parts', `The parts are not those of one run:${shown.join('')}${more}`, {
    advice: 'Give the file of each shard once; run missing shards, and complete unfinished ones with --resume.',
  })
}
