/** Hears what a screen calls out, as long as the component is there. */
import { useEffect, useEffectEvent } from 'react'

/**
 * @param subscribe begins to listen; it returns what ends that, and stays the same object
 * @param hear may be another function at each drawing
 */
export function useHeard<Value>(
  subscribe: (listener: (value: Value) => void) => () => void,
  hear: (value: Value) => void,
): void {
  const latest = useEffectEvent(hear)
  useEffect(() => subscribe((value) => latest(value)), [subscribe])
}
