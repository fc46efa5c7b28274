// One pass of a stable sort in workgroup memory: entries by one digit of 0 to 15.

/** `sortByDigit`; entries are in `lists`, ABSENT entries are dropped. */
export const SORT_PASS_SHADER = `const MOST = 1024u; // entries of a list
const ABSENT = 0xffffffffu;
const DIGITS = 16u;
const ROW = 65u; // one more than invocations, which avoids conflicts in a memory bank
var<workgroup> lists: array<u32, 2 * MOST>;
// For each pair of digits and each invocation the counts of its entries: the second digit in the upper half of the word.
var<workgroup> tally: array<u32, 8 * ROW>;
var<workgroup> sums: array<u32, LANES>;
var<workgroup> totals: array<u32, 8>;
var<workgroup> starts: array<u32, DIGITS>;

struct Stretch {
  begin: u32,
  end: u32,
}

// The part of a list of one invocation: an odd length keeps neighbours in different memory banks.
fn stretchOf(lane: u32, count: u32) -> Stretch {
  let length = ((count + LANES - 1u) / LANES) | 1u;
  let begin = min(lane * length, count);
  return Stretch(begin, min(begin + length, count));
}

// Moves the entries of the list at origin to the one at into, ordered by the digit at shift.
fn sortByDigit(origin: u32, into: u32, count: u32, shift: u32, lane: u32) {
  let mine = stretchOf(lane, count);
  for (var k = lane; k < 8u * ROW; k += LANES) { tally[k] = 0u; }
  workgroupBarrier();
  for (var k = mine.begin; k < mine.end; k++) {
    let e = lists[origin + k];
    let digit = (e >> shift) & 15u;
    tally[(digit >> 1u) * ROW + lane] += select(1u << ((digit & 1u) * 16u), 0u, e == ABSENT);
  }
  workgroupBarrier();
  // Eight invocations share the sums of two digits; each sums the counts of eight invocations.
  let at = (lane & 7u) * ROW + (lane & 56u);
  var sum = 0u;
  for (var k = at; k < at + 8u; k++) {
    let counted = tally[k];
    tally[k] = sum;
    sum += counted;
  }
  sums[lane] = sum;
  workgroupBarrier();
  var before = 0u;
  for (var k = lane & 7u; k < lane; k += 8u) { before += sums[k]; }
  for (var k = at; k < at + 8u; k++) { tally[k] += before; }
  if (lane >= 56u) { totals[lane & 7u] = before + sum; }
  workgroupBarrier();
  if (lane < DIGITS) {
    var start = into;
    for (var digit = 0u; digit < lane; digit++) { start += (totals[digit >> 1u] >> ((digit & 1u) * 16u)) & 0xffffu; }
    starts[lane] = start;
  }
  workgroupBarrier();
  for (var k = mine.begin; k < mine.end; k++) {
    let e = lists[origin + k];
    let digit = (e >> shift) & 15u;
    let half = (digit & 1u) * 16u;
    let counter = (digit >> 1u) * ROW + lane;
    if (e != ABSENT) {
      lists[starts[digit] + ((tally[counter] >> half) & 0xffffu)] = e;
      tally[counter] += 1u << half;
    }
  }
  workgroupBarrier();
}
`
