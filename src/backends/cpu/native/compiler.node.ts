// The system's C compiler: finds it, and compiles a file into a shared library.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EnvironmentError } from '../../../language/errors.ts'

const run = promisify(execFile)

/** A compiler that answers. */
export interface Compiler {
  /** The command and its first arguments. */
  readonly command: readonly string[]
  /** The first line of its version. */
  readonly version: string
}

/** Overflow wraps, as kernels need it. */
const FLAGS: readonly string[] = ['-std=c11', '-O3', '-fwrapv', '-fPIC', '-fvisibility=hidden', '-shared']
/** By default gcc stops inlining once a file has grown by 40 %: accessors of blocks would then be calls. */
const GCC_FLAGS: readonly string[] = ['--param', 'inline-unit-growth=200']

/** The flags for every file. */
export function flagsFor({ version }: Compiler): readonly string[] {
  return version.includes('clang') ? FLAGS : [...FLAGS, ...GCC_FLAGS]
}

/** The first of $CC, cc, gcc and clang that answers; an EnvironmentError if none does. */
export async function findCompiler(env: NodeJS.ProcessEnv = process.env): Promise<Compiler> {
  if (process.platform === 'win32') {
    throw new EnvironmentError('native-platform', 'Native code is not supported on Windows', {
      advice: 'Run with --engine wasm.',
    })
  }
  const wanted = env.CC?.trim() ?? ''
  const commands = wanted === '' ? [['cc'], ['gcc'], ['clang']] : [wanted.split(/\s+/)]
  for (const command of commands) {
    const version = await askVersion(command, env)
    if (version !== undefined) return { command, version }
  }
  const tried = commands.map((command) => command.join(' ')).join(', ')
  throw new EnvironmentError('compiler-missing', `No C compiler found; tried ${tried}`, {
    advice: 'Install gcc or clang, or name a compiler in CC. Without native code, everything runs in WebAssembly.',
  })
}

async function askVersion([file, ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    const { stdout } = await run(file!, [...args, '--version'], { env })
    return stdout.split('\n')[0]!.trim()
  } catch {
    return undefined
  }
}

/** Compiles a C file into a shared library; `flags` follow those of every file. */
export async function compile(
  compiler: Compiler,
  source: string,
  library: string,
  flags: readonly string[] = [],
): Promise<void> {
  const { command, version } = compiler
  const [file, ...args] = command
  try {
    await run(file!, [...args, ...flagsFor(compiler), ...flags, '-o', library, source], { maxBuffer: 1 << 24 })
  } catch (cause) {
    const output = (cause as { stderr?: string }).stderr?.trim().split('\n').slice(0, 5).join('\n') ?? String(cause)
    throw new EnvironmentError('compiler-failed', `${version} does not compile the kernels:\n${output}`, {
      advice: 'Name another compiler in CC; without native code, everything runs in WebAssembly.',
      cause,
    })
  }
}
