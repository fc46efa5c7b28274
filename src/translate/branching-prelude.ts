// The prelude for GPUs: the most frequent functions of the border with a branch around each access. A hardware compiler makes
// one jump of it, which is not taken, where the form without branches costs up to ten instructions an access. The compile time
// of the software device grows with every branch, so it keeps the other form (decision 0003).

import { prelude } from './prelude.ts'

/** Twins of functions of the prelude; test/conformance/preludes.test.ts compares both. */
const branching = `fn spend(amount: i32) -> bool {
  if (own[FAULT] == 0) {
    if ((amount >= 0) & (amount <= params.budget - own[WORK])) {
      own[WORK] += amount;
    } else {
      own[FAULT] = BUDGET_ERROR;
    }
  }
  return own[FAULT] == 0;
}

fn load(a: i32) -> i32 {
  var w = 0;
  if (u32(a) < u32(own[KNOWN_TOP])) { w = heap[a]; } else { raise(BOUNDS_ERROR); }
  return w;
}

fn store(a: i32, w: i32) {
  if ((a >= FIRST_FREE) & (a < own[KNOWN_TOP])) { heap[a] = w; } else { raise(BOUNDS_ERROR); }
}

fn push(w: i32) {
  let a = own[SCRATCH_END];
  if ((own[FAULT] == 0) & (own[WORK] < params.budget) & (a < params.scratchWords)) {
    own[WORK] += 1;
    own[SCRATCH_END] = a + 1;
    scratchMemory[scratchBase + a] = w;
  } else if (own[WORK] < params.budget) {
    // Counted, as where scratch is reserved: room is looked for after work is counted.
    own[WORK] += select(0, 1, own[FAULT] == 0);
    raise(SCRATCH_FULL);
  } else {
    raise(BUDGET_ERROR);
  }
}

fn peek(a: i32) -> i32 {
  var w = 0;
  if (u32(a) < u32(own[SCRATCH_END])) { w = scratchMemory[scratchBase + a]; } else { raise(BOUNDS_ERROR); }
  return w;
}

fn poke(a: i32, w: i32) {
  if (u32(a) < u32(own[SCRATCH_END])) { scratchMemory[scratchBase + a] = w; } else { raise(BOUNDS_ERROR); }
}
`

/** The prelude with these functions in place of its own. */
export const branchingPrelude = branching.split(/(?=^fn )/m).reduce((text, twin) => {
  const head = twin.slice(0, twin.indexOf('\n'))
  const start = text.indexOf(head)
  if (start < 0) throw new Error(`the prelude has no function '${head}'`)
  const end = text.indexOf('\n}\n', start) + '\n}\n'.length
  return text.slice(0, start) + twin.trimEnd() + '\n' + text.slice(end)
}, prelude)
