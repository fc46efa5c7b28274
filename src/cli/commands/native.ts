// `megabatt native`: compiles the kernels with the system's C compiler, so that runs use native code.

import type { Command } from 'commander'
import { buildNative } from '../../backends/cpu/native/build-native.node.ts'
import {
  type CachedNative,
  type Receipt,
  findNative,
  nativeFolder,
  removeNative,
} from '../../backends/cpu/native/library-cache.node.ts'
import { UserError } from '../../language/errors.ts'

interface Options {
  readonly status?: true
  readonly remove?: true
  readonly force?: true
  readonly json?: true
}

/** Defines the command. */
export function define(command: Command): void {
  command
    .addHelpText(
      'before',
      'Examples:\n  megabatt native\n  CC=clang megabatt native --force\n  megabatt native --status --json\n',
    )
    .option('--status', 'print whether native code is compiled, without compiling')
    .option('--remove', 'remove all compiled libraries from the cache folder')
    .option('--force', 'compile again even if native code is compiled')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nThe compiler is $CC, cc, gcc or clang; MEGABATT_CACHE moves the cache folder. Later runs use native code, unless --engine wasm is given.\n\nExit code: 0 done; with --status, 1 no native code is compiled; 2 wrong use; 3 there is no compiler, no koffi or no writable cache, or the compiled kernels fail their self-check.',
    )
    .action(runNative)
}

async function runNative(options: Options): Promise<void> {
  const asked = (['status', 'remove', 'force'] as const).filter((name) => options[name] === true)
  if (asked.length > 1)
    throw new UserError('native-options', `--${asked.join(' and --')} exclude each other`, {
      advice: 'Use one of them.',
    })
  if (options.remove === true) {
    const count = removeNative()
    return show(options, { removed: count }, `${count} files removed from ${nativeFolder()}`)
  }
  if (options.status === true) return showStatus(options, findNative())
  const { receipt, isNew } = await buildNative({ force: options.force === true })
  show(options, { isReady: true, isNew, folder: nativeFolder(), ...receipt }, describe(receipt, isNew))
}

function showStatus(options: Options, found: CachedNative): void {
  const folder = nativeFolder()
  if (found.isReady) return show(options, { isReady: true, folder, ...found.receipt }, describe(found.receipt, false))
  show(options, { isReady: false, folder, reason: found.reason }, `${found.reason}; runs use WebAssembly`)
  process.exitCode = 1
}

function show({ json }: Options, report: object, text: string): void {
  process.stdout.write(json === true ? `${JSON.stringify(report, null, 2)}\n` : `${text}\n`)
}

function describe({ compiler, flags, compileMs, checkedCalls, libraries }: Receipt, isNew: boolean): string {
  const kilobytes = Object.values(libraries).map(({ byteLength }) => `${Math.round(byteLength / 1000)} KB`)
  return [
    isNew
      ? `compiled in ${(compileMs / 1000).toFixed(1)} s; runs use native code now`
      : 'native code is compiled and verified',
    `  compiler    ${compiler}`,
    `  flags       ${flags}`,
    `  libraries   ${kilobytes.join(' and ')} in ${nativeFolder()}`,
    `  self-check  ${checkedCalls} calls have the results and the counted work of WebAssembly`,
  ].join('\n')
}
