// Checks of the machine: the version of Node, memory and cores, with the limits of a container.

import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, freemem, totalmem } from 'node:os'
import { defaultMemory } from '../../backends/memory-share.node.ts'
import { plural } from '../../language/format-count.ts'
import { formatBytes } from '../show/format-bytes.ts'
import type { Finding } from './finding.ts'

/** The machine as the checks see it. */
export interface MachineFacts {
  readonly node: string
  readonly totalBytes: number
  readonly freeBytes: number
  /** The limit of the container; undefined without one. */
  readonly limitBytes: number | undefined
  /** The memory that runs use by default. */
  readonly usedBytes: number
  readonly cores: number
  readonly processors: number
  /** Cores' worth of time that a container may use; undefined without a limit. */
  readonly quota: number | undefined
}

const LEAST_BYTES = 512e6
const SUFFICIENT_BYTES = 2e9

/** Reads the facts of this machine. */
export function readMachine(): MachineFacts {
  const limit = process.constrainedMemory()
  return {
    node: process.versions.node,
    totalBytes: totalmem(),
    freeBytes: freemem(),
    limitBytes: limit > 0 && limit < totalmem() ? limit : undefined,
    usedBytes: defaultMemory(),
    cores: availableParallelism(),
    processors: cpus().length,
    quota: readQuota((path) => readFileSync(path, 'utf8')),
  }
}

/** The quota of control group version 2, else of version 1; undefined where neither has one. */
export function readQuota(read: (path: string) => string): number | undefined {
  const tryRead = (path: string) => {
    try {
      return read(path).trim().split(/\s+/)
    } catch {
      return []
    }
  }
  const [quota, period] = tryRead('/sys/fs/cgroup/cpu.max')
  const [oldQuota] = tryRead('/sys/fs/cgroup/cpu/cpu.cfs_quota_us')
  const [oldPeriod] = tryRead('/sys/fs/cgroup/cpu/cpu.cfs_period_us')
  const share = quota === undefined ? Number(oldQuota) / Number(oldPeriod) : Number(quota) / Number(period)
  return share > 0 && Number.isFinite(share) ? share : undefined
}

/** The findings of the machine. */
export function checkMachine(facts: MachineFacts): Finding[] {
  return [checkNode(facts.node), checkMemory(facts), checkCores(facts)]
}

/** The versions of `engines` in package.json. */
function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (isSupported) return { topic: 'Node', status: 'ok', finding: version }
  return {
    topic: 'Node',
    status: 'problem',
    finding: `${version} is not supported`,
    advice: 'Install Node 20.19 or later, 22.12 or later, or a newer major version.',
  }
}

function checkMemory({ totalBytes, freeBytes, limitBytes, usedBytes }: MachineFacts): Finding {
  const bytes = limitBytes ?? totalBytes
  const limit = limitBytes === undefined ? '' : `, limited to ${formatBytes(limitBytes)} by the container`
  const finding = `${formatBytes(totalBytes)}, ${formatBytes(freeBytes)} free${limit}; runs use up to ${formatBytes(usedBytes)}`
  if (bytes >= SUFFICIENT_BYTES) return { topic: 'memory', status: 'ok', finding }
  return {
    topic: 'memory',
    status: bytes < LEAST_BYTES ? 'problem' : 'note',
    finding,
    advice: 'Programs with large values may stop at a limit. Use few --workers, and set --memory.',
  }
}

function checkCores({ cores, processors, quota }: MachineFacts): Finding {
  const hidden = processors > cores ? ` of ${processors}` : ''
  const finding = `${plural(cores, 'core')}${hidden}`
  if (quota === undefined || quota >= cores) return { topic: 'cores', status: 'ok', finding }
  const workers = Math.max(1, Math.round(quota))
  return {
    topic: 'cores',
    status: 'note',
    finding: `${finding}, but the container may use the time of ${Number(quota.toFixed(2))}`,
    advice: `More threads than that slow each other down: use --workers ${workers}.`,
  }
}
