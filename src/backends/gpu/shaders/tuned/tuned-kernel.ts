// A tuned kernel: WGSL written by hand in which a whole workgroup makes one call.

/**
 * A faster form for common calls. Its text has two functions:
 *
 *     fn chooseWay(argument0: i32, ...) -> bool
 *     fn runTogether(lane: u32) -> i32
 *
 * Invocation 0 runs `chooseWay`, which returns whether the call is a common one and prepares workgroup memory. All
 * invocations then run `runTogether` in uniform control flow; invocation 0 returns the outcome: a word, or DECLINED before
 * any work was counted. The ordinary kernel makes all other calls. Result and counted work must be those of the ordinary
 * kernel; a call beyond the budget must be declined.
 */
export interface TunedKernel {
  /** Functions of the kernels that the text calls; all must be in line. */
  readonly uses: readonly string[]
  /** Constants of the kernels that the text uses besides those of its functions. */
  readonly constants: readonly string[]
  readonly text: string
}
