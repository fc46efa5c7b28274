// The findings of `megabatt doctor` as text.

import type { Finding, FindingStatus } from '../doctor/finding.ts'
import { wrapText } from './wrap-text.ts'

const LABELS: Readonly<Record<FindingStatus, string>> = { ok: 'ok', note: 'note', problem: 'PROBLEM' }
const LABEL_WIDTH = 9

/** A line for each finding, with its advice below, and a sum; at most `width` columns. */
export function formatFindings(findings: readonly Finding[], width: number): string {
  const indent = ' '.repeat(LABEL_WIDTH)
  const room = width - LABEL_WIDTH
  const lines = findings.flatMap(({ topic, status, finding, advice }) => {
    const [first, ...others] = wrapText(`${topic}: ${finding}`, room)
    const advised = advice === undefined ? [] : wrapText(`→ ${advice}`, room)
    return [LABELS[status].padEnd(LABEL_WIDTH) + first, ...[...others, ...advised].map((line) => indent + line)]
  })
  const count = (wanted: FindingStatus) => findings.filter(({ status }) => status === wanted).length
  const sum = `${count('problem')} ${count('problem') === 1 ? 'problem' : 'problems'}, ${count('note')} ${count('note') === 1 ? 'note' : 'notes'}`
  return `${[...lines, '', sum].join('\n')}\n`
}
