// `npm run bundle`: makes `dist-bundle/`, which needs only Node: the package as a folder, and the command as a single file.
// Options: --out FOLDER; --executable adds the command with Node inside.

import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { inputSettings, root } from './build/bundle-settings.mjs'
import { writeLicenses } from './build/bundled-licenses.mjs'
import { makeExecutable } from './build/make-executable.mjs'

const { values } = parseArgs({ options: { out: { type: 'string' }, executable: { type: 'boolean' } } })
const folder = resolve(values.out ?? join(root, 'dist-bundle'))
const command = join(folder, 'megabatt.mjs')

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await copyPackage(join(folder, 'megabatt'))
await bundleCommand()
if (values.executable) await makeExecutable(command, join(folder, 'megabatt-executable'))
console.error(`${folder} is complete; start it with: node ${command}`)

async function copyPackage(target) {
  for (const path of ['dist/bin', 'dist/types', 'dist/web', 'docs/schema', 'package.json', 'LICENSE']) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await cp(join(root, path), join(target, path), { recursive: true })
  }
}

async function bundleCommand() {
  const bundle = await rolldown({ ...inputSettings, input: join(root, 'src/cli/single-file.ts') })
  const { output } = await bundle.write({ file: command, format: 'es', codeSplitting: false })
  await bundle.close()
  if (output.length > 1) throw new Error(`The command is not one file: ${output.length} files`)
  await writeLicenses(join(folder, 'licenses.txt'), output[0].moduleIds)
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}
