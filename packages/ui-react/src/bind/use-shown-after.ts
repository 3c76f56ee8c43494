/** Scrolls an element into view whenever the value changes to another one; null: no value. */
import { useEffect, useRef, type RefObject } from 'react'

/** @param isBeyond the window has become too low for it: it scrolls into view again when that begins */
export function useShownAfter<Some extends HTMLElement>(
  value: object | null,
  isBeyond: boolean,
): RefObject<Some | null> {
  const element = useRef<Some>(null)
  const before = useRef({ value, isBeyond })
  useEffect(() => {
    const { value: old, isBeyond: wasBeyond } = before.current
    if (value !== null && (value !== old || (isBeyond && !wasBeyond)))
      element.current?.scrollIntoView({ block: 'nearest' })
    before.current = { value, isBeyond }
  }, [value, isBeyond])
  return element
}
