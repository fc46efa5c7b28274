import { expect, test } from 'vitest'
import type { DeviceFacts } from './chunk/chunk-device.ts'
import { mayBeTuned, suitedKernels } from './suited-kernels.ts'

function factsOf(backend: string, driver: string, kind: DeviceFacts['kind']): DeviceFacts {
  return { kind, adapter: { name: '', vendor: '', architecture: '', driver, backend, kind } } as DeviceFacts
}

test('cards have tuned kernels, through OpenCL too; software devices have them by measurement; PoCL has none', () => {
  const vulkan = factsOf('vulkan', '535.1', 'hardware')
  const nvidia = factsOf('opencl', 'NVIDIA CUDA 535.1', 'hardware')
  const swiftShader = factsOf('vulkan', '', 'software')
  const intel = factsOf('opencl', 'Intel(R) OpenCL 2024', 'software')
  const pocl = factsOf('opencl', 'Portable Computing Language 3.1+debian', 'software')
  const poclOnCard = factsOf('opencl', 'Portable Computing Language 6.0', 'hardware')
  const all = [vulkan, nvidia, swiftShader, intel, pocl, poclOnCard]
  expect(all.map(mayBeTuned)).toEqual([true, true, true, true, false, false])
  expect(all.map(suitedKernels)).toEqual(['all', 'all', 'none', 'none', 'none', 'none'])
})
