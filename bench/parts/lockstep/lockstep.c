// Runs recorded calls of one kernel as a card would, 32 lanes in lockstep and many warps side by side, and counts: instructions of lanes
// and of warps, accesses to memory, the lines of 128 bytes and sectors of 32 bytes that the accesses of a warp touch, and what misses a first
// and a second cache. The recorded rows are a part of a chunk, and so are the warps at a time and the second cache. KERNEL_FILE is printed by
// ptx-to-c.mjs. IS_TUNED: a workgroup of two warps makes a call together; else every lane of a warp makes one.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include "caches.h"
#include KERNEL_FILE

#define LANES 32
#define WARPS (IS_TUNED ? 2 : 1)
/** Calls that a group of warps makes at a time. */
#define CALLS (IS_TUNED ? 1 : LANES)
#define SCRATCH_BYTES (4l << 20)
#define MOST_ROWS (1 << 14)
#define MOST_CALLS 4000000
/** In place of the work of a call. */
#define NOT_MADE -1
/** Words that a lane may allocate. */
#define REGION (1 << 17)
/** What calls touch, as places that no other call has: heaps of rows, new blocks, scratch, entries and outcomes. */
#define HEAPS (1ull << 40)
#define BLOCKS (2ull << 40)
#define SCRATCH (3ull << 40)
#define ENTRIES (4ull << 40)
#define OUTCOMES (5ull << 40)
#define STATE (6ull << 40)

typedef struct { int row, args[4], work, step, round, order; } Call;
/** A block that a call has allocated: its first byte in the heap of the row, and its place. */
typedef struct { uint64_t from, to, place; } Block;
#define MOST_BLOCKS 4096
typedef struct {
  Lane lanes[WARPS * LANES];
  Block blocks[CALLS][MOST_BLOCKS];
  int blockCount[CALLS], top[CALLS], rows[CALLS];
  int32_t states[CALLS][STATE_WORDS], entries[CALLS * (ENTRY_WORDS + 2)], arena[8 * CALLS];
  int32_t *scratch;
  Cache first;
  int start, count, isRunning;
} Group;

static int32_t *heaps[MOST_ROWS], params[64], tables[64];
static int tops[MOST_ROWS], starts[MOST_ROWS], isInterleaved;
static uint64_t newPlace = BLOCKS;
static Cache second;
static double requests, accesses, sectors, lines, secondSectors, memorySectors, allocations, laneSteps, warpSteps;
/** Of each workgroup. */
static char (*shared)[SHARED_BYTES];

/** As the queues are: the rows of a step one after the other, in the rounds of the schedule. */
static int inOrder(const void *a, const void *b) {
  const Call *x = a, *y = b;
  return x->round != y->round ? x->round - y->round : x->step != y->step ? x->step - y->step : x->order - y->order;
}
static int byWork(const void *a, const void *b) {
  const Call *x = a, *y = b;
  if (x->round != y->round) return x->round - y->round;
  return x->work != y->work ? (x->work < y->work) - (x->work > y->work) : x->order - y->order;
}

/** The length of the block that an argument refers to; 0 for other words. References are addresses from 0x90000000 on. */
static int lengthOf(const Call *call, int k) {
  const uint32_t word = (uint32_t)call->args[k];
  if (word < 0x90000000u || word >= 0xb0000000u) return 0;
  const int address = (int)(word - 0x90000000u);
  return address < tops[call->row] ? heaps[call->row][address] >> KIND_BITS : 0;
}
/** Four classes by the words of the first two arguments: a queue could be sorted so without knowing more. */
static int classOf(const Call *call) {
  const int size = lengthOf(call, 0) + lengthOf(call, 1);
  return size < 16 ? 0 : size < 64 ? 1 : size < 256 ? 2 : 3;
}
static int byClass(const void *a, const void *b) {
  const Call *x = a, *y = b;
  const int c = classOf(x), d = classOf(y);
  return x->round != y->round ? x->round - y->round : c != d ? d - c : inOrder(a, b);
}

/** Where a byte would be in the memory of a card; 0 for parameters and tables, which have a cache of their own. */
static uint64_t placeOf(const Group *group, int slot, int lane, uint64_t byte) {
  const int call = lane % CALLS, row = group->rows[call];
  const uint64_t inHeap = byte - (uint64_t)heaps[row], inScratch = byte - (uint64_t)group->scratch;
  const uint64_t inEntries = byte - (uint64_t)group->entries, inArena = byte - (uint64_t)group->arena;
  if (inHeap < 4ull * tops[row]) return HEAPS + 4ull * starts[row] + inHeap;
  for (int k = group->blockCount[call] - 1; k >= 0; k--) {
    const Block *block = &group->blocks[call][k];
    if (inHeap >= block->from && inHeap < block->to) return block->place + (inHeap - block->from);
  }
  if (inScratch < CALLS * SCRATCH_BYTES) {
    const uint64_t word = inScratch % SCRATCH_BYTES / 4;
    const uint64_t own = isInterleaved ? word * CALLS + call : call * (SCRATCH_BYTES / 4) + word;
    return SCRATCH + slot * CALLS * SCRATCH_BYTES + 4 * own;
  }
  if (inEntries < 4 * CALLS * ENTRY_WORDS) return ENTRIES + 4ull * ENTRY_WORDS * group->start + inEntries;
  if (inEntries < sizeof group->entries) return ENTRIES + (1ull << 36) + 4ull * group->start + (inEntries - 4 * CALLS * ENTRY_WORDS);
  if (inArena < sizeof group->arena) return OUTCOMES + 8ull * group->start + inArena;
  const uint64_t inState = byte - (uint64_t)group->states;
  return inState < sizeof group->states ? STATE + inState % sizeof group->states[0] : 0;
}

/** Distinct numbers of a list. */
static int addDistinct(uint64_t *list, int count, uint64_t number) {
  for (int k = 0; k < count; k++) if (list[k] == number) return count;
  list[count] = number;
  return count + 1;
}

/** One access of a warp. The first cache is written through and takes no sector for a store; atomics and the state pass it by. */
static void countAccess(Group *group, int slot, const int *active, int n, int access) {
  uint64_t ownSectors[LANES], ownLines[LANES];
  int sectorCount = 0, lineCount = 0, made = 0;
  for (int i = 0; i < n; i++) {
    const uint64_t byte = touched[active[i]][access];
    const uint64_t place = byte == 0 ? 0 : placeOf(group, slot, active[i], byte);
    if (place == 0) continue;
    made++;
    sectorCount = addDistinct(ownSectors, sectorCount, place >> 5), lineCount = addDistinct(ownLines, lineCount, place >> 7);
  }
  if (made == 0) return;
  requests++, accesses += made, sectors += sectorCount, lines += lineCount;
  const int writes = accessKinds[access] != READS;
  for (int k = 0; k < sectorCount; k++) {
    const uint64_t sector = ownSectors[k];
    const int passes = accessKinds[access] == CHANGES || sector >= STATE >> 5;
    if (!passes && hitSector(&group->first, sector, 0) && !writes) continue;
    if (!passes && !writes) addSector(&group->first, sector, 0);
    secondSectors++;
    if (hitSector(&second, sector, writes)) continue;
    if (!writes) memorySectors++;
    memorySectors += addSector(&second, sector, writes);
  }
}

/** At the end of a dispatch, what it made is written to memory, and the next one finds nothing of the heap in the cache. Scratch stays. */
static void endDispatch() {
  const int used = second.used;
  uint64_t *kept = malloc(sizeof(uint64_t) * used);
  int count = 0;
  for (int k = second.oldest; k >= 0; k = second.newer[k]) {
    const uint64_t sector = second.sectors[k];
    if (sector >= SCRATCH >> 5 && sector < ENTRIES >> 5) kept[count++] = sector;
    else memorySectors += second.isDirty[k];
  }
  clearCache(&second);
  for (int k = 0; k < count; k++) addSector(&second, kept[k], 1);
  free(kept);
}

static void beginGroup(Group *group, int slot, const Call *calls, int start, int count, int kernel) {
  group->start = start, group->count = count, group->isRunning = 1;
  clearCache(&group->first);
  for (int k = 0; k < count; k++) {
    const Call *call = &calls[start + k];
    memset(group->states[k], 0, sizeof group->states[k]);
    group->blockCount[k] = 0, group->rows[k] = call->row;
    group->top[k] = group->states[k][STATE_heapTop] = tops[call->row] + (slot * CALLS + k) * REGION;
    group->states[k][STATE_queueLengths + kernel] = count;
    int32_t *entry = group->entries + ENTRY_WORDS * k;
    memset(entry, 0, 4 * ENTRY_WORDS);
    entry[ENTRY_TARGET] = 2 * k, entry[ENTRY_WAITER] = HOST;
    for (int a = 0; a < 4; a++) entry[ENTRY_ARGUMENTS + a] = call->args[a];
    group->entries[CALLS * ENTRY_WORDS + k] = k;
    group->arena[2 * k + 1] = NOT_MADE;
  }
  memset(shared[slot], 0, sizeof shared[slot]);
  for (int lane = 0; lane < WARPS * LANES; lane++) {
    Lane *L = &group->lanes[lane];
    memset(L, 0, sizeof *L);
    if (!IS_TUNED && lane >= count) {
      L->block = -1;
      continue;
    }
    const int k = lane % CALLS;
    const uint64_t own[7] = { (uint64_t)heaps[group->rows[k]], (uint64_t)group->states[k], (uint64_t)group->scratch, (uint64_t)group->entries,
                              (uint64_t)group->arena, (uint64_t)params, (uint64_t)tables };
    memcpy(L->param, own, sizeof own);
    L->tid = lane, L->shared = shared[slot];
  }
}

/** What a call has allocated since: blocks of all calls lie one after the other. */
static void noteBlock(Group *group, int k) {
  const int top = group->states[k][STATE_heapTop], from = group->top[k];
  if (top == from) return;
  if (group->blockCount[k] == MOST_BLOCKS) exit(3);
  group->blocks[k][group->blockCount[k]++] = (Block){ 4ull * from, 4ull * top, newPlace };
  newPlace += 4ull * (top - from);
  group->top[k] = top, allocations++;
}

/** One basic block of a warp; whether there was one to run. */
static int stepWarp(Group *group, int slot, int warp) {
  // The lanes that are farthest back go on; so branches meet again where they can.
  int block = 1 << 30, active[LANES], n = 0;
  for (int k = warp * LANES; k < (warp + 1) * LANES; k++) {
    const Lane *L = &group->lanes[k];
    if (L->block >= 0 && !L->isWaiting && L->block < block) block = L->block;
  }
  if (block == 1 << 30) return 0;
  for (int k = warp * LANES; k < (warp + 1) * LANES; k++)
    if (group->lanes[k].block == block && !group->lanes[k].isWaiting) active[n++] = k;
  for (int i = 0; i < n; i++) {
    const int k = active[i];
    memset(&touched[k][firstAccess[block]], 0, sizeof(uint64_t) * blockAccesses[block]);
    group->lanes[k].block = runBlock(&group->lanes[k], block);
    noteBlock(group, k % CALLS);
  }
  warpSteps += blockSizes[block], laneSteps += (double)blockSizes[block] * n;
  for (int q = 0; q < blockAccesses[block]; q++) countAccess(group, slot, active, n, firstAccess[block] + q);
  return 1;
}

/** One basic block of each warp. If all lanes wait at a barrier, they go on; whether any lane is left. */
static int stepGroup(Group *group, int slot) {
  int stepped = 0, waiting = 0;
  for (int warp = 0; warp < WARPS; warp++) stepped |= stepWarp(group, slot, warp);
  if (stepped) return 1;
  for (int k = 0; k < WARPS * LANES; k++) {
    waiting |= group->lanes[k].isWaiting;
    group->lanes[k].isWaiting = 0;
  }
  return waiting;
}

static int *mapWords(size_t bytes) {
  int *words = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (words == MAP_FAILED) exit(4);
  madvise(words, bytes, MADV_NOHUGEPAGE);
  return words;
}

/**
 * Arguments: the file of recorded calls, the kernel's place in it, its queue on the device, `order`, `class` or `work`, 1 for interleaved
 * scratch, warps at a time, sectors of the first cache for a warp and of the second one for all, and a file with the long calls that the tuned
 * form declined, which lanes make: it is written or read.
 */
int main(int argc, char **argv) {
  if (argc < 10) return 2;
  FILE *file = fopen(argv[1], "rb");
  const int wanted = atoi(argv[2]), kernel = atoi(argv[3]);
  const int slots = (atoi(argv[6]) + WARPS - 1) / WARPS;
  isInterleaved = atoi(argv[5]);
  second = makeCache(atoi(argv[8]));
  Call *calls = malloc(sizeof(Call) * MOST_CALLS);
  char *isDeclined = calloc(MOST_CALLS, 1);
  FILE *declined = fopen(argv[9], IS_TUNED ? "wb" : "rb");
  if (!IS_TUNED && declined != NULL) for (int number; fread(&number, 4, 1, declined) == 1;) isDeclined[number] = 1;
  int head[2], rows = 0, count = 0, recorded = 0;
  while (fread(head, 4, 2, file) == 2) {
    heaps[rows] = mapWords(4l * (head[0] + (long)REGION * CALLS * slots));
    tops[rows] = head[0];
    starts[rows] = rows == 0 ? 0 : starts[rows - 1] + tops[rows - 1];
    if (fread(heaps[rows], 4, head[0], file) != (size_t)head[0]) return 1;
    for (int i = 0; i < head[1]; i++) {
      int c[9];
      if (fread(c, 4, 9, file) != 9) return 1;
      if (c[0] != wanted || recorded == MOST_CALLS) continue;
      const int isLong = c[8] && !isDeclined[recorded];
      if (isLong == IS_TUNED) calls[count++] = (Call){ rows, { c[1], c[2], c[3], c[4] }, c[5], c[6], c[7], recorded };
      recorded++;
    }
    rows++;
  }
  qsort(calls, count, sizeof(Call), strcmp(argv[4], "work") == 0 ? byWork : strcmp(argv[4], "class") == 0 ? byClass : inOrder);
  params[PARAM_heapWords] = 1 << 30, params[PARAM_scratchWords] = SCRATCH_BYTES / 4 - 1, params[PARAM_budget] = 1 << 24;
  params[PARAM_statementBudget] = 1 << 24, params[PARAM_entryCapacity] = CALLS, params[PARAM_orderAt] = CALLS * ENTRY_WORDS;
  params[PARAM_restAt] = CALLS * (ENTRY_WORDS + 1), params[PARAM_arenaWords] = 8 * CALLS, params[PARAM_tableWords] = 64;
  Group *groups = calloc(slots, sizeof(Group));
  shared = calloc(slots, sizeof *shared);
  for (int slot = 0; slot < slots; slot++) {
    groups[slot].scratch = mapWords(CALLS * SCRATCH_BYTES);
    groups[slot].first = makeCache(WARPS * atoi(argv[7]));
  }
  double work = 0, wrong = 0;
  int next = 0, running = 0, round = count > 0 ? calls[0].round : 0;
  while (next < count || running > 0) {
    if (running == 0 && calls[next].round != round) endDispatch(), round = calls[next].round;
    for (int slot = 0; slot < slots; slot++) {
      Group *group = &groups[slot];
      if (!group->isRunning) {
        int m = 0;
        while (m < CALLS && next + m < count && calls[next + m].round == round) m++;
        if (m == 0) continue;
        beginGroup(group, slot, calls, next, m, kernel);
        next += m, running++;
      }
      if (stepGroup(group, slot)) continue;
      for (int k = 0; k < group->count; k++) {
        const Call *call = &calls[group->start + k];
        const int made = group->arena[2 * k + 1];
        if (IS_TUNED && made == NOT_MADE) fwrite(&call->order, 4, 1, declined);
        else work += call->work, wrong += made != call->work;
      }
      group->isRunning = 0, running--;
    }
  }
  endDispatch();
  printf("{\"calls\":%d,\"work\":%.0f,\"wrong\":%.0f,\"laneInstructions\":%.0f,\"warpInstructions\":%.0f,\"accesses\":%.0f,\"requests\":%.0f,"
         "\"sectors\":%.0f,\"lines\":%.0f,\"secondSectors\":%.0f,\"memoryBytes\":%.0f,\"allocations\":%.0f,\"allocatedWords\":%.0f}\n",
         count, work, wrong, laneSteps, warpSteps, accesses, requests, sectors, lines, secondSectors, 32 * memorySectors,
         allocations, (newPlace - BLOCKS) / 4.0);
  return 0;
}
