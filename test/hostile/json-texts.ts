// Malicious program files in JSON.

import type { HostileText } from './damage.ts'

const solver = (result: string) => `{"name": "solve_a", "result": ${result}}`
const many = (count: number, make: (k: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, k) => make(k)).join(separator)

/** Texts written to break a reader: by size, by depth, by names, by what is not JSON. */
export const MALICIOUS_JSON_TEXTS: readonly HostileText[] = Object.entries<string | Uint8Array>({
  'a million brackets': '['.repeat(1_000_000),
  'a million braces': '{"a":'.repeat(1_000_000),
  'a million closed brackets': `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`,
  'a deep result': solver(`${'{"t":['.repeat(100_000)}${']}'.repeat(100_000)}`),
  'brackets behind a comment that hides a quote': `{"programs": [{"name": /* " */ ${'['.repeat(100_000)}`,
  'brackets in a string that ends with its line': `{"name": "${'['.repeat(100_000)}\n${'['.repeat(100_000)}`,
  'closing brackets of the wrong sort': '[},'.repeat(100_000),
  'a million closing brackets': ']'.repeat(1_000_000),
  'a million quotes': '"'.repeat(1_000_000),
  'a million backslashes': `["${'\\'.repeat(1_000_000)}`,
  'a million commas': ','.repeat(1_000_000),
  'a million numbers': `[${many(1_000_000, () => '1')}]`,
  'a million keys': `{${many(1_000_000, (k) => `"k${k}": 1`)}}`,
  'many keys of a statement': `{"name": "solve_a", "statements": [{${many(300_000, (k) => `"k${k}": 1`)}}], "result": "I"}`,
  'many equal keys': `{"name": "solve_a", "statements": [], ${many(50, () => '"statements": []')}, "result": "I"}`,
  'many unknown names': `{"name": "solve_a", "statements": [${many(20_000, (k) => `{"name": "x${k}", "call": "objets", "args": ["objets"]}`)}], "result": "I"}`,
  'many programs of one name': `[${many(20_000, () => solver('"I"'))}]`,
  'a long literal': solver(`{"t": [${many(500_000, () => '7')}]}`),
  'a long literal with a mistake': solver(`{"t": [${many(500_000, () => '7')}, null]}`),
  'a long row': solver(`{"g": ["${'7'.repeat(1_000_000)}"]}`),
  'a long name': `{"name": "solve_${'a'.repeat(1_000_000)}", "result": "I"}`,
  'a long unknown name': solver(`"${'a'.repeat(1_000_000)}"`),
  'a long key': `{"name": "solve_a", "${'a'.repeat(1_000_000)}": 1, "result": "I"}`,
  'a name that is Python': '{"name": "a(I):\\n    import os\\n    os.system(1)\\ndef b", "result": "I"}',
  'statement names that are Python': `{"name": "solve_a", "statements": [{"name": "x = exec(1) #", "call": "rot90", "args": ["I"]}], "result": "I"}`,
  'names of JavaScript': solver('"constructor"'),
  'a prototype': '{"__proto__": {"name": "solve_a"}, "name": "solve_a", "result": "I"}',
  'a prototype as an operand': solver('{"__proto__": {"t": []}}'),
  'a huge exponent': solver('1e999999999'),
  'huge digits': solver('9'.repeat(100_000)),
  'a statement of itself': `{"name": "solve_a", "statements": [{"name": "x", "call": "x", "args": ["x"]}], "result": "x"}`,
  'calls that double': `{"name": "batt", "statements": [${many(60, (k) => `{"name": "x${k}", "call": "hconcat", "args": ["${k === 0 ? 'I' : `x${k - 1}`}", "${k === 0 ? 'I' : `x${k - 1}`}"], "inner": true}`)}], "outputs": [{"kind": "o", "number": 1, "solver": "a", "value": "x59"}]}`,
  'calls inside each other': `{"name": "batt", "statements": [${many(20_000, (k) => `{"name": "x${k}", "call": "hconcat", "args": ["${k === 0 ? 'I' : `x${k - 1}`}", "I"], "inner": true}`)}], "outputs": [{"kind": "o", "number": 1, "solver": "a", "value": "x19999"}]}`,
  'terminal escapes': solver('"\\u001b[31m"'),
  'a reversed text': solver('"\u202E\u2066"'),
  'half of a surrogate pair': solver('"\\uD800"'),
  'a NUL': solver('"\0"'),
  'an escaped NUL': solver('"\\u0000"'),
  'blanks that are none of JSON': `\u00A0${solver('"I"')}`,
  'only blanks': ' '.repeat(1_000_000),
  'only lines': '\n'.repeat(1_000_000),
  'bytes that are no UTF-8': Uint8Array.of(0x7b, 0xc3, 0x28, 0x7d),
  UTF16: Uint8Array.from([...'{"name"'].flatMap((c) => [c.charCodeAt(0), 0])),
}).map(([title, content]) => ({ title, content }))
