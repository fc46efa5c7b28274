// Makes the command an executable with Node inside ("single executable application").

import { execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { inputSettings, root } from './bundle-settings.mjs'

// Node refuses a blob that is injected without this mark.
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const POSTJECT = join(dirname(createRequire(import.meta.url).resolve('postject/package.json')), 'dist/cli.js')

/** Copies the running Node to `target` with the single-file command inside. */
export async function makeExecutable(command, target) {
  const folder = await mkdtemp(join(tmpdir(), 'megabatt-executable-'))
  try {
    const blob = join(folder, 'command.blob')
    const main = await bundleMain(join(folder, 'main.cjs'))
    const settings = { main, output: blob, disableExperimentalSEAWarning: true, assets: { command } }
    await writeFile(join(folder, 'sea.json'), JSON.stringify(settings))
    execFileSync(process.execPath, ['--experimental-sea-config', join(folder, 'sea.json')], { stdio: 'pipe' })
    await copyFile(process.execPath, target)
    await chmod(target, 0o755)
    const macho = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : []
    const args = [POSTJECT, target, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE, ...macho]
    execFileSync(process.execPath, args, { stdio: 'pipe' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// The script inside an executable must be CommonJS.
async function bundleMain(file) {
  const bundle = await rolldown({ ...inputSettings, input: join(root, 'src/cli/executable.ts') })
  await bundle.write({ file, format: 'cjs' })
  await bundle.close()
  return file
}
