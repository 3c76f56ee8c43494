/** One delayed call, cancelled when another one is scheduled. */
import { useState } from 'react'

export interface Delay {
  after(ms: number, run: () => void): void
  stop(): void
}

export function useDelay(): Delay {
  const [delay] = useState(createDelay)
  return delay
}

function createDelay(): Delay {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    after(ms, run) {
      stop()
      timer = setTimeout(run, ms)
    },
  }
}
