import { describe, expect, test } from 'vitest'
import { translateSample } from '../../test/translate-sample.ts'

/** The body of `f`, translated, without its indentation. */
function translateBody(body: string): string {
  const text = translateSample(`
export function f(h: Heap, a: Word, b: number, p: boolean): Word {
${body}
}
function g(h: Heap, x: Word): Word {
  return load(h, x)
}
function isOdd(x: Word): boolean {
  return (x & 1) === 1
}
function holds(h: Heap, x: Word): boolean {
  return load(h, x) > 0
}
function act(h: Heap): void {
  push(h, 1)
}`)
  const [, inner] = /^fn f\(a: i32, b: i32, p: bool\) -> i32 \{\n(.*?)^\}/ms.exec(text)!
  return inner!.replace(/^ {2}/gm, '')
}

describe('statements', () => {
  test('const becomes let, let becomes var', () => {
    expect(translateBody('const x = a + 1, y: Word = b\n let z = x\n z = y\n return z')).toBe(
      'let x = a + 1;\nlet y = b;\nvar z = x;\nz = y;\nreturn z;\n',
    )
  })

  test('changes of variables', () => {
    expect(translateBody('let x = a\n x += b\n x <<= 2\n x >>= b\n x %= 3\n x++\n x--\n return x')).toBe(
      'var x = a;\nx += b;\nx <<= 2u;\nx >>= u32(b);\nx %= 3;\nx++;\nx--;\nreturn x;\n',
    )
  })

  test('if and else if', () => {
    expect(translateBody('if (p) act(h)\n else if (a < b) push(h, a)\n else { act(h) }\n return 3')).toBe(
      'if (p) {\n  act();\n} else if (a < b) {\n  push(a);\n} else {\n  act();\n}\nreturn 3;\n',
    )
  })

  test('a function that returns in several places ends in one', () => {
    expect(translateBody('if (p) return 1\n else if (a < b) return 2\n else { act(h) }\n return 3')).toBe(
      'var result: i32;\nif (p) {\n  result = 1;\n} else {\n  if (a < b) {\n    result = 2;\n  } else {\n    act();\n    result = 3;\n  }\n}\nreturn result;\n',
    )
  })

  test('loops', () => {
    const body = 'for (let i = 0; i < a; i++) { if (i === b) continue\n act(h) }\n while (true) { break }\n return 0'
    expect(translateBody(body)).toBe(
      'for (var i = 0; i < a; i++) {\n  if (i == b) {\n    continue;\n  }\n  act();\n}\nwhile (true) {\n  break;\n}\nreturn 0;\n',
    )
  })

  test('loops without some of their parts', () => {
    expect(translateBody('let i = 0\n for (i = 1; ; ) { if (i > a) return i\n i += 2 }')).toBe(
      'var i = 0;\nfor (i = 1; ; ) {\n  if (i > a) {\n    return i;\n  }\n  i += 2;\n}\nreturn 0;\n',
    )
  })

  test('a result that is not used is dropped openly', () => {
    expect(translateBody('spend(h, 1)\n isOdd(a)\n act(h)\n return 0')).toBe(
      '_ = spend(1);\n_ = isOdd(a);\nact();\nreturn 0;\n',
    )
  })

  test('a block of its own', () => {
    expect(translateBody('{ const x = 1\n push(h, x) }\n ;\n return 0')).toBe(
      '{\n  let x = 1;\n  push(x);\n}\nreturn 0;\n',
    )
  })

  test('a way to the end without a return gets one', () => {
    expect(translateBody('while (true) { if (p) return 1 }')).toMatch(/\}\nreturn 0;\n$/)
    expect(translateBody('if (p) { return 1 } else { { return 2 } }')).not.toMatch(/return 0/)
    expect(translateSample('function k(): boolean { while (true) {} }')).toContain('  return false;\n}')
  })
})

describe('functions', () => {
  test('the heap is not a parameter, and the first sentence says what it does', () => {
    expect(
      translateSample('/** Says `it`. And more. */\nexport function f(h: Heap): boolean {\n return failed(h) }'),
    ).toBe('// Says `it`.\nfn f() -> bool {\n  return failed();\n}\n')
  })

  test('a parameter that is changed is copied', () => {
    expect(translateSample('function f(n: number, m: number): number { while (n > m) n -= m\n return n }')).toBe(
      'fn f(n_given: i32, m: i32) -> i32 {\n  var n = n_given;\n  while (n > m) {\n    n -= m;\n  }\n  return n;\n}\n',
    )
  })

  test('a variable that hides a parameter is not the parameter', () => {
    expect(translateSample('function f(n: number): void { { let n = 1\n n++ } }')).toBe(
      'fn f(n: i32) {\n  {\n    var n = 1;\n    n++;\n  }\n}\n',
    )
  })
})

describe('expressions', () => {
  const cases: [string, string][] = [
    ['a - (b - 1)', 'a - (b - 1)'],
    ['(a - b) - 1', 'a - b - 1'],
    ['a * (b + 1) % 7', 'a * (b + 1) % 7'],
    ['a - -b', 'a - -b'],
    ['-(-a)', '-(-a)'],
    ['-a * ~b', '-a * ~b'],
    ['-(a + b)', '-(a + b)'],
    ['(a << 4) | b', '(a << 4u) | b'],
    ['a | b & 3 ^ 1', 'a | ((b & 3) ^ 1)'],
    ['a | b | 1', 'a | b | 1'],
    ['a + 1 << b', '(a + 1) << u32(b)'],
    ['a >> (b + 1)', 'a >> u32(b + 1)'],
    ['a >> 33', 'a >> 1u'],
    ['a << -1', 'a << 31u'],
    ['0x1f + 1_000', '0x1f + 1000'],
    ['-2147483648', '-2147483648'],
    ['a - 2147483647 - 1', 'a - 2147483647 - 1'],
    ['1 << 31', '-2147483648'],
    ['a + (1 << 31)', 'a + -2147483648'],
    ['(2147483647 + 1) | 0', '-2147483648'],
    ['g(h, g(h, a)) + b', 'g(g(a)) + b'],
  ]
  test.each(cases)('%s', (typescript, wgsl) => {
    expect(translateBody(`return ${typescript}`)).toBe(`return ${wgsl};\n`)
  })

  const conditions: [string, string][] = [
    ['a === b', 'a == b'],
    ['p !== (a < b)', 'p != (a < b)'],
    ['(a < b) === (b > 1)', '(a < b) == (b > 1)'],
    // Without parentheses, `b >` would end a template.
    ['a < b >> 1', 'a < (b >> 1u)'],
    ['a + 1 < b * 2', 'a + 1 < b * 2'],
    // What touches no memory is computed in any case, the rest only where it is asked for.
    ['p && a < b && isOdd(a)', 'p & (a < b) & isOdd(a)'],
    ['p && a < b && holds(h, a)', '(p & (a < b)) && holds(a)'],
    ['p && holds(h, a) && isOdd(a)', '(p && holds(a)) & isOdd(a)'],
    ['p || holds(h, a) && holds(h, b)', 'p || (holds(a) && holds(b))'],
    ['p || a < b && b > 1', 'p | ((a < b) & (b > 1))'],
    ['(p || a < b) && b > 1', '(p | (a < b)) & (b > 1)'],
    ['!p', '!p'],
    ['!(a < b)', '!(a < b)'],
    ['!isOdd(a)', '!isOdd(a)'],
    ['!!p', '!(!p)'],
    ['true', 'true'],
  ]
  test.each(conditions)('%s', (typescript, wgsl) => {
    expect(translateBody(`if (${typescript}) act(h)\n return 0`)).toContain(`if (${wgsl}) {`)
  })

  test('comparisons as arguments are no templates', () => {
    const text = translateSample(
      'function k(p: boolean, q: boolean): boolean { return p === q }\nfunction f(a: number): boolean { return k(a < 1, a > 2) }',
    )
    expect(text).toContain('return k((a < 1), (a > 2));')
  })
})

describe('ternaries', () => {
  test('as a returned value, nested', () => {
    expect(translateBody('return p ? g(h, a) : a < b ? 1 : isOdd(a) ? 2 : 3')).toBe(
      'if (p) {\n  return g(a);\n} else if (a < b) {\n  return 1;\n} else if (isOdd(a)) {\n  return 2;\n} else {\n  return 3;\n}\n',
    )
  })

  test('as a first and as an assigned value', () => {
    expect(
      translateBody('const q = p ? holds(h, a) : false\n let x = q ? 1 : g(h, 2)\n x = p ? x : g(h, 3)\n return x'),
    ).toBe(
      'var q: bool;\nif (p) {\n  q = holds(a);\n} else {\n  q = false;\n}\n' +
        'var x: i32;\nif (q) {\n  x = 1;\n} else {\n  x = g(2);\n}\n' +
        'if (p) {\n  x = x;\n} else {\n  x = g(3);\n}\nreturn x;\n',
    )
  })

  test('of values that touch no memory', () => {
    expect(translateBody('const q = p ? isOdd(a) : false\n let x = q ? 1 : 2\n x = p ? x : 3\n return q ? x : b')).toBe(
      'let q = select(false, isOdd(a), p);\nvar x = select(2, 1, q);\nx = select(3, x, p);\nreturn select(b, x, q);\n',
    )
  })

  test('inside an expression, both sides are computed if they touch no memory', () => {
    expect(translateBody('return a + (p ? 1 : b)')).toBe('return a + select(b, 1, p);\n')
    expect(translateBody('while (p && (a < b ? p : a > 1)) act(h)\n return 0')).toContain(
      'while (p & select((a > 1), p, (a < b))) {',
    )
  })

  test('inside an expression, only one side is computed if one of them touches memory', () => {
    expect(translateBody('return a + (p ? g(h, a) : b)')).toBe(
      'var choice: i32;\nif (p) {\n  choice = g(a);\n} else {\n  choice = b;\n}\nreturn a + choice;\n',
    )
  })

  test('calls that come before it are made before it', () => {
    expect(translateBody('return g(h, a) * (p ? g(h, 1) : 0) + g(h, b)')).toBe(
      'let before = g(a);\nvar choice: i32;\nif (p) {\n  choice = g(1);\n} else {\n  choice = 0;\n}\nreturn before * choice + g(b);\n',
    )
  })

  test('in a condition of an else, it is computed only there', () => {
    expect(translateBody('if (p) act(h)\n else if (p ? holds(h, a) : holds(h, b)) act(h)\n return 0')).toBe(
      'if (p) {\n  act();\n} else {\n  var choice: bool;\n  if (p) {\n    choice = holds(a);\n  } else {\n    choice = holds(b);\n  }\n' +
        '  if (choice) {\n    act();\n  }\n}\nreturn 0;\n',
    )
  })

  test('in the start of a loop', () => {
    expect(translateBody('for (let i = p ? g(h, a) : 0; i < a; i++) act(h)\n return 0')).toMatch(
      /^var choice: i32;[^]*for \(var i = choice; i < a; i\+\+\) \{/,
    )
  })

  test('in the test of another', () => {
    expect(translateBody('return (p ? holds(h, a) : p) ? 1 : g(h, 2)')).toMatch(
      /^var choice: bool;[^]*\}\nif \(choice\) \{\n {2}return 1;/,
    )
  })
})

describe('constants', () => {
  test('are constants in WGSL, by name', () => {
    const text = translateSample(`
const WIDTH = 4
const MASK = (1 << WIDTH) - 1
export const LOWEST: Word = -2147483648
const BIG = 0x7fffffff
const SIGN = 1 << 31
const ON = true && WIDTH > 3
function f(x: Word): Word { return x >> WIDTH & MASK }`)
    expect(text).toBe(`const WIDTH: i32 = 4;
const MASK: i32 = (1 << u32(WIDTH)) - 1;
const LOWEST: i32 = -2147483648;
const BIG: i32 = 0x7fffffff;
const SIGN: i32 = -2147483648;
const ON: bool = true & (WIDTH > 3);
fn f(x: i32) -> i32 {
  return (x >> u32(WIDTH)) & MASK;
}
`)
  })

  test('an overflow that TypeScript does not have is not left to WGSL', () => {
    expect(translateSample('const A = 2147483647\nfunction f(): Word { return (A + A) | 1 }')).toContain('return -1;')
    expect(translateSample('const A = 40\nfunction f(x: Word): Word { return x << A }')).toContain('return x << 8u;')
  })

  test('a variable hides a constant', () => {
    const text = translateSample('const A = 1 << 31\nfunction f(A: Word): Word { return A + 1 }')
    expect(text).toContain('fn f(A: i32) -> i32 {\n  return A + 1;')
  })
})
