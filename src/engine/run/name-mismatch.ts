// Describes a difference between a device and the CPU in terms of programs, and as a line that reproduces it.

import { VerdictMismatchError } from '../../backends/gpu/verify-evaluations.ts'
import { type Mismatch, MismatchError, type Seen } from '../../backends/gpu/verify-rows.ts'
import { nameSample, spellSample } from '../../data/task.ts'
import { MegabattError } from '../../language/errors.ts'
import { type Program, shownName } from '../../language/program.ts'

const MAX_SHOWN = 400

/** Thrown where `--verify` finds a difference. `line` is the call as a line of a conformance file, if it can be written. */
export class NamedMismatchError extends MegabattError {
  override readonly name = 'NamedMismatchError'
  readonly exitCode = 1
  readonly line: string | undefined
  constructor(message: string, program: Program, statement: number | undefined, sample: string, line?: string) {
    const again = '`megabatt conform FILE --backend gpu` runs the line that was written again.'
    super('gpu-mismatch', message, {
      place: { file: program.file, program: program.name, ...(statement === undefined ? {} : { statement }), sample },
      advice: `Do not trust this device. ${line === undefined ? 'Report the program and the task.' : again}`,
    })
    this.line = line
  }
}

/** A mismatch with names; any other error unchanged. */
export function nameMismatch(
  error: unknown,
  programOf: (plan: number, program: number) => Program,
  labelOf: (program: Program) => string = ({ name }) => name,
): unknown {
  if (error instanceof VerdictMismatchError) return nameVerdict(error, programOf, labelOf)
  if (!(error instanceof MismatchError)) return error
  const { unit, sample, programs, callee, args, cpu, gpu } = error.mismatch
  const [first] = programs
  if (first === undefined) return error
  const program = programOf(unit.plan, first.program)
  const name = shownName(program.statements[first.statement]!)
  const sampleName = spellSample(nameSample(unit.task, sample))
  const message = [
    `The device differs from the CPU at ${name} of ${labelOf(program)}, task ${unit.task.id}, ${sampleName}`,
    `  call ${show(callee)}(${args.map(show).join(', ')})`,
    `  CPU  ${show(cpu)}`,
    `  GPU  ${show(gpu)}`,
  ].join('\n')
  return new NamedMismatchError(message, program, first.statement, sampleName, conformanceLine(error.mismatch))
}

/** An evaluation that a device made differently: all statements were equal. */
function nameVerdict(
  { mismatch }: VerdictMismatchError,
  programOf: (plan: number, program: number) => Program,
  labelOf: (program: Program) => string,
): NamedMismatchError {
  const { unit, sample, part, cpu, gpu } = mismatch
  const program = programOf(unit.plan, mismatch.program)
  const sampleName = spellSample(nameSample(unit.task, sample))
  const message = [
    `The device differs from the CPU in the ${part} of ${labelOf(program)}, task ${unit.task.id}, ${sampleName}`,
    `  CPU  ${cpu}`,
    `  GPU  ${gpu}`,
  ].join('\n')
  return new NamedMismatchError(message, program, undefined, sampleName)
}

/** The call as a line of a conformance file; undefined where a value is too large for the notation. */
export function conformanceLine({ callee, args, cpu }: Mismatch): string | undefined {
  if (typeof callee !== 'object' || callee === null || args.some(isFailure)) return undefined
  const expected = isFailure(cpu) ? { error: true } : { out: cpu }
  if ('f' in callee) return JSON.stringify({ fn: callee.f, tier: 'mismatch', args, ...expected })
  if (!('call' in callee)) return undefined
  return JSON.stringify({ fn: callee.call, tier: 'mismatch', args: callee.args, then: args, ...expected })
}

function isFailure(seen: Seen): seen is { readonly error: string } {
  return typeof seen === 'object' && seen !== null && 'error' in seen
}

function show(seen: Seen): string {
  const text = JSON.stringify(seen)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
