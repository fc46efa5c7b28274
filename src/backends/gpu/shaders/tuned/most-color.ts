// Counting the colours of a GRID together: what `countColors` and `colorFromCounts` do in src/kernel/colors.ts.

/** Work that `mostColorOf` counts for a GRID of the colours 0 to 15. */
export const MOST_COLOR_WORK = 16

export const MOST_COLOR_SHADER = `const OTHER_COLORS = 16u;
// How often there is each of the colours 0 to 15; behind them, how many cells have another one.
var<workgroup> colorCounts: array<atomic<u32>, 17>;

// Neighbours mostly have one colour: an invocation adds once for each stretch of equal cells that it meets.
fn countCells(at: i32, count: i32, lane: u32) {
  if (lane <= OTHER_COLORS) { atomicStore(&colorCounts[lane], 0u); }
  workgroupBarrier();
  var last = OTHER_COLORS;
  var seen = 0u;
  for (var k = i32(lane); k < count; k += i32(LANES)) {
    let color = min(u32(heap[at + k]), OTHER_COLORS);
    if (color != last) {
      atomicAdd(&colorCounts[last], seen);
      last = color;
      seen = 0u;
    }
    seen += 1u;
  }
  atomicAdd(&colorCounts[last], seen);
  workgroupBarrier();
}

// The most frequent colour, the smallest of several.
fn mostCounted() -> i32 {
  var best = 0;
  var bestCount = 0u;
  for (var color = 0; color < 16; color++) {
    let count = atomicLoad(&colorCounts[color]);
    best = select(best, color, count > bestCount);
    bestCount = max(bestCount, count);
  }
  return best;
}
`
