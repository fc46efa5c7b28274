// Caches of sectors of 32 bytes, the least recently used one leaves. Sectors are numbers; 0 is none.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint64_t *sectors;
  int *newer, *older, *after, *buckets; // `after`: the next one in the same bucket
  uint8_t *isDirty;
  int capacity, used, newest, oldest, mask;
} Cache;

static void clearCache(Cache *cache) {
  cache->used = 0, cache->newest = cache->oldest = -1;
  memset(cache->buckets, -1, sizeof(int) * (cache->mask + 1));
}

static Cache makeCache(int capacity) {
  Cache cache = { .capacity = capacity, .mask = 1 };
  while (cache.mask < 2 * capacity) cache.mask = 2 * cache.mask + 1;
  cache.sectors = malloc(sizeof(uint64_t) * capacity), cache.isDirty = malloc(capacity);
  cache.newer = malloc(sizeof(int) * capacity), cache.older = malloc(sizeof(int) * capacity);
  cache.after = malloc(sizeof(int) * capacity), cache.buckets = malloc(sizeof(int) * (cache.mask + 1));
  clearCache(&cache);
  return cache;
}

static int *bucketOf(Cache *cache, uint64_t sector) {
  return &cache->buckets[(sector * 0x9e3779b97f4a7c15u >> 32) & cache->mask];
}

static int findSector(Cache *cache, uint64_t sector) {
  int k = *bucketOf(cache, sector);
  while (k >= 0 && cache->sectors[k] != sector) k = cache->after[k];
  return k;
}

static void unlinkSector(Cache *cache, int k) {
  const int newer = cache->newer[k], older = cache->older[k];
  if (newer >= 0) cache->older[newer] = older; else cache->newest = older;
  if (older >= 0) cache->newer[older] = newer; else cache->oldest = newer;
}

static void makeNewest(Cache *cache, int k) {
  cache->newer[k] = -1, cache->older[k] = cache->newest;
  if (cache->newest >= 0) cache->newer[cache->newest] = k; else cache->oldest = k;
  cache->newest = k;
}

/** Looks a sector up and makes it the newest one. */
static int hitSector(Cache *cache, uint64_t sector, int writes) {
  const int k = findSector(cache, sector);
  if (k < 0) return 0;
  if (writes) cache->isDirty[k] = 1;
  unlinkSector(cache, k), makeNewest(cache, k);
  return 1;
}

/** Adds a sector that is not there; whether the one that leaves has to be written to memory. */
static int addSector(Cache *cache, uint64_t sector, int isDirty) {
  int k = cache->used, writesBack = 0;
  if (k < cache->capacity) cache->used++;
  else {
    k = cache->oldest;
    writesBack = cache->isDirty[k];
    unlinkSector(cache, k);
    int *place = bucketOf(cache, cache->sectors[k]);
    while (*place != k) place = &cache->after[*place];
    *place = cache->after[k];
  }
  int *bucket = bucketOf(cache, sector);
  cache->sectors[k] = sector, cache->isDirty[k] = isDirty, cache->after[k] = *bucket, *bucket = k;
  makeNewest(cache, k);
  return writesBack;
}
