// The choice of a place for each plan, as a report explains it.

/** The places where programs can run. */
export type Place = 'cpu' | 'workers' | 'gpu'

/** The choice for one plan with the predicted times in milliseconds. */
export interface Choice {
  readonly plan: number
  readonly programs: number
  readonly samples: number
  readonly place: Place
  readonly ms: Readonly<Partial<Record<Place, number>>>
  /** The parts of the time on the device, in milliseconds, where one was considered. */
  readonly parts?: Readonly<Record<string, number>>
  readonly reason: string
}
