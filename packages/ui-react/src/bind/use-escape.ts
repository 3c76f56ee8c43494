/** Escape inside of an element, unless something in it uses the key; null: nothing happens. */
import { useEffect, useEffectEvent, type RefObject } from 'react'

export function useEscape(ref: RefObject<HTMLElement | null>, onEscape: (() => void) | null): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !onEscape) return
    // A search field clears its text first.
    if (event.target instanceof HTMLInputElement && event.target.value !== '') return
    // So does a field with its own typed value.
    if (event.target instanceof Element && event.target.closest('[data-typed]')) return
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  })
  useEffect(() => {
    const element = ref.current
    const listener = (event: KeyboardEvent) => press(event)
    element?.addEventListener('keydown', listener)
    return () => element?.removeEventListener('keydown', listener)
  }, [ref])
}
