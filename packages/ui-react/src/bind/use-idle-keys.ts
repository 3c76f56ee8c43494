/**
 * Hears keys that no other listener takes: while no element has the focus, as after a reload, and while one has it that takes
 * no text, such as a link of the sidebar. A dialog, a menu and a field have keys themselves.
 */
import { useEffect, useEffectEvent } from 'react'

const HAS_OWN_KEYS =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** @param press says whether it took the key */
export function useIdleKeys(press: (event: KeyboardEvent) => boolean): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { target, defaultPrevented, isComposing } = event
    const isIdle = target instanceof Element && target.closest(HAS_OWN_KEYS) === null
    if (isIdle && !defaultPrevented && !isComposing && press(event)) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
