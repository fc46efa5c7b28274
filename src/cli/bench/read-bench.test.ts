// Files that are no reports of benchmarks are refused, with the field that is wrong.

import { expect, test } from 'vitest'
import { sampleBench } from '../../../test/bench-report.ts'
import { temporaryFolder } from '../../../test/cli/temporary-files.ts'
import { readBench } from './read-bench.ts'

const folder = temporaryFolder('read-bench')

test('a report is read as it was written', () => {
  const leftOut = [{ route: 'native', isMeasured: false, reason: 'not compiled' }] as const
  const report = sampleBench({ sequential: [{ samples: 100, passesMs: [1] }] }, leftOut)
  expect(readBench(folder.write('good.json', JSON.stringify(report)))).toEqual(report)
})

const change = (path: string, value: unknown) => {
  const report = structuredClone(sampleBench({ sequential: [{ samples: 100, passesMs: [1] }] })) as object
  const keys = path.split('.')
  const last = keys.pop()!
  const target = keys.reduce((own, key) => (own as Record<string, object>)[key]!, report)
  ;(target as Record<string, unknown>)[last] = value
  return JSON.stringify(report)
}
test.each([
  ['no JSON', 'pass', 'not JSON'],
  ['another file', '{"format":"megabatt score"}', 'format must be "megabatt bench"'],
  ['a list', '[]', 'format must be'],
  ['version', change('version', 2), 'version must be 1'],
  ['hash', change('workload.hash', 5), 'workload.hash must be a text'],
  ['versions', change('versions', null), 'versions must have'],
  ['machine', change('machine.cpu', 1), 'machine must have'],
  ['cores', change('machine.cores', 0), 'machine.cores'],
  ['load', change('machine.load', { before: 1 }), 'machine.load must have'],
  ['routes', change('routes', {}), 'routes must be a list'],
  ['a route', change('routes.0.route', '__proto__'), 'routes[0].route must be the name of a route'],
  ['results', change('routes.0.results', 'x'), 'routes[0].results must be a list'],
  ['samples', change('routes.0.results.0.samples', -1), 'results[0].samples must be'],
  ['no passes', change('routes.0.results.0.passesMs', []), 'results[0].passesMs must be'],
  ['a pass', change('routes.0.results.0.passesMs', [1, '2']), 'results[0].passesMs must be'],
])('a file that is no report is refused: %s', (name, text, problem) => {
  const file = folder.write(`${name}.json`, text)
  expect(() => readBench(file)).toThrow(problem)
})
