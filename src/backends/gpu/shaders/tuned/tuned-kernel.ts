// What a tuned kernel is: WGSL by hand with which a whole workgroup makes one call, where one invocation would waste a GPU.

/**
 * A way of making common calls together. Its text has two functions:
 *
 *     fn chooseWay(argument0: i32, ...) -> bool
 *     fn runTogether(lane: u32) -> i32
 *
 * `chooseWay` is run by invocation 0 and says whether the call is a common one; it leaves in workgroup memory what the
 * others need. `runTogether` is then run by all, in uniform control flow, and gives the outcome in invocation 0: a word,
 * or DECLINED before any work was counted. What is not chosen or is declined is left to the ordinary kernel. Result and
 * counted work must be those of the ordinary kernel; what does not fit the budget is to be declined.
 */
export interface TunedKernel {
  /** Functions of the kernels that the text calls; all must be in line. */
  readonly uses: readonly string[]
  /** Constants of the kernels that the text uses besides those of its functions. */
  readonly constants: readonly string[]
  readonly text: string
}
