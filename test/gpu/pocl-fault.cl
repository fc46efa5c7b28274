// A program that PoCL 3.1 compiles wrongly: word 7 must be 35 and is 0. All work-items reach the same barriers; the LLVM code before the
// work-item loops are made is right, and so is the result with -cl-opt-disable.
typedef struct {
  __global int *heap;
  __local int *room;
  int fault;
} Heap;

__attribute__((noinline)) static int other(Heap *h) { return h->fault; }

static int onCopy(Heap *h) {
  Heap own = *h;
  return other(&own);
}

static void put(Heap *h, int k, int word) {
  if (k < 128) h->heap[k] = word;
  else h->fault = -9;
}

static int together(Heap *h, int lane) {
  if (lane == 0) h->room[0] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int place = h->room[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (place == -1) return 5;
  if (lane == 0) put(h, place, 35); // lost
  barrier(CLK_LOCAL_MEM_FENCE);
  put(h, 16 + lane, 100 + lane);
  barrier(CLK_LOCAL_MEM_FENCE);
  return place;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void run(__global int *heap) {
  __local int room[1];
  Heap invocation = { .heap = heap, .room = room };
  Heap *h = &invocation;
  const int lane = get_local_id(0);
  int outcome = together(h, lane);
  if (lane == 0) {
    if (outcome == -7) outcome = other(h);
    heap[0] = outcome;
  }
}
