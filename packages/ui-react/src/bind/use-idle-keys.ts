/** Hears keys while no element has the focus, as after a reload. No other listener handles these. */
import { useEffect, useEffectEvent } from 'react'

/** @param press says whether it took the key */
export function useIdleKeys(press: (event: KeyboardEvent) => boolean): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { target, defaultPrevented, isComposing } = event
    const isIdle = target === document.body || target === document.documentElement
    if (isIdle && !defaultPrevented && !isComposing && press(event)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
