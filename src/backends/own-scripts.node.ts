// Where the scripts are that run in a thread or a process of their own: files beside their callers, or parts of the single-file command.

/** The name of a script. */
export type ScriptName = 'worker.node' | 'device-child.node' | 'check-native.node' | 'database-keeper.node'

/** The file of a script and the arguments that come before its own. */
export interface OwnScript {
  readonly file: URL
  readonly args: string[]
}

let singleFile: URL | undefined

/** Locates a script; `caller` is the URL of the module beside it. */
export function locateScript(name: ScriptName, caller: string): OwnScript {
  if (singleFile !== undefined) return { file: singleFile, args: [name] }
  // Bundles are CommonJS.
  const extension = caller.endsWith('.cjs') ? 'cjs' : 'js'
  return { file: new URL(`${name}.${extension}`, caller), args: [] }
}

/** Declares that this file holds all scripts and starts the one that its first argument names. */
export function useSingleFile(file: string): void {
  singleFile = new URL(file)
}
