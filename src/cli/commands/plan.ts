// `megabatt plan`: how programs are merged, which patterns they have, and what both save.

import type { Command } from 'commander'
import { reportPlans } from '../../engine/plan/plan-report.ts'
import { type InputOptions, addInputOptions, nothingPaired, readInputs } from '../inputs.ts'
import { countFromOne } from '../option-values.ts'
import { formatPlans } from '../show/plan-table.ts'
import { terminalWidth } from '../show/terminal-width.ts'
import { type UnusedCase, refuseUnused } from '../unused-options.ts'

interface Options extends InputOptions {
  readonly explain?: true
  readonly measured: number
  readonly json?: true
}

const OF_RUNS = 'It limits runs; leave it out.'
const UNUSED: readonly UnusedCase<Options>[] = [
  {
    option: 'measured',
    isUnused: ({ explain }) => explain !== true,
    when: 'without --explain',
    advice: 'Add --explain, or leave it out.',
  },
  { option: 'budget', isUnused: () => true, when: 'on a plan', advice: OF_RUNS },
  { option: 'programMemory', isUnused: () => true, when: 'on a plan', advice: OF_RUNS },
]

/** Defines the command. */
export function define(command: Command): void {
  command.addHelpText(
    'before',
    'Examples:\n  megabatt plan --pair all\n  megabatt plan --programs solvers.py --tasks training/ --pair all --explain\n',
  )
  refuseUnused(addInputOptions(command), UNUSED)
    .option('--explain', 'measure the savings on samples, and show examples of each pattern')
    .option('--measured <n>', 'samples to measure with --explain', countFromOne, 100)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExit code: 0 completed, 2 wrong use, or a program or task cannot be read.')
    .action(plan)
}

async function plan(options: Options): Promise<void> {
  const { programs, dataset } = await readInputs(options)
  const report = reportPlans({
    programs,
    dataset,
    pairing: options.pair,
    keepUnused: options.keepUnused === true,
    measure: options.measure === true,
    maxSamples: options.explain ? options.measured : 0,
  })
  if (report.programs === 0) throw nothingPaired(programs, dataset, options)
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : formatPlans(report, terminalWidth()))
}
