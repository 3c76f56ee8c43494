/** Brings an element into sight while the address points at it. */
import { useEffect, useRef, type RefObject } from 'react'

export function useScrolledTo<Some extends HTMLElement>(isPointedAt: boolean): RefObject<Some | null> {
  const element = useRef<Some>(null)
  useEffect(() => {
    if (isPointedAt) element.current?.scrollIntoView({ block: 'start' })
  }, [isPointedAt])
  return element
}
