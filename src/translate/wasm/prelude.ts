// The border of the heap in WebAssembly: a twin of each function that src/kernel/heap.ts exports, equal for all arguments
// (test/conformance/preludes.test.ts).

import type { CellLayout } from '../../kernel/cell-layout.ts'
import { FACTS_BASE, type HeapVariable, SCRATCH_BASE, STATE, heapBase } from '../memory-layout.ts'

/** The text of the module that kernels are added to; `constants` are the values of kernel constants by name. */
export function wasmPrelude(
  constants: ReadonlyMap<string, number>,
  indexes: ReadonlyMap<string, number>,
  facts: readonly number[],
  layout: CellLayout,
): string {
  const constant = (name: string): string => {
    const value = constants.get(name)
    if (value === undefined) throw new Error(`bug in the translator: the prelude uses ${name}, which is no constant`)
    return `(i32.const ${value})`
  }
  const base = heapBase(constants.get('MAX_SCRATCH_WORDS') ?? 0)
  const get = (name: HeapVariable): string => `(i32.load offset=${STATE[name]} (i32.const 0))`
  const getLong = (name: HeapVariable): string => `(i64.load32_s offset=${STATE[name]} (i32.const 0))`
  const set = (name: HeapVariable, value: string): string => `(i32.store offset=${STATE[name]} (i32.const 0) ${value})`
  const edgesOfFour = `(i32x4.bitmask (i32x4.ne
              (v128.load offset=${base} align=4 (local.get $a)) (v128.load offset=${base - 4} align=4 (local.get $a))))`
  // The lowest four bits of 16 words of a row, a byte for each; the bytes that are equal; and vectors moved by a byte.
  const nibblesAt = (offset: number): string =>
    `(v128.and (v128.load offset=${base + offset} align=4 (local.get $row)) (v128.const i32x4 15 15 15 15))`
  const eightAt = (offset: number): string => `(i16x8.narrow_i32x4_u ${nibblesAt(offset)} ${nibblesAt(offset + 16)})`
  const nibblesOf = (offset: number): string => `(i8x16.narrow_i16x8_u ${eightAt(offset)} ${eightAt(offset + 32)})`
  const equalBytes = (v: string, other: string): string => `(i8x16.bitmask (i8x16.eq (local.get ${v}) ${other}))`
  const joined = (low: string, high: string): string => `(i32.or ${low} (i32.shl ${high} (i32.const 16)))`
  const movedUp = (v: string, before = v): string =>
    `(i8x16.shuffle 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 (local.get ${before}) (local.get ${v}))`
  const movedDown = (v: string, after = v): string =>
    `(i8x16.shuffle 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 (local.get ${v}) (local.get ${after}))`
  const keepMask = (k: number, mask: string): string =>
    `(i32.store offset=${SCRATCH_BASE + 4 * k} (local.get $into) (i32.and ${mask}))`
  const keepMasks = (before: string, background: string, up: string, left: string, right: string): string =>
    `(i32.store offset=${SCRATCH_BASE} (local.get $into) (i32.or (i32.const 1) (i32.and (local.get $cells) (i32.xor (i32.const -1) ${before}))))
          ${keepMask(1, `(local.get $cells) (i32.xor (i32.const -1) ${background})`)}
          ${keepMask(2, `(local.get $cells) ${up}`)}
          ${keepMask(3, `(i32.and (local.get $cells) (i32.const -2)) ${left}`)}
          ${keepMask(4, `(i32.shr_u (local.get $cells) (i32.const 1)) ${right}`)}`
  const runKernel = (
    call: string,
  ): string => `    (if (i32.ge_s ${get('work')} ${get('budget')}) (then (return ${constant('BUDGET_ERROR')})))
    ${set('work', `(i32.add ${get('work')} (i32.const 1))`)}
    ${set('fault', '(i32.const 0)')}
    (local.set $scratch ${get('scratchTop')})
    (local.set $result ${call})
    ${set('scratchTop', '(local.get $scratch)')}
    (select ${get('fault')} (local.get $result) ${get('fault')})`
  return `(module
  (import "host" "grow" (func $grow (param i32) (result i32)))
  (import "host" "memory" (memory $memory ${Math.ceil(base / 65536) + 1} 65536))

  (func $raise (param $error i32)
    (if (i32.eqz ${get('fault')}) (then ${set('fault', '(local.get $error)')})))

  (func $failed (result i32) (i32.ne ${get('fault')} (i32.const 0)))

  (func $faultWord (result i32) ${get('fault')})

  (func $spend (param $amount i32) (result i32)
    (local $sum i64)
    (if ${get('fault')} (then (return (i32.const 0))))
    ;; As unsigned, a negative amount is larger than any budget; in 64 bits no sum wraps.
    (local.set $sum (i64.add ${getLong('work')} (i64.extend_i32_u (local.get $amount))))
    (if (i64.gt_s (local.get $sum) ${getLong('budget')})
      (then ${set('fault', constant('BUDGET_ERROR'))} (return (i32.const 0))))
    ${set('work', '(i32.wrap_i64 (local.get $sum))')}
    (i32.const 1))

  (func $workLeft (result i32)
    (select (i32.const 0) (i32.sub ${get('budget')} ${get('work')}) ${get('fault')}))

  (func $hasTriples (result i32) (i32.const ${layout === 't' ? 1 : 0}))

  (func $heapTop (result i32) ${get('top')})

  (func $load (param $a i32) (result i32)
    (if (result i32) (i32.lt_u (local.get $a) ${get('top')})
      (then (i32.load offset=${base} (i32.shl (local.get $a) (i32.const 2))))
      (else (call $raise ${constant('BOUNDS_ERROR')}) (i32.const 0))))

  (func $store (param $a i32) (param $w i32)
    (if (i32.and (i32.lt_u (local.get $a) ${get('top')}) (i32.ge_u (local.get $a) ${constant('FIRST_FREE')}))
      (then (i32.store offset=${base} (i32.shl (local.get $a) (i32.const 2)) (local.get $w)))
      (else (call $raise ${constant('BOUNDS_ERROR')}))))

  (func $allocate (param $count i32) (result i32)
    (local $a i32)
    (if (i32.eqz (call $spend (local.get $count))) (then (return ${constant('NOWHERE')})))
    (local.set $a ${get('top')})
    (if (i32.gt_u (i32.add (local.get $a) (local.get $count)) ${get('capacity')})
      (then (if (i32.eqz (call $grow (i32.add (local.get $a) (local.get $count))))
        (then (call $raise ${constant('ROOM_ERROR')}) (return ${constant('NOWHERE')})))))
    ${set('top', '(i32.add (local.get $a) (local.get $count))')}
    (local.get $a))

  ;; In 64 bits no sum or product of 32-bit numbers wraps here: the largest is (2^31 - 2) * (2^31 - 1) twice and 2^31.
  (func $copyStrided (param $into i32) (param $source i32) (param $rows i32) (param $cols i32) (param $rowStep i32) (param $colStep i32)
    (local $down i64) (local $right i64) (local $lowest i64) (local $highest i64)
    (local $to i32) (local $from i32) (local $row i32) (local $end i32)
    (if (i32.or (i32.le_s (local.get $rows) (i32.const 0)) (i32.le_s (local.get $cols) (i32.const 0))) (then (return)))
    (local.set $down (i64.mul (i64.extend_i32_s (i32.sub (local.get $rows) (i32.const 1))) (i64.extend_i32_s (local.get $rowStep))))
    (local.set $right (i64.mul (i64.extend_i32_s (i32.sub (local.get $cols) (i32.const 1))) (i64.extend_i32_s (local.get $colStep))))
    (local.set $lowest (i64.add (i64.extend_i32_s (local.get $source))
      (i64.add (select (local.get $down) (i64.const 0) (i64.lt_s (local.get $down) (i64.const 0)))
        (select (local.get $right) (i64.const 0) (i64.lt_s (local.get $right) (i64.const 0))))))
    (local.set $highest (i64.add (i64.extend_i32_s (local.get $source))
      (i64.add (select (local.get $down) (i64.const 0) (i64.gt_s (local.get $down) (i64.const 0)))
        (select (local.get $right) (i64.const 0) (i64.gt_s (local.get $right) (i64.const 0))))))
    (if (i32.or
          (i32.or (i64.lt_s (local.get $lowest) (i64.const 0)) (i64.ge_s (local.get $highest) (i64.extend_i32_s ${get('top')})))
          (i32.or (i32.lt_s (local.get $into) ${constant('FIRST_FREE')})
            (i64.gt_s (i64.mul (i64.extend_i32_s (local.get $rows)) (i64.extend_i32_s (local.get $cols)))
              (i64.sub (i64.extend_i32_s ${get('top')}) (i64.extend_i32_s (local.get $into))))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (local.set $to (i32.shl (local.get $into) (i32.const 2)))
    (local.set $row (i32.shl (local.get $source) (i32.const 2)))
    (local.set $rowStep (i32.shl (local.get $rowStep) (i32.const 2)))
    (local.set $colStep (i32.shl (local.get $colStep) (i32.const 2)))
    (local.set $cols (i32.shl (local.get $cols) (i32.const 2)))
    (loop $nextRow
      (local.set $from (local.get $row))
      (local.set $end (i32.add (local.get $to) (local.get $cols)))
      (if (i32.eq (local.get $colStep) (i32.const 4))
        (then
          (call $copyBytes (i32.add (local.get $to) (i32.const ${base})) (i32.add (local.get $from) (i32.const ${base}))
            (i32.shr_u (local.get $cols) (i32.const 2)))
          (local.set $to (local.get $end)))
        (else
          (loop $nextCell
            (i32.store offset=${base} (local.get $to) (i32.load offset=${base} (local.get $from)))
            (local.set $from (i32.add (local.get $from) (local.get $colStep)))
            (local.set $to (i32.add (local.get $to) (i32.const 4)))
            (br_if $nextCell (i32.lt_u (local.get $to) (local.get $end))))))
      (local.set $row (i32.add (local.get $row) (local.get $rowStep)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $nextRow (local.get $rows))))

  (func $copyWords (param $into i32) (param $source i32) (param $count i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
    (if (i32.or
          (i32.or (i32.lt_u (local.get $into) ${constant('FIRST_FREE')})
            (i32.or (i32.gt_u (local.get $into) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $into)))))
          (i32.or (i32.gt_u (local.get $source) ${get('top')})
            (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $source)))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (call $copyBytes (i32.add (i32.shl (local.get $into) (i32.const 2)) (i32.const ${base}))
      (i32.add (i32.shl (local.get $source) (i32.const 2)) (i32.const ${base})) (local.get $count)))

  (func $copySums (param $into i32) (param $source i32) (param $count i32) (param $addend i32)
    (local $end i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
    (if (i32.or
          (i32.or (i32.lt_u (local.get $into) ${constant('FIRST_FREE')})
            (i32.or (i32.gt_u (local.get $into) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $into)))))
          (i32.or (i32.gt_u (local.get $source) ${get('top')})
            (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $source)))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (local.set $into (i32.shl (local.get $into) (i32.const 2)))
    (local.set $source (i32.shl (local.get $source) (i32.const 2)))
    ;; Four words at a time, unless a sum would be read again.
    (if (i32.ge_u (i32.sub (local.get $into) (local.get $source)) (i32.const 16))
      (then
        (local.set $end (i32.add (local.get $into) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
        (local.set $count (i32.and (local.get $count) (i32.const 3)))
        (block $few
          (br_if $few (i32.ge_u (local.get $into) (local.get $end)))
          (loop $four
            (v128.store offset=${base} align=4 (local.get $into) (i32x4.add (i32x4.splat (local.get $addend))
              (v128.load offset=${base} align=4 (local.get $source))))
            (local.set $into (i32.add (local.get $into) (i32.const 16)))
            (local.set $source (i32.add (local.get $source) (i32.const 16)))
            (br_if $four (i32.lt_u (local.get $into) (local.get $end)))))))
    (local.set $end (i32.add (local.get $into) (i32.shl (local.get $count) (i32.const 2))))
    (block $none
      (br_if $none (i32.ge_u (local.get $into) (local.get $end)))
      (loop $one
        (i32.store offset=${base} (local.get $into)
          (i32.add (local.get $addend) (i32.load offset=${base} (local.get $source))))
        (local.set $into (i32.add (local.get $into) (i32.const 4)))
        (local.set $source (i32.add (local.get $source) (i32.const 4)))
        (br_if $one (i32.lt_u (local.get $into) (local.get $end))))))

  (func $scratchTop (result i32) ${get('scratchTop')})

  (func $releaseScratch (param $a i32)
    (if (i32.le_u (local.get $a) ${get('scratchTop')}) (then ${set('scratchTop', '(local.get $a)')})))

  (func $reserveScratch (param $count i32) (result i32)
    (local $a i32)
    (if (i32.eqz (call $spend (local.get $count))) (then (return ${constant('NOWHERE')})))
    (local.set $a ${get('scratchTop')})
    (if (i32.gt_u (i32.add (local.get $a) (local.get $count)) ${constant('MAX_SCRATCH_WORDS')})
      (then (call $raise ${constant('ROOM_ERROR')}) (return ${constant('NOWHERE')})))
    ${set('scratchTop', '(i32.add (local.get $a) (local.get $count))')}
    (local.get $a))

  (func $holdScratch (param $count i32) (result i32)
    (local $a i32)
    (if ${get('fault')} (then (return ${constant('NOWHERE')})))
    (local.set $a ${get('scratchTop')})
    ;; As unsigned, a negative count is larger than any limit.
    (if (i32.gt_u (local.get $count) (i32.sub ${constant('MAX_SCRATCH_WORDS')} (local.get $a)))
      (then ${set('fault', constant('ROOM_ERROR'))} (return ${constant('NOWHERE')})))
    ${set('scratchTop', '(i32.add (local.get $a) (local.get $count))')}
    (local.get $a))

  (func $push (param $w i32)
    (local $a i32)
    (local.set $a (call $reserveScratch (i32.const 1)))
    (if (i32.ne (local.get $a) ${constant('NOWHERE')})
      (then (i32.store offset=${SCRATCH_BASE} (i32.shl (local.get $a) (i32.const 2)) (local.get $w)))))

  ;; Copies words, four at a time: for the usual few, faster than memory.copy. Where they overlap, one by one, as TypeScript does.
  (func $copyBytes (param $to i32) (param $from i32) (param $count i32)
    (local $end i32)
    (if (i32.ge_u (i32.sub (local.get $to) (local.get $from)) (i32.const 16))
      (then
        (local.set $end (i32.add (local.get $to) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
        (local.set $count (i32.and (local.get $count) (i32.const 3)))
        (block $few
          (br_if $few (i32.ge_u (local.get $to) (local.get $end)))
          (loop $four
            (v128.store (local.get $to) (v128.load (local.get $from)))
            (local.set $to (i32.add (local.get $to) (i32.const 16)))
            (local.set $from (i32.add (local.get $from) (i32.const 16)))
            (br_if $four (i32.lt_u (local.get $to) (local.get $end)))))))
    (local.set $end (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 2))))
    (block $none
      (br_if $none (i32.ge_u (local.get $to) (local.get $end)))
      (loop $one
        (i32.store (local.get $to) (i32.load (local.get $from)))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (local.set $from (i32.add (local.get $from) (i32.const 4)))
        (br_if $one (i32.lt_u (local.get $to) (local.get $end))))))

  (func $pushWords (param $a i32) (param $count i32)
    (local $to i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
    (if (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (local.set $to (call $reserveScratch (local.get $count)))
    (if (i32.eq (local.get $to) ${constant('NOWHERE')}) (then (return)))
    (call $copyBytes (i32.add (i32.shl (local.get $to) (i32.const 2)) (i32.const ${SCRATCH_BASE}))
      (i32.add (i32.shl (local.get $a) (i32.const 2)) (i32.const ${base})) (local.get $count)))

  (func $storeWords (param $a i32) (param $list i32) (param $count i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
    (if (i32.or
          (i32.or (i32.lt_u (local.get $a) ${constant('FIRST_FREE')})
            (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a)))))
          (i32.or (i32.gt_u (local.get $list) ${get('scratchTop')})
            (i32.gt_u (local.get $count) (i32.sub ${get('scratchTop')} (local.get $list)))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (call $copyBytes (i32.add (i32.shl (local.get $a) (i32.const 2)) (i32.const ${base}))
      (i32.add (i32.shl (local.get $list) (i32.const 2)) (i32.const ${SCRATCH_BASE})) (local.get $count)))

  (func $storeSteps (param $a i32) (param $count i32) (param $first i32) (param $gap i32)
    (local $end i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
    (if (i32.or (i32.lt_u (local.get $a) ${constant('FIRST_FREE')})
          (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a)))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (local.set $end (i32.add (local.get $a) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (i32.store offset=${base} (local.get $a) (local.get $first))
      (local.set $first (i32.add (local.get $first) (local.get $gap)))
      (local.set $a (i32.add (local.get $a) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $a) (local.get $end)))))

  ;; Four words at a time; the last four may overlap those before them, which have the same bits.
  (func $edgesOf (param $a i32) (param $count i32) (result i32)
    (local $k i32) (local $edges i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return (i32.const 0))))
    (local.set $count (select (local.get $count) ${constant('EDGE_WORDS')} (i32.lt_s (local.get $count) ${constant('EDGE_WORDS')})))
    (if (i32.or (i32.eqz (local.get $a))
          (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a)))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return (i32.const 0))))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (if (i32.ge_u (local.get $count) (i32.const 4))
      (then
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (block $last
          (br_if $last (i32.eqz (local.get $count)))
          (loop $four
            (local.set $edges (i32.or (local.get $edges) (i32.shl ${edgesOfFour} (local.get $k))))
            (local.set $a (i32.add (local.get $a) (i32.const 16)))
            (local.set $k (i32.add (local.get $k) (i32.const 4)))
            (br_if $four (i32.lt_u (local.get $k) (local.get $count)))))
        (local.set $a (i32.add (local.get $a) (i32.shl (i32.sub (local.get $count) (local.get $k)) (i32.const 2))))
        (return (i32.or (local.get $edges) (i32.shl ${edgesOfFour} (local.get $count))))))
    (loop $one
      (local.set $edges (i32.or (local.get $edges) (i32.shl
          (i32.ne (i32.load offset=${base} (local.get $a)) (i32.load offset=${base - 4} (local.get $a)))
        (local.get $k))))
      (local.set $a (i32.add (local.get $a) (i32.const 4)))
      (local.set $k (i32.add (local.get $k) (i32.const 1)))
      (br_if $one (i32.lt_u (local.get $k) (local.get $count))))
    (local.get $edges))

  (func $countNibbles (param $a i32) (param $count i32) (param $shift i32) (param $counts i32) (result i32)
    (local $end i32) (local $w i32) (local $at i32) (local $bits i32) (local $first i32)
    (if (i32.or
          (i32.and (i32.gt_s (local.get $count) (i32.const 0))
            (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a)))))
          (i32.or (i32.lt_s (local.get $counts) (i32.const 0))
            (i32.gt_s (local.get $counts) (i32.sub ${get('scratchTop')} ${constant('NIBBLE_COUNTERS')}))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return (i32.const 0))))
    (local.set $counts (i32.shl (local.get $counts) (i32.const 2)))
    (local.set $first (local.get $counts))
${eachOf(16, (k) => `    (v128.store offset=${SCRATCH_BASE + 16 * k} align=4 (local.get $counts) (v128.const i32x4 0 0 0 0))`)}
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return (i32.const 0))))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (local.set $end (i32.add (local.get $a) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
    (block $few
      (br_if $few (i32.ge_u (local.get $a) (local.get $end)))
      (loop $four
        (local.set $w (i32.load offset=${base} (local.get $a)))
        (local.set $bits (i32.or (local.get $bits) (local.get $w)))
        (local.set $at (i32.add (local.get $counts)
          (i32.shl (i32.and (i32.shr_s (local.get $w) (local.get $shift)) (i32.const 15)) (i32.const 2))))
        (i32.store offset=${SCRATCH_BASE} (local.get $at) (i32.add (i32.load offset=${SCRATCH_BASE} (local.get $at)) (i32.const 1)))
        (local.set $w (i32.load offset=${base + 4} (local.get $a)))
        (local.set $bits (i32.or (local.get $bits) (local.get $w)))
        (local.set $at (i32.add (local.get $counts)
          (i32.shl (i32.and (i32.shr_s (local.get $w) (local.get $shift)) (i32.const 15)) (i32.const 2))))
        (i32.store offset=${SCRATCH_BASE + 64} (local.get $at) (i32.add (i32.load offset=${SCRATCH_BASE + 64} (local.get $at)) (i32.const 1)))
        (local.set $w (i32.load offset=${base + 8} (local.get $a)))
        (local.set $bits (i32.or (local.get $bits) (local.get $w)))
        (local.set $at (i32.add (local.get $counts)
          (i32.shl (i32.and (i32.shr_s (local.get $w) (local.get $shift)) (i32.const 15)) (i32.const 2))))
        (i32.store offset=${SCRATCH_BASE + 128} (local.get $at) (i32.add (i32.load offset=${SCRATCH_BASE + 128} (local.get $at)) (i32.const 1)))
        (local.set $w (i32.load offset=${base + 12} (local.get $a)))
        (local.set $bits (i32.or (local.get $bits) (local.get $w)))
        (local.set $at (i32.add (local.get $counts)
          (i32.shl (i32.and (i32.shr_s (local.get $w) (local.get $shift)) (i32.const 15)) (i32.const 2))))
        (i32.store offset=${SCRATCH_BASE + 192} (local.get $at) (i32.add (i32.load offset=${SCRATCH_BASE + 192} (local.get $at)) (i32.const 1)))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (br_if $four (i32.lt_u (local.get $a) (local.get $end)))))
    (local.set $end (i32.add (local.get $a) (i32.shl (i32.and (local.get $count) (i32.const 3)) (i32.const 2))))
    (block $none
      (br_if $none (i32.ge_u (local.get $a) (local.get $end)))
      (loop $one
        (local.set $w (i32.load offset=${base} (local.get $a)))
        (local.set $bits (i32.or (local.get $bits) (local.get $w)))
        (local.set $at (i32.add (local.get $counts)
          (i32.shl (i32.and (i32.shr_s (local.get $w) (local.get $shift)) (i32.const 15)) (i32.const 2))))
        (i32.store offset=${SCRATCH_BASE} (local.get $at) (i32.add (i32.load offset=${SCRATCH_BASE} (local.get $at)) (i32.const 1)))
        (local.set $counts (i32.add (local.get $counts) (i32.const 64)))
        (local.set $a (i32.add (local.get $a) (i32.const 4)))
        (br_if $one (i32.lt_u (local.get $a) (local.get $end)))))
${eachOf(
  4,
  (k) => `    (v128.store offset=${SCRATCH_BASE + 16 * k} align=4 (local.get $first) (i32x4.add
      (i32x4.add (v128.load offset=${SCRATCH_BASE + 16 * k} align=4 (local.get $first)) (v128.load offset=${SCRATCH_BASE + 64 + 16 * k} align=4 (local.get $first)))
      (i32x4.add (v128.load offset=${SCRATCH_BASE + 128 + 16 * k} align=4 (local.get $first)) (v128.load offset=${SCRATCH_BASE + 192 + 16 * k} align=4 (local.get $first)))))`,
)}
    (local.get $bits))

  ;; Four words at a time; a lane that is equal is -1.
  (func $countWord (param $a i32) (param $count i32) (param $wanted i32) (result i32)
    (local $end i32) (local $w i32) (local $bits i32) (local $found i32) (local $four v128) (local $all v128) (local $lanes v128) (local $lookedFor v128)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return (i32.const 0))))
    (if (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return (i32.const 0))))
    (local.set $lookedFor (i32x4.splat (local.get $wanted)))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (local.set $end (i32.add (local.get $a) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
    (block $few
      (br_if $few (i32.ge_u (local.get $a) (local.get $end)))
      (loop $next
        (local.set $four (v128.load offset=${base} align=4 (local.get $a)))
        (local.set $all (v128.or (local.get $all) (local.get $four)))
        (local.set $lanes (i32x4.add (local.get $lanes) (i32x4.eq (local.get $four) (local.get $lookedFor))))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (br_if $next (i32.lt_u (local.get $a) (local.get $end)))))
    (local.set $bits (i32.or
      (i32.or (i32x4.extract_lane 0 (local.get $all)) (i32x4.extract_lane 1 (local.get $all)))
      (i32.or (i32x4.extract_lane 2 (local.get $all)) (i32x4.extract_lane 3 (local.get $all)))))
    (local.set $found (i32.sub (i32.const 0) (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes))))))
    (local.set $end (i32.add (local.get $a) (i32.shl (i32.and (local.get $count) (i32.const 3)) (i32.const 2))))
    (block $none
      (br_if $none (i32.ge_u (local.get $a) (local.get $end)))
      (loop $one
        (local.set $w (i32.load offset=${base} (local.get $a)))
        (local.set $bits (i32.or (local.get $bits) (local.get $w)))
        (local.set $found (i32.add (local.get $found) (i32.eq (local.get $w) (local.get $wanted))))
        (local.set $a (i32.add (local.get $a) (i32.const 4)))
        (br_if $one (i32.lt_u (local.get $a) (local.get $end)))))
    (select (i32.const -1) (local.get $found) (i32.and (local.get $bits) (i32.const -16))))

  (func $compareRows (param $into i32) (param $a i32) (param $rows i32) (param $cols i32) (param $background i32) (result i32)
    (local $row i32) (local $end i32) (local $last i32) (local $at i32) (local $bit i32) (local $w i32) (local $cells i32) (local $bits i32)
    (local $all v128) (local $wanted v128) (local $left v128) (local $right v128) (local $above v128) (local $aboveRight v128)
    (local $edges i32) (local $others i32) (local $ups i32) (local $lefts i32) (local $rights i32)
    (if (i32.or (i32.le_s (local.get $rows) (i32.const 0)) (i32.le_s (local.get $cols) (i32.const 0))) (then (return (i32.const 0))))
    (if (i32.or
          (i32.or (i32.gt_u (local.get $cols) ${constant('COMPARED_COLS')}) (i32.gt_u (local.get $a) ${get('top')}))
          (i32.or
            (i64.gt_u (i64.mul (i64.extend_i32_u (local.get $rows)) (i64.extend_i32_u (local.get $cols)))
              (i64.extend_i32_u (i32.sub ${get('top')} (local.get $a))))
            (i32.or (i32.gt_u (local.get $into) ${get('scratchTop')})
              (i32.gt_u (local.get $rows) (i32.div_u (i32.sub ${get('scratchTop')} (local.get $into)) ${constant('ROW_MASKS')})))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return (i32.const 0))))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (local.set $row (local.get $a))
    (local.set $into (i32.shl (local.get $into) (i32.const 2)))
    (local.set $end (i32.add (local.get $row) (i32.shl (i32.mul (local.get $rows) (local.get $cols)) (i32.const 2))))
    ;; The bits of all words: four at a time, then one by one.
    (local.set $at (local.get $row))
    (local.set $last (i32.add (local.get $row) (i32.and (i32.sub (local.get $end) (local.get $row)) (i32.const -16))))
    (block $few
      (br_if $few (i32.ge_u (local.get $at) (local.get $last)))
      (loop $four
        (local.set $all (v128.or (local.get $all) (v128.load offset=${base} align=4 (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $four (i32.lt_u (local.get $at) (local.get $last)))))
    (block $none
      (br_if $none (i32.ge_u (local.get $at) (local.get $end)))
      (loop $one
        (local.set $bits (i32.or (local.get $bits) (i32.load offset=${base} (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $one (i32.lt_u (local.get $at) (local.get $end)))))
    (local.set $bits (i32.or (local.get $bits) (i32.or
      (i32.or (i32x4.extract_lane 0 (local.get $all)) (i32x4.extract_lane 1 (local.get $all)))
      (i32.or (i32x4.extract_lane 2 (local.get $all)) (i32x4.extract_lane 3 (local.get $all))))))
    ;; Words behind a row are read, too, as long as there are some, and their bits are dropped.
    (local.set $cells (i32.shr_u (i32.const -1) (i32.sub (i32.const 32) (local.get $cols))))
    (local.set $wanted (i8x16.splat (select (local.get $background) (i32.const -1) (i32.lt_u (local.get $background) (i32.const 16)))))
    (local.set $above (v128.const i32x4 -1 -1 -1 -1))
    (local.set $aboveRight (local.get $above))
    (local.set $last (i32.sub (i32.shl ${get('top')} (i32.const 2))
      (select (i32.const 128) (i32.const 64) (i32.gt_u (local.get $cols) (i32.const 16)))))
    (local.set $cols (i32.shl (local.get $cols) (i32.const 2)))
    (block $rest
      (loop $next
        (br_if $rest (i32.gt_s (local.get $row) (local.get $last)))
        (local.set $left ${nibblesOf(0)})
        (if (i32.le_u (local.get $cols) (i32.const 64))
          (then
          ${keepMasks(
            equalBytes('$left', movedUp('$left')),
            equalBytes('$left', '(local.get $wanted)'),
            equalBytes('$left', '(local.get $above)'),
            equalBytes('$left', movedUp('$above')),
            equalBytes('$left', movedDown('$above')),
          )})
          (else
          (local.set $right ${nibblesOf(64)})
          ${keepMasks(
            joined(equalBytes('$left', movedUp('$left')), equalBytes('$right', movedUp('$right', '$left'))),
            joined(equalBytes('$left', '(local.get $wanted)'), equalBytes('$right', '(local.get $wanted)')),
            joined(equalBytes('$left', '(local.get $above)'), equalBytes('$right', '(local.get $aboveRight)')),
            joined(equalBytes('$left', movedUp('$above')), equalBytes('$right', movedUp('$aboveRight', '$above'))),
            joined(
              equalBytes('$left', movedDown('$above', '$aboveRight')),
              equalBytes('$right', movedDown('$aboveRight')),
            ),
          )}
          (local.set $aboveRight (local.get $right))))
        (local.set $above (local.get $left))
        (local.set $into (i32.add (local.get $into) (i32.const 20)))
        (local.set $row (i32.add (local.get $row) (local.get $cols)))
        (br_if $next (i32.lt_u (local.get $row) (local.get $end)))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $edges (i32.const 1))
        (local.set $others (i32.const 0))
        (local.set $ups (i32.const 0))
        (local.set $lefts (i32.const 0))
        (local.set $rights (i32.const 0))
        (local.set $bit (i32.const 1))
        (local.set $at (local.get $row))
        (local.set $last (i32.add (local.get $row) (local.get $cols)))
        (loop $cell
          (local.set $w (i32.and (i32.load offset=${base} (local.get $at)) (i32.const 15)))
          (local.set $others (i32.or (local.get $others) (select (local.get $bit) (i32.const 0) (i32.ne (local.get $w) (local.get $background)))))
          (if (i32.gt_u (local.get $at) (local.get $row))
            (then (local.set $edges (i32.or (local.get $edges) (select (local.get $bit) (i32.const 0)
              (i32.ne (local.get $w) (i32.and (i32.load offset=${base - 4} (local.get $at)) (i32.const 15))))))))
          (if (i32.gt_u (local.get $row) (local.get $a))
            (then
              (local.set $ups (i32.or (local.get $ups) (select (local.get $bit) (i32.const 0)
                (i32.eq (local.get $w) (i32.and (i32.load offset=${base} (i32.sub (local.get $at) (local.get $cols))) (i32.const 15))))))
              (if (i32.gt_u (local.get $at) (local.get $row))
                (then (local.set $lefts (i32.or (local.get $lefts) (select (local.get $bit) (i32.const 0)
                  (i32.eq (local.get $w) (i32.and (i32.load offset=${base - 4} (i32.sub (local.get $at) (local.get $cols))) (i32.const 15))))))))
              (if (i32.lt_u (i32.add (local.get $at) (i32.const 4)) (local.get $last))
                (then (local.set $rights (i32.or (local.get $rights) (select (local.get $bit) (i32.const 0)
                  (i32.eq (local.get $w) (i32.and (i32.load offset=${base + 4} (i32.sub (local.get $at) (local.get $cols))) (i32.const 15))))))))))
          (local.set $bit (i32.shl (local.get $bit) (i32.const 1)))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $cell (i32.lt_u (local.get $at) (local.get $last))))
        (i32.store offset=${SCRATCH_BASE} (local.get $into) (local.get $edges))
        (i32.store offset=${SCRATCH_BASE + 4} (local.get $into) (local.get $others))
        (i32.store offset=${SCRATCH_BASE + 8} (local.get $into) (local.get $ups))
        (i32.store offset=${SCRATCH_BASE + 12} (local.get $into) (local.get $lefts))
        (i32.store offset=${SCRATCH_BASE + 16} (local.get $into) (local.get $rights))
        (local.set $into (i32.add (local.get $into) (i32.const 20)))
        (local.set $row (local.get $last))
        (br $next)))
    (local.get $bits))

  ;; Four words at a time; the last four may overlap those before them.
  (func $fieldRange (param $a i32) (param $count i32) (param $shift i32) (param $mask i32) (result i32)
    (local $end i32) (local $least i32) (local $most i32) (local $field i32) (local $fields v128) (local $low v128) (local $high v128)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return (local.get $mask))))
    (if (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return (i32.const 0))))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (local.set $end (i32.add (local.get $a) (i32.shl (local.get $count) (i32.const 2))))
    (if (i32.ge_u (local.get $count) (i32.const 4))
      (then
        (local.set $end (i32.sub (local.get $end) (i32.const 16)))
        (local.set $low (i32x4.splat (local.get $mask)))
        (loop $four
          (local.set $fields (v128.and (i32x4.splat (local.get $mask))
            (i32x4.shr_s (v128.load offset=${base} align=4 (local.get $a)) (local.get $shift))))
          (local.set $low (i32x4.min_s (local.get $low) (local.get $fields)))
          (local.set $high (i32x4.max_s (local.get $high) (local.get $fields)))
          (if (i32.lt_u (local.get $a) (local.get $end))
            (then
              (local.set $a (i32.add (local.get $a) (i32.const 16)))
              (local.set $a (select (local.get $a) (local.get $end) (i32.lt_u (local.get $a) (local.get $end))))
              (br $four))))
        (local.set $low (i32x4.min_s (local.get $low)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $low) (local.get $low))))
        (local.set $low (i32x4.min_s (local.get $low)
          (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $low) (local.get $low))))
        (local.set $high (i32x4.max_s (local.get $high)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $high) (local.get $high))))
        (local.set $high (i32x4.max_s (local.get $high)
          (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $high) (local.get $high))))
        (return (i32.or (i32.shl (i32x4.extract_lane 0 (local.get $high)) (i32.const 16)) (i32x4.extract_lane 0 (local.get $low))))))
    (local.set $least (local.get $mask))
    (loop $one
      (local.set $field (i32.and (i32.shr_s (i32.load offset=${base} (local.get $a)) (local.get $shift)) (local.get $mask)))
      (local.set $least (select (local.get $field) (local.get $least) (i32.lt_s (local.get $field) (local.get $least))))
      (local.set $most (select (local.get $field) (local.get $most) (i32.gt_s (local.get $field) (local.get $most))))
      (local.set $a (i32.add (local.get $a) (i32.const 4)))
      (br_if $one (i32.lt_u (local.get $a) (local.get $end))))
    (i32.or (i32.shl (local.get $most) (i32.const 16)) (local.get $least)))

  (func $fetchWords (param $into i32) (param $a i32) (param $count i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
    (if (i32.or
          (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a))))
          (i32.or (i32.gt_u (local.get $into) ${get('scratchTop')})
            (i32.gt_u (local.get $count) (i32.sub ${get('scratchTop')} (local.get $into)))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (call $copyBytes (i32.add (i32.shl (local.get $into) (i32.const 2)) (i32.const ${SCRATCH_BASE}))
      (i32.add (i32.shl (local.get $a) (i32.const 2)) (i32.const ${base})) (local.get $count)))

  (func $copyScratch (param $into i32) (param $source i32) (param $count i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
    (if (i32.or
          (i32.or (i32.gt_u (local.get $into) ${get('scratchTop')})
            (i32.gt_u (local.get $count) (i32.sub ${get('scratchTop')} (local.get $into))))
          (i32.or (i32.gt_u (local.get $source) ${get('scratchTop')})
            (i32.gt_u (local.get $count) (i32.sub ${get('scratchTop')} (local.get $source)))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (call $copyBytes (i32.add (i32.shl (local.get $into) (i32.const 2)) (i32.const ${SCRATCH_BASE}))
      (i32.add (i32.shl (local.get $source) (i32.const 2)) (i32.const ${SCRATCH_BASE})) (local.get $count)))

  (func $fillScratch (param $a i32) (param $count i32) (param $w i32)
    (local $end i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
    (if (i32.or (i32.gt_u (local.get $a) ${get('scratchTop')})
          (i32.gt_u (local.get $count) (i32.sub ${get('scratchTop')} (local.get $a))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (local.set $end (i32.add (local.get $a) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
    (block $few
      (br_if $few (i32.ge_u (local.get $a) (local.get $end)))
      (loop $four
        (v128.store offset=${SCRATCH_BASE} align=4 (local.get $a) (i32x4.splat (local.get $w)))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (br_if $four (i32.lt_u (local.get $a) (local.get $end)))))
    (local.set $end (i32.add (local.get $a) (i32.shl (i32.and (local.get $count) (i32.const 3)) (i32.const 2))))
    (block $none
      (br_if $none (i32.ge_u (local.get $a) (local.get $end)))
      (loop $one
        (i32.store offset=${SCRATCH_BASE} (local.get $a) (local.get $w))
        (local.set $a (i32.add (local.get $a) (i32.const 4)))
        (br_if $one (i32.lt_u (local.get $a) (local.get $end))))))

  (func $pokeFive (param $a i32) (param $v i32) (param $w i32) (param $x i32) (param $y i32) (param $z i32)
    (if (i32.or (i32.lt_s (local.get $a) (i32.const 0)) (i32.gt_s (local.get $a) (i32.sub ${get('scratchTop')} (i32.const 5))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (i32.store offset=${SCRATCH_BASE} (local.get $a) (local.get $v))
    (i32.store offset=${SCRATCH_BASE + 4} (local.get $a) (local.get $w))
    (i32.store offset=${SCRATCH_BASE + 8} (local.get $a) (local.get $x))
    (i32.store offset=${SCRATCH_BASE + 12} (local.get $a) (local.get $y))
    (i32.store offset=${SCRATCH_BASE + 16} (local.get $a) (local.get $z)))

  (func $peek (param $a i32) (result i32)
    (if (result i32) (i32.lt_u (local.get $a) ${get('scratchTop')})
      (then (i32.load offset=${SCRATCH_BASE} (i32.shl (local.get $a) (i32.const 2))))
      (else (call $raise ${constant('BOUNDS_ERROR')}) (i32.const 0))))

  (func $poke (param $a i32) (param $w i32)
    (if (i32.lt_u (local.get $a) ${get('scratchTop')})
      (then (i32.store offset=${SCRATCH_BASE} (i32.shl (local.get $a) (i32.const 2)) (local.get $w)))
      (else (call $raise ${constant('BOUNDS_ERROR')}))))

  (func $highestBit (param $bits i32) (result i32)
    (i32.sub (i32.const 31) (i32.clz (local.get $bits))))

  (func $lowestBit (param $bits i32) (result i32)
    (i32.sub (i32.const 31) (i32.clz (i32.and (local.get $bits) (i32.sub (i32.const 0) (local.get $bits))))))

  ;; As JavaScript cuts them to 32 bits: a quotient by 0 is 0, and the one quotient of 2^31 wraps.
  (func $divideTowardsZero (param $a i32) (param $b i32) (result i32)
    (if (i32.eqz (local.get $b)) (then (return (i32.const 0))))
    (if (i32.eq (local.get $b) (i32.const -1)) (then (return (i32.sub (i32.const 0) (local.get $a)))))
    (i32.div_s (local.get $a) (local.get $b)))

  ;; A remainder by 0 is never used, but must not trap.
  (func $remainder (param $a i32) (param $b i32) (result i32)
    (if (i32.eqz (local.get $b)) (then (return (i32.const 0))))
    (i32.rem_s (local.get $a) (local.get $b)))

  ;; Runs one kernel and releases its scratch memory; a fault is its result.
  (func $callKernel (export "run") (param $kernel i32) (param $a i32) (param $b i32) (param $c i32) (param $d i32) (result i32)
    (local $scratch i32) (local $result i32)
${runKernel(`(call_indirect $kernels (param i32 i32 i32 i32) (result i32)
      (local.get $a) (local.get $b) (local.get $c) (local.get $d) (local.get $kernel))`)})

  (func $callKernel1 (param $kernel i32) (param $a i32) (result i32)
    (local $scratch i32) (local $result i32)
    (call $countKernel)
${runKernel('(call $choose1 (local.get $kernel) (local.get $a))')})

  (func $callKernel2 (param $kernel i32) (param $a i32) (param $b i32) (result i32)
    (local $scratch i32) (local $result i32)
    (call $countKernel)
${runKernel('(call $choose2 (local.get $kernel) (local.get $a) (local.get $b))')})

  ;; build-module.ts replaces both: a choice between kernels.
  (func $choose1 (param $kernel i32) (param $a i32) (result i32) (unreachable))
  (func $choose2 (param $kernel i32) (param $a i32) (param $b i32) (result i32) (unreachable))

  (func $reserveCalls (param $kernel i32) (param $count i32) (param $a i32) (param $b i32) (result i32)
    (call $countKernel)
    (call $callKernel (call $resultsKernel) (i32.shl (local.get $count) (i32.const 1)) (i32.const 0) (i32.const 0) (i32.const 0)))

  (func $countKernel ${set('kernelCount', `(i32.add ${get('kernelCount')} (i32.const 1))`)})

  (func $countKernels (param $count i32) ${set('kernelCount', `(i32.add ${get('kernelCount')} (local.get $count))`)})

  (func $hasColumns (result i32) (i32.const 1))

  (func $workSoFar (result i32) ${get('work')})

  (func $rewindWork (param $work i32) ${set('work', '(local.get $work)')})

  (func $beginWork (param $budget i32) (param $reach i32)
    ${set('budget', '(local.get $budget)')}
    ${set('work', '(i32.const 0)')}
    ${set('reach', '(local.get $reach)')})

  (func $takeRefusal (result i32)
    (local $wasRefused i32)
    (local.set $wasRefused ${get('wasRefused')})
    ${set('wasRefused', '(i32.const 0)')}
    (local.get $wasRefused))

  (func $dropResults (param $top i32)
    ${set('top', '(local.get $top)')}
    ${set('fault', '(i32.const 0)')})

  ;; The host throws.
  (func $isOutOfMemory (result i32) (i32.const 0))

  ;; Four words at a time; a lane that differs is -1.
  (func $countUnequal (param $a i32) (param $list i32) (param $count i32) (result i32)
    (local $end i32) (local $lanes v128) (local $unequal i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return (i32.const 0))))
    (if (i32.or
          (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a))))
          (i32.or (i32.gt_u (local.get $list) ${get('scratchTop')})
            (i32.gt_u (local.get $count) (i32.sub ${get('scratchTop')} (local.get $list)))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return (local.get $count))))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (local.set $list (i32.shl (local.get $list) (i32.const 2)))
    (local.set $end (i32.add (local.get $a) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
    (block $few
      (br_if $few (i32.ge_u (local.get $a) (local.get $end)))
      (loop $four
        (local.set $lanes (i32x4.add (local.get $lanes)
          (i32x4.ne (v128.load offset=${base} align=4 (local.get $a)) (v128.load offset=${SCRATCH_BASE} align=4 (local.get $list)))))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (local.set $list (i32.add (local.get $list) (i32.const 16)))
        (br_if $four (i32.lt_u (local.get $a) (local.get $end)))))
    (local.set $unequal (i32.sub (i32.const 0) (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes))))))
    (local.set $end (i32.add (local.get $a) (i32.shl (i32.and (local.get $count) (i32.const 3)) (i32.const 2))))
    (block $none
      (br_if $none (i32.ge_u (local.get $a) (local.get $end)))
      (loop $one
        (local.set $unequal (i32.add (local.get $unequal)
          (i32.ne (i32.load offset=${base} (local.get $a)) (i32.load offset=${SCRATCH_BASE} (local.get $list)))))
        (local.set $a (i32.add (local.get $a) (i32.const 4)))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br_if $one (i32.lt_u (local.get $a) (local.get $end)))))
    (local.get $unequal))

  (func $kernelsRun (result i32) ${get('kernelCount')})

  (func $holdsBytes (param $packed i32) (param $count i32) (result i32)
    (if (result i32) (i32.le_u (local.get $packed) ${get('top')})
      (then (i32.le_u (local.get $count) (i32.shl (i32.sub ${get('top')} (local.get $packed)) (i32.const 2))))
      (else (i32.const 0))))

  ;; Four bytes at a time.
  (func $unpackCells (param $into i32) (param $packed i32) (param $count i32)
    (local $end i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return)))
    (if (i32.or
          (i32.or (i32.lt_u (local.get $into) ${constant('FIRST_FREE')})
            (i32.or (i32.gt_u (local.get $into) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $into)))))
          (i32.eqz (call $holdsBytes (local.get $packed) (local.get $count))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return)))
    (local.set $into (i32.shl (local.get $into) (i32.const 2)))
    (local.set $packed (i32.shl (local.get $packed) (i32.const 2)))
    (local.set $end (i32.add (local.get $packed) (i32.and (local.get $count) (i32.const -4))))
    (block $few
      (br_if $few (i32.ge_u (local.get $packed) (local.get $end)))
      (loop $four
        (v128.store offset=${base} align=4 (local.get $into)
          (i32x4.extend_low_i16x8_u (i16x8.extend_low_i8x16_u (v128.load32_zero offset=${base} align=4 (local.get $packed)))))
        (local.set $into (i32.add (local.get $into) (i32.const 16)))
        (local.set $packed (i32.add (local.get $packed) (i32.const 4)))
        (br_if $four (i32.lt_u (local.get $packed) (local.get $end)))))
    (local.set $end (i32.add (local.get $packed) (i32.and (local.get $count) (i32.const 3))))
    (block $none
      (br_if $none (i32.ge_u (local.get $packed) (local.get $end)))
      (loop $one
        (i32.store offset=${base} (local.get $into) (i32.load8_u offset=${base} (local.get $packed)))
        (local.set $into (i32.add (local.get $into) (i32.const 4)))
        (local.set $packed (i32.add (local.get $packed) (i32.const 1)))
        (br_if $one (i32.lt_u (local.get $packed) (local.get $end))))))

  (func $countUnequalCells (param $a i32) (param $packed i32) (param $count i32) (result i32)
    (local $end i32) (local $lanes v128) (local $unequal i32)
    (if (i32.le_s (local.get $count) (i32.const 0)) (then (return (i32.const 0))))
    (if (i32.or
          (i32.or (i32.gt_u (local.get $a) ${get('top')}) (i32.gt_u (local.get $count) (i32.sub ${get('top')} (local.get $a))))
          (i32.eqz (call $holdsBytes (local.get $packed) (local.get $count))))
      (then (call $raise ${constant('BOUNDS_ERROR')}) (return (local.get $count))))
    (local.set $a (i32.shl (local.get $a) (i32.const 2)))
    (local.set $packed (i32.shl (local.get $packed) (i32.const 2)))
    (local.set $end (i32.add (local.get $packed) (i32.and (local.get $count) (i32.const -4))))
    (block $few
      (br_if $few (i32.ge_u (local.get $packed) (local.get $end)))
      (loop $four
        (local.set $lanes (i32x4.add (local.get $lanes)
          (i32x4.ne (v128.load offset=${base} align=4 (local.get $a))
            (i32x4.extend_low_i16x8_u (i16x8.extend_low_i8x16_u (v128.load32_zero offset=${base} align=4 (local.get $packed)))))))
        (local.set $a (i32.add (local.get $a) (i32.const 16)))
        (local.set $packed (i32.add (local.get $packed) (i32.const 4)))
        (br_if $four (i32.lt_u (local.get $packed) (local.get $end)))))
    (local.set $unequal (i32.sub (i32.const 0) (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes))))))
    (local.set $end (i32.add (local.get $packed) (i32.and (local.get $count) (i32.const 3))))
    (block $none
      (br_if $none (i32.ge_u (local.get $packed) (local.get $end)))
      (loop $one
        (local.set $unequal (i32.add (local.get $unequal)
          (i32.ne (i32.load offset=${base} (local.get $a)) (i32.load8_u offset=${base} (local.get $packed)))))
        (local.set $a (i32.add (local.get $a) (i32.const 4)))
        (local.set $packed (i32.add (local.get $packed) (i32.const 1)))
        (br_if $one (i32.lt_u (local.get $packed) (local.get $end)))))
    (local.get $unequal))

  (func $factsOf (param $primitive i32) (result i32)
    (if (result i32) (i32.lt_u (local.get $primitive) (i32.const ${facts.length}))
      (then (i32.load offset=${FACTS_BASE} (i32.shl (local.get $primitive) (i32.const 2))))
      (else (i32.const -1))))

  (func $equalityKernel (result i32) (i32.const ${indexes.get('equality')}))

  (func $resultsKernel (result i32) (i32.const ${indexes.get('newResults')}))

  (data (i32.const ${FACTS_BASE}) "${facts.map(bytesOf).join('')}")
  (table $kernels 1 funcref)
)`
}

/** A word as the text format has bytes: lowest first. */
function bytesOf(word: number): string {
  return [0, 8, 16, 24].map((shift) => `\\${((word >> shift) & 255).toString(16).padStart(2, '0')}`).join('')
}

/** Lines of text for the numbers from 0 to `count`. */
function eachOf(count: number, print: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => print(k)).join('\n')
}
