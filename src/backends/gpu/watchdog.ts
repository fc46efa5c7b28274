// The watchdog of a device: a run that reports no progress for too long is given up.

import { EnvironmentError } from '../../language/errors.ts'
import { defer } from '../deferred.ts'
import type { DeviceKind } from './device/device.ts'

/** Default watchdog timeout in milliseconds; a software device takes longer for a chunk. */
export const WATCHDOG_MS: Readonly<Record<DeviceKind, number>> = { software: 600_000, hardware: 120_000 }

/** Compiling may take this many times as long: a driver takes minutes for a family of kernels. */
const COMPILING_FACTOR = 5

/** Starts a run and awaits it; rejects with `gpu-hung` when the run reports no progress before the timeout. */
export async function watchRun<Result>(
  deviceName: string,
  timeoutMs: number,
  start: (reportProgress: (isCompiling?: boolean) => void) => Promise<Result>,
): Promise<Result> {
  const hung = defer<never>()
  const giveUp = () =>
    hung.reject(
      new EnvironmentError('gpu-hung', `${deviceName} has not answered for ${Math.round(timeoutMs / 1000)} s`, {
        advice: 'The CPU takes over. Use smaller chunks (--gpu-memory) or another device.',
      }),
    )
  let timer = setTimeout(giveUp, timeoutMs)
  const reportProgress = (isCompiling = false) => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, isCompiling ? COMPILING_FACTOR * timeoutMs : timeoutMs)
  }
  try {
    const running = start(reportProgress)
    // After a timeout nothing awaits the run.
    running.catch(() => undefined)
    return await Promise.race([running, hung.promise])
  } finally {
    clearTimeout(timer)
  }
}
