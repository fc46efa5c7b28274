// Prints docs/gpu-prediction.md: what was counted, what is assumed, and what follows for some cards.

import { readFileSync } from 'node:fs'
import { CARDS, CORES, SHARES, predict } from './card-model.mjs'

/** The page as Markdown. */
export function printCardPage({ source, programs, counted, inputs, machine }) {
  const half = predict(CARDS[0], inputs, 0.5)
  const { summary: lockstep } = readJson('counted.json')
  return `# Predicted performance on a GPU

**This is a prediction, not a measurement.** No run of Megabatt on a hardware GPU has been measured. \`node bench/gpu.mjs --only prediction --write\`
counts the work, computes the prediction and writes this page. The order of the bottlenecks is more reliable than the figures.
With a card, \`megabatt bench --backend gpu --report report.json\` writes the adapter, the time of each kernel and the shares of the work; such
a file is what the assumptions can be corrected with.

The work: ${programs} gallery programs, merged, on ${spell(counted.samples)} samples (${source}): ${spell(counted.evaluations)} evaluations.

## Result

Times the speed of ${CORES} cores of this machine (${machine}), each core taken to do as much as one alone:

${spellCards(inputs)}

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
- *compiled*: machine code for sm_89, compiled with nvcc from the OpenCL C of kernels in both forms, and run 32 lanes in lockstep on recorded
  calls of twenty ARC-AGI-1 training tasks; \`--lockstep\` counts again, where nvcc is installed;
- *simulated*: the same accesses, in the order of the rounds, through caches as an L4 has them: for each of 32 warps of a multiprocessor 4 KB of the first
  one, which is written through and takes no sector for a store, and 48 MB of the second one for all. The sector that was used least recently
  leaves. A dispatch finds nothing of the heap in a cache, and all that it made goes to memory. The recorded rows are a part of a chunk;
  as large a part of the warps and of the second cache is theirs;
- *assumed*: nobody has measured it.

## Registers and stack

Of kernels by themselves, compiled for sm_89 with all functions inlined; long calls are made by workgroups ([0026](decisions/0026-long-calls-have-queues.md)). For a piece of work: warp instructions with
calls as the queues have them, in four classes by the size of their first arguments, and sorted by their work, which nothing knows beforehand;
lines of 128 bytes, sectors of the second cache, and bytes of memory.

${spellKernels()}

With scratch memory interleaved by lane, calls of lanes would touch ${spell(lockstep.byLanes.interleavedLines)} lines instead of ${spell(lockstep.byLanes.lines)}, and ${spell(lockstep.byLanes.interleavedSectors)} sectors instead of ${spell(lockstep.byLanes.secondSectors)}.

Of large families, compiled in the same way, with their ends shared ([0023](decisions/0023-families-that-share-ends.md)); \`node bench/families.mjs --compile\`
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
  const keys = ['lines', 'secondSectors', 'memoryBytes']
  const mean = (own, key) => (own === undefined || own.work === 0 ? '–' : spell(own[key] / own.work))
  return spellTable([
    ['kernel', 'registers', 'bytes of stack', 'as queued', 'in classes', 'sorted', 'lines', 'sectors', 'bytes'],
    ...kernels.flatMap(({ kernel, registers, groupRegisters, stackBytes, byLanes, byGroups }) => [
      [`\`${kernel}\``, registers, stackBytes, ...orders.concat(keys).map((key) => mean(byLanes, key))],
      ...(byGroups === undefined || byGroups.work === 0
        ? []
        : [
            [
              `\`${kernel}\`, long calls`,
              groupRegisters,
              '',
              mean(byGroups, orders[0]),
              '',
              '',
              ...keys.map((key) => mean(byGroups, key)),
            ],
          ]),
    ]),
    [
      'all calls of lanes',
      summary.registers,
      summary.stackBytes,
      ...orders.concat(keys).map((key) => spell(summary.byLanes[key])),
    ],
    [
      `long calls, ${round(100 * summary.longShare)} % of the work`,
      '',
      '',
      spell(summary.byGroups[orders[0]]),
      '',
      '',
      ...keys.map((key) => spell(summary.byGroups[key])),
    ],
    ['all', '', '', spell(summary.all[orders[0]]), '', '', ...keys.map((key) => spell(summary.all[key]))],
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
