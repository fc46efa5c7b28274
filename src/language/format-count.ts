// Counts for people.

/** A count with a comma after every three digits. Not with Intl: its first use in a process takes 10 ms. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
