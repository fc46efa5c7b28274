// Programs have what they use of their prelude, and nothing else, in both languages.

import { describe, expect, test } from 'vitest'
import { branchingPrelude } from '../../../translate/branching-prelude.ts'
import { openclAccesses, openclOperators, openclPrelude } from '../../../translate/opencl/prelude.ts'
import { prelude } from '../../../translate/prelude.ts'
import { GROUP_FAMILY, familyOf, kernelsOfFamily, sharesEnds } from './families.ts'
import { arityOfKernel, kernelNames } from './kernel-arity.ts'
import { type KernelCode, wgslCode } from './kernel-code.ts'
import { openclCode } from './opencl-code.ts'
import { splitPrelude, trimPrelude } from './trim-prelude.ts'
import { tunedKernels } from './tuned-kernels.ts'

const SMALL = `struct Params {
  budget: i32,
}

@group(0) @binding(5) var<uniform> params: Params;
// A comment of two
// lines.
const SIZE = 1;
const LARGE = 2u; // words
var<private> own: array<i32, 128>;

// Of all functions below.

fn raise(error: i32) {
  own[SIZE] = error;
}

fn limit() -> u32 {
  return LARGE + u32(params.budget);
}

// Calls raise(1) only in this comment.
fn quiet() {
}
`

/** The names of the declarations that a program gets. */
function namesOf(program: string, text = SMALL): string[] {
  const declarations = splitPrelude(text)
  const used = trimPrelude(declarations, program)
  return declarations.filter((own) => used.text.includes(own.text)).map(({ name }) => name)
}

describe('a program has', () => {
  test('the declarations that it names, and those that these name', () => {
    expect(namesOf('fn main() { raise(2); }')).toEqual(['SIZE', 'own', 'raise('])
    expect(namesOf('fn main() { limit(); }')).toEqual(['Params', 'params', 'LARGE', 'limit('])
    expect(namesOf('fn main() { own[0] = 1; }')).toEqual(['own'])
  })

  test('no function for a variable of its name, and none for a comment', () => {
    expect(namesOf('fn main() { let raise = 1; quiet(); } // limit()')).toEqual(['quiet('])
  })

  test('declarations with their comments, in their order, and no other comment', () => {
    const { text } = trimPrelude(splitPrelude(SMALL), 'raise() + SIZE')
    expect(text).toBe(
      '// A comment of two\n// lines.\nconst SIZE = 1;\nvar<private> own: array<i32, 128>;\n\nfn raise(error: i32) {\n  own[SIZE] = error;\n}\n\n',
    )
  })

  test('a function of OpenCL C with its first declaration, and macros', () => {
    const text = `static void raise(Heap *h, int error);

#define BARRIER barrier(1)

static int at(Heap *h) {
  BARRIER;
  raise(h, 1);
}

static void raise(Heap *h, int error) { h->fault = error; }
`
    expect(namesOf('at(h);', text)).toEqual(['raise(', 'BARRIER', 'at(', 'raise('])
    expect(namesOf('raise(h, 2);', text)).toEqual(['raise(', 'raise('])
  })

  test('all names that constants may be needed for', () => {
    const { names } = trimPrelude(splitPrelude(SMALL), 'limit() + OTHER')
    expect([...names]).toEqual(expect.arrayContaining(['OTHER', 'LARGE']))
    expect([...names]).not.toContain('SIZE')
  })
})

test('a declaration without a name that can be read is an error', () => {
  expect(() => splitPrelude('inline int one(void) { return 1; }\n')).toThrow('without a name: inline int one')
})

test.each([
  ['WGSL', prelude],
  ['WGSL with branches', branchingPrelude],
  ['OpenCL C', [openclAccesses, openclPrelude, openclOperators].join('\n')],
])('the prelude in %s is split without loss', (_, text) => {
  const isCode = (line: string) => line !== '' && !line.startsWith('//')
  const declarations = splitPrelude(text)
  const lines = declarations.flatMap((own) => own.text.split('\n'))
  expect(lines.filter(isCode)).toEqual(text.split('\n').filter(isCode))
  // Each is one declaration: its other lines are inside its braces.
  for (const own of declarations) expect(own.text.match(/^[^\s}/]/gm)).toHaveLength(1)
})

const CODES: readonly [string, KernelCode][] = [
  ['WGSL', wgslCode('software')],
  ['WGSL with branches', wgslCode('hardware')],
  ['OpenCL C', openclCode],
]
const ENTRY_POINTS = /@compute[^{]*?fn (\w+)|^__kernel .*?void (\w+)/gm
const DECLARED = /^(?:(?:@.+ )?var<[^>]+>|const|struct|fn|#define|enum \{|static \w+) (\w+)/gm
// Words of the languages before a parenthesis, conversions and builtins.
const BUILTIN =
  /^(?:if|for|while|switch|return|builtin|group|binding|workgroup_size|[iu]32|u?int|select|abs|min|max|clz|popcount|count\w+|first\w+|atomic\w+|atomic_\w+|barrier|storageBarrier|workgroup\w+|get_\w+|reqd_work_group_size|__attribute__|__has_builtin|__builtin_expect)$/

const LAYOUTS = ['a', 't'] as const
const entryOf = (kernel: string) => ({ kernel, arity: arityOfKernel(kernel) })

/** The programs of families and of the scheduler in both layouts, and those of kernels, whose functions are the same in both, in one. */
function printPrograms(code: KernelCode): string[] {
  const ofLayouts = LAYOUTS.flatMap((layout) => {
    const membersOf = (family: string) => kernelsOfFamily(family, layout).map(entryOf)
    const sizes = ['small', 'large'] as const
    const families = new Set(sizes.flatMap((size) => kernelNames.map((kernel) => familyOf(kernel, layout, size))))
    families.delete(undefined)
    return [
      code.printScheduler(layout),
      code.printGroups(membersOf(GROUP_FAMILY), layout),
      ...Array.from(families, (family) => code.printFamily(membersOf(family!), layout, sharesEnds(family!))),
    ]
  })
  return [
    ...ofLayouts,
    ...kernelNames.map((kernel) => code.printKernel({ ...entryOf(kernel), layout: 't' })),
    ...Array.from(tunedKernels.keys(), (kernel) => code.printKernel({ ...entryOf(kernel), tuned: true })),
  ]
}

test.each(CODES)(
  'programs in %s declare every function that they call, and nothing that they do not use',
  (_, code) => {
    const unused = new Set<string>()
    const missing = new Set<string>()
    for (const program of printPrograms(code)) {
      const text = program.replaceAll(/\/\/.*/g, '')
      const entries = new Set(Array.from(text.matchAll(ENTRY_POINTS), ([, wgsl, opencl]) => wgsl ?? opencl))
      const declared = new Map<string, number>()
      for (const [, own] of text.matchAll(DECLARED)) declared.set(own!, (declared.get(own!) ?? 0) + 1)
      const counts = new Map<string, number>()
      for (const [word] of text.matchAll(/\b[A-Za-z_]\w*/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
      for (const [own, count] of declared) if (!entries.has(own) && counts.get(own) === count) unused.add(own)
      for (const [called] of text.matchAll(/\b[A-Za-z_]\w*(?=\()/g)) {
        if (!declared.has(called) && !entries.has(called) && !BUILTIN.test(called)) missing.add(called)
      }
    }
    expect([...unused]).toEqual([])
    expect([...missing]).toEqual([])
  },
)
