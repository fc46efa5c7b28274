// Checks in front of loops in OpenCL C (../loop-checks.ts). An access that such a check does not allow is checked by itself, so faults come
// in the order in which they come everywhere.

/** The functions that the printer calls for such accesses; they follow the prelude. */
export const openclLoopChecks = `// Returns whether a loop over "from" <= k < "to" accesses only words in [least, end), if its first access is at "first". A difference wraps only
// if an earlier condition is false or the loop has no rounds.
static bool hasWords(int from, int to, int first, int least, int end) {
  return (from >= 0) & (first >= least) & ((int)((uint)to - (uint)from) <= (int)((uint)end - (uint)first));
}

static int loadFound(Heap *h, bool isFound, int a) {
  if (LIKELY(isFound)) return h->heap[a];
  return load(h, a);
}

static void storeFound(Heap *h, bool isFound, int a, int w) {
  if (LIKELY(isFound)) h->heap[a] = w;
  else store(h, a, w);
}

static int peekFound(Heap *h, bool isFound, int a) {
  if (LIKELY(isFound)) return h->scratch[a];
  return peek(h, a);
}

static void pokeFound(Heap *h, bool isFound, int a, int w) {
  if (LIKELY(isFound)) h->scratch[a] = w;
  else poke(h, a, w);
}
`

/** The bounds of the words that a function of the border may access. */
const BOUNDS: Readonly<Record<string, string>> = {
  load: '0, h->top',
  store: 'FIRST_FREE, h->top',
  peek: '0, h->scratchTop',
  poke: '0, h->scratchTop',
}

/** Whether all accesses of a loop will be allowed; its variable has its first value. */
export function printOpenclLoopCheck(access: string, variable: string, end: string, address: string): string {
  return `hasWords(${variable}, ${end}, ${address}, ${BOUNDS[access]})`
}
