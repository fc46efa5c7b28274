// The package as npm installs it: packed, installed into an empty project without network, used from JavaScript and strict TypeScript.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { OPTIONAL_PACKAGES } from '../../src/backends/optional-packages.ts'
import { runNode } from '../cli/run-command.ts'
import { temporaryFolder } from '../cli/temporary-files.ts'

const MOST_BYTES = 19_000_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const files = temporaryFolder('install')
const npmOptions = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
let installed: string

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build-web.mjs'], { cwd: root, stdio: 'pipe' })
  files.write('project/package.json', '{"name":"project","private":true,"type":"module"}')
  const packed = runNpm(['pack', '--json', '--pack-destination', files.pathOf('.'), ...npmOptions], root)
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  // An empty cache: nothing but the tarball can be installed. npm leaves out optional packages that it cannot have.
  runNpm(
    ['install', '--offline', `--cache=${files.pathOf('cache')}`, ...npmOptions, files.pathOf(filename)],
    files.pathOf('project'),
  )
  installed = files.pathOf('project/node_modules')
})

function runNpm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

test('takes at most 19 MB with the packages that npm installs with it', () => {
  expect(readdirSync(installed).filter((name) => !name.startsWith('.'))).toEqual(['megabatt'])
  const koffi = ['koffi', '@koromix'].map((name) => join(root, 'node_modules', name))
  expect([installed, ...koffi].reduce((sum, folder) => sum + diskBytes(folder), 0)).toBeLessThan(MOST_BYTES)
})

test('has neither source maps, nor code that only the build runs, nor other modules', () => {
  const files = readdirSync(join(installed, 'megabatt'), { recursive: true }) as string[]
  const suspicious = /\.map$|translate|generate\.node|\.test\.|(?<!\.d)\.ts$/
  expect(files.filter((path) => suspicious.test(path))).toEqual([])
  expect(files).toContain(join('dist', 'bin', 'licenses.txt'))
})

test('a strict TypeScript project compiles without skipLibCheck, DOM types, Node’s types and WebGPU’s', () => {
  files.write(
    'project/strict.ts',
    `import { CpuBackend, GpuBackend, LocalDevice, galleryPrograms, galleryTasks, makeDataset, runPrograms } from 'megabatt'
import type { GpuDevice, StopSignal } from 'megabatt'
import { type Value, trace, vmirror } from 'megabatt/dsl'
import { GpuEvaluator, WorkersBackend, openNodeDevice } from 'megabatt/node'
import * as web from 'megabatt/web'

export const program = trace('solve_mirror', (I: Value.Grid) => vmirror(I))
export async function run(signal: StopSignal): Promise<number> {
  const dataset = makeDataset(galleryTasks({ samples: 1 }))
  const report = await runPrograms({ programs: galleryPrograms(), dataset, backend: new WorkersBackend({ workers: 2 }), signal })
  return report.evaluations
}
export async function open(): Promise<GpuBackend> {
  const gpu: GpuDevice = await openNodeDevice()
  return new GpuBackend({ open: [async () => new LocalDevice(gpu)] })
}
export const others = [CpuBackend, GpuEvaluator, web.runPrograms]
`,
  )
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: 'ES2023',
    lib: ['ES2023'],
    types: [],
    module: 'NodeNext',
    noEmit: true,
  }
  files.write('project/tsconfig.json', JSON.stringify({ compilerOptions, files: ['strict.ts'] }))
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', '.'], {
    cwd: files.pathOf('project'),
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('a JavaScript project runs programs on one thread and on several, with the same results', async () => {
  const script = files.write(
    'project/run.js',
    `import { CpuBackend, galleryPrograms, galleryTasks, makeDataset, runPrograms } from 'megabatt'
import { WorkersBackend } from 'megabatt/node'
import { trace, vmirror } from 'megabatt/dsl'
const dataset = makeDataset(galleryTasks({ samples: 1 }))
const programs = [...galleryPrograms(), trace('solve_mirror', (I) => vmirror(I))]
const counts = []
for (const backend of [new CpuBackend(), new WorkersBackend({ workers: 2 })]) {
  const { right, wrong, errors } = await runPrograms({ programs, dataset, backend })
  counts.push([right, wrong, errors])
  await backend.close()
}
console.log(JSON.stringify(counts))
`,
  )
  const { stdout, stderr } = await runNode([script])
  expect(stderr).toBe('')
  const [one, several] = JSON.parse(stdout) as number[][]
  expect(one![0]).toBeGreaterThan(100)
  expect(several).toEqual(one)
})

test('the command runs, and names the packages that other devices and native code need', async () => {
  const command = join(installed, '.bin/megabatt')
  expect(existsSync(command)).toBe(true)
  expect((await runNode([command, 'run', '--samples', '1', '--backend', 'workers', '--workers', '2'])).exitCode).toBe(0)
  const cache = { MEGABATT_CACHE: files.pathOf('megabatt-cache') }
  const gpu = await runNode([command, 'devices'], { ...cache, MEGABATT_DEVICE: 'hardware', VK_ICD_FILENAMES: '' })
  const software = await runNode([command, 'devices'], { ...cache, MEGABATT_DEVICE: 'software' })
  const native = await runNode([command, 'native'], cache)
  const { webgpu, koffi } = OPTIONAL_PACKAGES
  const chromium = OPTIONAL_PACKAGES['@sparticuz/chromium']
  expect(gpu).toMatchObject({ exitCode: 3 })
  expect(software).toMatchObject({ exitCode: 3 })
  expect(software.stderr).toContain(`npm install webgpu@${webgpu} @sparticuz/chromium@${chromium}`)
  expect(native).toMatchObject({ exitCode: 3 })
  expect(native.stderr).toContain(`npm install koffi@${koffi}`)
  const run = await runNode([command, 'run', '--samples', '1', '--backend', 'gpu'], cache)
  expect(run.stderr).toContain(`npm install webgpu@${webgpu}`)
})

test('a device cannot be opened without webgpu and OpenCL, which the error names with its version', async () => {
  const script = files.write(
    'project/device.js',
    `import { openNodeDevice } from 'megabatt/node'
try { await openNodeDevice() } catch (error) { console.log(JSON.stringify([error.code, error.message, error.advice])) }
`,
  )
  // Whether Dawn is loaded at all depends on a Vulkan loader: an empty file with its name is one that exists.
  files.write('loader/libvulkan.so.1', '')
  const { stdout } = await runNode([script], { LD_LIBRARY_PATH: files.pathOf('loader'), MEGABATT_OPENCL: 'off' })
  const [code, message, advice] = JSON.parse(stdout) as string[]
  expect(code).toBe('webgpu-missing')
  expect(message).toContain('is not installed')
  expect(advice).toContain(`npm install webgpu@${OPTIONAL_PACKAGES.webgpu}`)
})

test('package.json names the same versions as the error messages, as optional', () => {
  const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies?: unknown
    readonly devDependencies: Record<string, string>
    readonly peerDependencies: Record<string, string>
    readonly peerDependenciesMeta: Record<string, { readonly optional?: boolean }>
    readonly optionalDependencies: Record<string, string>
  }
  const { dependencies, devDependencies, peerDependencies, peerDependenciesMeta, optionalDependencies } = described
  expect(dependencies).toBeUndefined()
  expect({ ...peerDependencies, ...optionalDependencies }).toEqual(OPTIONAL_PACKAGES)
  for (const [name, version] of Object.entries(peerDependencies)) {
    expect(peerDependenciesMeta[name]).toEqual({ optional: true })
    // The tests use them.
    expect(devDependencies[name]).toBe(version)
  }
})

/** The sum of the blocks of all files, as `du` counts them. */
function diskBytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true }) as string[]
  return entries.reduce((sum, path) => sum + lstatSync(join(folder, path)).blocks * 512, 0)
}
