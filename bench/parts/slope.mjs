// The slope of a curve in a chart whose axes are both logarithmic: 1 is linear, 0 flat.

/** The points in the right half of the chart. */
export function upperHalf(points) {
  const middle = Math.sqrt(points[0].x * points.at(-1).x)
  return points.filter(({ x }) => x >= middle)
}

/** The exponent that fits best, to two places. */
export function fitSlope(points) {
  const logs = points.map(({ x, y }) => [Math.log(x), Math.log(y)])
  const mean = (k) => logs.reduce((sum, log) => sum + log[k], 0) / logs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const products = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const slope = Number((products / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)).toPrecision(4))
  // A curve that is flat has no sign.
  return Math.abs(slope) < 0.001 ? 0 : slope
}
