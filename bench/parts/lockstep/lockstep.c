// Runs recorded calls of one kernel, 32 lanes in lockstep, and counts: instructions of lanes and of warps, accesses to memory, and the
// sectors of 32 bytes that the accesses of a warp touch, with scratch memory by lane and interleaved. KERNEL_FILE is printed by ptx-to-c.mjs.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include KERNEL_FILE

#define LANES 32
#define SCRATCH (1 << 20)
#define ROOM (1 << 19)
#define MOST_CALLS 40000

typedef struct { int row, args[4], work, step, order; } Call;

static int32_t *heaps[1 << 14];
static int tops[1 << 14];
static int32_t scratch[LANES][SCRATCH], entries[LANES * ENTRY_WORDS + 2 * LANES], arena[8 * LANES], tables[64];
static int32_t states[LANES][STATE_WORDS];

/** As the queues are: the rows of a step one after the other. */
static int inOrder(const void *a, const void *b) {
  const Call *x = a, *y = b;
  return x->step != y->step ? x->step - y->step : x->order - y->order;
}
static int byWork(const void *a, const void *b) {
  const Call *x = a, *y = b;
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
  return c != d ? d - c : inOrder(a, b);
}

static int countSectors(const int *active, int count, int access, int isInterleaved) {
  uint64_t seen[LANES];
  int found = 0;
  for (int i = 0; i < count; i++) {
    uint64_t place = touched[active[i]][access];
    const uint64_t offset = place - (uint64_t)scratch[active[i]];
    if (isInterleaved && offset < sizeof scratch[0]) place = (offset / 4 * LANES + active[i]) * 4;
    place >>= 5;
    int k = 0;
    while (k < found && seen[k] != place) k++;
    if (k == found) seen[found++] = place;
  }
  return found;
}

/** Arguments: the file of recorded calls, the kernel's place in it, its number on the device, `order`, `class` or `work`. */
int main(int argc, char **argv) {
  (void)argc;
  FILE *file = fopen(argv[1], "rb");
  const int wanted = atoi(argv[2]), kernel = atoi(argv[3]);
  Call *calls = malloc(sizeof(Call) * 4000000);
  int head[2], rows = 0, count = 0;
  while (fread(head, 4, 2, file) == 2) {
    heaps[rows] = calloc(head[0] + ROOM, 4);
    tops[rows] = head[0];
    if (fread(heaps[rows], 4, head[0], file) != (size_t)head[0]) return 1;
    for (int i = 0; i < head[1]; i++) {
      int c[7];
      if (fread(c, 4, 7, file) != 7) return 1;
      if (c[0] == wanted && count < 4000000) calls[count] = (Call){ rows, { c[1], c[2], c[3], c[4] }, c[5], c[6], count }, count++;
    }
    rows++;
  }
  qsort(calls, count, sizeof(Call), strcmp(argv[4], "work") == 0 ? byWork : strcmp(argv[4], "class") == 0 ? byClass : inOrder);
  const int warps = (count + LANES - 1) / LANES, step = 1 + count / MOST_CALLS;
  double recorded = 0;
  for (int k = 0; k < count; k++) recorded += calls[k].work;
  double made = 0, work = 0, wrong = 0, laneSteps = 0, warpSteps = 0, accesses = 0, requests = 0, sectors = 0, interleaved = 0;
  static Lane lanes[LANES];
  for (int warp = 0; warp < warps; warp += step) {
    const int m = count - warp * LANES < LANES ? count - warp * LANES : LANES;
    static int32_t params[64];
    memset(params, 0, sizeof params);
    params[PARAM_heapWords] = 1 << 28, params[PARAM_scratchWords] = SCRATCH - 1, params[PARAM_budget] = 1 << 24;
    params[PARAM_statementBudget] = 1 << 24, params[PARAM_entryCapacity] = LANES, params[PARAM_orderAt] = LANES * ENTRY_WORDS;
    params[PARAM_restAt] = LANES * (ENTRY_WORDS + 1), params[PARAM_arenaWords] = 8 * LANES, params[PARAM_tableWords] = 64;
    params[PARAM_counterCapacity] = 0;
    for (int k = 0; k < m; k++) {
      const Call *call = &calls[warp * LANES + k];
      Lane *L = &lanes[k];
      memset(L, 0, sizeof *L);
      memset(states[k], 0, sizeof states[k]);
      states[k][STATE_heapTop] = tops[call->row];
      states[k][STATE_queueLengths + kernel] = m;
      int32_t *entry = entries + ENTRY_WORDS * k;
      memset(entry, 0, 4 * ENTRY_WORDS);
      entry[ENTRY_TARGET] = 2 * k, entry[ENTRY_WAITER] = HOST;
      for (int a = 0; a < 4; a++) entry[ENTRY_ARGUMENTS + a] = call->args[a];
      entries[LANES * ENTRY_WORDS + k] = k;
      const uint64_t own[7] = { (uint64_t)heaps[call->row], (uint64_t)states[k], (uint64_t)scratch, (uint64_t)entries,
                                (uint64_t)arena, (uint64_t)params, (uint64_t)tables };
      memcpy(L->param, own, sizeof own);
      L->tid = k, L->lane = k;
      work += call->work, made++;
    }
    for (;;) {
      // The lanes that are farthest back go on; so branches meet again where they can.
      int block = 1 << 30, active[LANES], n = 0;
      for (int k = 0; k < m; k++) if (lanes[k].block >= 0 && lanes[k].block < block) block = lanes[k].block;
      if (block == 1 << 30) break;
      for (int k = 0; k < m; k++) if (lanes[k].block == block) active[n++] = k;
      for (int i = 0; i < n; i++) lanes[active[i]].block = runBlock(&lanes[active[i]], block);
      warpSteps += blockSizes[block], laneSteps += (double)blockSizes[block] * n;
      for (int q = 0; q < blockAccesses[block]; q++) {
        const int access = firstAccess[block] + q;
        requests++, accesses += n;
        sectors += countSectors(active, n, access, 0), interleaved += countSectors(active, n, access, 1);
      }
    }
    for (int k = 0; k < m; k++) if (arena[2 * k + 1] != calls[warp * LANES + k].work) wrong++;
  }
  printf("{\"recordedWork\":%.0f,\"calls\":%.0f,\"work\":%.0f,\"wrong\":%.0f,\"laneInstructions\":%.0f,\"warpInstructions\":%.0f,\"accesses\":%.0f,\"requests\":%.0f,\"sectors\":%.0f,\"interleavedSectors\":%.0f}\n",
         recorded, made, work, wrong, laneSteps, warpSteps, accesses, requests, sectors, interleaved);
  return 0;
}
