/** Runs that were asked for and that the database does not know yet: a cancel that comes so early counts too. */

export interface RunOnItsWay {
  /** Aborts when the run is cancelled on its way. */
  signal: AbortSignal
  /** The database knows the run, or the run will not come. */
  end(): void
}

export interface ArrivingRuns {
  arrive(runId: string): RunOnItsWay
  /** False: no such run is on its way. */
  cancel(runId: string): boolean
}

export function createArrivingRuns(): ArrivingRuns {
  const arriving = new Map<string, AbortController>()
  return {
    arrive(runId) {
      const controller = new AbortController()
      arriving.set(runId, controller)
      return {
        signal: controller.signal,
        end: () => {
          if (arriving.get(runId) === controller) arriving.delete(runId)
        },
      }
    },
    cancel(runId) {
      const controller = arriving.get(runId)
      controller?.abort()
      return controller !== undefined
    },
  }
}
