// The part of the C file that only a host needs: the memory of a heap, and the functions that a library exports.

/** The text before everything else: with it, the headers of C11 compilers declare anonymous mappings. */
export const hostFeatures = `#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
`

/**
 * The text behind the kernels. A heap reserves address space for its largest size and commits memory as it grows, so that nothing
 * moves.
 */
export function cHost(maxHeapWords: number): string {
  return `#include <stddef.h>
#include <sys/mman.h>

#define EXPORTED __attribute__((visibility("default")))
#define BYTES(wordCount) ((size_t)HEAP_BASE + 4 * (size_t)(wordCount))
#define MAX_BYTES BYTES(${maxHeapWords})

static bool commit(Heap *h, int64_t wordCount) {
  if (mprotect(h, BYTES(wordCount), PROT_READ | PROT_WRITE) != 0) return false;
  h->capacity = wordCount;
  return true;
}

// Makes room for a total number of words; false if the statement may not have them, or if the machine has no memory left.
static bool grow(Heap *h, int64_t needed) {
  if (needed > h->reach) {
    h->wasRefused = 1;
    return false;
  }
  const int64_t doubled = 2 * h->capacity < h->ceiling ? 2 * h->capacity : h->ceiling;
  // A machine without room for twice the memory may still have room for the needed memory.
  if (needed <= h->ceiling && (commit(h, doubled > needed ? doubled : needed) || commit(h, needed))) return true;
  h->missingWords = needed;
  return false;
}

// A heap with this number of words; NULL if the machine has no memory for it.
EXPORTED Heap *megabatt_open(int64_t wordCount) {
  void *memory = mmap(NULL, MAX_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  if (commit(memory, wordCount)) return memory;
  munmap(memory, MAX_BYTES);
  return NULL;
}

EXPORTED void megabatt_close(Heap *h) { munmap(h, MAX_BYTES); }

EXPORTED int32_t megabatt_grow(Heap *h, int64_t needed) { return grow(h, needed); }

EXPORTED int32_t megabatt_run(Heap *h, int32_t kernel, int32_t a, int32_t b, int32_t c, int32_t d) {
  return callKernel(h, kernel, a, b, c, d);
}

EXPORTED int32_t megabatt_apply(Heap *h, int32_t fn, int32_t count, int32_t a, int32_t b, int32_t c, int32_t d, int32_t depth) {
  return applyFunction(h, fn, count, a, b, c, d, depth);
}

EXPORTED int32_t megabatt_steps(Heap *h, int32_t plan, int32_t from, int32_t end) { return runSteps(h, plan, from, end); }

EXPORTED void megabatt_rows(Heap *h, int32_t plan, int32_t rows) { runRows(h, plan, rows); }

EXPORTED void megabatt_differences(Heap *h, int32_t slots, int32_t count) { countDifferences(h, slots, count); }
`
}
