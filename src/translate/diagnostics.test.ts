import { describe, expect, test } from 'vitest'
import { complainAbout, listComplaints, translateSamples } from '../../test/translate-sample.ts'

/** What is wrong with the body of a function that begins on line 2, column 1. */
function complainAboutBody(body: string): string[] {
  return complainAbout(`function f(h: Heap, a: Word, p: boolean): Word {
${body}
}
function g(h: Heap, x: Word): Word { return load(h, x) }
function act(h: Heap): void { push(h, 1) }
`)
}

describe('what is not in the subset', () => {
  const notPart = 'is not part of kernel TypeScript'
  const bodies: [string, string][] = [
    ['return a / 2', `2:8: operator / ${notPart}; use divideTowardsZero or floorDivide`],
    ['return a >>> 2', `2:8: operator >>> ${notPart}; use >> and mask with &`],
    ['return a ** 2', `2:8: operator ** ${notPart}; multiply`],
    ['if (a == 1) return 1\nreturn 2', `2:5: operator == ${notPart}; use ===`],
    ['if (a != 1) return 1\nreturn 2', `2:5: operator != ${notPart}; use !==`],
    ['return a ?? 1', `2:8: operator ?? ${notPart}; kernels have no null`],
    ['return +a', `2:8: operator unary + ${notPart}; remove it; truth(b) makes a boolean a word`],
    ['let x = 1\nx /= 2\nreturn x', `3:1: operator /= ${notPart}; use divideTowardsZero or floorDivide`],
    ['let x = p\nx &&= p\nreturn a', `3:1: operator &&= ${notPart}; use if`],
    ['switch (a) {}\nreturn 1', `2:1: switch ${notPart}; use if and else`],
    ['do {} while (p)\nreturn 1', `2:1: \`do\` loop ${notPart}; use while`],
    ['for (const x of y) {}\nreturn 1', `2:1: \`for of\` loop ${notPart}; count with \`for (let i = 0; i < n; i++)\``],
    ['outer: while (p) {}\nreturn 1', `2:1: label ${notPart}; make the inner loop a function that returns`],
    ['throw 1', `2:1: exception ${notPart}; return an error word, or raise(h, error)`],
    ['try {} finally {}\nreturn 1', `2:1: exception ${notPart}; ask isError or failed(h)`],
    ['const x = [1]\nreturn 1', `2:11: array ${notPart}; keep lists in scratch memory: push, peek, poke`],
    ['const x = { a }\nreturn 1', `2:11: object ${notPart}; use words on the heap`],
    ['const k = () => 1\nreturn 1', `2:11: function value ${notPart}; declare a function at the top level and call it`],
    [
      'return h.top',
      `2:8: access to a property or element ${notPart}; use the accessors of the heap: load, store, peek, poke`,
    ],
    ['return a as number', `2:8: type assertion ${notPart}; remove it; compare or convert explicitly`],
    ['return a!', `2:8: \`!\` assertion ${notPart}; remove it`],
    ['let x = 0\nreturn x++', `3:8: \`++\` or \`--\` inside an expression ${notPart}; make it a statement of its own`],
    ['let x = 0\nreturn (x = 1)', `3:9: assignment inside an expression ${notPart}; make it a statement of its own`],
    ['for (let i = 0; p; act(h), act(h)) {}\nreturn 1', `2:20: comma operator ${notPart}; write two statements`],
    ['return `1`', `2:8: string ${notPart}; use 32-bit integers and booleans`],
    ['debugger\nreturn 1', `2:1: DebuggerStatement ${notPart}; keep to docs/kernel-typescript.md`],
    ["return 'x'", '2:8: literal that is no integer or boolean; use 32-bit integers and booleans'],
    ['return 1.5', '2:8: number that is no integer; use 32-bit integers'],
    ['return 0x80000000', '2:8: integer beyond 32 bits with sign; write the negative number with the same bits'],
    ['var x = 1\nreturn x', '2:1: `var` declaration; use const or let'],
    ['let x\nreturn 1', '2:5: variable without a first value; give it one'],
    ['const [x] = a\nreturn 1', '2:7: destructuring; declare the variables one by one'],
    [
      'const x: number | boolean = a\nreturn 1',
      '2:7: type that is more than a name; use number, boolean or an alias of them',
    ],
    [
      'for (let i = 0, j = 1; i < j; i++) {}\nreturn 1',
      '2:6: two variables in one `for`; declare one of them before the loop',
    ],
    ['h.top = 1\nreturn 1', '2:1: assignment to something that is no variable; use store or poke for memory'],
    ['h.top++\nreturn 1', '2:1: change of something that is no variable; use store or poke for memory'],
    ['a + 1\nreturn 1', '2:1: expression without effect; remove it'],
    ['return Math.abs(a)', '2:8: call of something that is no function name; call a kernel function by its name'],
  ]
  test.each(bodies)('%s', (body, complaint) => {
    expect(complainAboutBody(body)).toEqual([complaint])
  })

  const files: [string, string][] = [
    ['let x = 1', '1:5: variable outside a function; use a constant, or pass the value as a parameter'],
    ['const x = load', "1:7: 'x' is no constant 32-bit integer or boolean; use literals and other constants only"],
    [
      'const x = 65536 * 65536',
      "1:7: 'x' is no constant 32-bit integer or boolean; use literals and other constants only",
    ],
    ['const x = 1 / 2', '1:11: operator / is not part of kernel TypeScript; use divideTowardsZero or floorDivide'],
    ["import { a } from 'node:fs'", "1:1: import of 'node:fs'; kernels may use only kernel files"],
    ["import { a as b } from './a.ts'", '1:10: import under another name; import it by the name it is declared with'],
    ['type T = string', '1:1: type that is no alias of a number or boolean; use such an alias'],
    [
      'export class A {}',
      '1:1: declaration outside the subset; declare constants, functions and aliases of number; a file for the host alone goes to layout.ts',
    ],
    [
      'function k(a = 1): void {}',
      '1:12: parameter that is not a plain name; use one name and one type a parameter, no default',
    ],
    ['function k(a: string): void {}', "1:12: parameter 'a' is no number or boolean; give it such a type"],
    ['function k(a: Word, h: Heap): void {}', '1:21: the heap is not the first parameter; put `h: Heap` first'],
    ['function k<T>(): void {}', '1:1: async, generator or generic function; write a plain function'],
    [
      'function k() {}',
      "1:10: 'k' does not say that it returns a number, a boolean or void; give it such a return type",
    ],
  ]
  test.each(files)('%s', (text, complaint) => {
    expect(complainAbout(text)).toEqual([complaint])
  })

  test('a syntax error', () => {
    expect(complainAbout('function f( {')[0]).toMatch(/^1:\d+: syntax error: .*; correct it$/)
  })

  test('everything that is wrong is said at once, in order', () => {
    expect(complainAboutBody('act(h)\nif (a / 2 == 1) return 1.5\nreturn b')).toEqual([
      `3:5: operator == ${notPart}; use ===`,
      `3:5: operator / ${notPart}; use divideTowardsZero or floorDivide`,
      '3:24: number that is no integer; use 32-bit integers',
    ])
  })
})

describe('types', () => {
  const bodies: [string, string][] = [
    ['if (a) return 1\nreturn 2', '2:5: number where a boolean is needed; compare it, as in x !== 0'],
    ['while (a) {}\nreturn 2', '2:8: number where a boolean is needed; compare it, as in x !== 0'],
    ['for (; a; ) {}\nreturn 2', '2:8: number where a boolean is needed; compare it, as in x !== 0'],
    ['if (!a) return 1\nreturn 2', '2:6: number where a boolean is needed; compare it, as in x !== 0'],
    ['if (p && a) return 1\nreturn 2', '2:10: number where a boolean is needed; compare it, as in x !== 0'],
    ['return a ? 1 : 2', '2:8: number where a boolean is needed; compare it, as in x !== 0'],
    ['return p', '2:8: boolean where a number is needed; use truth(b), or b ? 1 : 0'],
    ['return g(h, p)', '2:13: boolean where a number is needed; use truth(b), or b ? 1 : 0'],
    ['const x: Word = p\nreturn x', '2:17: boolean where a number is needed; use truth(b), or b ? 1 : 0'],
    ['let x = a\nx = p\nreturn x', '3:5: boolean where a number is needed; use truth(b), or b ? 1 : 0'],
    ['let x = p\nx |= 1\nreturn 1', '3:1: arithmetic on a boolean; use && and ||'],
    ['return a + p', '2:12: boolean where a number is needed; use truth(b), or b ? 1 : 0'],
    ['return p ? a : p', '2:16: boolean where a number is needed; use truth(b), or b ? 1 : 0'],
    ['return b', "2:8: 'b' is unknown here; use constants and functions of kernel files only"],
    ['return g', "2:8: function 'g' as a value; call it"],
    ['return h', '2:8: the heap as a value; pass it as the first argument of a kernel function only'],
    ['return k(a)', "2:8: 'k' is no kernel function; call functions of kernel files only"],
    ['return g(a, a)', "2:10: 'g' is not given the heap; pass this function's own heap parameter first"],
    ['return g(h)', "2:8: 'g' takes 1 values, not 0; pass each one"],
    ['const x = act(h)\nreturn 1', '2:11: value of a call that gives none; call it as a statement'],
    ['g = 1\nreturn 1', "2:1: 'g' is no variable of this function; change only its own variables"],
    ['return 65536 * 65536', '2:8: constant expression that is no 32-bit integer; keep it within the range of a word'],
    ['return 1 % 0', '2:8: constant expression that is no 32-bit integer; keep it within the range of a word'],
  ]
  test.each(bodies)('%s', (body, complaint) => {
    expect(complainAboutBody(body)).toEqual([complaint])
  })

  test('a value returned from a function without one', () => {
    expect(complainAbout('function f(): void { return 1 }')).toEqual([
      '1:22: value returned from a function of type void; return nothing',
    ])
  })

  test('a variable is known only in its block', () => {
    expect(complainAboutBody('{ const x = 1\npush(h, x) }\nreturn x')).toEqual([
      "4:8: 'x' is unknown here; use constants and functions of kernel files only",
    ])
  })
})

describe('ternaries that cannot be computed ahead', () => {
  const bodies: [string, string, string][] = [
    ['while ((p ? g(h, a) : 0) > 0) act(h)\nreturn 0', '2:9', 'the condition of a loop'],
    ['for (let i = 0; i < (p ? g(h, a) : 0); i++) act(h)\nreturn 0', '2:22', 'the condition of a loop'],
    ['for (let i = 0; i < 9; i += p ? g(h, a) : 1) act(h)\nreturn 0', '2:29', 'the update of a loop'],
    ['if (p && (p ? g(h, a) : 0) > 0) act(h)\nreturn 0', '2:11', 'the right side of && or ||'],
    ['while (p && (p ? g(h, a) : 0) > 0) act(h)\nreturn 0', '2:14', 'the condition of a loop'],
  ]
  test.each(bodies)('%s', (body, place, where) => {
    expect(complainAboutBody(body)).toEqual([
      `${place}: ternary that touches memory in ${where}, where it cannot be computed ahead; use if and else, or give it a name before`,
    ])
  })
})

describe('names and calls across files', () => {
  test('one name in two files', () => {
    const translation = translateSamples({
      'src/kernel/one.ts': 'function k(): void {}',
      'src/kernel/two.ts': 'const A = 1\nconst k = 2',
    })
    expect(listComplaints(translation)).toEqual([
      "src/kernel/one.ts:1:10: 'k' is declared at src/kernel/two.ts:2:7 too; rename one, or share it: WGSL has one namespace",
    ])
  })

  test('two names that WGSL would not tell apart', () => {
    expect(complainAbout('function set(): void {}\nfunction set_(): void {}')).toEqual([
      "2:10: 'set_' is declared at src/kernel/sample.ts:1:10 too; rename one, or share it: WGSL has one namespace",
    ])
  })

  test('recursion', () => {
    expect(complainAbout('function k(x: Word): Word { return k(x - 1) }')).toEqual([
      '1:10: recursion: k calls k; use a loop with a stack in scratch memory',
    ])
  })

  test('mutual recursion across files', () => {
    const translation = translateSamples({
      'src/kernel/one.ts': 'export function one(x: Word): Word { return two(x) }',
      'src/kernel/two.ts':
        'export function two(x: Word): Word { return three(x) }\nfunction three(x: Word): Word { return one(x) }',
    })
    expect(listComplaints(translation)).toEqual([
      'src/kernel/one.ts:1:17: recursion: one calls two calls three calls one; use a loop with a stack in scratch memory',
    ])
  })
})
