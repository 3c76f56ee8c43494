/** Long work in slices, so that keys and frames come in between. */
import type { Clock } from '../ports/index.js'

/** Milliseconds of one slice: with the frame around it, well below what a person notices. */
const SLICE_MS = 10

/**
 * Runs a generator to its end, a slice at a time; the first slice runs at once. `done` gets what it returns.
 * @returns stops it; `done` is then not called
 */
export function runInSlices<Result>(
  clock: Clock,
  work: Generator<void, Result>,
  done: (result: Result) => void,
): () => void {
  let stop: () => void = () => {}
  const slice = () => {
    const until = clock.now() + SLICE_MS
    do {
      const step = work.next()
      if (step.done) return done(step.value)
    } while (clock.now() < until)
    stop = clock.after(0, slice)
  }
  slice()
  return () => stop()
}
