// What a figure depends on besides the code: written into every file of results.

import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os'

/** Machine and versions; the load tells whether anything else was running when the benchmark began. */
export function describeMachine() {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return {
    cpu: cpus()[0]?.model.trim(),
    cores: availableParallelism(),
    memoryGB: Number((totalmem() / 2 ** 30).toFixed(1)),
    platform: `${platform()} ${process.arch}`,
    loadBefore: Number(loadavg()[0].toFixed(2)),
    versions: { megabatt: version, node: process.version, v8: process.versions.v8 },
    date: new Date().toISOString().slice(0, 10),
  }
}
