// A figure by generation as a line, with its first and last value in words.

import { formatCount } from '../../../src/language/format-count.ts'

interface CurveProps {
  readonly title: string
  /** Generations with their values, in order; undefined where there is none yet. */
  readonly points: readonly (readonly [number, number | undefined])[]
}

const WIDTH = 300
const HEIGHT = 90
/** More points than pixels would only take time. */
const MAX_POINTS = 600

/** The curve of one figure. */
export function GenerationCurve({ title, points }: CurveProps) {
  const known = thin(points.filter((point): point is readonly [number, number] => point[1] !== undefined))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return null
  const most = known.reduce((max, [, value]) => Math.max(max, value), 1)
  const x = (generation: number) => (WIDTH * (generation - first[0])) / Math.max(1, last[0] - first[0])
  const y = (value: number) => HEIGHT * (1 - value / most)
  const line = known.map(([generation, value]) => `${x(generation).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const span = `${formatCount(first[1])} → ${formatCount(last[1])}`
  const generations = `generations ${formatCount(first[0])} to ${formatCount(last[0])}`
  return (
    <figure class="curve">
      <figcaption>
        {title} <strong>{span}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, ${generations}: ${span}`}
      >
        <polyline class="curve-line" points={known.length === 1 ? `${line} ${WIDTH},${y(last[1])}` : line} />
      </svg>
      <span class="soft curve-range">
        <span>{formatCount(first[0])}</span>
        <span>0 to {formatCount(most)}</span>
        <span>{formatCount(last[0])}</span>
      </span>
    </figure>
  )
}

/** Some of the points, the first and last among them. */
function thin<Point>(points: readonly Point[]): readonly Point[] {
  if (points.length <= MAX_POINTS) return points
  const step = (points.length - 1) / (MAX_POINTS - 1)
  return Array.from({ length: MAX_POINTS }, (_, k) => points[Math.round(k * step)]!)
}
