/** Gives the focus back when what had taken it is over: it would otherwise be nowhere. */
import { useEffect, useEffectEvent, useRef } from 'react'

export function useFocusAfter(isOpen: boolean, focus: () => void): void {
  const wasOpen = useRef(false)
  const giveBack = useEffectEvent(focus)
  useEffect(() => {
    if (wasOpen.current && !isOpen) giveBack()
    wasOpen.current = isOpen
  }, [isOpen])
}
