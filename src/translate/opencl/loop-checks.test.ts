import { describe, expect, test } from 'vitest'
import { openclSample } from '../../../test/translate-sample.ts'

/** The body of `f` in OpenCL C. */
function translateBody(body: string): string {
  const text = openclSample({
    'src/kernel/sample.ts': `
export function f(h: Heap, a: Word, b: number, n: number): Word {
  let m = n
  let sum = 0
${body}
  return sum
}
function after(x: Word): Word {
  return x + 1
}
function giveBack(h: Heap): void {
  giveAll(h)
}
function giveAll(h: Heap): void {
  releaseScratch(h, 0)
}`,
  }).get('f')!
  return text.slice(text.indexOf('int sum = 0;\n'))
}

test('a block is checked in front of its loop, equal ones once', () => {
  const loop = 'for (let k = b; k < n; k++) store(h, after(a) + k, load(h, k + a - 2) + load(h, k + a - 2))'
  expect(translateBody(loop)).toBe(`int sum = 0;
  {
    int k = b;
    const bool isFound0 = hasWords(k, n, (uint)after(a) + k, FIRST_FREE, h->top);
    const bool isFound1 = hasWords(k, n, (uint)k + a - 2, 0, h->top);
    for (; k < n; k++) {
      storeFound(h, isFound0, (uint)after(a) + k, (uint)loadFound(h, isFound1, (uint)k + a - 2) + loadFound(h, isFound1, (uint)k + a - 2));
    }
  }
  return sum;
}
`)
})

test('scratch memory, with further conditions after the end', () => {
  const text = translateBody('for (let k = 0; k < n && peek(h, a + k) > 0; k++) poke(h, k, 1)')
  expect(text).toContain('hasWords(k, n, (uint)a + k, 0, h->scratchTop)')
  expect(text).toContain(
    'for (; k < n && peekFound(h, isFound0, (uint)a + k) > 0; k++) {\n      pokeFound(h, isFound1, k, 1);',
  )
})

test('of two loops, each has the accesses that it counts', () => {
  const text = translateBody(
    'for (let i = 0; i < n; i++) for (let j = 0; j < b; j++) sum += load(h, a + i * b + j) + load(h, a + i)',
  )
  expect(text).toContain('isFound0 = hasWords(i, n, (uint)a + i, 0, h->top);')
  expect(text).toContain('isFound1 = hasWords(j, b, a + (uint)i * b + j, 0, h->top);')
})

test.each([
  ['the condition of a loop', 'for (let k = 0; k < n; k++) while (load(h, a + k) > sum) sum++'],
  ['the end of an inner loop', 'for (let k = 0; k < n; k++) for (let i = 0; i < load(h, a + k); i++) sum++'],
  ['a return', 'for (let k = 0; k < n; k++) if (k > b) return load(h, a + k)'],
])('an access in %s', (_, loop) => {
  const text = translateBody(loop)
  expect(text).toContain('isFound0 = hasWords(k, n, (uint)a + k, 0, h->top);')
  expect(text).toContain('loadFound(h, isFound0, (uint)a + k)')
})

describe('checked one by one', () => {
  test.each([
    ['the variable is changed', 'for (let k = 0; k < n; k++) { sum += load(h, a + k)\n k += b }'],
    ['the variable is counted otherwise', 'for (let k = 0; k < n; k += b) sum += load(h, a + k)'],
    ['another variable is counted', 'for (let k = 0; k < n; m++) sum += load(h, a + k)'],
    ['the end is part of the block', 'for (let k = 0; k <= n; k++) sum += load(h, a + k)'],
    ['there is another way into the loop', 'for (let k = 0; k < n || b > 0; k++) sum += load(h, a + k)'],
    ['the end comes after an access', 'for (let k = 0; load(h, a + k) > 0 && k < n; k++) sum += 1'],
    ['the end is changed', 'for (let k = 0; k < m; k++) { sum += load(h, a + k)\n m++ }'],
    ['the end is read from memory', 'for (let k = 0; k < load(h, n); k++) sum += load(h, a + k)'],
    ['the block is moved', 'for (let k = 0; k < n; k++) { sum += load(h, m + k)\n m = b }'],
    ['the block is found inside of the loop', 'for (let k = 0; k < n; k++) { const c = b\n sum += load(h, c + k) }'],
    ['an inner loop moves the block', 'for (let k = 0; k < n; k++) for (; sum < b; m++) sum += load(h, m + k)'],
    [
      'an inner loop begins with another block',
      'for (let k = 0; k < n; k++) for (m = b; sum < b; sum++) sum += load(h, m + k)',
    ],
    ['the address takes other steps', 'for (let k = 0; k < n; k++) sum += load(h, a + 2 * k)'],
    ['the address goes down', 'for (let k = 0; k < n; k++) sum += load(h, a - k)'],
    ['the variable is there twice', 'for (let k = 0; k < n; k++) sum += load(h, k + k)'],
    ['scratch is given back', 'for (let k = 0; k < n; k++) { sum += peek(h, a + k)\n giveBack(h) }'],
  ])('%s', (_, loop) => {
    expect(translateBody(loop)).not.toContain('Found')
  })

  test('but the heap stays where scratch is given back', () => {
    const text = translateBody('for (let k = 0; k < n; k++) { sum += load(h, a + k) + peek(h, a + k)\n giveBack(h) }')
    expect(text).toContain('loadFound(h, isFound0, (uint)a + k) + peek(h, (uint)a + k)')
  })
})
