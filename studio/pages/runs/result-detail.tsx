// The samples of one pair, read from its line in the file, each with a link to its steps.

import { useEffect, useState } from 'preact/hooks'
import { spellSample } from '../../../src/data/task.ts'
import type { PairSummary } from '../../../src/engine/run/pair-result.ts'
import type { SampleResult } from '../../../src/engine/run/sample-result.ts'
import { notifyError } from '../../frame/notices.tsx'
import { callResults } from '../../runs/results-client.ts'
import { linkToSteps } from './runs-state.ts'

const MAX_SAMPLES = 500

/** The pair at a place of the list. */
export function ResultDetail({ at, onClose }: { readonly at: number; readonly onClose: () => void }) {
  const [pair, setPair] = useState<PairSummary>()
  useEffect(() => {
    setPair(undefined)
    callResults('detail', { at }).then(setPair, notifyError)
  }, [at])
  if (pair === undefined) return null
  const isKnown = linkToSteps(pair, 0) !== undefined
  return (
    <section class="result-detail" aria-label={`Samples of ${pair.program}`}>
      <header>
        <h2>
          {pair.program} <span class="soft">on {pair.task}</span>
        </h2>
        <button type="button" class="quiet" aria-label="Close the samples" onClick={onClose}>
          ×
        </button>
      </header>
      {!isKnown && (
        <p class="soft">Open the programs ({pair.file}) and the tasks of this run as well to see the steps.</p>
      )}
      <ul class="detail-samples">
        {pair.samples.slice(0, MAX_SAMPLES).map((sample, k) => {
          const link = linkToSteps(pair, k)
          const name = spellSample(sample)
          return (
            <li key={k} class={sample.verdict}>
              {link === undefined ? <strong>{name}</strong> : <a href={link}>{name}</a>} {describe(sample)}
            </li>
          )
        })}
      </ul>
      {pair.defaults.length > 0 && (
        <p class="soft">
          Safe defaults:{' '}
          {pair.defaults
            .slice(0, 20)
            .map(({ statement, count }) => `${statement} (${count})`)
            .join(', ')}
        </p>
      )}
    </section>
  )
}

function describe(sample: SampleResult): string {
  switch (sample.verdict) {
    case 'wrong':
      if (sample.mismatch === 'cells') return `wrong: ${sample.differing} of ${sample.cells} cells differ`
      return sample.mismatch === 'size' ? 'wrong: another size' : 'wrong: not a grid'
    case 'error':
    case 'limit': {
      const place = sample.statement === null ? '' : ` at ${sample.statement}, line ${sample.line}`
      return `${sample.verdict}${place}: ${sample.message}`
    }
    default:
      return sample.verdict
  }
}
