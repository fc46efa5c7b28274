// The look of verdicts: good, near or bad.

import type { PairVerdict } from '../../../src/engine/run/pair-verdict.ts'

/** The class of a verdict in badges and chips. */
export const VERDICT_CLASSES: Readonly<Record<PairVerdict, string>> = {
  solved: 'good',
  'passes-demos': 'good',
  near: 'near',
  wrong: 'bad',
  error: 'bad',
  limit: 'bad',
  unknown: '',
}
