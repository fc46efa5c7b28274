// The parameters of a dispatch, in the order of their words; preludes print them as a struct, the host writes them.

/** The names of the parameters; all are 32-bit integers. */
export const deviceParams = [
  /** One less than in the buffer of the heap. */
  'heapWords',
  /** Of one invocation, one less than reserved. */
  'scratchWords',
  /** Of one kernel: that of a statement, or less on a device with a limit for calls. */
  'budget',
  /** The list of ready frames that is read, 0 or 1; the other one is written. */
  'parity',
  'entryCapacity',
  'orderAt',
  'readyAt',
  'readyCapacity',
  'counterAt',
  'counterCapacity',
  'arenaWords',
  'tableWords',
  'packWords',
  'statementBudget',
  /** The calls that tuned kernels left to single invocations, in the order of the queues. */
  'restAt',
] as const

/** The name of a parameter. */
export type DeviceParam = (typeof deviceParams)[number]
