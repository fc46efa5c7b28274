// The border of the heap in C: a twin of each function that src/kernel/heap.ts, facts-table.ts, kernel-calls.ts, step-limits.ts,
// compare-words.ts and packed-cells.ts export, equal for all arguments (test/conformance/preludes.test.ts). No access leaves the memory of the heap.

import { cName } from './c-names.ts'
import { printNumber } from './emit-c-expression.ts'
import { SCRATCH_BASE, cVariables, heapBase } from '../memory-layout.ts'

/**
 * The text before the kernels; its constants are those of the kernel sources. The variables have another type than the words,
 * so that a compiler may keep them in registers while words are stored.
 */
export function cPrelude(scratchWords: number): string {
  return `#include <stdbool.h>
#include <stdint.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef struct Heap {
${cVariables.map(({ name, type }) => `  ${type} ${name};\n`).join('')}} Heap;

// Where the words of a heap and its scratch memory are: behind its variables.
#define SCRATCH_BASE ${SCRATCH_BASE}
#define HEAP_BASE ${heapBase(scratchWords)}
#define SCRATCH(h) ((int32_t *)((char *)(h) + SCRATCH_BASE))
#define WORDS(h) ((int32_t *)((char *)(h) + HEAP_BASE))

static bool grow(Heap *h, int64_t needed);

// Faults are rare: kept out of line, they leave the code around every access short enough to be inlined.
#if defined(__GNUC__)
__attribute__((cold, noinline))
#endif
static void raise_(Heap *h, int32_t error) {
  if (h->fault == 0) h->fault = error;
}

static inline bool failed(Heap *h) { return h->fault != 0; }

static inline int32_t faultWord(Heap *h) { return h->fault; }

static inline bool spend(Heap *h, int32_t amount) {
  if (h->fault != 0) return false;
  // As unsigned, a negative amount is larger than any budget; in 64 bits no sum wraps.
  const int64_t sum = h->work + (int64_t)(uint32_t)amount;
  if (sum > h->budget) {
    h->fault = BUDGET_ERROR;
    return false;
  }
  h->work = sum;
  return true;
}

static inline int32_t workLeft(Heap *h) { return h->fault == 0 ? (int32_t)(h->budget - h->work) : 0; }

static inline bool hasTriples(Heap *h) {
  (void)h;
  return HAS_TRIPLES;
}

static inline int32_t heapTop(Heap *h) { return (int32_t)h->top; }

// Indices are unsigned: a signed one would have to be extended to 64 bits.
static inline int32_t load(Heap *h, int32_t a) {
  if ((uint32_t)a < (uint32_t)h->top) return WORDS(h)[(uint32_t)a];
  raise_(h, BOUNDS_ERROR);
  return 0;
}

static inline void store(Heap *h, int32_t a, int32_t w) {
  // One comparison: below FIRST_FREE, the difference wraps to a large number.
  if ((uint32_t)a - FIRST_FREE < (uint32_t)h->top - FIRST_FREE) WORDS(h)[(uint32_t)a] = w;
  else raise_(h, BOUNDS_ERROR);
}

static inline int32_t allocate(Heap *h, int32_t count) {
  if (!spend(h, count)) return NOWHERE;
  const int64_t a = h->top;
  if (a + count > h->capacity && !grow(h, a + count)) {
    raise_(h, ROOM_ERROR);
    return NOWHERE;
  }
  h->top = a + count;
  return (int32_t)a;
}

// Copies words one by one, the first one first, also where they overlap.
static inline void copyEach(int32_t *to, const int32_t *from, int32_t count) {
  for (int32_t k = 0; k < count; k++) to[k] = from[k];
}

// In 64 bits no sum or product of 32-bit numbers wraps here: the largest is (2^31 - 2) * (2^31 - 1) twice and 2^31.
static void copyStrided(Heap *h, int32_t into, int32_t source, int32_t rows, int32_t cols, int32_t rowStep, int32_t colStep) {
  if (rows <= 0 || cols <= 0) return;
  const int64_t down = (int64_t)(rows - 1) * rowStep;
  const int64_t right = (int64_t)(cols - 1) * colStep;
  const int64_t lowest = source + (down < 0 ? down : 0) + (right < 0 ? right : 0);
  const int64_t highest = source + (down > 0 ? down : 0) + (right > 0 ? right : 0);
  if (lowest < 0 || highest >= h->top || into < FIRST_FREE || (int64_t)rows * cols > h->top - into) {
    raise_(h, BOUNDS_ERROR);
    return;
  }
  int32_t *to = WORDS(h) + into;
  for (int32_t i = 0; i < rows; i++) {
    const int32_t *const from = WORDS(h) + source + (int64_t)i * rowStep;
    // Steps that a compiler knows are copied several words at a time.
    if (colStep == 1) copyEach(to, from, cols);
    else if (colStep == -1) for (int32_t j = 0; j < cols; j++) to[j] = from[-j];
    else for (int32_t j = 0; j < cols; j++) to[j] = from[(int64_t)j * colStep];
    to += cols;
  }
}

static inline void copyWords(Heap *h, int32_t into, int32_t source, int32_t count) {
  if (count <= 0) return;
  if (into < FIRST_FREE || count > h->top - into || source < 0 || count > h->top - source) raise_(h, BOUNDS_ERROR);
  else copyEach(WORDS(h) + into, WORDS(h) + source, count);
}

static inline void copySums(Heap *h, int32_t into, int32_t source, int32_t count, int32_t addend) {
  if (count <= 0) return;
  if (into < FIRST_FREE || count > h->top - into || source < 0 || count > h->top - source) {
    raise_(h, BOUNDS_ERROR);
    return;
  }
  int32_t *const to = WORDS(h) + into;
  const int32_t *const from = WORDS(h) + source;
  for (int32_t k = 0; k < count; k++) to[k] = from[k] + addend;
}

static inline int32_t scratchTop(Heap *h) { return (int32_t)h->scratchTop; }

static inline void releaseScratch(Heap *h, int32_t a) {
  if ((uint32_t)a <= (uint32_t)h->scratchTop) h->scratchTop = a;
}

static inline int32_t reserveScratch(Heap *h, int32_t count) {
  if (!spend(h, count)) return NOWHERE;
  const int64_t a = h->scratchTop;
  if (a + count > MAX_SCRATCH_WORDS) {
    raise_(h, ROOM_ERROR);
    return NOWHERE;
  }
  h->scratchTop = a + count;
  return (int32_t)a;
}

static inline int32_t holdScratch(Heap *h, int32_t count) {
  if (h->fault != 0) return NOWHERE;
  const int64_t a = h->scratchTop;
  if (count < 0 || a + count > MAX_SCRATCH_WORDS) {
    raise_(h, ROOM_ERROR);
    return NOWHERE;
  }
  h->scratchTop = a + count;
  return (int32_t)a;
}

static inline void push(Heap *h, int32_t w) {
  const int32_t a = reserveScratch(h, 1);
  if (a != NOWHERE) SCRATCH(h)[(uint32_t)a] = w;
}

static inline void pushWords(Heap *h, int32_t a, int32_t count) {
  if (count <= 0) return;
  if (a < 0 || count > h->top - a) {
    raise_(h, BOUNDS_ERROR);
    return;
  }
  const int32_t to = reserveScratch(h, count);
  if (to != NOWHERE) copyEach(SCRATCH(h) + to, WORDS(h) + a, count);
}

static inline void storeWords(Heap *h, int32_t a, int32_t list, int32_t count) {
  if (count <= 0) return;
  if (a < FIRST_FREE || count > h->top - a || list < 0 || count > h->scratchTop - list) raise_(h, BOUNDS_ERROR);
  else copyEach(WORDS(h) + a, SCRATCH(h) + list, count);
}

static inline void storeSteps(Heap *h, int32_t a, int32_t count, int32_t first, int32_t gap) {
  if (count <= 0) return;
  if (a < FIRST_FREE || count > h->top - a) {
    raise_(h, BOUNDS_ERROR);
    return;
  }
  int32_t *const words = WORDS(h) + a;
  words[0] = first;
  for (int32_t k = 1; k < count; k++) words[k] = first + k * gap;
}

#if defined(__SSE2__)
static inline uint32_t edgesOfFour(const int32_t *words) {
  const __m128i own = _mm_loadu_si128((const __m128i *)words);
  const __m128i before = _mm_loadu_si128((const __m128i *)(words - 1));
  return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(own, before))) ^ 15u;
}
#endif

static inline int32_t edgesOf(Heap *h, int32_t a, int32_t count) {
  if (count <= 0) return 0;
  const int32_t size = count < EDGE_WORDS ? count : EDGE_WORDS;
  if (a < 1 || size > h->top - a) {
    raise_(h, BOUNDS_ERROR);
    return 0;
  }
  const int32_t *const words = WORDS(h) + a;
  uint32_t edges = 0;
#if defined(__SSE2__)
  // The last four words may overlap those before them: they have the same bits.
  if (size >= 4) {
    for (int32_t k = 0; k + 4 < size; k += 4) edges |= edgesOfFour(words + k) << k;
    return (int32_t)(edges | edgesOfFour(words + size - 4) << (size - 4));
  }
#endif
  for (int32_t k = 0; k < size; k++) edges |= (uint32_t)(words[k] != words[k - 1]) << k;
  return (int32_t)edges;
}

static int32_t countNibbles(Heap *h, int32_t a, int32_t count, int32_t shift, int32_t counts) {
  if (counts < 0 || counts > h->scratchTop - NIBBLE_COUNTERS || (count > 0 && (a < 0 || count > h->top - a))) {
    raise_(h, BOUNDS_ERROR);
    return 0;
  }
  const int32_t *const words = WORDS(h) + a;
  int32_t *const table = SCRATCH(h) + counts;
  const int32_t places = shift & 31;
  for (int32_t k = 0; k < NIBBLE_COUNTERS; k++) table[k] = 0;
  int32_t bits = 0;
  int32_t k = 0;
  for (; k + 3 < count; k += 4) {
    bits |= words[k] | words[k + 1] | words[k + 2] | words[k + 3];
    table[(words[k] >> places) & 15] += 1;
    table[16 + ((words[k + 1] >> places) & 15)] += 1;
    table[32 + ((words[k + 2] >> places) & 15)] += 1;
    table[48 + ((words[k + 3] >> places) & 15)] += 1;
  }
  for (; k < count; k++) {
    bits |= words[k];
    table[((k & 3) << 4) + ((words[k] >> places) & 15)] += 1;
  }
  for (int32_t c = 0; c < 16; c++) table[c] += table[16 + c] + table[32 + c] + table[48 + c];
  return bits;
}

static int32_t countWord(Heap *h, int32_t a, int32_t count, int32_t wanted) {
  if (count <= 0) return 0;
  if (a < 0 || count > h->top - a) {
    raise_(h, BOUNDS_ERROR);
    return 0;
  }
  const int32_t *const words = WORDS(h) + a;
  int32_t bits = 0;
  int32_t found = 0;
  for (int32_t k = 0; k < count; k++) {
    bits |= words[k];
    found += words[k] == wanted;
  }
  return (bits & ~15) == 0 ? found : -1;
}

#if defined(__SSE2__)
// The lowest four bits of 16 words, a byte for each.
static inline __m128i nibblesOf(const int32_t *words) {
  const __m128i low = _mm_set1_epi32(15);
  const __m128i *const fours = (const __m128i *)words;
  const __m128i first = _mm_packs_epi32(_mm_and_si128(_mm_loadu_si128(fours), low), _mm_and_si128(_mm_loadu_si128(fours + 1), low));
  const __m128i last = _mm_packs_epi32(_mm_and_si128(_mm_loadu_si128(fours + 2), low), _mm_and_si128(_mm_loadu_si128(fours + 3), low));
  return _mm_packus_epi16(first, last);
}

static inline uint32_t equalBytes(__m128i a, __m128i b) { return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)); }

static inline void keepMasks(int32_t *masks, uint32_t cells, uint32_t before, uint32_t background, uint32_t up, uint32_t left, uint32_t right) {
  masks[0] = (int32_t)((~before & cells) | 1u);
  masks[1] = (int32_t)(~background & cells);
  masks[2] = (int32_t)(up & cells);
  masks[3] = (int32_t)(left & cells & ~1u);
  masks[4] = (int32_t)(right & cells >> 1);
}

// Compares rows of at most 16 or, in halves, of at most 32 columns; words behind a row are read, too, and their bits dropped.
static inline void compareFew(int32_t *masks, const int32_t *words, int32_t rows, int32_t cols, __m128i background) {
  const uint32_t cells = UINT32_MAX >> (32 - cols);
  __m128i above = _mm_set1_epi8(-1);
  for (; rows > 0; rows--, words += cols, masks += ROW_MASKS) {
    const __m128i row = nibblesOf(words);
    keepMasks(masks, cells, equalBytes(row, _mm_slli_si128(row, 1)), equalBytes(row, background), equalBytes(row, above),
      equalBytes(row, _mm_slli_si128(above, 1)), equalBytes(row, _mm_srli_si128(above, 1)));
    above = row;
  }
}

static inline void compareMany(int32_t *masks, const int32_t *words, int32_t rows, int32_t cols, __m128i background) {
  const uint32_t cells = UINT32_MAX >> (32 - cols);
  __m128i above = _mm_set1_epi8(-1);
  __m128i aboveRight = above;
  for (; rows > 0; rows--, words += cols, masks += ROW_MASKS) {
    const __m128i row = nibblesOf(words);
    const __m128i right = nibblesOf(words + 16);
    const __m128i before = _mm_or_si128(_mm_slli_si128(right, 1), _mm_srli_si128(row, 15));
    const __m128i aboveBefore = _mm_or_si128(_mm_slli_si128(aboveRight, 1), _mm_srli_si128(above, 15));
    const __m128i aboveAfter = _mm_or_si128(_mm_srli_si128(above, 1), _mm_slli_si128(aboveRight, 15));
    keepMasks(masks, cells, equalBytes(row, _mm_slli_si128(row, 1)) | equalBytes(right, before) << 16,
      equalBytes(row, background) | equalBytes(right, background) << 16, equalBytes(row, above) | equalBytes(right, aboveRight) << 16,
      equalBytes(row, _mm_slli_si128(above, 1)) | equalBytes(right, aboveBefore) << 16,
      equalBytes(row, aboveAfter) | equalBytes(right, _mm_srli_si128(aboveRight, 1)) << 16);
    above = row;
    aboveRight = right;
  }
}
#endif

static void compareRow(int32_t *masks, const int32_t *words, bool isFirst, int32_t cols, int32_t background) {
  uint32_t edges = 1, cells = 0, up = 0, left = 0, right = 0;
  for (int32_t j = 0; j < cols; j++) {
    const int32_t w = words[j] & 15;
    const int32_t *const above = words + j - cols;
    cells |= (uint32_t)(w != background) << j;
    if (j > 0) edges |= (uint32_t)(w != (words[j - 1] & 15)) << j;
    if (isFirst) continue;
    up |= (uint32_t)(w == (above[0] & 15)) << j;
    if (j > 0) left |= (uint32_t)(w == (above[-1] & 15)) << j;
    if (j + 1 < cols) right |= (uint32_t)(w == (above[1] & 15)) << j;
  }
  masks[0] = (int32_t)edges;
  masks[1] = (int32_t)cells;
  masks[2] = (int32_t)up;
  masks[3] = (int32_t)left;
  masks[4] = (int32_t)right;
}

static int32_t compareRows(Heap *h, int32_t into, int32_t a, int32_t rows, int32_t cols, int32_t background) {
  if (rows <= 0 || cols <= 0) return 0;
  const bool isSource = cols <= COMPARED_COLS && a >= 0 && (int64_t)rows * cols <= h->top - a;
  if (!isSource || into < 0 || (int64_t)rows * ROW_MASKS > h->scratchTop - into) {
    raise_(h, BOUNDS_ERROR);
    return 0;
  }
  const int32_t *const words = WORDS(h) + a;
  int32_t *const masks = SCRATCH(h) + into;
  const int32_t count = rows * cols;
  int32_t bits = 0;
  for (int32_t k = 0; k < count; k++) bits |= words[k];
  int32_t done = 0;
#if defined(__SSE2__)
  // All rows, if other values follow on the heap; else those behind whose begin there are words enough.
  const int32_t room = (int32_t)h->top - a - (cols > 16 ? 32 : 16);
  done = room >= count - cols ? rows : room < 0 ? 0 : room / cols + 1;
  const __m128i wanted = _mm_set1_epi8((uint32_t)background < 16 ? (char)background : -1);
  if (cols > 16) compareMany(masks, words, done, cols, wanted);
  else compareFew(masks, words, done, cols, wanted);
#endif
  for (int32_t i = done; i < rows; i++) compareRow(masks + i * ROW_MASKS, words + i * cols, i == 0, cols, background);
  return bits;
}

static inline int32_t fieldRange(Heap *h, int32_t a, int32_t count, int32_t shift, int32_t mask) {
  if (count <= 0) return mask;
  if (a < 0 || count > h->top - a) {
    raise_(h, BOUNDS_ERROR);
    return 0;
  }
  const int32_t *const words = WORDS(h) + a;
  int32_t least = mask;
  int32_t most = 0;
#if defined(__SSE2__)
  // SSE2 compares 16 bits with sign. The last four words may overlap those before them.
  if (count >= 4 && (mask & ~0x7fff) == 0) {
    const __m128i places = _mm_cvtsi32_si128(shift & 31);
    const __m128i masks = _mm_set1_epi32(mask);
    __m128i low = masks;
    __m128i high = _mm_setzero_si128();
    for (int32_t k = 0; k < count; k += 4) {
      const __m128i own = _mm_loadu_si128((const __m128i *)(words + (k + 4 < count ? k : count - 4)));
      const __m128i fields = _mm_and_si128(_mm_sra_epi32(own, places), masks);
      low = _mm_min_epi16(low, fields);
      high = _mm_max_epi16(high, fields);
    }
    low = _mm_min_epi16(low, _mm_shuffle_epi32(low, 0x4e));
    high = _mm_max_epi16(high, _mm_shuffle_epi32(high, 0x4e));
    least = _mm_cvtsi128_si32(_mm_min_epi16(low, _mm_shuffle_epi32(low, 0xb1)));
    most = _mm_cvtsi128_si32(_mm_max_epi16(high, _mm_shuffle_epi32(high, 0xb1)));
    return most << 16 | least;
  }
#endif
  for (int32_t k = 0; k < count; k++) {
    const int32_t field = (words[k] >> (shift & 31)) & mask;
    if (field < least) least = field;
    if (field > most) most = field;
  }
  return (int32_t)((uint32_t)most << 16) | least;
}

static inline void fetchWords(Heap *h, int32_t into, int32_t a, int32_t count) {
  if (count <= 0) return;
  if (a < 0 || count > h->top - a || into < 0 || count > h->scratchTop - into) raise_(h, BOUNDS_ERROR);
  else copyEach(SCRATCH(h) + into, WORDS(h) + a, count);
}

static inline void copyScratch(Heap *h, int32_t into, int32_t source, int32_t count) {
  if (count <= 0) return;
  if (into < 0 || count > h->scratchTop - into || source < 0 || count > h->scratchTop - source) raise_(h, BOUNDS_ERROR);
  else copyEach(SCRATCH(h) + into, SCRATCH(h) + source, count);
}

static inline void fillScratch(Heap *h, int32_t a, int32_t count, int32_t w) {
  if (count <= 0) return;
  if (a < 0 || count > h->scratchTop - a) {
    raise_(h, BOUNDS_ERROR);
    return;
  }
  int32_t *const scratch = SCRATCH(h) + a;
  for (int32_t k = 0; k < count; k++) scratch[k] = w;
}

static inline void pokeFive(Heap *h, int32_t a, int32_t v, int32_t w, int32_t x, int32_t y, int32_t z) {
  if ((int64_t)(uint32_t)a + 5 > h->scratchTop) {
    raise_(h, BOUNDS_ERROR);
    return;
  }
  int32_t *const scratch = SCRATCH(h) + a;
  scratch[0] = v;
  scratch[1] = w;
  scratch[2] = x;
  scratch[3] = y;
  scratch[4] = z;
}

static inline int32_t peek(Heap *h, int32_t a) {
  if ((uint32_t)a < (uint32_t)h->scratchTop) return SCRATCH(h)[(uint32_t)a];
  raise_(h, BOUNDS_ERROR);
  return 0;
}

static inline void poke(Heap *h, int32_t a, int32_t w) {
  if ((uint32_t)a < (uint32_t)h->scratchTop) SCRATCH(h)[(uint32_t)a] = w;
  else raise_(h, BOUNDS_ERROR);
}

static inline int32_t lowestBit(int32_t bits) { return bits == 0 ? -1 : __builtin_ctz((uint32_t)bits); }

static inline int32_t highestBit(int32_t bits) { return bits == 0 ? -1 : __builtin_clz((uint32_t)bits) ^ 31; }

// As JavaScript cuts them to 32 bits: a quotient by 0 is 0, and the one quotient of 2^31 wraps.
static inline int32_t divideTowardsZero(int32_t a, int32_t b) {
  if (b == 0) return 0;
  return (int32_t)((int64_t)a / b);
}

// A remainder by 0 is never used, but must not trap; one by -1 is 0, and C does not say so for the least number.
static inline int32_t remainderOf(int32_t a, int32_t b) {
  if (b == 0 || b == -1) return 0;
  return a % b;
}

static inline int32_t shiftLeft(int32_t a, int32_t b) { return (int32_t)((uint32_t)a << (b & 31)); }

typedef int32_t (*Kernel)(Heap *h, int32_t a, int32_t b, int32_t c, int32_t d);
static const Kernel kernelTable[KERNEL_COUNT];
static const int32_t factsTable[PRIMITIVE_COUNT];

static int32_t choose1(Heap *h, int32_t kernel, int32_t a);
static int32_t choose2(Heap *h, int32_t kernel, int32_t a, int32_t b);

static inline void countKernel(Heap *h) { h->kernelCount++; }

static inline void countKernels(Heap *h, int32_t count) { h->kernelCount += count; }

static inline bool hasColumns(Heap *h) {
  (void)h;
  return true;
}

// Runs one kernel and releases its scratch memory; a fault is its result.
#define RUN_KERNEL(call)                          \\
  if (h->work >= h->budget) return BUDGET_ERROR; \\
  h->work++;                                      \\
  h->fault = 0;                                   \\
  const int64_t scratch = h->scratchTop;          \\
  const int32_t result = call;                    \\
  h->scratchTop = scratch;                        \\
  return h->fault == 0 ? result : h->fault;

static int32_t callKernel(Heap *h, int32_t kernel, int32_t a, int32_t b, int32_t c, int32_t d) {
  if ((uint32_t)kernel >= KERNEL_COUNT) return h->work >= h->budget ? BUDGET_ERROR : NOT_CALLABLE_ERROR;
  RUN_KERNEL(kernelTable[kernel](h, a, b, c, d))
}

static inline int32_t callKernel1(Heap *h, int32_t kernel, int32_t a) {
  countKernel(h);
  RUN_KERNEL(choose1(h, kernel, a))
}

static inline int32_t callKernel2(Heap *h, int32_t kernel, int32_t a, int32_t b) {
  countKernel(h);
  RUN_KERNEL(choose2(h, kernel, a, b))
}

static inline int32_t reserveCalls(Heap *h, int32_t kernel, int32_t count, int32_t a, int32_t b) {
  (void)kernel, (void)a, (void)b;
  countKernel(h);
  return callKernel(h, RESULTS_KERNEL, shiftLeft(count, 1), 0, 0, 0);
}

static inline int32_t equalityKernel(void) { return EQUALITY_KERNEL; }

static inline int32_t resultsKernel(void) { return RESULTS_KERNEL; }

static inline int32_t factsOf(Heap *h, int32_t primitive) {
  (void)h;
  return (uint32_t)primitive < PRIMITIVE_COUNT ? factsTable[primitive] : -1;
}

static inline void beginWork(Heap *h, int32_t budget, int32_t reach) {
  h->budget = budget;
  h->work = 0;
  h->reach = reach;
}

static inline bool takeRefusal(Heap *h) {
  const bool wasRefused = h->wasRefused != 0;
  h->wasRefused = 0;
  return wasRefused;
}

static inline void dropResults(Heap *h, int32_t top) {
  h->top = top;
  h->fault = 0;
}

static inline int32_t workSoFar(Heap *h) { return (int32_t)h->work; }

static inline void rewindWork(Heap *h, int32_t work) { h->work = work; }

static inline int32_t kernelsRun(Heap *h) { return (int32_t)h->kernelCount; }

static inline bool isOutOfMemory(Heap *h) { return h->missingWords != 0; }

static int32_t countUnequal(Heap *h, int32_t a, int32_t list, int32_t count) {
  if (count <= 0) return 0;
  if (a < 0 || count > h->top - a || list < 0 || count > h->scratchTop - list) {
    raise_(h, BOUNDS_ERROR);
    return count;
  }
  const int32_t *const words = WORDS(h) + a;
  const int32_t *const others = SCRATCH(h) + list;
  int32_t unequal = 0;
  for (int32_t k = 0; k < count; k++) unequal += words[k] != others[k];
  return unequal;
}

static inline bool holdsBytes(Heap *h, int32_t packed, int32_t count) {
  return packed >= 0 && packed <= h->top && count <= 4 * (h->top - packed);
}

static void unpackCells(Heap *h, int32_t into, int32_t packed, int32_t count) {
  if (count <= 0) return;
  if (into < FIRST_FREE || count > h->top - into || !holdsBytes(h, packed, count)) {
    raise_(h, BOUNDS_ERROR);
    return;
  }
  int32_t *const words = WORDS(h) + into;
  const uint8_t *const bytes = (const uint8_t *)(WORDS(h) + packed);
  for (int32_t k = 0; k < count; k++) words[k] = bytes[k];
}

static int32_t countUnequalCells(Heap *h, int32_t a, int32_t packed, int32_t count) {
  if (count <= 0) return 0;
  if (a < 0 || count > h->top - a || !holdsBytes(h, packed, count)) {
    raise_(h, BOUNDS_ERROR);
    return count;
  }
  const int32_t *const words = WORDS(h) + a;
  const uint8_t *const bytes = (const uint8_t *)(WORDS(h) + packed);
  int32_t unequal = 0;
  for (int32_t k = 0; k < count; k++) unequal += words[k] != bytes[k];
  return unequal;
}
`
}

/** The declarations of constants. */
export function printConstants(values: ReadonlyMap<string, number>): string {
  return `enum {\n${Array.from(values, ([name, value]) => `  ${cName(name)} = ${printNumber(value)},\n`).join('')}};\n`
}

/** The constants that the prelude uses. */
export const preludeConstants: readonly string[] = [
  'BOUNDS_ERROR',
  'BUDGET_ERROR',
  'COMPARED_COLS',
  'EDGE_WORDS',
  'FIRST_FREE',
  'MAX_SCRATCH_WORDS',
  'NIBBLE_COUNTERS',
  'NOT_CALLABLE_ERROR',
  'NOWHERE',
  'ROOM_ERROR',
  'ROW_MASKS',
]
