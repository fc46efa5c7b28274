// Checked values of options.

import { InvalidArgumentError, Option } from 'commander'
import { MAX_SHARDS, type Shard } from '../engine/run/shard.ts'
import { DEFAULT_ALLOWANCE, MAX_ALLOWANCE } from '../kernel/heap-growth.ts'

/** Limits of --sizes. */
const MAX_SIZES = 50
const MAX_BATCH = 1_000_000

/** A whole number from 1 on. */
export function countFromOne(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 on.')
  return Number(text)
}

/** A memory allowance in words. */
function countAllowance(text: string): number {
  const words = countFromOne(text)
  if (words > MAX_ALLOWANCE) throw new InvalidArgumentError(`The maximum is ${MAX_ALLOWANCE}.`)
  return words
}

/** A seed: an integer of 32 bits without a sign. */
export function parseSeed(text: string): number {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(seed <= 0xffff_ffff)) throw new InvalidArgumentError('Expected a whole number from 0 to 4294967295.')
  return seed
}

/** A probability. */
export function parseRate(text: string): number {
  const rate = /^\d*\.?\d+(?:e-?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!(rate >= 0 && rate <= 1)) throw new InvalidArgumentError('Expected a number from 0 to 1.')
  return rate
}

/** An integer. */
export function parseNumber(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** Batch sizes, separated by commas. */
export function countSizes(text: string): number[] {
  const sizes = text.split(',').map((part) => countFromOne(part.trim()))
  if (sizes.length > MAX_SIZES) throw new InvalidArgumentError(`The maximum is ${MAX_SIZES} sizes.`)
  if (sizes.some((size) => size > MAX_BATCH)) throw new InvalidArgumentError(`The maximum is ${MAX_BATCH} samples.`)
  return sizes
}

/** A percentage, from 0 on. */
export function parsePercent(text: string): number {
  if (!/^\d{1,4}(?:\.\d{1,4})?$/.test(text)) throw new InvalidArgumentError('Expected a percentage, such as 5 or 2.5.')
  return Number(text)
}

/** A shard, as in 3/16. */
export function parseShard(text: string): Shard {
  const [, index, count] = (/^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? []).map(Number)
  if (index === undefined || count === undefined || index > count)
    throw new InvalidArgumentError('Expected part/parts, from 1/16 to 16/16.')
  if (count > MAX_SHARDS) throw new InvalidArgumentError(`The maximum is ${MAX_SHARDS} parts.`)
  return { index, count }
}

/** --program-memory, which all commands that run programs have. */
export function programMemoryOption(): Option {
  const text = `maximum heap words of one program, or of one output of a batt; default: ${DEFAULT_ALLOWANCE}`
  return new Option('--program-memory <words>', text).argParser(countAllowance)
}
