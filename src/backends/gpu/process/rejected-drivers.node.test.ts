// Reasons for the rejection of a Vulkan driver.

import { expect, test } from 'vitest'
import { findRejectedDrivers, reasonsIn } from './rejected-drivers.node.ts'

test('warnings of Dawn are reasons, each once and without places in its sources', () => {
  const stderr = `Warning: Vulkan shaderUniform*ArrayDynamicIndexing required.
 - While initializing adapter (backend=BackendType::Vulkan)
    at InitializeImpl (third_party/dawn/src/dawn/native/vulkan/PhysicalDeviceVk.cpp:257)

Warning: vkCreateInstance: Found no drivers!
Warning: vkCreateInstance: Found no drivers!
`
  expect(reasonsIn(stderr)).toEqual([
    'Vulkan shaderUniform*ArrayDynamicIndexing required.',
    'vkCreateInstance: Found no drivers!',
  ])
  expect(reasonsIn('')).toEqual([])
})

test('files that do not exist are the reason; without named drivers nothing is rejected', async () => {
  expect(await findRejectedDrivers({})).toBeUndefined()
  expect(await findRejectedDrivers({ VK_ICD_FILENAMES: '', VK_DRIVER_FILES: '' })).toBeUndefined()
  expect(await findRejectedDrivers({ VK_ICD_FILENAMES: '/other.json', VK_DRIVER_FILES: '/no.json:/nor.json' })).toEqual(
    {
      files: ['/no.json', '/nor.json'],
      reasons: ['/no.json does not exist', '/nor.json does not exist'],
    },
  )
})
