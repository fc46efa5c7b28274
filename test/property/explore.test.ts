import { test } from 'vitest'
import { CpuEvaluator } from '../../src/backends/cpu/cpu-evaluator.ts'
import { Heap } from '../../src/kernel/heap.ts'
import { isError } from '../../src/kernel/words.ts'
import { describeError } from '../../src/language/error-words.ts'
import { primitives } from '../../src/primitives/registry.generated.ts'
import { drawArguments, encodeCall } from '../generators/encode-calls.ts'
import { findFlaw } from '../generators/forms.ts'

test('explore', () => {
  const ev = new CpuEvaluator(1 << 17)
  let total = 0
  let words = 0
  const t0 = Date.now()
  let tEval = 0
  const kinds: Record<string, number> = {}
  for (const p of primitives) {
    const h = new Heap(1 << 20)
    const drawn = drawArguments(p, 300)
    const calls = drawn.map((a) => encodeCall(h, p, a))
    words += h.top
    let ok = 0
    const bad: Record<string, number> = {}
    for (const [k, call] of calls.entries()) {
      const t = performance.now()
      const r = ev.call(h, call)
      tEval += performance.now() - t
      if (performance.now() - t > 100) console.log('slow', p.name, JSON.stringify(drawn[k]).slice(0, 300), performance.now() - t)
      if (isError(r)) { const d = describeError(r); const kk = d.split(':')[0] + (d.match(/deviation \d/)?.[0] ?? ''); kinds[kk] = (kinds[kk] ?? 0) + 1; if (k < 200) bad[kk] = (bad[kk] ?? 0) + 1 }
      else {
        if (k < 200) ok++
        const flaw = findFlaw(h, r)
        if (flaw) { console.log('FLAW', p.name, flaw, JSON.stringify(drawn[k])); }
      }
      total++
    }
    if (ok < 130) console.log(p.name, ok, JSON.stringify(bad))
  }
  console.log(total, words, Date.now() - t0, 'eval', tEval, kinds)
}, 600_000)
