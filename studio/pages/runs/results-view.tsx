// The results of a run: sums, filters, and the list of pairs.

import { pairVerdicts } from '../../../src/engine/run/pair-verdict.ts'
import { FigureList } from '../../frame/figure-list.tsx'
import { formatMs } from '../../../src/engine/bench/format-bench.ts'
import { formatCount, plural } from '../../../src/language/format-count.ts'
import { OWN_NAME } from '../../runs/own-results.ts'
import { resultFiles } from '../../state/library.ts'
import { pendingTasks } from '../../state/results.ts'
import { saveFile } from '../../share/save-file.ts'
import { ResultList } from './result-list.tsx'
import { changeQuery, openFile, openResults, opened, progress, query, rowCount, toggleVerdict } from './runs-state.ts'
import { VERDICT_CLASSES } from './verdict-classes.ts'

/** The open result file. */
export function ResultsView() {
  const file = openFile.value
  const reading = progress.value
  if (file === undefined)
    return (
      <p class="soft" role="status">
        {pendingTasks.value > 0
          ? 'The loaded programs are running…'
          : 'Open a file of megabatt run --out, or drop it anywhere. It is read on this machine only.'}
      </p>
    )
  return (
    <>
      <p class="run-name">
        {resultFiles.value.length > 1 ? (
          <select
            aria-label="Result file"
            value={String(resultFiles.value.indexOf(file))}
            onChange={({ currentTarget }) => void openResults(resultFiles.value[Number(currentTarget.value)]!)}
          >
            {resultFiles.value.map(({ name }, k) => (
              <option key={k} value={String(k)}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <strong>{file.name}</strong>
        )}{' '}
        <span class="soft">{formatSize(file.size)}</span>
        {file.name === OWN_NAME && (
          <button type="button" class="small" onClick={() => saveFile('results.jsonl', file)}>
            Save as a result file
          </button>
        )}
      </p>
      {reading !== undefined && (
        <p class="reading" role="status">
          <progress max={1} value={reading.share} aria-label="Reading" /> {formatCount(reading.pairs)} pairs
        </p>
      )}
      {opened.value !== undefined && <Opened />}
    </>
  )
}

function Opened() {
  const { sums, programs, tasks, state, elapsedMs } = opened.value!
  const { verdicts, text } = query.value
  const figures = [
    [formatCount(sums.pairs), plural(sums.pairs, 'pair').replace(/^\S+ /, '')],
    [formatCount(programs), plural(programs, 'program').replace(/^\S+ /, '')],
    [formatCount(tasks), plural(tasks, 'task').replace(/^\S+ /, '')],
    [formatCount(sums.evaluations), 'evaluations'],
    [percent(sums.right, sums.evaluations - sums.unknown), 'right of known'],
    [formatCount(sums.errors + sums.limits), 'errors and limits'],
  ] as const
  return (
    <>
      <FigureList figures={figures} />
      <p class="soft read-note">
        Read in {formatMs(elapsedMs)}.
        {state.expectedPairs > sums.pairs &&
          ` The run has ${formatCount(state.expectedPairs)} pairs: this file is not complete.`}
        {state.damaged > 0 &&
          ` ${plural(state.damaged, 'damaged line')} left out (${state.damagedLines.map((line) => `line ${line}`).join(', ')}${state.damaged > state.damagedLines.length ? ', …' : ''}): megabatt run --resume repairs the end of a file.`}
      </p>
      <VerdictBar />
      <div class="run-filters">
        <div class="chips" role="group" aria-label="Verdicts">
          {pairVerdicts.map((verdict) => (
            <button
              key={verdict}
              type="button"
              class={`chip ${VERDICT_CLASSES[verdict]}`}
              aria-pressed={verdicts.includes(verdict)}
              disabled={sums.verdicts[verdict] === 0}
              onClick={() => toggleVerdict(verdict)}
            >
              {verdict} <span>{formatCount(sums.verdicts[verdict])}</span>
            </button>
          ))}
        </div>
        <input
          type="search"
          placeholder="program, task or error"
          aria-label="Find programs, tasks or kinds of errors"
          value={text}
          onInput={({ currentTarget }) => changeQuery({ text: currentTarget.value })}
        />
        <span class="soft" role="status">
          {plural(rowCount.value, 'row')}
        </span>
      </div>
      <ResultList />
    </>
  )
}

/** All pairs by verdict, as parts of one bar. */
function VerdictBar() {
  const { sums } = opened.value!
  const parts = pairVerdicts.filter((verdict) => sums.verdicts[verdict] > 0)
  let at = 0
  return (
    <svg class="verdict-bar" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="Pairs by verdict">
      {parts.map((verdict) => {
        const width = (100 * sums.verdicts[verdict]) / sums.pairs
        const part = <rect key={verdict} class={`part ${verdict}`} x={at} width={width} height="1" />
        at += width
        return part
      })}
    </svg>
  )
}

/** Rounded down, so that 100 % are all. */
function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`
}

function formatSize(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(1)} kB`
}
