// Counts the transfers between host and device.

/** The transfers in one direction and their total size. */
export interface TransferCount {
  count: number
  bytes: number
}

/** The transfers in both directions. */
export interface Transfers {
  readonly upload: TransferCount
  readonly download: TransferCount
}

/** Counters at zero. */
export function newTransfers(): Transfers {
  return { upload: { count: 0, bytes: 0 }, download: { count: 0, bytes: 0 } }
}

/** Adds the transfers between two states of a counter to a total. */
export function addTransfers(total: Transfers, before: Transfers, after: Transfers): void {
  for (const direction of ['upload', 'download'] as const) {
    total[direction].count += after[direction].count - before[direction].count
    total[direction].bytes += after[direction].bytes - before[direction].bytes
  }
}
