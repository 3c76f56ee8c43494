/** Gives the focus back when the element that had it is gone, since it would otherwise be lost. */
import { useEffect, useEffectEvent, useRef } from 'react'

export function useFocusAfter(isOpen: boolean, focus: () => void): void {
  const wasOpen = useRef(false)
  const giveBack = useEffectEvent(focus)
  useEffect(() => {
    if (wasOpen.current && !isOpen) giveBack()
    wasOpen.current = isOpen
  }, [isOpen])
}
