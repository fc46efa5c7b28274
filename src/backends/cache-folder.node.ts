// The folder of everything that is kept between processes.

import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

/** The cache folder: MEGABATT_CACHE, else `megabatt` in XDG_CACHE_HOME or ~/.cache. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (env.MEGABATT_CACHE) return resolve(env.MEGABATT_CACHE)
  // The XDG specification requires a relative path to be ignored.
  const base = env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(homedir(), '.cache')
  return join(base, 'megabatt')
}
