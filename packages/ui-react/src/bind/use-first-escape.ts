/**
 * Escape closes a menu from the moment it opens. It gets the focus a frame later: until then the key would be the row's
 * below it, where it clears a selection.
 */
import { useEffect, useEffectEvent } from 'react'

export function useFirstEscape(isOpen: boolean, close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return
    event.preventDefault()
    event.stopPropagation()
    close()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener, true)
    return () => removeEventListener('keydown', listener, true)
  }, [isOpen])
}
