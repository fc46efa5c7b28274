// The automatic backend's choices, as text.

import type { Choice } from '../../backends/plan-choice.ts'
import { formatCount } from '../../language/format-count.ts'

const MAX_LINES = 40

/** A line for each group of programs with the same backend for the same reason. */
export function formatChoices(choices: readonly Choice[]): string {
  const byReason = new Map<string, Choice[]>()
  for (const choice of choices) {
    const key = `${choice.place}: ${choice.reason}`
    const alike = byReason.get(key)
    if (alike === undefined) byReason.set(key, [choice])
    else alike.push(choice)
  }
  const lines = Array.from(byReason, ([key, alike]) => {
    const programs = alike.reduce((sum, choice) => sum + choice.programs, 0)
    const samples = alike.reduce((sum, choice) => sum + choice.samples, 0)
    const groups = alike.length === 1 ? '1 group' : `${formatCount(alike.length)} groups`
    return `  ${groups}, ${formatCount(programs)} programs on ${formatCount(samples)} samples → ${key} (${formatTimes(alike)})`
  })
  if (lines.length > MAX_LINES) lines.splice(MAX_LINES, Infinity, `  … and ${lines.length - MAX_LINES} more`)
  return ['auto:', ...lines, ''].join('\n')
}

function formatTimes(choices: readonly Choice[]): string {
  const places = ['cpu', 'workers', 'gpu'] as const
  return places
    .flatMap((place) => {
      const times = choices.flatMap(({ ms }) => ms[place] ?? [])
      return times.length === 0 ? [] : [`${place} ${times.reduce((sum, ms) => sum + ms, 0).toFixed(1)} ms`]
    })
    .join(', ')
}
