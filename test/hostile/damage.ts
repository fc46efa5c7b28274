// Damaged and malicious program texts, always the same ones for one seed.

import { newRandom } from '../generators/seed.ts'
import { SOUND_TEXTS } from './program-texts.ts'

/** A text and what was done to it. */
export interface HostileText {
  readonly title: string
  readonly content: string | Uint8Array
}

const FRAGMENTS = [
  'exec("import os")',
  '__import__("os").system("touch hacked")',
  'eval',
  '().__class__.__bases__',
  'lambda',
  'lambda x:',
  '(',
  ')',
  '[',
  '}',
  '"""',
  "'",
  '\\',
  '\0',
  '\uFEFF',
  '\u202E',
  '\uD800',
  '\t',
  '\r',
  '\n',
  '\n\n    ',
  '=',
  '==',
  ':=',
  '*',
  '**',
  '#',
  ':',
  'def ',
  '@',
  'try:',
  'except:',
  'return',
  'class A:',
  'async ',
  'yield',
  'global I',
  'f"{I}"',
  'b""',
  '1e999',
  '0x',
  '9'.repeat(400),
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'I',
  'S',
  'o',
  's',
  'T',
  'é',
  '𝟙',
  '…',
]

/** What texts of one sort are damaged with. */
export interface DamageSettings {
  readonly sound: readonly string[]
  readonly fragments: readonly string[]
  readonly maxEdits: number
  /** How many characters one edit takes out, doubles or moves at the most. */
  readonly maxLength: number
  /** Edits of this sort of text, with their names, beside those that suit any. */
  readonly moreEdits?: (text: string, below: (limit: number) => number) => [string, string][]
}

/** Sound programs in Python, damaged. */
export function damageTexts(count: number, seed: number): Generator<HostileText> {
  const moreEdits: DamageSettings['moreEdits'] = (text, below) => [['lines', swapLines(text, below)]]
  return damage({ sound: SOUND_TEXTS, fragments: FRAGMENTS, maxEdits: 4, maxLength: 30, moreEdits }, count, seed)
}

/** Sound texts with parts cut out, doubled, moved or replaced, and cut off anywhere. */
export function* damage(settings: DamageSettings, count: number, seed: number): Generator<HostileText> {
  const { sound, fragments, maxEdits, maxLength, moreEdits = () => [] } = settings
  const random = newRandom(seed)
  const below = (limit: number) => random() % Math.max(1, limit)
  for (let k = 0; k < count; k++) {
    let text = sound[k % sound.length]!
    const done: string[] = []
    for (let left = 1 + below(maxEdits); left > 0; left--) {
      const at = below(text.length)
      const to = Math.min(text.length, at + 1 + below(maxLength))
      const fragment = fragments[below(fragments.length)]!
      const edits: [string, string][] = [
        ['insert', text.slice(0, at) + fragment + text.slice(at)],
        ['replace', text.slice(0, at) + fragment + text.slice(to)],
        ['remove', text.slice(0, at) + text.slice(to)],
        ['double', text.slice(0, to) + text.slice(at)],
        ['truncate', text.slice(0, at)],
        ['move', text.slice(0, at) + text.slice(to) + text.slice(at, to)],
        ...moreEdits(text, below),
      ]
      const [name, next] = edits[below(edits.length)]!
      text = next
      done.push(name)
    }
    yield { title: `${k}: ${done.join(', ')}`, content: text }
  }
}

function swapLines(text: string, below: (limit: number) => number): string {
  const lines = text.split('\n')
  const [a, b] = [below(lines.length), below(lines.length)]
  ;[lines[a], lines[b]] = [lines[b]!, lines[a]!]
  return lines.join('\n')
}

const solver = (expression: string) => `def solve_a(I):\n    O = ${expression}\n    return O\n`

/** Texts written to break a reader: by size, by depth, by names, by what Python would run. */
export const MALICIOUS_TEXTS: readonly HostileText[] = Object.entries({
  'import and call': `import os\nos.system('touch hacked')\n`,
  'call while importing': solver('__import__("os").system("touch hacked")'),
  'dunder walk': solver('().__class__.__bases__[0].__subclasses__()'),
  'format string': solver('f"{__import__(chr(111))}"'),
  'default that runs': `def solve_a(I, x=__import__('os').system('touch hacked')):\n    return I\n`,
  'annotation that runs': `def solve_a(I: exec('1')) -> exec('2'):\n    return J\n`,
  decorator: `@__import__('os').system\ndef solve_a(I):\n    return I\n`,
  'class body': `class A:\n    exec('1')\n`,
  recursion: `def solve_a(I):\n    return solve_a(I)\n`,
  'mutual recursion': `def solve_a(I):\n    return solve_b(I)\ndef solve_b(I):\n    return solve_a(I)\n`,
  'endless loop': `while True:\n    pass\n`,
  'loop in a function': `def solve_a(I):\n    while True: x = rot90(I)\n    return x\n`,
  'names of JavaScript': solver('constructor(__proto__, toString, hasOwnProperty)'),
  'assignment to __proto__': `def solve_a(I):\n    __proto__ = rot90(I)\n    constructor = rot90(__proto__)\n    return constructor\n`,
  'huge integer': solver('9'.repeat(30_000)),
  'huge negative hexadecimal': solver(`-0x${'f'.repeat(30_000)}`),
  'huge exponent': solver('1e999999999'),
  '10,000 parentheses': solver('('.repeat(10_000) + 'I' + ')'.repeat(10_000)),
  '10,000 open parentheses': solver('('.repeat(10_000)),
  '10,000 nested calls': solver('rot90('.repeat(10_000) + 'I' + ')'.repeat(10_000)),
  '10,000 nested lists': solver('['.repeat(10_000) + ']'.repeat(10_000)),
  '3,000 nested lambdas': solver(`${'lambda x: '.repeat(3000)}x`),
  '10,000 calls in a row': solver(`I${'()'.repeat(10_000)}`),
  '10,000 attributes': solver(`I${'.a'.repeat(10_000)}`),
  '10,000 signs': solver(`${'-'.repeat(10_000)}1`),
  '8,000 nots': solver(`${'not '.repeat(8000)}I`),
  '900 indentations': Array.from({ length: 900 }, (_, k) => `${' '.repeat(k)}if I:`).join('\n'),
  '199 nested calls': solver('rot90('.repeat(199) + 'I' + ')'.repeat(199)),
  'wide tuple': solver(`(${'I, '.repeat(10_000)})`),
  'wide call': solver(`rot90(${'rot90(I), '.repeat(3000)})`),
  'long line': solver(`rot90(${'I, '.repeat(1_000_000)})`),
  'long name': solver('a'.repeat(1_000_000)),
  'long string': solver(`'${'a'.repeat(1_000_000)}'`),
  'long comment': `# ${'a'.repeat(5_000_000)}\n`,
  'unfinished string': `def solve_a(I):\n    """${'a\n'.repeat(500_000)}`,
  'blank lines': '\n'.repeat(2_000_000),
  spaces: ' '.repeat(2_000_000),
  'tabs and blanks': ' \t\f\n'.repeat(300_000),
  stars: '**'.repeat(150_000),
  'lines of stars': `${'*'.repeat(200)}\n`.repeat(2000),
  keywords: 'def class if '.repeat(50_000),
  'many functions': 'def f(I): return I\n'.repeat(20_000),
  'many loose statements': 'x\n'.repeat(50_000),
  'many unknown names': `def solve_a(I):\n${'    x = zzzz(yyyy)\n'.repeat(30_000)}`,
  colons: ':'.repeat(30_000),
  backslashes: '\\'.repeat(500_000),
  'backslash line ends': 'x = \\\n'.repeat(50_000),
  quotes: '\'"'.repeat(200_000),
  NUL: 'def solve_a(I):\n    return I\0\n',
  'only NUL': '\0'.repeat(100_000),
  'reversing characters': 'def solve_a(I):\n    return \u202E\u2066I\n',
  'lone surrogates': 'def solve_a(I):\n    return \uDC00\uD800\n',
  'names that look alike': 'def solve_a(Ι):\n    return Ι\n',
  'an entry without end': `def batt(task_id, S, I, C, log_path):\n    o.append((1, True, 'a'\n`,
  'an empty entry': `def batt(task_id, S, I, C, log_path):\n    o.append(())\n    o.append()\n    s.append(*I)\n    return o, s\n`,
  'an assignment to the lists': `def batt(task_id, S, I, C, log_path):\n    o = exec\n    s = [exec('1')]\n    return o, s\n`,
  'bytes of no encoding': Uint8Array.from({ length: 100_000 }, (_, k) => (k * 197) & 255),
  'UTF-16': Uint8Array.from(Buffer.from('\uFEFFdef solve_a(I):\n    return I\n', 'utf16le')),
  'overlong UTF-8': Uint8Array.from([0xc0, 0x80, 0x0a]),
  nothing: '',
}).map(([title, content]) => ({ title, content }))
