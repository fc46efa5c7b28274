// Numbers: integers and pairs of them, taken alike. What is added to a pair is added to both of its numbers.

import { isTuple, itemAt, sizeOf } from '../kernel/blocks.ts'
import { ARITHMETIC_RULE, INDEX_ERROR, OVERFLOW_ERROR, TYPE_ERROR, VALUE_ERROR, deviation } from '../kernel/errors.ts'
import { EMPTY_TUPLE, type Heap, divideTowardsZero } from '../kernel/heap.ts'
import { newIndex, tuple2 } from '../kernel/tuples.ts'
import { INT_MAX, type Word, isError, isInt, isPair, pairCol, pairRow, truth } from '../kernel/words.ts'
import type { Boolean_, Integer, Numerical } from './signature.ts'

const ADD = 0
const SUBTRACT = 1
const MULTIPLY = 2
const DIVIDE = 3

/** The product of two such factors is an integer. */
const SMALL_FACTOR = 32767

/**
 * Sum, componentwise for pairs.
 * @as ar add(a: Numerical, b: Numerical): Numerical
 * @example add((1, 2), (3, 4))
 */
export function add(h: Heap, a: Numerical, b: Numerical): Numerical {
  if (isPair(a) && isPair(b)) return newIndex(h, pairRow(a) + pairRow(b), pairCol(a) + pairCol(b))
  return combineNumbers(h, a, b, ADD)
}

/**
 * Sum, componentwise for pairs; an operand () counts as 0.
 * @as t add(a: Numerical, b: Numerical): Numerical
 * @example add((), 3)
 */
export function addT(h: Heap, a: Numerical, b: Numerical): Numerical {
  return add(h, orNeutral(a, 0), orNeutral(b, 0))
}

/**
 * Difference, left minus right, componentwise for pairs.
 * @as ar subtract(a: Numerical, b: Numerical): Numerical
 * @example subtract((5, 5), (1, 2))
 */
export function subtract(h: Heap, a: Numerical, b: Numerical): Numerical {
  if (isPair(a) && isPair(b)) return newIndex(h, pairRow(a) - pairRow(b), pairCol(a) - pairCol(b))
  return combineNumbers(h, a, b, SUBTRACT)
}

/**
 * Difference, left minus right, componentwise for pairs; an operand () counts as 0.
 * @as t subtract(a: Numerical, b: Numerical): Numerical
 * @example subtract(7, ())
 */
export function subtractT(h: Heap, a: Numerical, b: Numerical): Numerical {
  return subtract(h, orNeutral(a, 0), orNeutral(b, 0))
}

/**
 * Product, componentwise for pairs.
 * @as ar multiply(a: Numerical, b: Numerical): Numerical
 * @example multiply((1, -1), 3)
 */
export function multiply(h: Heap, a: Numerical, b: Numerical): Numerical {
  if (isPair(a) && isPair(b)) return newIndex(h, pairRow(a) * pairRow(b), pairCol(a) * pairCol(b))
  return combineNumbers(h, a, b, MULTIPLY)
}

/**
 * Product, componentwise for pairs; an operand () counts as 1.
 * @as t multiply(a: Numerical, b: Numerical): Numerical
 * @example multiply((2, 3), ())
 */
export function multiplyT(h: Heap, a: Numerical, b: Numerical): Numerical {
  return multiply(h, orNeutral(a, 1), orNeutral(b, 1))
}

/**
 * Quotient rounded down to minus infinity, componentwise for pairs.
 * @as ar divide(a: Numerical, b: Numerical): Numerical
 * @example divide(-7, 2)
 */
export function divide(h: Heap, a: Numerical, b: Numerical): Numerical {
  return combineNumbers(h, a, b, DIVIDE)
}

/**
 * Quotient rounded down to minus infinity, componentwise for pairs; an operand () counts as 1.
 * @as t divide(a: Numerical, b: Numerical): Numerical
 * @example divide((7, 9), 3)
 */
export function divideT(h: Heap, a: Numerical, b: Numerical): Numerical {
  return combineNumbers(h, orNeutral(a, 1), orNeutral(b, 1), DIVIDE)
}

/** The operand, or the neutral number in place of the empty tuple. */
function orNeutral(operand: Word, neutral: number): Word {
  return operand === EMPTY_TUPLE ? neutral : operand
}

/** An integer counts for both numbers of a pair; of a longer tuple only the first two numbers are read. */
function combineNumbers(h: Heap, a: Word, b: Word, operation: number): Word {
  return isInt(a) && isInt(b) ? combineIntegers(a, b, operation) : combineTuples(h, a, b, operation)
}

function combineTuples(h: Heap, a: Word, b: Word, operation: number): Word {
  if (!isInt(a) && !isTuple(h, a)) return TYPE_ERROR
  // Python subtracts a set from a tuple of sets.
  if (!isInt(b) && !isTuple(h, b)) return isInt(a) ? TYPE_ERROR : deviation(ARITHMETIC_RULE)
  if ((!isInt(a) && sizeOf(h, a) < 2) || (!isInt(b) && sizeOf(h, b) < 2)) return INDEX_ERROR
  const first = combineIntegers(numberAt(h, a, 0), numberAt(h, b, 0), operation)
  if (isError(first)) return first
  const second = combineIntegers(numberAt(h, a, 1), numberAt(h, b, 1), operation)
  return isError(second) ? second : tuple2(h, first, second)
}

function numberAt(h: Heap, w: Word, k: number): Word {
  return isInt(w) ? w : itemAt(h, w, k)
}

function combineIntegers(a: Word, b: Word, operation: number): Word {
  // Python adds tuples and multiplies a tuple by an integer, here too.
  if (!isInt(a) || !isInt(b)) return deviation(ARITHMETIC_RULE)
  if (operation === ADD) return checkRange(a + b)
  if (operation === SUBTRACT) return checkRange(a - b)
  if (operation === MULTIPLY) return multiplyIntegers(a, b)
  return b === 0 ? VALUE_ERROR : checkRange(floorDivide(a, b))
}

/** The sum or difference of two integers of the language fits 32 bits; whether it is one itself is asked here. */
function checkRange(n: number): Word {
  return isInt(n) ? n : OVERFLOW_ERROR
}

function multiplyIntegers(a: number, b: number): Word {
  // Small factors need no division.
  if (a >= -SMALL_FACTOR && a <= SMALL_FACTOR && b >= -SMALL_FACTOR && b <= SMALL_FACTOR) return a * b
  const size = a < 0 ? -a : a
  if (size !== 0) {
    const most = divideTowardsZero(INT_MAX, size)
    if (b > most || b < -most) return OVERFLOW_ERROR
  }
  return a * b
}

/** Rounds to minus infinity, as Python does. */
function floorDivide(a: number, b: number): number {
  const quotient = divideTowardsZero(a, b)
  return quotient * b !== a && a < 0 !== b < 0 ? quotient - 1 : quotient
}

const NEGATE = 0
const HALVE = 1
const AWAY_FROM_ZERO = 2
const SIGN = 3

/**
 * Negation.
 * @example invert((1, -2))
 */
export function invert(h: Heap, n: Numerical): Numerical {
  return changeNumber(h, n, NEGATE)
}

/**
 * Twice the number.
 * @example double((2, 3))
 */
export function double(h: Heap, n: Numerical): Numerical {
  return combineNumbers(h, n, 2, MULTIPLY)
}

/**
 * Half the number, rounded down.
 * @example halve(7)
 */
export function halve(h: Heap, n: Numerical): Numerical {
  return changeNumber(h, n, HALVE)
}

/**
 * One more.
 * @example increment((0, 4))
 */
export function increment(h: Heap, x: Numerical): Numerical {
  return combineNumbers(h, x, 1, ADD)
}

/**
 * One less.
 * @example decrement(5)
 */
export function decrement(h: Heap, x: Numerical): Numerical {
  return combineNumbers(h, x, 1, SUBTRACT)
}

/**
 * One step away from zero; zero stays.
 * @example crement((-2, 3))
 */
export function crement(h: Heap, x: Numerical): Numerical {
  return changeNumber(h, x, AWAY_FROM_ZERO)
}

/**
 * -1, 0 or 1.
 * @example sign((-4, 7))
 */
export function sign(h: Heap, x: Numerical): Numerical {
  return changeNumber(h, x, SIGN)
}

function changeNumber(h: Heap, n: Word, change: number): Word {
  if (isInt(n)) return changeInteger(n, change)
  if (isPair(n)) return newIndex(h, changeInteger(pairRow(n), change), changeInteger(pairCol(n), change))
  return changeTuple(h, n, change)
}

function changeTuple(h: Heap, n: Word, change: number): Word {
  if (!isTuple(h, n)) return TYPE_ERROR
  if (sizeOf(h, n) < 2) return INDEX_ERROR
  const a = itemAt(h, n, 0)
  const b = itemAt(h, n, 1)
  if (!isInt(a) || !isInt(b)) return TYPE_ERROR
  const first = changeInteger(a, change)
  const second = changeInteger(b, change)
  if (isError(first) || isError(second)) return OVERFLOW_ERROR
  return tuple2(h, first, second)
}

function changeInteger(n: number, change: number): Word {
  if (change === NEGATE) return checkRange(-n)
  if (change === HALVE) return n >> 1
  const direction = n > 0 ? 1 : n < 0 ? -1 : 0
  return change === SIGN ? direction : checkRange(n + direction)
}

/**
 * Whether the number is divisible by two.
 * @example even(4)
 */
export function even(_h: Heap, n: Integer): Boolean_ {
  return isInt(n) ? truth((n & 1) === 0) : TYPE_ERROR
}

/**
 * Whether the number is greater than zero.
 * @example positive(-1)
 */
export function positive(_h: Heap, x: Integer): Boolean_ {
  return isInt(x) ? truth(x > 0) : TYPE_ERROR
}
