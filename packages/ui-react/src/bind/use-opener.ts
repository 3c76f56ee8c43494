/** Gives the focus back to the element that had it when a popup opened. */
import { useState } from 'react'

interface Opening {
  isOpen: boolean
  opener: Element | null
}

/**
 * Gives the `finalFocus` of a popup whose content takes the focus itself. The opener is read while rendering, because the
 * content has the focus before any effect runs.
 */
export function useOpener(isOpen: boolean): () => HTMLElement | boolean {
  const [{ isOpen: wasOpen, opener }, remember] = useState<Opening>({ isOpen: false, opener: null })
  if (wasOpen !== isOpen) remember({ isOpen, opener: isOpen ? document.activeElement : opener })
  return () => {
    // A dialog that replaced it keeps the focus.
    if (document.querySelector('[role="dialog"][data-open]')) return false
    return opener instanceof HTMLElement && opener.isConnected ? opener : true
  }
}
