// Damaged and malicious task files, always the same ones for one seed.

import { newRandom } from '../generators/seed.ts'
import type { HostileText } from './damage.ts'

const GRID = [
  [0, 1, 2],
  [3, 4, 5],
]
const PAIR = { input: GRID, output: [[9]] }
const TASK = { train: [PAIR, PAIR], test: [{ input: GRID }] }

/** Sound files, one of every form and spelling. */
export const SOUND_TASK_TEXTS: readonly string[] = [
  JSON.stringify(TASK),
  JSON.stringify({ test: [PAIR], train: [PAIR], name: 'a "quoted" [name]' }, null, 2),
  JSON.stringify({ '007bbfb7': TASK, '12345678': TASK, abc: { train: [], test: [PAIR] } }),
  JSON.stringify([PAIR, PAIR, PAIR, PAIR, PAIR], null, 1),
  JSON.stringify({ a: [PAIR], b: [PAIR, PAIR, PAIR, PAIR] }),
]

const FRAGMENTS = [
  ...'[]{},:"\\-.0\0\n\t\r',
  '\uFEFF',
  '\u202E',
  '\uD800',
  'é',
  '𝟙',
  'null',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '-0',
  '1.5',
  '1e0',
  '1e999',
  '16',
  '99',
  '0x10',
  '9'.repeat(400),
  '"0"',
  '[]',
  '[[]]',
  '{}',
  '[[0]]',
  '// no',
  '/* no */',
  "'a'",
  '"train"',
  '"test":',
  '"input":[[1]],',
  '"output":null,',
  '"__proto__":{"train":[]},',
  '"constructor":',
  '"toString":1,',
  '"length":5,',
  '\\u0000',
  '\\ud800',
  '],[',
  '},{',
]

/** Sound texts with parts cut out, doubled, replaced or moved, and cut off anywhere. */
export function* damageTaskTexts(count: number, seed: number): Generator<HostileText> {
  const random = newRandom(seed)
  const below = (limit: number) => random() % Math.max(1, limit)
  for (let k = 0; k < count; k++) {
    let text = SOUND_TASK_TEXTS[k % SOUND_TASK_TEXTS.length]!
    const done: string[] = []
    for (let edits = 1 + below(3); edits > 0; edits--) {
      const at = below(text.length)
      const to = Math.min(text.length, at + 1 + below(20))
      const fragment = FRAGMENTS[below(FRAGMENTS.length)]!
      const [name, next] = [
        ['insert', text.slice(0, at) + fragment + text.slice(at)],
        ['replace one', text.slice(0, at) + fragment + text.slice(at + 1)],
        ['replace', text.slice(0, at) + fragment + text.slice(to)],
        ['remove', text.slice(0, at) + text.slice(to)],
        ['double', text.slice(0, to) + text.slice(at)],
        ['truncate', text.slice(0, at)],
        ['move', text.slice(0, at) + text.slice(to) + text.slice(at, to)],
      ][below(7)] as [string, string]
      text = next
      done.push(name)
    }
    yield { title: `${k}: ${done.join(', ')}`, content: text }
  }
}

/** Sound JSON in which one value, anywhere, is another than it should be. */
export function* misshapeTasks(count: number, seed: number): Generator<HostileText> {
  const random = newRandom(seed)
  const values = [null, true, 0, -1, 16, 0.5, 1e300, '', '1', 'train', [], {}, [[]], [[0]], [{}], { train: [] }, [PAIR]]
  for (let k = 0; k < count; k++) {
    const root: unknown = JSON.parse(SOUND_TASK_TEXTS[k % SOUND_TASK_TEXTS.length]!)
    let holder = { root } as Record<string, unknown>
    let key = 'root'
    for (;;) {
      const inner = holder[key] as Record<string, unknown>
      const keys = typeof inner === 'object' && inner !== null ? Object.keys(inner) : []
      if (keys.length === 0 || random() % 6 === 0) break
      holder = inner
      key = keys[random() % keys.length]!
    }
    const value = values[random() % values.length]
    const before = key
    holder[key] = value
    const text = JSON.stringify(holder['root'] ?? root, null, k % 3)
    yield { title: `${k}: ${JSON.stringify(value)} for ${before}`, content: text }
  }
}

const text = (grid: string) => `{"train": [{"input": ${grid}, "output": [[0]]}]}`
const repeat = (part: string, count: number) => Array.from({ length: count }, () => part).join(',')
const distinct = (count: number, part: (k: number) => string) =>
  Array.from({ length: count }, (_, k) => part(k)).join(',')

/** Files written to break a reader: by size, by depth, by names, by numbers, by bytes. */
export const MALICIOUS_TASK_TEXTS: readonly HostileText[] = Object.entries({
  nothing: '',
  blanks: ' \n\t'.repeat(1_000_000),
  'blanks before a fault': `${' '.repeat(20_000_000)}x`,
  'line ends before a fault': `${'\r\n'.repeat(2_000_000)}x`,
  'only a byte order mark': '\uFEFF',
  'two byte order marks': `\uFEFF\uFEFF${SOUND_TASK_TEXTS[0]}`,
  NUL: '{"train": [\0]}',
  'only NUL': '\0'.repeat(1_000_000),
  'NUL as an escape in an id': `{"a\\u0000": ${JSON.stringify(TASK)}}`,
  'bytes of no encoding': Uint8Array.from({ length: 100_000 }, (_, k) => (k * 197) & 255),
  'UTF-16': Uint8Array.from(Buffer.from(`\uFEFF${SOUND_TASK_TEXTS[0]}`, 'utf16le')),
  'overlong UTF-8': Uint8Array.from([0x5b, 0xc0, 0x80, 0x5d]),
  'a file cut within a character': Uint8Array.from(Buffer.from('{"é')).subarray(0, 3),
  '1,000,000 open lists': '['.repeat(1_000_000),
  '1,000,000 open objects': '{"a":'.repeat(1_000_000),
  '1,000,000 nested lists': '['.repeat(1_000_000) + ']'.repeat(1_000_000),
  '1,000,000 closing brackets': ']'.repeat(1_000_000),
  'lists and objects in turn': '[{"a":'.repeat(200_000),
  '101 levels': text(`${'['.repeat(99)}0${']'.repeat(99)}`),
  '90 levels': text(`${'['.repeat(90)}0${']'.repeat(90)}`),
  '90 levels in a key that does not count': `{"train": [], "test": [{"input": [[1]]}], "x": ${'['.repeat(90)}${']'.repeat(90)}}`,
  '5,000,000 lists': `[${'[],'.repeat(5_000_000)}[]]`,
  '3,000,000 strings': `[${'"",'.repeat(3_000_000)}""]`,
  '300,000 ids without a task': `{${distinct(300_000, (k) => `"k${k}":0`)}}`,
  '30,000 tasks': `{${distinct(30_000, (k) => `"k${k}":{"train":[{"input":[[1]],"output":[[2]]}]}`)}}`,
  'ids that are numbers': `{${distinct(10_000, (k) => `"${4294967295 - k}":[{"input":[[1]],"output":[[2]]}]`)}}`,
  'a key again and again': `{${repeat('"train":[]', 300_000)}}`,
  'a million cells in a row': text(`[[${repeat('0', 1_000_000)}]]`),
  'a million rows': text(`[${repeat('[0]', 1_000_000)}]`),
  '100,000 pairs, the last one wrong': `[${repeat('{"input":[[0]],"output":[[0]]}', 100_000)},0]`,
  'a ragged last row': text(`[${repeat('[0,1]', 99)},[0]]`),
  'a huge integer': text(`[[${'9'.repeat(1_000_000)}]]`),
  'a huge exponent': text('[[1e999999999]]'),
  'a tiny exponent': text('[[1e-999999999]]'),
  'many decimals': text(`[[0.${'0'.repeat(1_000_000)}1]]`),
  'an unfinished number': text('[[1.]]'),
  'a leading zero': text('[[01]]'),
  'hexadecimal digits': text('[[0x1]]'),
  'not a number': text('[[NaN]]'),
  'a digit of another script': text('[[١]]'),
  'a long text as a cell': text(`[["${'a'.repeat(2_000_000)}"]]`),
  'a long text of escapes': text(`[["${'\\n'.repeat(1_000_000)}"]]`),
  'a long text of quotes': text(`[["${'\\"'.repeat(1_000_000)}"]]`),
  backslashes: '\\'.repeat(1_000_000),
  'backslashes in a string': `"${'\\'.repeat(1_000_001)}`,
  quotes: '"'.repeat(1_000_001),
  'an unfinished string': `{"train": "${'a'.repeat(1_000_000)}`,
  'a line end in a string': '{"tr\nain": []}',
  'an unknown escape': '{"tr\\ain": []}',
  'half a character as an id': `{"\\ud800": ${JSON.stringify(TASK)}}`,
  'a reversing character in an id': `{"\\u202eabc": ${JSON.stringify(TASK)}}`,
  'terminal codes in an id': `{"\\u001b[2J": ${JSON.stringify(TASK)}}`,
  'terminal codes as a cell': text('[["\\u001b[2J\\u202e"]]'),
  'a long id': `{"${'a'.repeat(1_000_000)}": ${JSON.stringify(TASK)}}`,
  'an empty id': `{"": ${JSON.stringify(TASK)}}`,
  'a path as an id': `{"../../etc/passwd": ${JSON.stringify(TASK)}}`,
  '__proto__ as an id': `{"__proto__": ${JSON.stringify(TASK)}, "a": 1}`,
  '__proto__ in a task': `{"__proto__": {"train": []}, "test": []}`,
  '__proto__ in a pair': `{"train": [{"__proto__": {"input": [[1]]}, "output": [[1]]}]}`,
  '__proto__ as a grid': text('{"__proto__": []}'),
  'an object like a list': text('{"length": 1, "0": {"length": 1, "0": 1}}'),
  'a task called constructor': `{"constructor": ${JSON.stringify(TASK)}, "prototype": 3}`,
  'toString of its own': `{"toString": 1, "valueOf": 2, "train": 3}`,
  'an object with toJSON': text('[[{"toJSON": 1, "toString": 1}]]'),
  'solutions only': '{"a": [[[1]]]}',
  'solutions of 50,000 tasks': `{${distinct(50_000, (k) => `"k${k}":[[[1]]]`)}}`,
  'solutions and pairs mixed': '{"a": [[[1]], {"input": [[1]], "output": [[1]]}]}',
  'pairs and solutions mixed': '{"a": [{"input": [[1]], "output": [[1]]}, [[1]]]}',
  'a submission': '{"a": [{"attempt_1": [[1]], "attempt_2": [[1]]}]}',
  'a package.json': '{"name": "x", "version": "1.0.0", "dependencies": {}}',
  'lines of JSON': `${SOUND_TASK_TEXTS[0]}\n${SOUND_TASK_TEXTS[0]}\n`,
  'JSON with comments': `// a task\n${SOUND_TASK_TEXTS[0]}`,
  'a trailing comma': '{"train": [{"input": [[1]], "output": [[1]]},]}',
  'a program': 'def solve_a(I):\n    return I\n',
  'a web page': '<!DOCTYPE html>\n<html></html>\n',
  'a Git LFS pointer': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
}).map(([title, content]) => ({ title, content }))
