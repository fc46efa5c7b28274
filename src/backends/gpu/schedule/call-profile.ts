// The profile of a call: the kernels that it may need in each round after its start, and the rounds in which it may end.
// Computed before anything is run, by following every function that the call may reach.

import { type Stage, combinatorNamed, combinatorOf } from '../../../kernel/combinator-table.ts'
import type { HigherOrderPrimitive } from '../../../primitives/primitive.ts'
import { primitives } from '../../../primitives/registry.generated.ts'
import { completeArguments } from '../../function-values.ts'
import { NO_FUNCTIONS, type Shape, type ShapeTable, type Shapes } from './function-shapes.ts'

/** The rounds that a call is followed for; a longer call is left to the CPU. */
const MAX_ROUNDS = 256
const MAX_DEPTH = 260
/** The exponent that is assumed for a power whose exponent depends on the data. */
const UNKNOWN_POWER = 32

/** The possible course of a call. Rounds are counted from its start. */
export interface Profile {
  /** The kernels that may run, by round. */
  readonly kernels: readonly ReadonlySet<string>[]
  /** The rounds in which maps may start their calls. */
  readonly spawns: ReadonlySet<number>
  /** The rounds in which the value may be present; an error starts no further call. */
  readonly ends: readonly number[]
  /** The round by which the call has ended, also with an error. */
  readonly last: number
  /** The functions that the result may be or hold. */
  readonly result: Shapes
  /** Whether a frame holds the result before it is delivered, which takes longer than from a kernel. */
  readonly isFramed: 'never' | 'sometimes' | 'always'
  /** The reason why the call may not have ended by the last round, if there is one. */
  readonly open: string | undefined
}

/** Computes profiles, once for equal calls. */
export class CallProfiler {
  readonly #shapes: ShapeTable
  readonly #known = new Map<string, Profile>()
  readonly #underWay = new Set<string>()

  constructor(shapes: ShapeTable) {
    this.#shapes = shapes
  }

  /** The profile of calling any of these functions with such arguments. */
  profileOf(callee: Shapes, args: readonly Shapes[]): Profile {
    const key = `${callee.key}(${args.map((arg) => `${arg.key}#${arg.integer ?? ''}`).join('|')})`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // A set of functions that holds itself is followed once; no value is made so.
    if (this.#underWay.has(key) || this.#underWay.size > MAX_DEPTH)
      return { ...new ProfileBuilder().finish([], NO_FUNCTIONS), open: 'functions nested too deep to follow' }
    this.#underWay.add(key)
    const builder = new ProfileBuilder()
    const ends = new Set<number>()
    const results: Shapes[] = []
    for (const shape of callee.functions) {
      const { at, result } = this.#follow(builder, [0], shape, args)
      for (const end of at) ends.add(end)
      results.push(result)
    }
    const profile = builder.finish([...ends], this.#shapes.union(results))
    this.#underWay.delete(key)
    this.#known.set(key, profile)
    return profile
  }

  #follow(builder: ProfileBuilder, at: readonly number[], shape: Shape, args: readonly Shapes[]): Step {
    if ('primitive' in shape) return this.#followPrimitive(builder, at, shape.primitive, args)
    const { maker, args: own } = shape
    const combinator = combinatorOf(maker)
    const bound = (k: number): Shapes => own[k] ?? NO_FUNCTIONS
    if (combinator?.form === 'constant') {
      builder.mayBeBare = true
      return { at, result: NO_FUNCTIONS }
    }
    if (combinator?.form === 'binding')
      return this.#call(builder, at, bound(0), combinator.side === 'before' ? [bound(1), ...args] : [...args, bound(1)])
    builder.mayBeFramed = true
    const [argument = NO_FUNCTIONS] = args
    switch (combinator?.form) {
      case undefined:
        return { at, result: NO_FUNCTIONS }
      case 'stages':
        return this.#followStages(builder, at, combinator.stages, argument, bound)
      case 'repetition': {
        const { integer } = bound(1)
        if (integer === undefined) builder.leaveOpen('a power whose exponent the data chooses')
        const turns = Math.max(0, Math.min(integer ?? UNKNOWN_POWER, MAX_ROUNDS))
        const stages = Array.from({ length: turns }, (): Stage => ({ run: 0, operands: ['previous'] }))
        return this.#followStages(builder, at, stages, argument, bound)
      }
      default:
        throw combinator satisfies never
    }
  }

  /** The stages of a closure in order; the first that cannot have a value ends the call. */
  #followStages(
    builder: ProfileBuilder,
    at: readonly number[],
    stages: readonly Stage[],
    argument: Shapes,
    bound: (k: number) => Shapes,
  ): Step {
    let step: Step = { at, result: argument }
    let saved = NO_FUNCTIONS
    for (const { run, operands, isSaved } of stages) {
      const previous = step.result
      const given = operands.map((operand) =>
        typeof operand === 'number' ? bound(operand) : { argument, previous, saved }[operand],
      )
      step =
        run === 'equality'
          ? { at: builder.run('equality', step.at), result: NO_FUNCTIONS }
          : this.#callInside(builder, step.at, bound(run), given)
      if (isSaved === true) saved = step.result
      if (step.at.length === 0) break
    }
    return step
  }

  /** A call that replaces the followed one: its result is delivered to the same place. */
  #call(builder: ProfileBuilder, at: readonly number[], callee: Shapes, args: readonly Shapes[]): Step {
    const profile = this.profileOf(callee, args)
    if (profile.isFramed !== 'never') builder.mayBeFramed = true
    if (profile.isFramed !== 'always') builder.mayBeBare = true
    return { at: builder.include(profile, at), result: profile.result }
  }

  /** A call whose result a frame waits for. */
  #callInside(builder: ProfileBuilder, at: readonly number[], callee: Shapes, args: readonly Shapes[]): Step {
    const profile = this.profileOf(callee, args)
    return { at: builder.include(profile, at), result: profile.result }
  }

  #followPrimitive(builder: ProfileBuilder, at: readonly number[], number: number, args: readonly Shapes[]): Step {
    const primitive = primitives[number]
    const given = primitive === undefined ? undefined : completeArguments(primitive, args, NO_FUNCTIONS)
    if (primitive === undefined || given === undefined) {
      builder.mayBeBare = true
      return { at: [], result: NO_FUNCTIONS }
    }
    if (primitive.sort === 'higher-order') return this.#followMap(builder, at, primitive, given)
    builder.mayBeBare = true
    const ends = builder.run(primitive.kernelName, at)
    const maker = primitive.sort === 'combinator' ? combinatorNamed(primitive.name)?.maker : undefined
    const result = maker === undefined ? this.#shapes.union(args) : this.#shapes.closure(maker, args)
    return { at: ends, result }
  }

  #followMap(
    builder: ProfileBuilder,
    at: readonly number[],
    primitive: HigherOrderPrimitive,
    args: readonly Shapes[],
  ): Step {
    builder.mayBeFramed = true
    const called = builder.run(primitive.callsName, at)
    const callable = primitive.parameters.findIndex(({ type }) => type === 'Callable')
    // Without a function among the arguments, the functions are the elements of the first one.
    const callee = args[Math.max(callable, 0)]!
    const elements = args.filter((_, k) => k !== Math.max(callable, 0))
    const elementArgs = primitive.callArity === 1 ? [this.#shapes.union(elements)] : elements
    builder.spawn(called)
    const profile = this.profileOf(callee, elementArgs)
    const inner = builder.include(profile, called)
    // The error of an element reaches its map one round later.
    builder.reach(Math.max(...called) + profile.last + 1)
    // At once without calls. Else in the round after the last frame has ended, or in the one after the last kernel, but at
    // the earliest in the next round, in which a map learns that its calls have ended.
    const first = Math.min(...called) + 1
    const gathered = new Set(called)
    for (const end of inner) {
      if (profile.isFramed !== 'always') gathered.add(Math.max(end, first))
      if (profile.isFramed !== 'never') gathered.add(end + 1)
    }
    const ends = builder.run(primitive.kernelName, [...gathered])
    const result = this.#shapes.union([...args, profile.result])
    return primitive.toLast ? this.#callInside(builder, ends, args.at(-1)!, [result]) : { at: ends, result }
  }
}

/** The rounds in which a part of a call may end, and its possible results. */
interface Step {
  readonly at: readonly number[]
  readonly result: Shapes
}

class ProfileBuilder {
  readonly #kernels: Set<string>[] = []
  readonly #spawns = new Set<number>()
  #open: string | undefined
  #last = 0
  mayBeFramed = false
  mayBeBare = false

  /** Adds a kernel to each of these rounds; its results are present one round later. */
  run(kernel: string, at: readonly number[]): number[] {
    const ends = new Set<number>()
    for (const round of at) {
      if (round >= MAX_ROUNDS) {
        this.leaveOpen(`more than ${MAX_ROUNDS} rounds`)
        continue
      }
      while (this.#kernels.length <= round) this.#kernels.push(new Set())
      this.#kernels[round]!.add(kernel)
      this.reach(round + 1)
      ends.add(round + 1)
    }
    return [...ends]
  }

  spawn(at: readonly number[]): void {
    for (const round of at) this.#spawns.add(round)
  }

  /** Adds a whole profile that starts in each of these rounds. */
  include(profile: Profile, at: readonly number[]): number[] {
    const ends = new Set<number>()
    for (const start of at) {
      for (const [round, kernels] of profile.kernels.entries())
        for (const kernel of kernels) this.run(kernel, [start + round])
      for (const round of profile.spawns) this.#spawns.add(start + round)
      for (const end of profile.ends) if (start + end <= MAX_ROUNDS) ends.add(start + end)
      this.reach(start + profile.last)
    }
    if (profile.open !== undefined) this.leaveOpen(profile.open)
    return [...ends]
  }

  /** The call may last until this round. */
  reach(round: number): void {
    this.#last = Math.max(this.#last, Math.min(round, MAX_ROUNDS))
  }

  leaveOpen(reason: string): void {
    this.#open ??= reason
  }

  finish(ends: readonly number[], result: Shapes): Profile {
    const sorted = [...new Set(ends)].toSorted((a, b) => a - b)
    const [kernels, spawns] = [this.#kernels, this.#spawns]
    const isFramed = !this.mayBeFramed ? 'never' : this.mayBeBare ? 'sometimes' : 'always'
    return { kernels, spawns, ends: sorted, last: this.#last, result, isFramed, open: this.#open }
  }
}
