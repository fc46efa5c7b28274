// The route: the page and what it shows, in the fragment of the address, so that the browser's buttons and bookmarks work.

import { signal } from '@preact/signals'

/** A route: `#/page/part/part?key=value`. */
export interface Route {
  readonly page: string
  /** The parts after the page, decoded. */
  readonly parts: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

/** The current route; changed by `goTo`, by links and by the browser. */
export const route = signal<Route>(parseRoute(location.hash))

addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash)
})

/** Reads a fragment; what is malformed counts as absent. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [page = '', ...parts] = path.split('/').map(decode)
  return { page, parts: parts.filter((part) => part !== ''), query: Object.fromEntries(new URLSearchParams(search)) }
}

/** The fragment of a route; parameters without a value are left out. */
export function linkTo(
  page: string,
  parts: readonly string[] = [],
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return `#/${[page, ...parts].map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`
}

/** Goes to a route; with `replace`, without an entry in the history. */
export function goTo(link: string, { replace = false } = {}): void {
  if (link === location.hash) return
  if (replace) history.replaceState(null, '', link)
  else history.pushState(null, '', link)
  route.value = parseRoute(link)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
