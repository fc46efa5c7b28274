// The break-even batch size of a route: from which number of samples on it is faster than the sequential route.

/** The speed of a route relative to the sequential one at a batch size; above 1 it is faster. */
export interface SpeedUp {
  readonly samples: number
  readonly ratio: number
}

/**
 * `reached`: faster from about `samples` on, interpolated between two measured sizes. `always`: faster at every measured size.
 * `not-reached`: not faster at the largest measured size. For both, `samples` is that end of the measured range.
 */
export interface BreakEven {
  readonly kind: 'always' | 'reached' | 'not-reached'
  readonly samples: number
}

/** The break-even of ratios in ascending order of sizes; at least one. */
export function findBreakEven(speedUps: readonly SpeedUp[]): BreakEven {
  const lastSlow = speedUps.findLastIndex(({ ratio }) => ratio <= 1)
  if (lastSlow < 0) return { kind: 'always', samples: speedUps[0]!.samples }
  const [slow, fast] = [speedUps[lastSlow]!, speedUps[lastSlow + 1]]
  if (fast === undefined) return { kind: 'not-reached', samples: slow.samples }
  // Ratios are powers of sizes over short ranges: a straight line on logarithmic axes.
  const share = Math.log(slow.ratio) / (Math.log(slow.ratio) - Math.log(fast.ratio))
  const exponent = Math.log(slow.samples) + share * (Math.log(fast.samples) - Math.log(slow.samples))
  return { kind: 'reached', samples: Math.ceil(Math.exp(exponent) - 1e-9) }
}
