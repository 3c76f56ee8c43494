/**
 * Whose slice of a large answer is written next: one slice of all answers in each turn of the event loop. With one of each
 * answer, ten answers would hold up a Cancel ten times as long.
 */

const waiting: (() => void)[] = []
let isScheduled = false

/** Resolves in a later turn of the event loop, for one caller in each, in the order of the calls. */
export function nextSliceTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (!isScheduled) schedule()
  })
}

function schedule(): void {
  isScheduled = true
  setImmediate(() => {
    waiting.shift()?.()
    if (waiting.length > 0) schedule()
    else isScheduled = false
  })
}
