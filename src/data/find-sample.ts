// One sample of a task, by its name or by its number among all samples.

import { UserError } from '../language/errors.ts'
import { type SampleName, type Task, nameSample, samplesOf, spellSample } from './task.ts'

/** A sample by name, or by its number among all samples of the task, from 1. */
export type SampleChoice = SampleName | number

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
