import { test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { Heap } from '../../src/kernel/heap.ts'
import { isError } from '../../src/kernel/words.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'
import { drawArguments, encodeCall } from '../generators/encode-calls.ts'

test('explore', () => {
  const ev = new CpuEvaluator(1 << 17)
  for (const p of primitives) {
    const h = new Heap(1 << 20)
    const drawn = drawArguments(p, 300)
    const calls = drawn.map((a) => encodeCall(h, p, a))
    const ws: number[] = []
    let err = 0
    let top = 0
    const t = performance.now()
    for (const call of calls) {
      const t0 = h.top
      if (isError(ev.call(h, call))) err++
      ws.push(h.work)
      top = Math.max(top, h.top - t0)
    }
    ws.sort((a, b) => b - a)
    const sum = ws.reduce((a, b) => a + b)
    if (sum > 200000)
      console.log(
        p.name,
        sum,
        ws.slice(0, 8).join(' '),
        'over 4096:',
        ws.filter((w) => w > 4096).length,
        'ms',
        (performance.now() - t).toFixed(0),
      )
  }
}, 600_000)
