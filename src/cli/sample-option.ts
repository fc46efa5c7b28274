// --sample: one sample of a task by its name, `demo 1` or `test 1`, or by its number among all samples.

import { InvalidArgumentError } from 'commander'
import type { SampleChoice } from '../data/find-sample.ts'
import type { SampleName } from '../data/task.ts'

/** The value of the option: `demo 1`, `demo:1`, `test 2` or `3`. */
export function parseSample(text: string): SampleChoice {
  const [, set, digits] = /^(?:(demo|test)[ :]?)?([1-9]\d{0,5})$/.exec(text.trim()) ?? []
  if (digits === undefined) throw new InvalidArgumentError('Expected demo:N, test:N, or a whole number from 1 on.')
  return set === undefined ? Number(digits) : { set: set as SampleName['set'], number: Number(digits) }
}
