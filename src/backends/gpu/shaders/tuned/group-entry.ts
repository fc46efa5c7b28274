// The entry point of a tuned kernel: a workgroup makes one call at a time; invocation 0 acts for it.

/**
 * The entry point in which workgroups of `size` invocations make the calls of a queue. `name` is the ordinary kernel,
 * which is large and therefore called from one place only.
 */
export function printGroupEntry(name: string, arity: number, kernelNumber: number, size: number): string {
  const places = Array.from({ length: arity }, (_, k) => k)
  const list = places.map((k) => `argument${k}`).join(', ')
  const read = places.map((k) => `    let argument${k} = argumentOf(entry, ${k});\n`)
  const guards = places.map((k) => `if (isError(argument${k})) {\n        outcome = argument${k};\n      } else `)
  const areValues = places.map((k) => `!isError(argument${k})`).join(' & ')
  return `struct Turn {
  queueStart: i32,
  queueLength: i32,
}
var<workgroup> sharedTurn: Turn;
var<workgroup> isCommon: u32;

@compute @workgroup_size(${size})
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  scratchBase = i32(group.x) * (params.scratchWords + 1);
  // Other workgroups may doom the chunk at any time: one invocation tests it, so that control flow stays uniform.
  if (lane == 0u) {
    sharedTurn = Turn(
      params.orderAt + atomicLoad(&state[STATE_queueStarts + ${kernelNumber}]),
      select(atomicLoad(&state[STATE_queueLengths + ${kernelNumber}]), 0, isDoomed()),
    );
  }
  let turn = workgroupUniformLoad(&sharedTurn);
  for (var k = i32(group.x); k < turn.queueLength; k += i32(groups.x)) {
    let entry = calls[turn.queueStart + k] * ENTRY_WORDS;
${read.join('')}    var outcome = DECLINED;
    if (lane == 0u) {
      clearInvocation();
      isCommon = 0u;
      if (isHopeless(entry)) {
        outcome = PENDING;
      } else if (${areValues}) { isCommon = select(0u, 1u, chooseWay(${list})); }
    }
    if (workgroupUniformLoad(&isCommon) != 0u) { outcome = runTogether(lane); }
    if (lane == 0u) {
      if (outcome == DECLINED) {
        // An argument may not have been a block.
        clearInvocation();
        ${guards.join('')}{
          outcome = ${name}(${list});
          if (own[FAULT] != 0) { outcome = own[FAULT]; }
        }
      }
      endCall(entry, outcome);
    }
    workgroupBarrier();
  }
}
`
}

/** Precedes the text of every tuned kernel. */
export const GROUP_SHADER = `// The result of runTogether for a call that it declines; no value is this word.
const DECLINED = ERROR_BASE;
const LANES = 64u;

// Allocates a result in invocation 0, with the work of the whole call: its address, or NOWHERE with the outcome set, which
// is DECLINED where the budget of the statement is too small. The limit of a call is one for a single invocation, and does
// not count here: allocate finds as much work undone as it adds.
struct Room {
  at: i32,
  outcome: i32,
}

fn takeRoom(words: i32, work: i32) -> Room {
  if (work >= params.statementBudget) { return Room(NOWHERE, DECLINED); }
  own[WORK] = -words;
  let at = allocate(words);
  own[WORK] = work;
  return Room(at, own[FAULT]);
}
`
