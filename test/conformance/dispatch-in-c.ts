// Runs programs in OpenCL C as C on the host, for machines without OpenCL: one invocation, nothing at the same time.

import { OPENCL_ENTRY } from '../../src/backends/gpu/shaders/opencl-program.ts'
import { compileC } from '../compile-c.ts'
import type { Dispatch } from './dispatch.ts'

/** The words of OpenCL C that C lacks. */
const OPENCL_WORDS = `#include <stdbool.h>
#define __kernel
#define __global
#define __local
#define __constant const
#define reqd_work_group_size(x, y, z) unused
#define barrier(fences)
typedef unsigned int uint;
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
static inline uint clz(uint x) { return x == 0 ? 32 : __builtin_clz(x); }
#define CHANGE(name, value) static inline int atomic_##name(volatile int *p, int x) { \\
  const int old = *p; \\
  *p = value; \\
  return old; \\
}
CHANGE(add, old + x)
CHANGE(or, old | x)
CHANGE(min, min(old, x))
CHANGE(max, max(old, x))
CHANGE(xchg, x)
static inline int atomic_inc(volatile int *p) { return atomic_add(p, 1); }
static inline int atomic_cmpxchg(volatile int *p, int expected, int x) {
  const int old = *p;
  if (old == expected) *p = x;
  return old;
}
`

const compiled = new Map<string, ReturnType<typeof compileC>>()

/** Runs a program of one invocation; the words of the buffers at `read` afterwards. */
export async function dispatchInC({ code, buffers }: Dispatch, read: readonly number[]): Promise<Int32Array[]> {
  let compiling = compiled.get(code)
  if (compiling === undefined) compiled.set(code, (compiling = compileC(OPENCL_WORDS + code)))
  const parameters = buffers.map(() => '_Inout_ int32_t *')
  const run = (await compiling).func(OPENCL_ENTRY, 'void', parameters) as (...args: readonly Int32Array[]) => void
  const own = buffers.map((words) => words.slice())
  run(...own)
  return read.map((k) => own[k]!)
}
