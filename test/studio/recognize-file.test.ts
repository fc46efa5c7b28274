// What a file is, by its name and its beginning.

import { expect, test } from 'vitest'
import { recognizeFile } from '../../studio/state/recognize-file.ts'

test.each([
  ['results.jsonl', '{"format":"megabatt results","version":2', 'results'],
  ['log.jsonl', '{"type":"evolution","version":1', 'evolution'],
  ['solvers.py', 'x = 1', 'programs'],
  ['pasted', '# mine\nfrom dsl import *\n', 'programs'],
  ['pasted', '\n\ndef solve_a(I):\n    return I\n', 'programs'],
  ['programs.json', '{"programs": [{"name": "solve_a"', 'programs'],
  ['program.json', '{"name": "solve_a", "statements": [', 'programs'],
  ['a.json', '{"train": [{"input": [[1]]', 'tasks'],
  ['challenges.json', ' {"00576224": {"train"', 'tasks'],
  ['array.json', '[{"input": [[1]]', 'tasks'],
  ['batt.mutations.json', '[{"kind": "swap"', 'other'],
  ['notes.txt', 'nothing', 'other'],
  ['image.png', '\u0089PNG', 'other'],
])('%s: %s', (name, head, kind) => {
  expect(recognizeFile(name, head)).toBe(kind)
})
