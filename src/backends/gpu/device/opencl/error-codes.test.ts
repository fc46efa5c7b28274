// Codes of OpenCL have the names of the specification, and each is one kind of device error.

import { expect, test } from 'vitest'
import { kindOf, numberOf, spellCode } from './error-codes.ts'

test.each([
  ['CL_DEVICE_NOT_FOUND', -1, 'internal'],
  ['CL_DEVICE_NOT_AVAILABLE', -2, 'lost'],
  ['CL_MEM_OBJECT_ALLOCATION_FAILURE', -4, 'out-of-memory'],
  ['CL_OUT_OF_RESOURCES', -5, 'lost'],
  ['CL_OUT_OF_HOST_MEMORY', -6, 'out-of-memory'],
  ['CL_BUILD_PROGRAM_FAILURE', -11, 'internal'],
  ['CL_MISALIGNED_SUB_BUFFER_OFFSET', -13, 'internal'],
  ['CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST', -14, 'lost'],
  ['CL_KERNEL_ARG_INFO_NOT_AVAILABLE', -19, 'internal'],
  ['CL_INVALID_VALUE', -30, 'validation'],
  ['CL_INVALID_CONTEXT', -34, 'lost'],
  ['CL_INVALID_COMMAND_QUEUE', -36, 'lost'],
  ['CL_INVALID_KERNEL_NAME', -46, 'validation'],
  ['CL_INVALID_WORK_GROUP_SIZE', -54, 'validation'],
  ['CL_INVALID_BUFFER_SIZE', -61, 'out-of-memory'],
  ['CL_INVALID_GLOBAL_WORK_SIZE', -63, 'validation'],
  ['CL_INVALID_SPEC_ID', -71, 'validation'],
  ['CL_MAX_SIZE_RESTRICTION_EXCEEDED', -72, 'internal'],
  ['CL_PLATFORM_NOT_FOUND_KHR', -1001, 'internal'],
] as const)('%s is %i, %s', (name, code, kind) => {
  expect(spellCode(code)).toBe(`${name} (${code})`)
  expect(numberOf(name)).toBe(code)
  expect(kindOf(code, 'clFlush')).toBe(kind)
})

test('codes of drivers', () => {
  expect([spellCode(-9999), kindOf(-9999, 'clFlush')]).toEqual(['an access outside a buffer (NVIDIA) (-9999)', 'lost'])
  expect([spellCode(-12345), kindOf(-12345, 'clFlush')]).toEqual(['unknown error (-12345)', 'internal'])
  expect(kindOf(-25, 'clFlush')).toBe('internal')
})

test.each([
  ['clCreateBuffer', 'out-of-memory'],
  ['clCreateSubBuffer', 'out-of-memory'],
  ['clEnqueueFillBuffer', 'out-of-memory'],
  ['clBuildProgram', 'validation'],
  ['clCreateKernel', 'validation'],
  ['clEnqueueReadBuffer', 'lost'],
  ['clEnqueueNDRangeKernel', 'lost'],
] as const)('%s without resources: %s', (call, kind) => {
  expect(kindOf(-5, call)).toBe(kind)
})
