/** Scrolls an element to its top whenever a value changes: what it shows then is another list. */
import { useLayoutEffect, useRef, type RefObject } from 'react'

export function useTopOn<Some extends HTMLElement>(value: string): RefObject<Some | null> {
  const element = useRef<Some>(null)
  const shown = useRef(value)
  useLayoutEffect(() => {
    if (shown.current === value) return
    shown.current = value
    if (element.current) element.current.scrollTop = 0
  }, [value])
  return element
}
