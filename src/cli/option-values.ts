// Values of options, checked.

import { InvalidArgumentError } from 'commander'

/** A count from 1 on. */
export function countFromOne(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 on.')
  return Number(text)
}
