// Programs of one name in several files are told apart: in labels, results and reports.

import { expect, test } from 'vitest'
import { makeDataset } from '../../data/dataset-hash.ts'
import { galleryTasks } from '../../data/gallery.ts'
import { readPrograms } from '../../language/python/read-python.ts'
import { programLabels } from './program-labels.ts'
import { runPrograms } from './run-programs.ts'

test('the file is part of a label where the name is not enough', () => {
  const programs = [
    { name: 'solve', file: 'a.py' },
    { name: 'solve', file: 'b.py' },
    { name: 'other', file: 'b.py' },
    { name: 'twice', file: 'c.py' },
    { name: 'twice', file: 'c.py' },
  ]
  expect(programs.map(programLabels(programs))).toEqual(['a.py:solve', 'b.py:solve', 'other', 'twice', 'twice'])
})

test('results name the file, and earlier results of another file are refused', async () => {
  const dataset = makeDataset(galleryTasks({ samples: 1 }).slice(0, 1))
  const read = (file: string) => readPrograms('def solve(I):\n    return rot90(I)\n', file).programs[0]!
  const programs = [read('a.py'), read('b.py')]
  const { results } = await runPrograms({ programs, dataset, pairing: 'all' })
  expect(results.map(({ program, file }) => [program, file])).toEqual([
    ['solve', 'a.py'],
    ['solve', 'b.py'],
  ])
  const earlier = results.toReversed().slice(0, 1)
  await expect(runPrograms({ programs, dataset, pairing: 'all', earlier })).rejects.toThrow(/Result 1/)
})
