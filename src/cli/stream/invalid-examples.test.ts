import { expect, test, vi } from 'vitest'
import { UserError } from '../../language/errors.ts'
import { InvalidExamples } from './invalid-examples.ts'

const problem = new UserError('task-grid', 'a grid is none', { place: { file: 't.json', line: 3, column: 5 } })

test('the first five problems are printed with their places, and all are counted', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const invalid = new InvalidExamples(false)
    invalid.summarize()
    for (let k = 0; k < 7; k++) invalid.add(problem)
    invalid.summarize()
    const printed = write.mock.calls.map(([text]) => String(text))
    expect(printed.length).toBe(6)
    expect(printed[4]).toContain('left out: a grid is none [task-grid]\n  at t.json:3:5')
    expect(printed[5]).toContain('7 invalid examples left out')
  } finally {
    write.mockRestore()
  }
})

test('strict reading ends with the first problem', () => {
  expect(() => new InvalidExamples(true).add(problem)).toThrow(problem)
})
