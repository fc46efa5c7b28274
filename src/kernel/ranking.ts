// Ranking: the place that a rank means.

/** The place of a rank among `count` items, from the end if it is negative; -1 if there is none. */
export function placeOfRank(rank: number, count: number): number {
  const place = rank < 0 ? rank + count : rank
  return place >= 0 && place < count ? place : -1
}
