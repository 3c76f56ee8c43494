/** Brings an element into sight whenever the value changes to another one; null is none. */
import { useEffect, useRef, type RefObject } from 'react'

export function useShownAfter<Some extends HTMLElement>(value: object | null): RefObject<Some | null> {
  const element = useRef<Some>(null)
  const before = useRef(value)
  useEffect(() => {
    if (value !== null && value !== before.current) element.current?.scrollIntoView({ block: 'nearest' })
    before.current = value
  }, [value])
  return element
}
