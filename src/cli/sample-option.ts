// --sample: one sample of a task by its name, `demo 1` or `test 1`, or by its number among all samples.

import { InvalidArgumentError } from 'commander'
import { type SampleName, type Task, nameSample, samplesOf, spellSample } from '../data/task.ts'
import { UserError } from '../language/errors.ts'

/** A sample by name, or by its number among all samples of the task, from 1. */
export type SampleChoice = SampleName | number

/** The value of the option: `demo 1`, `demo:1`, `test 2` or `3`. */
export function parseSample(text: string): SampleChoice {
  const [, set, digits] = /^(?:(demo|test)[ :]?)?([1-9]\d{0,5})$/.exec(text.trim()) ?? []
  if (digits === undefined) throw new InvalidArgumentError('Expected demo:N, test:N, or a whole number from 1 on.')
  return set === undefined ? Number(digits) : { set: set as SampleName['set'], number: Number(digits) }
}

/** The index of the chosen sample, from 0; throws a UserError if the task has none. */
export function findSample(task: Task, choice: SampleChoice): number {
  const count = samplesOf(task).length
  const isChosen = (k: number) =>
    typeof choice === 'number' ? k === choice - 1 : spellSample(nameSample(task, k)) === spellSample(choice)
  for (let k = 0; k < count; k++) if (isChosen(k)) return k
  const name = typeof choice === 'number' ? `sample ${choice}` : spellSample(choice)
  const advice = `It has ${plural(task.train.length, 'demo pair')} and ${plural(task.test.length, 'test pair')}.`
  throw new UserError('unknown-id', `${task.id} has no ${name}`, { advice })
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
