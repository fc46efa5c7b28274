// Counts the colours of a GRID by a workgroup, as `countColors` and `colorFromCounts` in src/kernel/colors.ts.

/** Work that `mostColorOf` counts for a GRID of the colours 0 to 15. */
export const MOST_COLOR_WORK = 16

export const MOST_COLOR_SHADER = `const OTHER_COLORS = 16u;
// The number of cells of each colour 0 to 15, then of all other colours.
var<workgroup> colorCounts: array<atomic<u32>, 17>;

// Neighbours usually have one colour: an invocation adds once for each run of equal cells.
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

// The most frequent colour; of several, the smallest.
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
