// Adapters and devices in a browser, from navigator.gpu.

import { EnvironmentError } from '../../../../language/errors.ts'
import type { GpuDevice } from '../device.ts'
import { describeAdapter, openWebGpuDevice } from './open-device.ts'

/** Opens the device of the browser; throws an EnvironmentError if there is none. */
export async function openWebDevice(): Promise<GpuDevice> {
  const { navigator } = globalThis as { navigator?: { gpu?: GPU } }
  if (navigator?.gpu === undefined) {
    throw new EnvironmentError('webgpu-missing', 'This browser or this page has no WebGPU', {
      advice: 'WebGPU needs a secure page (https or localhost) and a current browser; some browsers need a flag.',
    })
  }
  const adapter = await requestAdapter(navigator.gpu)
  return openWebGpuDevice(adapter, describeAdapter(adapter))
}

async function requestAdapter(gpu: GPU): Promise<GPUAdapter> {
  let cause: unknown
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }).catch((error: unknown) => {
    cause = error
    return null
  })
  if (adapter !== null) return adapter
  const why = cause === undefined ? '' : `: ${String(cause)}`
  throw new EnvironmentError('gpu-no-adapter', `The browser has WebGPU, but no adapter for it${why}`, {
    advice: 'Turn on hardware acceleration, or update the driver of the GPU.',
    cause,
  })
}
