/** The time, at steps of half a minute: relative times such as "3 minutes ago" stay true. */
import { useSyncExternalStore } from 'react'

const STEP_MS = 30_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function step(): void {
  now = Date.now()
  listeners.forEach((tell) => tell())
}

function subscribe(changed: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(step, STEP_MS)
  listeners.add(changed)
  // A component that just mounted may show something newer than the last step.
  step()
  return () => {
    listeners.delete(changed)
    if (listeners.size === 0) clearInterval(timer)
  }
}

export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
