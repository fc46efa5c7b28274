// The operations of the self-check, each in WGSL, in OpenCL C and in JavaScript, and their programs.

import type { CodeLanguage } from '../shaders/kernel-code.ts'

/** Fills the memory around the window of the bounds test. */
export const GUARD_WORD = 0x5afe5afe

/** Every operation is applied to all pairs of these. */
export const SELF_CHECK_VALUES: readonly number[] = [
  0, 1, -1, 2, -2, 3, 7, -7, 31, 32, 33, 255, -256, 1000003, -1000003, 0x40000000, 0x7fffffff, -0x7fffffff, -0x80000000,
]

interface Operation {
  readonly name: string
  readonly wgsl: string
  readonly opencl: string
  readonly expect: (a: number, b: number) => number
}

// WGSL: division by zero and the one overflow of division give the dividend, with remainder zero.
const isUndivided = (a: number, b: number): boolean => b === 0 || (a === -0x80000000 && b === -1)

/** The operations; results are truncated to 32-bit integers. */
export const SELF_CHECK_OPERATIONS: readonly Operation[] = [
  { name: 'sum', wgsl: 'a + b', opencl: '(int)((uint)a + (uint)b)', expect: (a, b) => a + b },
  { name: 'difference', wgsl: 'a - b', opencl: '(int)((uint)a - (uint)b)', expect: (a, b) => a - b },
  { name: 'product', wgsl: 'a * b', opencl: '(int)((uint)a * (uint)b)', expect: (a, b) => Math.imul(a, b) },
  {
    name: 'quotient',
    wgsl: 'a / b',
    opencl: 'isUndivided(a, b) ? a : a / b',
    expect: (a, b) => (isUndivided(a, b) ? a : a / b),
  },
  {
    name: 'remainder',
    wgsl: 'a % b',
    opencl: 'isUndivided(a, b) ? 0 : a % b',
    expect: (a, b) => (isUndivided(a, b) ? 0 : a % b),
  },
  { name: 'negation', wgsl: '-a', opencl: '(int)(0u - (uint)a)', expect: (a) => -a },
  {
    name: 'left shift',
    wgsl: 'a << (u32(b) & 31u)',
    opencl: '(int)((uint)a << ((uint)b & 31u))',
    expect: (a, b) => a << b,
  },
  { name: 'right shift', wgsl: 'a >> (u32(b) & 31u)', opencl: 'a >> ((uint)b & 31u)', expect: (a, b) => a >> b },
  {
    name: 'unsigned right shift',
    wgsl: 'i32(u32(a) >> (u32(b) & 31u))',
    opencl: '(int)((uint)a >> ((uint)b & 31u))',
    expect: (a, b) => a >>> b,
  },
  {
    name: 'and, or, xor',
    wgsl: '(a & b) + (a | b) * 3 + (a ^ b) * 5',
    opencl: '(int)((uint)(a & b) + (uint)(a | b) * 3u + (uint)(a ^ b) * 5u)',
    expect: (a, b) => (a & b) + Math.imul(a | b, 3) + Math.imul(a ^ b, 5),
  },
  { name: 'complement', wgsl: '~a', opencl: '~a', expect: (a) => ~a },
  { name: 'smaller', wgsl: 'min(a, b)', opencl: 'min(a, b)', expect: (a, b) => Math.min(a, b) },
  {
    name: 'comparison',
    wgsl: 'select(0, 1, a < b) + select(0, 2, a == b)',
    opencl: '(a < b ? 1 : 0) + (a == b ? 2 : 0)',
    expect: (a, b) => Number(a < b) + 2 * Number(a === b),
  },
  {
    name: 'unsigned comparison',
    wgsl: 'select(0, 1, u32(a) < u32(b))',
    opencl: '(uint)a < (uint)b ? 1 : 0',
    expect: (a, b) => Number(a >>> 0 < b >>> 0),
  },
  {
    name: 'leading zeros',
    wgsl: 'i32(countLeadingZeros(u32(a)))',
    opencl: '(int)clz((uint)a)',
    expect: (a) => Math.clz32(a),
  },
  { name: 'loop', wgsl: 'countDigits(a)', opencl: 'countDigits(a)', expect: (a) => String(Math.abs(a)).length },
]

const countPerPair = SELF_CHECK_OPERATIONS.length

/** The entry point of the programs. */
export const SELF_CHECK_ENTRY = 'selfCheck'

/** All operations on all pairs, atomics, a barrier, and accesses outside a window. */
const WGSL_PROGRAM = `
@group(0) @binding(0) var<storage, read> values: array<i32>;
@group(0) @binding(1) var<storage, read_write> results: array<i32>;
struct Atomics { sum: atomic<i32>, largest: atomic<i32>, smallest: atomic<i32>, total: atomic<i32>, strays: atomic<i32> }
@group(0) @binding(2) var<storage, read_write> atomics: Atomics;
@group(0) @binding(3) var<storage, read_write> window: array<i32>;
var<workgroup> shared_words: array<i32, 64>;

fn countDigits(a: i32) -> i32 {
  var rest = a;
  var count = 1;
  loop {
    rest = rest / 10;
    if (rest == 0) { break; }
    count++;
  }
  return count;
}

@compute @workgroup_size(64)
fn ${SELF_CHECK_ENTRY}(@builtin(global_invocation_id) global: vec3u, @builtin(local_invocation_index) local: u32,
        @builtin(num_workgroups) groups: vec3u) {
  let valueCount = arrayLength(&values);
  let stride = groups.x * 64u;
  for (var pair = global.x; pair < valueCount * valueCount; pair += stride) {
    let a = values[pair / valueCount];
    let b = values[pair % valueCount];
    let at = pair * ${countPerPair}u;
${SELF_CHECK_OPERATIONS.map(({ wgsl }, index) => `    results[at + ${index}u] = ${wgsl};`).join('\n')}
  }

  let id = i32(global.x);
  atomicAdd(&atomics.sum, id);
  atomicMax(&atomics.largest, id);
  atomicMin(&atomics.smallest, -id);
  shared_words[local] = id;
  workgroupBarrier();
  if (local == 0u) {
    var sum = 0;
    for (var i = 0; i < 64; i++) { sum += shared_words[i]; }
    atomicAdd(&atomics.total, sum);
  }

  let far = id * 1048576;
  for (var side = -1; side <= 1; side += 2) {
    let near = select(id - 256, 1024 + id, side > 0);
    if (window[near] == ${GUARD_WORD} || window[side * far] == ${GUARD_WORD}) { atomicAdd(&atomics.strays, 1); }
    window[near] = id;
    window[side * far] = id;
  }
}
`

/** The same in OpenCL C, in which an access outside a buffer has no defined result. */
const OPENCL_PROGRAM = `bool isUndivided(int a, int b) {
  return b == 0 || (a == (-2147483647 - 1) && b == -1);
}

int countDigits(int a) {
  int rest = a;
  int count = 1;
  for (;;) {
    rest = rest / 10;
    if (rest == 0) { break; }
    count++;
  }
  return count;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void ${SELF_CHECK_ENTRY}(__global const int *values, __global int *results, volatile __global int *atomics, __global int *window) {
  __local int sharedWords[64];
  const uint valueCount = ${SELF_CHECK_VALUES.length}u;
  const uint id = (uint)get_global_id(0);
  const uint lane = (uint)get_local_id(0);
  for (uint pair = id; pair < valueCount * valueCount; pair += (uint)get_global_size(0)) {
    const int a = values[pair / valueCount];
    const int b = values[pair % valueCount];
    const uint at = pair * ${countPerPair}u;
${SELF_CHECK_OPERATIONS.map(({ opencl }, index) => `    results[at + ${index}u] = ${opencl};`).join('\n')}
  }
  atomic_add(&atomics[0], (int)id);
  atomic_max(&atomics[1], (int)id);
  atomic_min(&atomics[2], -(int)id);
  sharedWords[lane] = (int)id;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0u) {
    int sum = 0;
    for (int i = 0; i < 64; i++) { sum += sharedWords[i]; }
    atomic_add(&atomics[3], sum);
  }
  window[id] = (int)id;
}
`

/** The program in each language of devices. */
export const SELF_CHECK_PROGRAMS: Readonly<Record<CodeLanguage, string>> = {
  wgsl: WGSL_PROGRAM,
  opencl: OPENCL_PROGRAM,
}
