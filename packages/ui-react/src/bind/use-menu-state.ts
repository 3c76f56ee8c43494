/** A menu that closes when a dialog covers the page: the command menu, the keyboard shortcuts, signing in again. */
import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDeck } from './deck-context.js'

/** Spread it over the root of a menu or a popover. */
export function useMenuState(startsOpen = false) {
  const [open, setOpen] = useState(startsOpen)
  useCloseUnderDialog(() => setOpen(false))
  return { open, onOpenChange: setOpen }
}

/** Closes a menu whose open state the caller controls. */
export function useCloseUnderDialog(close: () => void): void {
  const isCovered = useStore(useDeck().actions.$isCovered)
  const onCover = useEffectEvent(close)
  useEffect(() => {
    if (isCovered) onCover()
  }, [isCovered])
}
