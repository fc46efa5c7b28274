// Inserts many rows with one statement.

import type { Statements } from '../database/session.ts'

/** Inserts rows that are not there yet; `columns` are names with their types. */
export async function insertRows(
  statements: Statements,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const names = Object.keys(columns)
  const lists = Object.values(columns).map((type, k) => `$${k + 1}::${type}[]`)
  await statements.query(
    `insert into ${table} (${names.join()}) select * from unnest(${lists.join()}) on conflict do nothing`,
    names.map((_, k) => rows.map((row) => row[k])),
  )
}

/** Cuts a list into lists of at most this length. */
export function inBatches<Item>(items: readonly Item[], length: number): Item[][] {
  const batches: Item[][] = []
  for (let from = 0; from < items.length; from += length) batches.push(items.slice(from, from + length))
  return batches
}
