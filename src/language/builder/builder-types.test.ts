// Types of the builder: valid uses of the DSL compile, certain mistakes do not. tsc checks this file.

import { expectTypeOf, expect, test } from 'vitest'
import * as dsl from '../../dsl.ts'
import { type Given, ProgramBuilder, type Value, trace } from '../../dsl.ts'

const { argmax, asobject, canvas, compose, fill, first, height, lbind, mapply, merge, objects, paint } = dsl
const { palette, power, rot90, sfilter, shift, size, subgrid, totuple } = dsl

test('types that fit', () => {
  const program = trace('solve_types', (I, S, C) => {
    const objs = objects(I, true, dsl.F, 1)
    expectTypeOf(objs).toExtend<Value.Objects>()
    const largest = argmax(objs, size)
    expectTypeOf(largest).toExtend<Value.Any>()
    // A value of any type is accepted everywhere.
    expectTypeOf<Value.Any>().toExtend<Given.Grid & Given.Callable>()
    fill(canvas(0, [3, 3]), dsl.height(largest), largest)
    // A patch can be an object, and a filtered set of objects is a set of objects.
    paint(I, shift(asobject(C), dsl.UP_RIGHT))
    dsl.colorfilter(sfilter(objs, dsl.square), 3)
    paint(I, merge(objs))
    dsl.colorfilter(mapply(dsl.partition, totuple(dsl.product(S, S))), dsl.RED)
    // Numbers, booleans and pairs, computed or not.
    fill(I, size(objs), new Set([[0, 0] as const]))
    dsl.crop(I, [size(objs), 0], dsl.shape(I))
    dsl.add([1, 2], dsl.UNITY)
    // A grid is a tuple of rows; functions are values.
    first(I)
    const turn = power(compose(rot90, rot90), 2)
    return subgrid(first(objs), turn(rot90([[1, 2]])))
  })
  expect(program.statements.length).toBeGreaterThan(20)
})

test('types that do not fit', () => {
  const mistakes = () =>
    trace('solve_mistakes', (I, S) => {
      // @ts-expect-error -- a number is not a grid
      objects(3, true, false, true)
      // @ts-expect-error -- a set of colours is not a grid
      rot90(palette(I))
      // @ts-expect-error -- missing argument
      objects(I, true, false)
      // @ts-expect-error -- too many arguments
      rot90(I, S)
      // @ts-expect-error -- a grid is not a function
      argmax(objects(I, 1, 1, 1), I)
      // @ts-expect-error -- a JavaScript function is not a function of the DSL
      argmax(objects(I, 1, 1, 1), (x: Value.Any) => x)
      // @ts-expect-error -- a name is not a primitive
      argmax(objects(I, 1, 1, 1), 'size')
      // @ts-expect-error -- a grid is not an integer
      fill(I, I, asobject(I))
      // @ts-expect-error -- a set of objects is not an object
      paint(I, objects(I, 1, 1, 1))
      // @ts-expect-error -- indices have no colours
      paint(I, dsl.asindices(I))
      // @ts-expect-error -- three numbers are not a pair
      canvas(0, [1, 2, 3])
      // @ts-expect-error -- a grid cannot be called
      I(I)
      // @ts-expect-error -- a recorded value is not a number
      const more: number = height(I)
      // @ts-expect-error -- lbind binds one value
      lbind(size, 2, more)
      return I
    })
  const wrong = () => {
    // @ts-expect-error -- null is not a value
    trace('solve_mistakes', () => null)
    const b = new ProgramBuilder('solve_mistakes')
    // @ts-expect-error -- unknown primitive
    b.objets(b.I)
    // @ts-expect-error -- a pair is not a grid
    b.finish(b.rot90([1, 2]))
  }
  expect([mistakes, wrong].map((f) => typeof f)).toEqual(['function', 'function'])
})
