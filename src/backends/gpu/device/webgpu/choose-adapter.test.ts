// Several devices are spread over the adapters that fit.

import { expect, test } from 'vitest'
import { spreadAdapters } from './choose-adapter.ts'
import type { AdapterDescription, DeviceKind } from './device.ts'

const adapter = (name: string, backend: string, kind: DeviceKind = 'hardware'): AdapterDescription => ({
  name,
  backend,
  kind,
  vendor: '',
  architecture: '',
  driver: '',
})

const found = [
  adapter('small', 'vulkan'),
  adapter('large', 'vulkan'),
  adapter('swiftshader', 'vulkan', 'software'),
  adapter('large', 'vulkan'),
  adapter('small', 'opengles'),
  adapter('large', 'opengles'),
]

test('the preferred one is the first, every card counts once', () => {
  expect(spreadAdapters(found, adapter('large', ''))).toEqual([1, 0])
  expect(spreadAdapters(found, adapter('small', ''))).toEqual([0, 1])
})

test('software only beside software', () => {
  expect(spreadAdapters(found, adapter('swiftshader', '', 'software'))).toEqual([2])
})

test('an adapter that the list does not have stands alone', () => {
  expect(spreadAdapters(found, adapter('other', ''))).toEqual([])
})
