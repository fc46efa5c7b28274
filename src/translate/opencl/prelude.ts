// The prelude in OpenCL C: the border of the heap and the intrinsics of a device. OpenCL does not keep accesses inside their buffers, so
// every access is checked here: one out of bounds is an error word, as on every backend. check-prelude.ts compares names and parameters,
// test/conformance/preludes.test.ts compares the behaviour.

import { deviceParams } from '../device-params.ts'

/** The struct of the parameters. */
export const openclParams = `typedef struct {
${deviceParams.map((name) => `  int ${name};\n`).join('')}} Params;
`

/** The variables of every invocation; variables and memories that a program uses besides are fields of the same struct. */
export const openclFields = `  __global int *heap;
  volatile __global int *state;
  __global int *scratch; // of this invocation
  __global int *calls;
  __global int *arena;
  __constant Params *params;
  __global const int *tables;
  int stateWords;
  int callWords;
  int work;
  int fault;
  int top; // the invocation may read the words below: those present at its start and those it allocated itself
  int scratchTop;
`

/** A macro of the prelude that is more than one declaration. */
export const openclHints = `// Compilers that can be told so put the way of a refusal aside: an access that is allowed then takes one jump less.
#define LIKELY(condition) (condition)
#ifdef __has_builtin
#if __has_builtin(__builtin_expect)
#undef LIKELY
#define LIKELY(condition) __builtin_expect(condition, 1)
#endif
#endif
`

/** The first part of the prelude: accesses to the memories of a device. The printer chooses one by the memory. */
export const openclAccesses = `static void raise(Heap *h, int error);

#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

static bool isAllowed(Heap *h, int words, int k) {
  if (LIKELY((uint)k < (uint)words)) return true;
  raise(h, BOUNDS_ERROR);
  // The scheduler has no result that could be an error: the host reads this counter.
  atomic_inc(h->state + STATE_refusedAccesses);
  return false;
}

${printAccesses('global', '__global')}
${printAccesses('local', '__local')}
static int localUniformAt(Heap *h, __local int *memory, int words, int k) {
  BARRIER;
  const int word = localAt(h, memory, words, k);
  BARRIER;
  return word;
}
`

function printAccesses(prefix: string, space: string): string {
  const changes = ['add', 'or', 'min', 'max', 'xchg'] as const
  const names = { add: 'Add', or: 'Or', min: 'Min', max: 'Max', xchg: 'Exchange' }
  return `static int ${prefix}At(Heap *h, ${space} const int *memory, int words, int k) {
  return isAllowed(h, words, k) ? memory[k] : 0;
}

static void ${prefix}Put(Heap *h, ${space} int *memory, int words, int k, int word) {
  if (isAllowed(h, words, k)) memory[k] = word;
}

static int ${prefix}AtomicLoad(Heap *h, volatile ${space} int *memory, int words, int k) {
  return isAllowed(h, words, k) ? memory[k] : 0;
}

static void ${prefix}AtomicStore(Heap *h, volatile ${space} int *memory, int words, int k, int word) {
  if (isAllowed(h, words, k)) atomic_xchg(memory + k, word);
}
${changes
  .map(
    (change) => `
static int ${prefix}Atomic${names[change]}(Heap *h, volatile ${space} int *memory, int words, int k, int word) {
  return isAllowed(h, words, k) ? atomic_${change}(memory + k, word) : 0;
}
`,
  )
  .join('')}`
}

/** The second part: the twins. Constants (NOWHERE, BUDGET_ERROR, ...) are translated from the kernel sources. */
export const openclPrelude = `// The first word of the state: the first free word of the heap.
#define HEAP_TOP 0
#define LARGE 32768u // words of an allocation

static void raise(Heap *h, int error) {
  if (h->fault == 0) h->fault = error;
}

static bool failed(Heap *h) { return h->fault != 0; }

static int faultWord(Heap *h) { return h->fault; }

static bool spend(Heap *h, int amount) {
  if (h->fault != 0) return false;
  const int left = (uint)h->params->budget - (uint)h->work;
  if (amount < 0 || amount > left) {
    h->fault = BUDGET_ERROR;
    return false;
  }
  h->work += amount;
  return true;
}

static int workLeft(Heap *h) { return h->fault == 0 ? h->params->budget - h->work : 0; }

static bool hasTriples(Heap *h) { return HAS_TRIPLES; }

static int heapTop(Heap *h) { return h->top; }

static int load(Heap *h, int a) {
  if (LIKELY((uint)a < (uint)h->top)) return h->heap[a];
  raise(h, BOUNDS_ERROR);
  return 0;
}

static void store(Heap *h, int a, int w) {
  if (LIKELY(a >= FIRST_FREE && a < h->top)) h->heap[a] = w;
  else raise(h, BOUNDS_ERROR);
}

static int takeFrom(Heap *h, int top, int count, int limit) {
  if (!isAllowed(h, h->stateWords, top)) return -1;
  volatile __global int *const first = h->state + top;
  // The check before the addition keeps the top from running away when thousands of calls find the memory full. Concurrent
  // calls may still all add; large amounts, whose sum could pass 32 bits, are therefore added one after the other.
  uint a = *first;
  if (a > (uint)limit || (uint)count > (uint)limit - a) return -1;
  if ((uint)count <= LARGE) {
    a = atomic_add(first, count);
    return a <= (uint)limit && (uint)count <= (uint)limit - a ? (int)a : -1;
  }
  for (;;) {
    const uint found = atomic_cmpxchg(first, (int)a, (int)(a + count));
    if (found == a) return (int)a;
    a = found;
    if (a > (uint)limit || (uint)count > (uint)limit - a) return -1;
  }
}

static int allocate(Heap *h, int count) {
  if (!spend(h, count)) return NOWHERE;
  const int a = takeFrom(h, HEAP_TOP, count, h->params->heapWords);
  if (a < 0) {
    raise(h, ROOM_ERROR);
    return NOWHERE;
  }
  h->top = a + count;
  return a;
}

// In 64 bits no sum or product of 32-bit numbers wraps here: the largest is (2^31 - 2) * (2^31 - 1) twice and 2^31.
static void copyStrided(Heap *h, int into, int source, int rows, int cols, int rowStep, int colStep) {
  if (rows <= 0 || cols <= 0) return;
  const long down = (long)(rows - 1) * rowStep;
  const long right = (long)(cols - 1) * colStep;
  const long lowest = source + (down < 0 ? down : 0) + (right < 0 ? right : 0);
  const long highest = source + (down > 0 ? down : 0) + (right > 0 ? right : 0);
  if (lowest < 0 || highest >= h->top || into < FIRST_FREE || (long)rows * cols > h->top - into) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  int to = into;
  for (int i = 0; i < rows; i++) {
    int from = source + i * rowStep;
    for (int j = 0; j < cols; j++) {
      h->heap[to] = h->heap[from];
      to++;
      from = (uint)from + colStep;
    }
  }
}

static void copyWords(Heap *h, int into, int source, int count) {
  if (count <= 0) return;
  if (into < FIRST_FREE || count > h->top - into || source < 0 || count > h->top - source) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  // One by one, the first one first, also where they overlap.
  for (int k = 0; k < count; k++) h->heap[into + k] = h->heap[source + k];
}

static void copySums(Heap *h, int into, int source, int count, int addend) {
  if (count <= 0) return;
  if (into < FIRST_FREE || count > h->top - into || source < 0 || count > h->top - source) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  for (int k = 0; k < count; k++) h->heap[into + k] = (int)((uint)h->heap[source + k] + (uint)addend);
}

static int scratchTop(Heap *h) { return h->scratchTop; }

static void releaseScratch(Heap *h, int a) {
  if (a >= 0 && a <= h->scratchTop) h->scratchTop = a;
}

static int holdScratch(Heap *h, int count) {
  if (h->fault != 0) return NOWHERE;
  const int a = h->scratchTop;
  if ((uint)count > (uint)(h->params->scratchWords - a)) {
    raise(h, SCRATCH_FULL);
    return NOWHERE;
  }
  h->scratchTop = a + count;
  return a;
}

static int reserveScratch(Heap *h, int count) {
  return spend(h, count) ? holdScratch(h, count) : NOWHERE;
}

static void push(Heap *h, int w) {
  const int a = h->scratchTop;
  const bool isAffordable = h->work < h->params->budget;
  // One jump where all is well.
  if (LIKELY((h->fault == 0) & isAffordable & (a < h->params->scratchWords))) {
    h->work++;
    h->scratch[a] = w;
    h->scratchTop = a + 1;
  } else if (h->fault == 0) {
    // Counted, as where scratch is reserved: room is looked for after work is counted.
    h->work += isAffordable ? 1 : 0;
    h->fault = isAffordable ? SCRATCH_FULL : BUDGET_ERROR;
  }
}

static void pushWords(Heap *h, int a, int count) {
  if (count <= 0) return;
  if (a < 0 || count > h->top - a) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  const int to = reserveScratch(h, count);
  if (to == NOWHERE) return;
  for (int k = 0; k < count; k++) h->scratch[to + k] = h->heap[a + k];
}

static void storeWords(Heap *h, int a, int list, int count) {
  if (count <= 0) return;
  if (a < FIRST_FREE || count > h->top - a || list < 0 || count > h->scratchTop - list) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  for (int k = 0; k < count; k++) h->heap[a + k] = h->scratch[list + k];
}

static void storeSteps(Heap *h, int a, int count, int first, int gap) {
  if (count <= 0) return;
  if (a < FIRST_FREE || count > h->top - a) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  for (int k = 0; k < count; k++) h->heap[a + k] = (int)((uint)first + (uint)k * (uint)gap);
}

static int edgesOf(Heap *h, int a, int count) {
  if (count <= 0) return 0;
  const int size = min(count, EDGE_WORDS);
  if (a < 1 || size > h->top - a) {
    raise(h, BOUNDS_ERROR);
    return 0;
  }
  uint edges = 0;
  for (int k = 0; k < size; k++) edges |= (h->heap[a + k] != h->heap[a + k - 1] ? 1u : 0u) << k;
  return (int)edges;
}

static int countNibbles(Heap *h, int a, int count, int shift, int counts) {
  if (counts < 0 || counts > h->scratchTop - NIBBLE_COUNTERS || (count > 0 && (a < 0 || count > h->top - a))) {
    raise(h, BOUNDS_ERROR);
    return 0;
  }
  for (int k = 0; k < NIBBLE_COUNTERS; k++) h->scratch[counts + k] = 0;
  int bits = 0;
  for (int k = 0; k < count; k++) {
    const int w = h->heap[a + k];
    bits |= w;
    h->scratch[counts + ((w >> (shift & 31)) & 15) + ((k & 3) << 4)] += 1;
  }
  for (int k = 16; k < NIBBLE_COUNTERS; k++) h->scratch[counts + (k & 15)] += h->scratch[counts + k];
  return bits;
}

static int countWord(Heap *h, int a, int count, int wanted) {
  if (count <= 0) return 0;
  if (a < 0 || count > h->top - a) {
    raise(h, BOUNDS_ERROR);
    return 0;
  }
  int bits = 0;
  int found = 0;
  for (int k = 0; k < count; k++) {
    bits |= h->heap[a + k];
    found += h->heap[a + k] == wanted ? 1 : 0;
  }
  return (bits & ~15) == 0 ? found : -1;
}

static int compareRows(Heap *h, int into, int a, int rows, int cols, int background) {
  if (rows <= 0 || cols <= 0) return 0;
  const bool isSource = cols <= COMPARED_COLS && a >= 0 && (long)rows * cols <= h->top - a;
  if (!isSource || into < 0 || (long)rows * ROW_MASKS > h->scratchTop - into) {
    raise(h, BOUNDS_ERROR);
    return 0;
  }
  int bits = 0;
  for (int i = 0; i < rows; i++) {
    uint edges = 1, cells = 0, up = 0, left = 0, right = 0;
    for (int j = 0; j < cols; j++) {
      const int from = a + i * cols + j;
      const int word = h->heap[from];
      const int w = word & 15;
      bits |= word;
      cells |= (w != background ? 1u : 0u) << j;
      if (j > 0) edges |= (w != (h->heap[from - 1] & 15) ? 1u : 0u) << j;
      if (i == 0) continue;
      up |= (w == (h->heap[from - cols] & 15) ? 1u : 0u) << j;
      if (j > 0) left |= (w == (h->heap[from - cols - 1] & 15) ? 1u : 0u) << j;
      if (j + 1 < cols) right |= (w == (h->heap[from - cols + 1] & 15) ? 1u : 0u) << j;
    }
    const int to = into + i * ROW_MASKS;
    h->scratch[to] = (int)edges;
    h->scratch[to + 1] = (int)cells;
    h->scratch[to + 2] = (int)up;
    h->scratch[to + 3] = (int)left;
    h->scratch[to + 4] = (int)right;
  }
  return bits;
}

static int fieldRange(Heap *h, int a, int count, int shift, int mask) {
  if (count <= 0) return mask;
  if (a < 0 || count > h->top - a) {
    raise(h, BOUNDS_ERROR);
    return 0;
  }
  int least = mask;
  int most = 0;
  for (int k = 0; k < count; k++) {
    const int field = (h->heap[a + k] >> (shift & 31)) & mask;
    least = min(least, field);
    most = max(most, field);
  }
  return (int)((uint)most << 16) | least;
}

static void fetchWords(Heap *h, int into, int a, int count) {
  if (count <= 0) return;
  if (a < 0 || count > h->top - a || into < 0 || count > h->scratchTop - into) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  for (int k = 0; k < count; k++) h->scratch[into + k] = h->heap[a + k];
}

static void copyScratch(Heap *h, int into, int source, int count) {
  if (count <= 0) return;
  if (into < 0 || count > h->scratchTop - into || source < 0 || count > h->scratchTop - source) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  for (int k = 0; k < count; k++) h->scratch[into + k] = h->scratch[source + k];
}

static void fillScratch(Heap *h, int a, int count, int w) {
  if (count <= 0) return;
  if (a < 0 || count > h->scratchTop - a) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  for (int k = 0; k < count; k++) h->scratch[a + k] = w;
}

static void pokeFive(Heap *h, int a, int v, int w, int x, int y, int z) {
  if (a < 0 || a > h->scratchTop - 5) {
    raise(h, BOUNDS_ERROR);
    return;
  }
  h->scratch[a] = v;
  h->scratch[a + 1] = w;
  h->scratch[a + 2] = x;
  h->scratch[a + 3] = y;
  h->scratch[a + 4] = z;
}

static int peek(Heap *h, int a) {
  if (LIKELY((uint)a < (uint)h->scratchTop)) return h->scratch[a];
  raise(h, BOUNDS_ERROR);
  return 0;
}

static void poke(Heap *h, int a, int w) {
  if (LIKELY((uint)a < (uint)h->scratchTop)) h->scratch[a] = w;
  else raise(h, BOUNDS_ERROR);
}

static int highestBit(int bits) { return 31 - (int)clz((uint)bits); }

static int lowestBit(int bits) { return 31 - (int)clz((uint)bits & (0u - (uint)bits)); }

// As JavaScript cuts them to 32 bits: a quotient by 0 is 0, and the one quotient of 2^31 wraps.
static int divideTowardsZero(int a, int b) {
  if (b == 0) return 0;
  return b == -1 ? (int)(0u - (uint)a) : a / b;
}

static int factsOf(Heap *h, int primitive) {
  const int count = globalAt(h, h->tables, h->params->tableWords, TABLE_primitiveCount);
  if ((uint)primitive >= (uint)count) return -1;
  const int facts = globalAt(h, h->tables, h->params->tableWords, TABLE_primitives);
  return globalAt(h, h->tables, h->params->tableWords, facts + 2 * primitive);
}

static void waitForGroup(Heap *h) { BARRIER; }

static void waitForHeap(Heap *h) { BARRIER; }

static int bitCount(int bits) { return popcount(bits); }

static bool isBelow(int a, int b) { return (uint)a < (uint)b; }

static void clearInvocation(Heap *h) {
  const uint top = h->state[HEAP_TOP];
  h->work = 0;
  h->fault = 0;
  h->scratchTop = 0;
  h->top = min(top, (uint)h->params->heapWords);
}

static int workDone(Heap *h) { return h->work; }

static void setWork(Heap *h, int work) { h->work = work; }
`

/** Operators that C does not define for all operands. */
export const openclOperators = `// A remainder by 0 is never used, but must not trap; one by -1 is 0, and C does not say so for the least number.
static int remainderOf(int a, int b) { return b == 0 || b == -1 ? 0 : a % b; }

static int shiftLeft(int a, int b) { return (int)((uint)a << (b & 31)); }
`
