import { describe, expect, test } from 'vitest'
import { openclSample } from '../../../test/translate-sample.ts'

/** The body of `f` in OpenCL C, without its indentation. */
function translateBody(body: string): string {
  const text = openclSample({
    'src/kernel/sample.ts': `
const SMALL = 3
const LEAST = -2147483648
export function f(h: Heap, a: Word, b: number, p: boolean): Word {
${body}
}
function g(h: Heap, x: Word): Word {
  push(h, x)
  return load(h, x)
}
function isOdd(x: Word): boolean {
  return (x & 1) === 1
}`,
  }).get('f')!
  const [, inner] = /^static int f\(Heap \*h, int a, int b, bool p\) \{\n(.*?)^\}/ms.exec(text)!
  return inner!.replaceAll(/^ {2}/gm, '')
}

describe('arithmetic wraps: it is done without sign', () => {
  const cases: [string, string][] = [
    ['a + b', '(uint)a + b'],
    ['a - b - 1', '(uint)a - b - 1'],
    ['a - (b - 1)', 'a - ((uint)b - 1)'],
    ['a + b * 2', 'a + (uint)b * 2'],
    ['a * (b + 1)', 'a * ((uint)b + 1)'],
    ['-a', '0u - a'],
    ['-SMALL', '-SMALL'],
    ['SMALL + 1', 'SMALL + 1'],
    // A constant beyond 32 bits must not stay as it is.
    ['(LEAST - 1) | 0', '(int)((uint)LEAST - 1) | 0'],
    ['(a + b) >> 1', '(int)((uint)a + b) >> 1'],
    ['(a + b) | 1', '(int)((uint)a + b) | 1'],
    ['~(a + b)', '~((int)((uint)a + b))'],
    ['p ? a + 1 : b', 'p ? (int)((uint)a + 1) : b'],
    ['a << b', 'shiftLeft(a, b)'],
    ['a % b', 'remainderOf(a, b)'],
    ['g(h, a + 1)', 'g(h, (uint)a + 1)'],
  ]
  test.each(cases)('%s', (typescript, opencl) => {
    expect(translateBody(`return ${typescript}`)).toBe(`return ${opencl};\n`)
  })

  test('comparisons are with sign', () => {
    expect(translateBody('if (a + 1 < b) return 1\n return 0')).toContain('if ((int)((uint)a + 1) < b) {')
  })

  test('assignments', () => {
    expect(translateBody('let x = a\n x += b\n x -= b * 2\n x <<= 2\n x >>= b\n x |= a\n x++\n return x')).toBe(
      'int x = a;\nx = (uint)x + b;\nx = (uint)x - (uint)b * 2;\nx = shiftLeft(x, 2);\nx >>= (b & 31);\nx |= a;\nx++;\nreturn x;\n',
    )
  })
})

test('operands whose order matters are kept in variables that begin with a value', () => {
  expect(translateBody('return g(h, a) + g(h, b)')).toBe(
    'int kept0 = 0;\nreturn (kept0 = g(h, a), (uint)kept0 + g(h, b));\n',
  )
})

test('names of OpenCL C are left to it', () => {
  const text = openclSample({
    'src/kernel/sample.ts': 'export function normalize(half: number): number {\n return half }',
  })
  expect(text.get('normalize')).toBe('static int normalize_(int half_) {\n  return half_;\n}\n')
})

describe('device code', () => {
  const device = (body: string) =>
    openclSample({
      'src/backends/gpu/device-code/sample.ts': `
import { arena, at, atomicAdd, params, put, sharedAtomics, sharedWords, state, uniformAt, waitForGroup } from './intrinsics.ts'
export const PLACES = { first: 0, second: 7 } as const
export const own = { count: 0 }
const shared = sharedWords(2 * 32)
const counters = sharedAtomics(4)
export function f(h: Heap, lane: number): number {
${body}
}`,
    }).get('f')

  test('memories are accessed with their sizes', () => {
    expect(device('put(h, arena, lane, at(h, arena, PLACES.second))\n return uniformAt(h, shared, lane)')).toBe(
      `static int f(Heap *h, int lane) {
  globalPut(h, h->arena, h->params->arenaWords, lane, globalAt(h, h->arena, h->params->arenaWords, PLACES_second));
  return localUniformAt(h, h->shared, sharedWords, lane);
}
`,
    )
  })

  test('atomics, barriers, variables of the invocation and parameters', () => {
    expect(
      device(
        'own.count = params.budget\n own.count += atomicAdd(h, counters, lane, 1)\n waitForGroup(h)\n return own.count',
      ),
    ).toBe(`static int f(Heap *h, int lane) {
  h->own.count = h->params->budget;
  h->own.count = (uint)h->own.count + localAtomicAdd(h, h->counters, countersWords, lane, 1);
  waitForGroup(h);
  return h->own.count;
}
`)
  })

  test('a variable is read before a call that may change it', () => {
    expect(device('return own.count + atomicAdd(h, state, 0, own.count)')).toContain('kept0 = h->own.count, ')
  })
})
