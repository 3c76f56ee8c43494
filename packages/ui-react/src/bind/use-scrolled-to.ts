/** Scrolls an element into view while the address points at it. */
import { useEffect, useRef, type RefObject } from 'react'

/** @param block where in the viewport it ends; `nearest`: the smallest scroll */
export function useScrolledTo<Some extends HTMLElement>(
  isPointedAt: boolean,
  block: 'start' | 'nearest' = 'start',
): RefObject<Some | null> {
  const element = useRef<Some>(null)
  useEffect(() => {
    if (isPointedAt) element.current?.scrollIntoView({ block })
  }, [isPointedAt, block])
  return element
}
