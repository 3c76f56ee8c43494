/** The time, to half a minute: what says "3 minutes ago" keeps saying the truth. */
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
  // What has come onto the page may have happened after the last step.
  step()
  return () => {
    listeners.delete(changed)
    if (listeners.size === 0) clearInterval(timer)
  }
}

export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
