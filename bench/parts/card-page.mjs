// Prints docs/gpu-prediction.md: what was counted, what is assumed, and what follows for some cards.

import { readFileSync } from 'node:fs'
import { CARDS, CORES, SHARES, predict, withFastHost } from './card-model.mjs'

/** The page as Markdown. */
export function printCardPage({ source, programs, counted, inputs, machine }) {
  const half = predict(CARDS[0], inputs, 0.5)
  return `# Predicted performance on a GPU

**This is a prediction, not a measurement.** No run of Megabatt on a hardware GPU has been measured. \`node bench/gpu.mjs --only prediction --write\`
counts the work, computes the prediction and writes this page. The order of the bottlenecks is more reliable than the figures.
With a card, \`megabatt bench --backend gpu --report report.json\` writes the adapter, the time of each kernel and the shares of the work; such
a file is what the assumptions can be corrected with.

The work: ${programs} gallery programs, merged, on ${spell(counted.samples)} samples (${source}): ${spell(counted.evaluations)} evaluations.

## Result

Times the speed of ${CORES} cores of this machine (${machine}), each core taken to do as much as one alone:

${spellCards(inputs)}

What if the host took 10 µs a row, on two threads:

${spellCards(withFastHost(inputs))}

Where the time of a chunk goes on ${CARDS[0].name} at 50 %: ${spellParts(half.parts)}; the longest of computing and waiting counts, and the host
works beside the card. Ceilings in thousand million pieces of work a second: ${spellCeilings(half.ceilings)}.

## Inputs

| input | value | source |
|---|---|---|
${Object.values(inputs)
  .map(([value, kind, meaning]) => `| ${meaning} | ${spell(value)} | ${kind} |`)
  .join('\n')}

- *counted*: exact, the same on every machine and device;
- *measured*: CPU time on this machine, the fastest of several passes;
- *compiled*: machine code for sm_89, compiled with nvcc from the OpenCL C of ordinary kernels, and run 32 lanes in lockstep on recorded
  calls of ten ARC-AGI-1 training tasks; \`--lockstep\` counts again, where nvcc is installed;
- *assumed*: nobody has measured it.

## Registers and stack

Of kernels by themselves, compiled for sm_89 with all functions inlined; the last columns are warp instructions for a piece of work with
calls as the queues have them, in four classes by the size of their first arguments, and sorted by their work, which nothing knows beforehand.

${spellKernels()}

Of large families, compiled in the same way, with their ends shared ([0023](decisions/0023-families-that-share-ends.md)); \`node bench/families.mjs --compile large\`
counts again. CPU seconds are those of nvcc and ptxas on a busy machine.

${spellFamilies()}

## What was counted

| | |
|---|---|
| calls of kernels | ${spell(counted.calls)} |
| pieces of work (words allocated, scratch reserved, elements compared, one a kernel) | ${spell(counted.work)} |
| rounds, kernels, dispatches of a chunk | ${counted.rounds}, ${counted.kernels}, ${counted.dispatches} (${round(counted.dispatchesPerRound)} a round) |
| work that the CPU does instead of the device | ${round((100 * counted.fallbackWork) / counted.work)} %, ${counted.fallbackEvaluations} evaluations |
| the longest calls of single lanes, summed over the dispatches of a chunk | ${spell(counted.longest)} |
| the same for calls that a workgroup makes | ${spell(counted.longestTogether)} |

The sum for single lanes is made of: ${counted.longestByKernel.map(({ kernel, work }) => `\`${kernel}\` ${spell(work)}`).join(', ')}.

| calls of at most | share of calls | share of work |
|---|---|---|
${counted.sizes
  .map(
    ({ most, calls, work }) =>
      `| ${most === Infinity ? 'more' : `${spell(most)} pieces`} | ${round((100 * calls) / counted.calls)} % | ${round((100 * work) / counted.work)} % |`,
  )
  .join('\n')}

A chunk has as many rows as fit into 4 GB of buffers, the default where the device says how much memory it has (OpenCL);
with WebGPU, \`--gpu-memory 4096\` gives it as much. Larger chunks wait less.
`
}

function readJson(name) {
  return JSON.parse(readFileSync(new URL(`lockstep/${name}`, import.meta.url), 'utf8'))
}

function spellTable(rows) {
  const [heads] = rows
  return rows
    .toSpliced(
      1,
      0,
      heads.map(() => '---'),
    )
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

/** Registers, stack and instructions of the kernels that were counted in lockstep. */
function spellKernels() {
  const { kernels, summary } = readJson('counted.json')
  const orders = ['warpInstructions', 'classedWarpInstructions', 'sortedWarpInstructions']
  return spellTable([
    ['kernel', 'registers', 'bytes of stack', 'as queued', 'in classes', 'sorted'],
    ...kernels.map((own) => [
      `\`${own.kernel}\``,
      own.registers,
      own.stackBytes,
      ...orders.map((order) => spell(own[order] / own.work)),
    ]),
    ['all, by their work', summary.registers, summary.stackBytes, ...orders.map((order) => spell(summary[order]))],
  ])
}

function spellFamilies() {
  return spellTable([
    ['family', 'kernels', 'characters, inlined', 'registers', 'bytes of stack', 'lines of PTX', 'CPU seconds'],
    ...readJson('families.json').map((own) => [
      own.family,
      own.kernels,
      spell(own.code),
      own.registers,
      own.stackBytes,
      spell(own.ptxLines),
      own.cpuSeconds,
    ]),
  ])
}

/** A table of cards and shares of the ceiling. */
function spellCards(inputs) {
  const heads = SHARES.map((share) => `at ${100 * share} % of the lowest ceiling`)
  const rows = CARDS.map((card) => [
    card.name,
    ...SHARES.map((share) => round(predict(card, inputs, share).timesCores)),
  ])
  return [['card', ...heads], SHARES.map(() => '---').concat('---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

function spellParts(parts) {
  return Object.entries(parts)
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, seconds]) => `${name} ${spell(1000 * seconds)} ms`)
    .join(', ')
}

function spellCeilings(ceilings) {
  return Object.entries(ceilings)
    .map(([name, rate]) => `${name} ${round(rate / 1e9)}`)
    .join(', ')
}

/** Two significant digits below 100. */
function round(value) {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2)))
}

function spell(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
}
