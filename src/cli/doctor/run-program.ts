// Runs a program with a time limit, for checks that must neither hang nor crash the command.

import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'

/** The end of a program. */
export interface ProgramOutcome {
  readonly exitCode: number | null
  /** The signal that ended it, or why it did not start. */
  readonly failure: string | undefined
  readonly stdout: string
  readonly stderr: string
}

const MAX_OUTPUT = 1 << 20

/** Runs a program in the temporary folder; never rejects. */
export function runProgram(
  file: string,
  args: readonly string[],
  { timeoutMs, env = process.env }: { readonly timeoutMs: number; readonly env?: NodeJS.ProcessEnv },
): Promise<ProgramOutcome> {
  return new Promise((resolve) => {
    const options = { cwd: tmpdir(), env, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT } as const
    execFile(file, [...args], options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      resolve({ exitCode, failure: failureOf(error, timeoutMs), stdout, stderr })
    })
  })
}

function failureOf(error: (Error & { code?: unknown; killed?: boolean; signal?: unknown }) | null, timeoutMs: number) {
  if (error === null || typeof error.code === 'number') return undefined
  if (error.killed === true) return `no answer within ${timeoutMs / 1000} s`
  return typeof error.signal === 'string' ? `ended by ${error.signal}` : String(error.code ?? error.message)
}
