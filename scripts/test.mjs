// Runs the tests: builds what is stale, unpacks the software device, starts vitest with its environment, counts the results.
// `--fast` runs the tests beside the sources, which need no device; `--all` runs also those with the tag `long`, and all cases where the others
// try a part (test/amount.ts). Other arguments go to vitest: `node scripts/test.mjs test/gpu`.

import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildIfStale } from './build/build-project.mjs'

const WRONG_USE = 2
const LACKING = 3
/** Files that are nothing without a C compiler; the other suites leave native code out. */
const OF_NATIVE_CODE = ['test/cli/native.test.ts']

/** Files that are nothing without OpenCL; the other suites run on WebGPU alone. */
const OF_OPENCL = [
  'test/cli/opencl.test.ts',
  'test/conformance/opencl.test.ts',
  'test/conformance/opencl-t.test.ts',
  'test/gpu/opencl.test.ts',
]

const words = process.argv.slice(2)
const [isFast, isAll] = ['--fast', '--all'].map((mode) => words.includes(mode))
if (isFast && isAll) {
  console.error('test: --fast and --all exclude each other')
  process.exit(WRONG_USE)
}
const forVitest = words.filter((word) => word !== '--fast' && word !== '--all')
const leftOut = []
const environment = isFast ? { ...process.env } : await prepareDevices()
if (isAll) environment.MEGABATT_TESTS ??= 'all'
const folder = await mkdtemp(join(tmpdir(), 'megabatt-test-'))
try {
  const report = join(folder, 'report.json')
  const exitCode = await runVitest(report, environment)
  const { passed, failed, skipped } = count(await readReport(report), exitCode)
  if (skipped > 0) console.log(isAll ? `${skipped} skipped` : `${skipped} left to npm run test:all`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? exitCode || 1 : exitCode
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Builds everything, and finds the devices and the compiler that suites use; suites whose device is missing are left out. */
async function prepareDevices() {
  buildIfStale()
  const own = await findSoftwareDevice()
  if (await lacksCompiler()) {
    leftOut.push(...OF_NATIVE_CODE)
    own.MEGABATT_NATIVE = 'off'
  }
  if (await lacksOpenCl()) {
    leftOut.push(...OF_OPENCL)
    own.MEGABATT_OPENCL = 'off'
  }
  return own
}

/** The environment of a process that finds the software device, or of one that has a GPU if that is what is asked for. */
async function findSoftwareDevice() {
  if (process.env.MEGABATT_DEVICE === 'hardware') return { ...process.env }
  const { prepareSoftwareDevice } = await import('../dist/backends/gpu/software/software-device.node.js').catch(
    (error) => {
      console.error(`test: the build is missing, run \`npm run build\` first (${error.message})`)
      process.exit(LACKING)
    },
  )
  try {
    const device = await prepareSoftwareDevice()
    if (device.unpacked) console.error(`test: software device unpacked into ${device.folder}`)
    return { ...process.env, ...device.environment, MEGABATT_DEVICE: 'software' }
  } catch (error) {
    console.error(`test: no device for the GPU tests: ${error.message} [${error.code}]\n  ${error.advice}`)
    process.exit(LACKING)
  }
}

/** Whether native code cannot be tested, which is said. In continuous integration its tests fail then. */
async function lacksCompiler() {
  if (process.env.CI !== undefined) return false
  const { findCompiler } = await import('../dist/backends/cpu/native/compiler.node.js')
  try {
    await findCompiler()
    return false
  } catch (error) {
    console.error(`test: native code is not tested: ${error.message} [${error.code}]\n  ${error.advice}`)
    return true
  }
}

/** Whether OpenCL cannot be tested, which is said. With MEGABATT_OPENCL=required its tests fail then. */
async function lacksOpenCl() {
  if (process.env.MEGABATT_OPENCL === 'required') return false
  const { listDevices } = await import('../dist/backends/gpu/device/device.node.js')
  try {
    const devices = await listDevices('opencl')
    if (devices.length > 0) return false
    console.error('test: OpenCL is not tested: there is no device\n  Install PoCL (Debian package pocl-opencl-icd).')
  } catch (error) {
    console.error(`test: OpenCL is not tested: ${error.message} [${error.code}]\n  ${error.advice}`)
  }
  return true
}

function runVitest(report, env) {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const excluded = leftOut.map((file) => `--exclude=${file}`)
  const projects = isFast ? ['--project', 'src'] : []
  const tags = isAll ? [] : ['--tagsFilter', '!long']
  const args = ['run', ...reporters, ...excluded, ...projects, ...tags, ...forVitest]
  const child = spawn(process.execPath, [vitest, ...args], { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal === null ? code : 1))
  })
}

async function readReport(path) {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  return {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...JSON.parse(text),
  }
}

/** The counts of tests; a file that fails before or outside its tests counts as one that failed, so that it shows. */
function count(report, exitCode) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  for (const file of broken) console.log(`failed outside its tests: ${file.name}`)
  let failed = report.numFailedTests + broken.length
  if (exitCode !== 0 && failed === 0) {
    console.log('vitest failed outside the tests, see above')
    failed = 1
  }
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests }
}
