// Compilation and the gallery on PoCL, on SwiftShader and in WebAssembly, side by side, in CPU seconds of one process each.
//
//   node bench/devices.mjs [--families N] [--samples N] [--only opencl,opencl-warm,webgpu,wasm]
//
// Prints JSON. The first N families of the gallery (default: all 77) are run; `opencl` starts with an empty cache of PoCL, `opencl-warm` with the
// one that it left. Every result is compared with that of WebAssembly; ends with exit code 1 where one differs.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openNodeDevice } from '../dist/backends/gpu/device/device.node.js'
import { LocalDevice } from '../dist/backends/gpu/resident/local-device.js'
import { prepareSoftwareDevice } from '../dist/backends/gpu/software/software-device.node.js'
import { makeDataset } from '../dist/data/dataset-hash.js'
import { galleryTasks } from '../dist/data/gallery.js'
import { CpuBackend, GpuBackend, galleryPrograms, runPrograms } from '../dist/index.js'
import { describeMachine } from './parts/machine.mjs'

const PASSES = 3
const ROUTES = ['wasm', 'opencl', 'opencl-warm', 'webgpu']

const { values } = parseArgs({
  options: {
    families: { type: 'string', default: '77' },
    samples: { type: 'string', default: '5' },
    only: { type: 'string' },
    route: { type: 'string' },
  },
})

if (values.route === undefined) await measureAll()
else process.stdout.write(JSON.stringify(await measure(values.route)))

async function measureAll() {
  const cache = mkdtempSync(join(tmpdir(), 'megabatt-pocl-'))
  const software = await prepareSoftwareDevice()
  const wanted = values.only === undefined ? ROUTES : ROUTES.filter((route) => values.only.split(',').includes(route))
  const routes = {}
  try {
    for (const route of wanted) {
      const env = { ...process.env, POCL_CACHE_DIR: cache, ...(route === 'webgpu' ? software.environment : {}) }
      const args = [process.argv[1], '--route', route, '--families', values.families, '--samples', values.samples]
      const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 1 << 28 })
      routes[route] = JSON.parse(stdout)
    }
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
  const hashes = new Set(Object.values(routes).map(({ results }) => results))
  process.stdout.write(`${JSON.stringify({ machine: describeMachine(), options: { ...values }, routes }, null, 2)}\n`)
  if (hashes.size > 1) process.exitCode = 1
}

/** A first pass, which compiles, and the fastest of some more. */
async function measure(route) {
  const tasks = galleryTasks({ samples: Number(values.samples) }).slice(0, Number(values.families))
  const dataset = makeDataset(tasks)
  const programs = galleryPrograms()
  const backend =
    route === 'wasm' ? new CpuBackend() : new GpuBackend({ open: [() => open(route)], watchdogMs: 3_600_000 })
  const passes = []
  let report
  let results
  for (let pass = 0; pass <= PASSES; pass++) {
    const pairs = []
    const before = cpuSeconds()
    report = await runPrograms({
      programs,
      dataset,
      backend,
      settings: { outputs: 'hash' },
      onPair: (pair) => pairs.push(pair),
    })
    passes.push(cpuSeconds() - before)
    results = JSON.stringify(pairs)
  }
  await backend.close()
  const fastest = Math.min(...passes.slice(1))
  return {
    device: backend.device ?? 'WebAssembly, one thread',
    kernels: backend.gpu?.compiled.pipelines ?? 0,
    evaluations: report.evaluations,
    onCpu: report.work.onCpu,
    compileSeconds: round(passes[0] - fastest),
    passSeconds: round(fastest),
    results: createHash('sha256').update(results).digest('hex').slice(0, 16),
  }
}

async function open(route) {
  const api = route === 'webgpu' ? 'webgpu' : 'opencl'
  return LocalDevice.open(await openNodeDevice({ kind: 'auto', api }))
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function round(seconds) {
  return Number(seconds.toPrecision(3))
}
