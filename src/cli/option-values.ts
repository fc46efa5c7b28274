// Checked values of options.

import { InvalidArgumentError } from 'commander'
import { MAX_ALLOWANCE } from '../kernel/heap-growth.ts'

/** A whole number from 1 on. */
export function countFromOne(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 on.')
  return Number(text)
}

/** A memory allowance in words. */
export function countAllowance(text: string): number {
  const words = countFromOne(text)
  if (words > MAX_ALLOWANCE) throw new InvalidArgumentError(`The maximum is ${MAX_ALLOWANCE}.`)
  return words
}
